// Package exposed lets others start runs.
package exposed

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

type Desk struct{ run *graph.StateRunnable[State] }

func New() *Desk {
	g := graph.NewStateGraph[State]()
	g.AddNode("count", "counts", count)
	g.SetEntryPoint("count")
	g.AddConditionalEdge("count", again)
	run, _ := g.Compile()
	return &Desk{run}
}

func (d *Desk) Ask(ctx context.Context) (State, error) { return d.run.Invoke(ctx, State{}) }

func (d *Desk) Runner() *graph.StateRunnable[State] { return d.run }
