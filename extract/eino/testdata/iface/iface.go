// Package iface hides the builder behind an interface.
package iface

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

type adder interface {
	AddLambdaNode(key string, node *compose.Lambda, opts ...compose.GraphAddNodeOpt) error
	AddEdge(from, to string) error
}

func fill(g adder) {
	_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "a")
	_ = g.AddEdge("a", compose.END)
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	fill(g)
	_, _ = g.Compile(ctx)
}
