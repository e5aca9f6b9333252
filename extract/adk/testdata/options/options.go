// Package options builds agents that depend on a configuration, on a caller and on
// the environment.
package options

import (
	"os"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/agenttool"
	"google.golang.org/adk/v2/tool/functiontool"
)

type Config struct{ Review bool }

func model(name string) agent.Agent {
	a, _ := llmagent.New(llmagent.Config{Name: name})
	return a
}

// Pipeline has a step that may be missing.
func (c Config) Pipeline() (agent.Agent, error) {
	steps := []agent.Agent{model("draft")}
	if c.Review {
		steps = append(steps, model("review"))
	}
	steps = append(steps, model("publish"))
	return sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "pipeline", SubAgents: steps}})
}

// Team takes its members from the caller.
func Team(members ...agent.Agent) (agent.Agent, error) {
	return llmagent.New(llmagent.Config{Name: "lead", SubAgents: members})
}

// Named has names that only the environment knows.
func Named() (agent.Agent, error) {
	t, err := functiontool.New(functiontool.Config{Name: os.Getenv("TOOL")}, func(agent.Context, struct{}) (string, error) { return "", nil })
	if err != nil {
		return nil, err
	}
	return llmagent.New(llmagent.Config{Name: os.Getenv("AGENT"), Tools: []tool.Tool{t}})
}

// Desk hands over, up and down and sideways, and calls an agent like a tool.
func Desk() (agent.Agent, error) {
	stays, err := llmagent.New(llmagent.Config{Name: "stays", DisallowTransferToParent: true, DisallowTransferToPeers: true})
	if err != nil {
		return nil, err
	}
	task, err := llmagent.New(llmagent.Config{Name: "task", Mode: llmagent.ModeTask})
	if err != nil {
		return nil, err
	}
	_ = model("forgotten")
	return llmagent.New(llmagent.Config{
		Name: "desk", SubAgents: []agent.Agent{model("moves"), stays, task},
		Tools: []tool.Tool{agenttool.New(model("expert"), nil)}, OutputKey: "answer",
	})
}

type rules struct{ texts []string }

func (r *rules) empty() bool { return r == nil || len(r.texts) == 0 }

func toolsOf(r *rules) ([]tool.Tool, error) {
	if r.empty() {
		return nil, nil
	}
	t, err := functiontool.New(functiontool.Config{Name: "get_rule"}, func(agent.Context, struct{}) (string, error) { return r.texts[0], nil })
	if err != nil {
		return nil, err
	}
	return []tool.Tool{t}, nil
}

// Lens has a tool if there are rules.
func Lens(r *rules) (agent.Agent, error) {
	tools, err := toolsOf(r)
	if err != nil {
		return nil, err
	}
	return llmagent.New(llmagent.Config{Name: "lens", Tools: tools})
}
