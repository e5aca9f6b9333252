// Package routermethod has a router that is a method value.
package routermethod

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

type desk struct{ first, second string }

func (d *desk) route(ctx context.Context, in string) (string, error) {
	if in == "" {
		return d.first, nil
	}
	return d.second, nil
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	d := &desk{first: "a", second: "b"}
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	_ = g.AddBranch("work", compose.NewGraphBranch(d.route, map[string]bool{"a": true, "b": true}))
	_, _ = g.Compile(ctx)
}
