// Package nested puts sequences into sequences: what comes after the inner one
// comes after its last step.
package nested

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/parallelagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

type args struct {
	Amount int `json:"amount"`
}

func pay(agent.Context, args) (string, error) { return "paid", nil }

func New() (agent.Agent, error) {
	ask, err := functiontool.New(functiontool.Config{Name: "ask", RequireConfirmation: true}, pay)
	if err != nil {
		return nil, err
	}
	money, err := functiontool.New(functiontool.Config{Name: "pay"}, pay)
	if err != nil {
		return nil, err
	}
	inner, err := sequence("inner", model("a"), model("human", ask))
	if err != nil {
		return nil, err
	}
	both, err := parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{
		Name: "both", SubAgents: []agent.Agent{model("left"), model("right")},
	}})
	if err != nil {
		return nil, err
	}
	return sequence("outer", inner, model("cashier", money), both)
}

func sequence(name string, steps ...agent.Agent) (agent.Agent, error) {
	return sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: name, SubAgents: steps}})
}

func model(name string, tools ...tool.Tool) agent.Agent {
	a, err := llmagent.New(llmagent.Config{Name: name, Tools: tools})
	if err != nil {
		panic(err)
	}
	return a
}
