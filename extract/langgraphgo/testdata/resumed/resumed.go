// Package resumed goes on with a run at a step: what such a run starts with was set by no step.
package resumed

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type State struct {
	Approved bool
	Rounds   int
}

func ask(ctx context.Context, s State) (State, error) {
	_, err := graph.Interrupt(ctx, s)
	s.Approved = err == nil
	return s, err
}

func approve(_ context.Context, s State) (State, error) {
	s.Approved = true
	s.Rounds++
	return s, nil
}

func next(_ context.Context, s State) string {
	if s.Approved || s.Rounds > 3 {
		return "pay"
	}
	return "ask"
}

func pay(_ context.Context, s State) (State, error) { return s, nil }

func run(ctx context.Context) {
	g := graph.NewStateGraph[State]()
	g.AddNode("check", "checks", approve)
	g.AddNode("ask", "asks", ask)
	g.AddNode("pay", "pays", pay)
	g.SetEntryPoint("check")
	g.AddConditionalEdge("check", next)
	g.AddEdge("ask", "check")
	g.AddEdge("pay", graph.END)
	r, _ := g.Compile()
	r.Invoke(ctx, State{})
	r.InvokeWithConfig(ctx, State{}, &graph.Config{ResumeFrom: []string{"pay"}})
}
