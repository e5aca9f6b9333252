// Package resumednot never goes on, and changes its settings before it runs.
package resumednot

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type State struct {
	Fine   bool
	Value  float64
	Rounds int
}

var values chan float64

func work(_ context.Context, s State) (State, error) {
	s.Value = <-values
	s.Rounds++
	return s, nil
}

func decide(_ context.Context, s State) (State, error) {
	s.Fine = s.Value <= 10
	return s, nil
}

func next(_ context.Context, s State) string {
	if s.Fine {
		return "keep"
	}
	return graph.END
}

func keep(_ context.Context, s State) (State, error) { return s, nil }

// again asks once more.
func again(_ context.Context, s State) string {
	if s.Value <= 10 && s.Rounds < 3 {
		return "work"
	}
	if s.Value > 10 {
		return "decide"
	}
	return graph.END
}

func build() *graph.StateRunnable[State] {
	g := graph.NewStateGraph[State]()
	g.AddNode("work", "works", work)
	g.AddNode("decide", "decides", decide)
	g.AddNode("keep", "keeps", keep)
	g.SetEntryPoint("work")
	g.AddEdge("work", "decide")
	g.AddConditionalEdge("decide", next)
	g.AddConditionalEdge("keep", again)
	run, _ := g.Compile()
	return run
}

func run(ctx context.Context) {
	r, c := build(), &graph.Config{}
	c.ResumeFrom = []string{}
	r.InvokeWithConfig(ctx, State{}, c)
}
