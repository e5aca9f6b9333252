// Package helpers gives the builder to functions that add to it.
package helpers

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func addStep(g *compose.Graph[string, string], name, after string) string {
	_ = g.AddLambdaNode(name, compose.InvokableLambda(step))
	_ = g.AddEdge(after, name)
	return name
}

type builder struct {
	g    *compose.Graph[string, string]
	last string
}

func (b *builder) then(name string) *builder {
	b.last = addStep(b.g, name, b.last)
	return b
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	b := &builder{g: g, last: addStep(g, "first", compose.START)}
	b.then("second").then("third")
	_ = g.AddEdge(b.last, compose.END)
	_, _ = g.Compile(ctx)
}
