// Package resumedpointed hands its state on by a pointer, and one of its runs goes on behind the step that checks: what is
// known of the start is not known there.
package resumedpointed

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type state struct {
	checked bool
	rounds  int
}

func check(_ context.Context, s *state) (*state, error) {
	s.checked = true
	return s, nil
}

func work(_ context.Context, s *state) (*state, error) {
	s.rounds++
	return s, nil
}

func next(_ context.Context, s *state) string {
	if s.checked {
		return graph.END
	}
	return "work"
}

func run(ctx context.Context) {
	g := graph.NewStateGraph[*state]()
	g.AddNode("check", "checks", check)
	g.AddNode("work", "works", work)
	g.SetEntryPoint("check")
	g.AddEdge("check", "work")
	g.AddConditionalEdge("work", next)
	run, _ := g.Compile()
	run.Invoke(ctx, &state{})
	run.InvokeWithConfig(ctx, &state{}, &graph.Config{ResumeFrom: []string{"work"}})
}
