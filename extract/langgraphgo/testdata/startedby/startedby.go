// Command startedby starts runs in a generic function, with any state.
package main

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type byPointer struct{ rounds int }

type byValue struct{ rounds int }

func start[S any](ctx context.Context, run *graph.StateRunnable[S], s S) { run.Invoke(ctx, s) }

func pointers(ctx context.Context) {
	g := graph.NewStateGraph[*byPointer]()
	g.AddNode("turn", "turns", func(_ context.Context, s *byPointer) (*byPointer, error) {
		s.rounds++
		return s, nil
	})
	g.SetEntryPoint("turn")
	g.AddConditionalEdge("turn", func(_ context.Context, s *byPointer) string {
		if s.rounds < 3 {
			return "turn"
		}
		return graph.END
	})
	run, _ := g.Compile()
	run.Invoke(ctx, &byPointer{})
	start(ctx, run, &byPointer{rounds: -5})
}

func values(ctx context.Context) {
	g := graph.NewStateGraph[byValue]()
	g.AddNode("turn", "turns", func(_ context.Context, s byValue) (byValue, error) {
		s.rounds++
		return s, nil
	})
	g.SetEntryPoint("turn")
	g.AddConditionalEdge("turn", func(_ context.Context, s byValue) string {
		if s.rounds < 3 {
			return "turn"
		}
		return graph.END
	})
	run, _ := g.Compile()
	run.Invoke(ctx, byValue{})
	start(ctx, run, byValue{rounds: -5})
}

func main() {
	pointers(context.Background())
	values(context.Background())
}
