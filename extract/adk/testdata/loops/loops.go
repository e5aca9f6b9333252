// Package loops has one loop of each kind: bounded, left by a tool, left by an
// agent, and left by nothing.
package loops

import (
	"iter"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/exitlooptool"
	"google.golang.org/adk/v2/tool/functiontool"
)

func loop(name string, max uint, steps ...agent.Agent) agent.Agent {
	a, _ := loopagent.New(loopagent.Config{
		AgentConfig:   agent.Config{Name: name, SubAgents: steps},
		MaxIterations: max,
	})
	return a
}

func model(name string, tools ...tool.Tool) agent.Agent {
	a, _ := llmagent.New(llmagent.Config{Name: name, Tools: tools})
	return a
}

var Bounded = loop("bounded", 3, model("writer"), model("critic"))

var Forever = loop("forever", 0, model("talker"))

func ByTool() (agent.Agent, error) {
	exit, err := exitlooptool.New()
	if err != nil {
		return nil, err
	}
	return loop("by_tool", 0, model("worker", exit)), nil
}

func ByOwnTool() (agent.Agent, error) {
	done, err := functiontool.New(functiontool.Config{Name: "done"}, func(ctx agent.Context, _ struct{}) (string, error) {
		ctx.Actions().Escalate = true
		return "", nil
	})
	if err != nil {
		return nil, err
	}
	return loop("by_own_tool", 0, model("clerk", done)), nil
}

func ByAgent() (agent.Agent, error) {
	check, err := agent.New(agent.Config{Name: "check", Run: func(agent.InvocationContext) iter.Seq2[*session.Event, error] {
		return func(yield func(*session.Event, error) bool) {
			yield(&session.Event{Actions: session.EventActions{Escalate: true}}, nil)
		}
	}})
	if err != nil {
		return nil, err
	}
	return loop("by_agent", 0, model("doer"), check), nil
}

// Given depends on what the caller says.
func Given(rounds uint) agent.Agent { return loop("given", rounds, model("guest")) }
