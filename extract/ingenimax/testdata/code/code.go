// Package main has functions that run in place of agents, or without one.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/Ingenimax/agent-sdk-go/pkg/agent"
	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
	"github.com/Ingenimax/agent-sdk-go/pkg/llm/openai"

	"example.com/golden/agents/toolbox"
)

// triage asks its model, and then another agent or a human.
func triage(expert *agent.Agent) agent.CustomRunFunction {
	return func(ctx context.Context, input string, self *agent.Agent) (string, error) {
		kind, err := self.GetLLM().Generate(ctx, "is this hard? "+input)
		if err != nil {
			return "", err
		}
		if kind == "hard" {
			return expert.Run(ctx, input)
		}
		var answer string
		fmt.Scanln(&answer)
		if answer == "y" {
			return toolbox.Remover{}.Execute(ctx, input)
		}
		var remove interfaces.Tool = toolbox.Remover{}
		return remove.Execute(ctx, input)
	}
}

// assist offers tools to a model itself.
func assist(ctx context.Context, llm interfaces.LLM) (string, error) {
	draft, err := llm.GenerateWithTools(ctx, "draft", toolbox.Finders("web"), openai.WithSystemMessage("be brief"))
	if err != nil {
		return "", err
	}
	return llm.GenerateWithTools(ctx, draft, []interfaces.Tool{toolbox.Remover{}}, interfaces.WithMaxIterations(6))
}

// logged is a model that says what it does; its tools are those of its callers.
type logged struct{ *openai.OpenAIClient }

func (l logged) GenerateWithTools(ctx context.Context, prompt string, tools []interfaces.Tool, options ...interfaces.GenerateOption) (string, error) {
	fmt.Println(prompt)
	return l.OpenAIClient.GenerateWithTools(ctx, prompt, tools, options...)
}

func main() {
	llm := logged{openai.NewClient(os.Getenv("KEY"))}
	expert, _ := agent.NewAgent(agent.WithName("expert"), agent.WithLLM(llm), agent.WithTools(toolbox.Finders("law")...), agent.WithRequirePlanApproval(false))
	desk, _ := agent.NewAgent(agent.WithName("desk"), agent.WithLLM(llm), agent.WithCustomRunFunction(triage(expert)))
	desk.Run(context.Background(), "hello")
	assist(context.Background(), llm)
}
