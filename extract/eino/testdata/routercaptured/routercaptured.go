// Package routercaptured has routers that return captured variables.
package routercaptured

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	next, other := "a", "b"
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	_ = g.AddBranch("work", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
		if in == "" {
			return next, nil
		}
		return other, nil
	}, map[string]bool{"a": true, "b": true}))
	_, _ = g.Compile(ctx)
}
