// Package converted lets others start runs, by way of an interface.
package converted

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

type runner interface {
	Invoke(context.Context, State) (State, error)
}

func (d *Desk) Ask(ctx context.Context) (State, error) { return d.run.Invoke(ctx, State{}) }

func (d *Desk) Runner() runner { return d.run }
