// Package hidden lets others start runs, by way of a type that they cannot name.
package hidden

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type State struct {
	Rounds int
	Text   string
}

func count(_ context.Context, s State) (State, error) { s.Rounds++; return s, nil }

func again(_ context.Context, s State) string {
	if s.Rounds < 3 {
		return "count"
	}
	return graph.END
}

type desk struct{ run *graph.StateRunnable[State] }

func New() any {
	g := graph.NewStateGraph[State]()
	g.AddNode("count", "counts", count)
	g.SetEntryPoint("count")
	g.AddConditionalEdge("count", again)
	run, _ := g.Compile()
	return &desk{run}
}

func (d *desk) Ask(ctx context.Context) (State, error) { return d.run.Invoke(ctx, State{}) }

func (d *desk) Runner() *graph.StateRunnable[State] { return d.run }
