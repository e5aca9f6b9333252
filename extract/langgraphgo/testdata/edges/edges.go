// Package edges adds edges from a table; one target is reached twice.
package edges

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type state struct{ n int }

func Build(fast bool) (*graph.StateRunnable[state], error) {
	g := graph.NewStateGraph[state]()
	for _, name := range []string{"a", "b", "c"} {
		g.AddNode(name, "", same)
	}
	for _, e := range [][2]string{{"a", "b"}, {"a", "c"}, {"a", "b"}, {"b", graph.END}, {"c", graph.END}} {
		g.AddEdge(e[0], e[1])
	}
	if fast {
		g.AddNode("d", "", same)
	} else {
		g.AddNode("d", "", same) // another configuration, not a second node
	}
	g.AddEdge("d", "nowhere")
	g.AddNode(graph.END, "", same) // never run
	g.SetEntryPoint("b")
	g.SetEntryPoint("a")
	return g.Compile()
}

func same(_ context.Context, s state) (state, error) { return s, nil }
