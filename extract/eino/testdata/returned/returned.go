// Package returned compiles a builder that another function returns.
package returned

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func newGraph(name string) (*compose.Graph[string, string], error) {
	g := compose.NewGraph[string, string]()
	if err := g.AddLambdaNode(name, compose.InvokableLambda(step)); err != nil {
		return nil, err
	}
	_ = g.AddEdge(compose.START, name)
	return g, nil
}

func Build(ctx context.Context) (compose.Runnable[string, string], error) {
	g, err := newGraph("only")
	if err != nil {
		return nil, err
	}
	_ = g.AddEdge("only", compose.END)
	return g.Compile(ctx, compose.WithGraphName("returned"))
}
