// Package main has agents with all kinds of tools.
package main

import (
	"context"
	"os"
	"strconv"

	"github.com/Ingenimax/agent-sdk-go/pkg/agent"
	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
	"github.com/Ingenimax/agent-sdk-go/pkg/llm/openai"
	"github.com/Ingenimax/agent-sdk-go/pkg/tools"
	"github.com/Ingenimax/agent-sdk-go/pkg/tools/calculator"

	"example.com/golden/agents/toolbox"
)

func must(a *agent.Agent, err error) *agent.Agent {
	if err != nil {
		panic(err)
	}
	return a
}

// defaults are the options of all agents.
func defaults(name string, more ...agent.Option) []agent.Option {
	return append([]agent.Option{
		agent.WithName(name), agent.WithLLM(openai.NewClient(os.Getenv("KEY"))), agent.WithRequirePlanApproval(false),
	}, more...)
}

// experts returns an agent for each subject.
func experts() []*agent.Agent {
	var list []*agent.Agent
	for _, subject := range []string{"law", "money"} {
		list = append(list, must(agent.NewAgent(defaults(subject, agent.WithTools(toolbox.Finders(subject)...), agent.WithMaxIterations(3))...)))
	}
	return list
}

func main() {
	lead := must(agent.NewAgent(defaults("lead",
		agent.WithTools(toolbox.Finders("web", "files")...),
		agent.WithTools(calculator.New(), toolbox.Asking{Tool: toolbox.Remover{}}),
		agent.WithAgents(experts()...),
	)...))
	lead.Run(context.Background(), "hello")

	// The model gets as many rounds as the environment says, and tools that servers list.
	rounds, _ := strconv.Atoi(os.Getenv("ROUNDS"))
	open := must(agent.NewAgent(defaults("open",
		agent.WithMaxIterations(rounds),
		agent.WithMCPPresets("files"),
		agent.WithLazyMCPConfigs([]agent.LazyMCPConfig{
			{Name: "time", Tools: []agent.LazyMCPToolConfig{{Name: "now"}}},
			{Name: "git", AllowedTools: []string{"log", "diff"}},
			{Name: "other"},
		}),
	)...))
	open.Run(context.Background(), "hello")

	quick := must(agent.NewAgent(defaults("quick", agent.WithMaxIterations(0), agent.WithGraphRAG(store()))...))
	helper := tools.NewAgentTool(quick).WithTimeout(5)
	if os.Getenv("FILES") != "" {
		must(agent.NewAgent(defaults("caller", agent.WithTools(helper, toolbox.Remover{}))...)).Run(context.Background(), "hello")
	}

	// Nothing is known of an agent that runs elsewhere, and of one from a file.
	far := must(agent.NewAgent(agent.WithName("far"), agent.WithURL("example.com:1")))
	filed := must(agent.NewAgentFromConfig("filed", nil, nil, agent.WithAgents(far)))
	filed.Run(context.Background(), "hello")

	must(agent.NewAgent(defaults("shelf", agent.WithTools(shelf().List()...))...)).Run(context.Background(), "hello")
	must(agent.NewAgent(agent.WithName(os.Getenv("NAME")), agent.WithLLM(nil))).Run(context.Background(), "hello")
}

// shelf puts tools into a registry.
func shelf() *tools.Registry {
	r := tools.NewRegistry()
	r.Register(calculator.New())
	for _, t := range toolbox.Finders("web") {
		r.Register(t)
	}
	return r
}

func store() interfaces.GraphRAGStore { return nil }
