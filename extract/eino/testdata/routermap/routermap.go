// Package routermap has a router that looks its result up in a map.
package routermap

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

var routes = map[string]string{"x": "a", "y": "b"}

func route(ctx context.Context, in string) (string, error) {
	if next, ok := routes[in]; ok {
		return next, nil
	}
	return "b", nil
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
