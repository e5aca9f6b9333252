// Package opaque has names that exist only at run time.
package opaque

import (
	"context"
	"os"

	"github.com/smallnest/langgraphgo/graph"
)

func Build() (*graph.StateRunnable[int], error) {
	g := graph.NewStateGraph[int]()
	g.AddNode(os.Getenv("FIRST"), "", same)
	g.AddNode("last", "", same)
	g.AddEdge("last", os.Getenv("THEN"))
	g.AddConditionalEdge(os.Getenv("FIRST"), func(context.Context, int) string { return os.Getenv("NEXT") })
	g.SetEntryPoint(os.Getenv("FIRST"))
	return g.Compile()
}

func same(_ context.Context, n int) (int, error) { return n, nil }
