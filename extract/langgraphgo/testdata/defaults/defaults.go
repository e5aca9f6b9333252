// Package defaults has routers that go where the state says, and elsewhere if it says
// nothing, or one word.
package defaults

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type state struct {
	n    int
	next string
}

func Build() (*graph.StateRunnable[state], error) {
	g := graph.NewStateGraph[state]()
	g.AddNode("ask", "", func(_ context.Context, s state) (state, error) {
		switch {
		case s.n > 9:
			s.next = "pay"
		case s.n > 5:
			s.next = "log"
		default:
			s.next = ""
		}
		return s, nil
	})
	g.AddNode("pay", "", same)
	g.AddNode("log", "", same)
	g.AddConditionalEdge("ask", func(_ context.Context, s state) string {
		if s.next == "" {
			return "log"
		}
		return s.next
	})
	g.AddConditionalEdge("log", func(_ context.Context, s state) string {
		switch to := s.next; to {
		case "", "log":
			return graph.END
		default:
			return to // pay
		}
	})
	g.SetEntryPoint("ask")
	g.AddEdge("pay", graph.END)
	return g.Compile()
}

func same(_ context.Context, s state) (state, error) { return s, nil }
