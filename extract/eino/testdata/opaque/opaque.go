// Package opaque passes the builder to a function that is not known. What this adds
// is missing, and the workflow says so.
package opaque

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func Build(ctx context.Context, more func(*compose.Graph[string, string])) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "a")
	_ = g.AddEdge("a", compose.END)
	more(g)
	_, _ = g.Compile(ctx)
}
