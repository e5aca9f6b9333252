// Package commands has nodes that name the next ones: always, sometimes, never.
package commands

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

func Build() (*graph.StateRunnable[any], error) {
	g := graph.NewStateGraph[any]()
	g.AddNode("always", "", func(_ context.Context, s any) (any, error) {
		if s.(int) > 1 {
			return &graph.Command{Update: s, Goto: "sometimes"}, nil
		}
		return &graph.Command{Goto: []string{"never", "sometimes"}}, nil
	})
	g.AddNode("sometimes", "", func(_ context.Context, s any) (any, error) {
		if s.(int) > 2 {
			return &graph.Command{Goto: graph.END}, nil
		}
		return s, nil
	})
	g.AddNode("never", "", func(_ context.Context, s any) (any, error) {
		return &graph.Command{Update: 1}, nil
	})
	g.AddEdge("always", "never") // dead
	g.AddEdge("sometimes", "never")
	g.AddEdge("never", graph.END)
	g.SetEntryPoint("always")
	return g.Compile()
}
