// Package routerassigned has routers that assign a variable and return it last.
package routerassigned

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func route(ctx context.Context, in string) (string, error) {
	next := "b"
	if in == "go" {
		next = "a"
	}
	return next, nil
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	_ = g.AddBranch("work", compose.NewGraphBranch(route, map[string]bool{"a": true, "b": true}))
	_, _ = g.Compile(ctx)
}
