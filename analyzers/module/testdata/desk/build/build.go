// Package build makes graphs for others.
package build

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in, nil }

// Graph returns a graph with one step, which the caller names: what is not known
// here is known where it is called.
func Graph(ctx context.Context, name string) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode(name, compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, name)
	_ = g.AddLambdaNode("store", compose.InvokableLambda(step)) // a dead end, for any caller
	_ = g.AddEdge(compose.START, "store")
	_ = g.AddEdge(name, compose.END)
	_, _ = g.Compile(ctx)
}
