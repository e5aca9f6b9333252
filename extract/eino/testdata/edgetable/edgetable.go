// Package edgetable makes nodes and edges from tables.
package edgetable

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

var edges = []struct{ from, to string }{
	{compose.START, "a"},
	{"a", "b"},
	{"b", compose.END},
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	for _, n := range []string{"a", "b"} {
		_ = g.AddLambdaNode(n, compose.InvokableLambda(step))
	}
	for _, e := range edges {
		if err := g.AddEdge(e.from, e.to); err != nil {
			panic(err)
		}
	}
	_, _ = g.Compile(ctx)
}
