// Package unknownloop adds a node for each element of a configuration that is not known.
package unknownloop

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func Build(ctx context.Context, names []string) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("last", compose.InvokableLambda(step))
	for _, n := range names {
		_ = g.AddLambdaNode(n, compose.InvokableLambda(step))
		_ = g.AddEdge(compose.START, n)
		_ = g.AddEdge(n, "last")
	}
	_ = g.AddEdge("last", compose.END)
	_, _ = g.Compile(ctx)
}
