// Package routers returns targets in several ways.
package routers

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type state struct {
	n    int
	next string
	seen string
}

func Build() (*graph.StateRunnable[state], error) {
	g := graph.NewStateGraph[state]()
	g.AddNode("constants", "", same)
	g.AddNode("factory", "", same)
	g.AddNode("written", "", func(_ context.Context, s state) (state, error) {
		if s.n > 0 {
			return state{next: "constants"}, nil
		}
		s.next = "factory"
		return s, nil
	})
	g.AddNode("open", "", same)
	g.AddNode("replaced", "", same)
	g.AddConditionalEdge("constants", constants)
	g.AddConditionalEdge("factory", orEnd("written"))
	g.AddConditionalEdge("written", func(_ context.Context, s state) string { return s.next })
	g.AddConditionalEdge("open", func(_ context.Context, s state) string { return s.seen })
	g.AddConditionalEdge("replaced", constants)
	g.AddConditionalEdge("replaced", orEnd("open"))
	g.AddEdge("replaced", "constants") // shadowed
	g.SetEntryPoint("constants")
	return g.Compile()
}

func constants(_ context.Context, s state) string {
	switch {
	case s.n > 10:
		return helper(s)
	case s.n > 5:
		return "factory"
	}
	return graph.END
}

func helper(s state) string {
	if s.n > 100 {
		return "open"
	}
	return "replaced"
}

func orEnd(target string) func(context.Context, state) string {
	return func(_ context.Context, s state) string {
		if s.n == 0 {
			return graph.END
		}
		return target
	}
}

func same(_ context.Context, s state) (state, error) { return s, nil }
