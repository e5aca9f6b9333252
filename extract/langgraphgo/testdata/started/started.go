// Package started starts each run with the same number.
package started

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

func (d *Desk) Ask(ctx context.Context, text string) (State, error) {
	return d.run.Invoke(ctx, State{Text: text, Rounds: 1})
}

func (d *Desk) AskAll(ctx context.Context, list []string) {
	for _, text := range list {
		var s State
		s.Text, s.Rounds = text, 1
		d.run.InvokeWithConfig(ctx, s, nil)
	}
}
