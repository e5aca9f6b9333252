// Package rounds has callbacks and steps that do something only after they, or others, have run once.
package rounds

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/chainagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"
)

// Tired has a callback that answers in the place of its first agent from the second run on.
func Tired() agent.Agent {
	runs := 0
	tired := func(ctx context.Context, args *agent.BeforeAgentArgs) (*agent.BeforeAgentResult, error) {
		if runs++; runs > 1 {
			return &agent.BeforeAgentResult{CustomResponse: &model.Response{}}, nil
		}
		return nil, nil
	}
	return chainagent.New("tired", chainagent.WithSubAgents([]agent.Agent{
		llmagent.New("check", llmagent.WithAgentCallbacks(agent.NewCallbacks().RegisterBeforeAgent(tired))), llmagent.New("pay"),
	}))
}

// A desk sends its second draft to the printer.
type desk struct{ drafts int }

func (d *desk) draft(ctx context.Context, state graph.State) (any, error) {
	d.drafts++
	return state, nil
}

func (d *desk) next(ctx context.Context, state graph.State) (string, error) {
	if d.drafts > 1 {
		return "print", nil
	}
	return "draft", nil
}

func step(ctx context.Context, state graph.State) (any, error) { return state, nil }

// Desk has a router that goes on when a step has run twice.
func Desk() *graph.Graph {
	d := &desk{}
	g := graph.NewStateGraph(nil)
	g.AddNode("draft", d.draft)
	g.AddNode("print", step)
	g.AddConditionalEdges("draft", d.next, nil)
	g.SetEntryPoint("draft").SetFinishPoint("print")
	return g.MustCompile()
}
