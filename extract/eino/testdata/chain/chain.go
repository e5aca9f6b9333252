// Package chain has a chain with a parallel and a branch: the framework names the nodes.
package chain

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func route(ctx context.Context, in string) (string, error) {
	if in == "" {
		return "left", nil
	}
	return "right", nil
}

func Build(ctx context.Context) {
	l := compose.InvokableLambda(step)
	c := compose.NewChain[string, string]()
	c.AppendLambda(l).
		AppendLambda(l, compose.WithNodeKey("named")).
		AppendParallel(compose.NewParallel().AddLambda("x", l).AddLambda("y", l, compose.WithNodeKey("why"))).
		AppendLambda(l, compose.WithNodeName("Join")).
		AppendBranch(compose.NewChainBranch(route).AddLambda("left", l).AddLambda("right", l)).
		AppendPassthrough()
	_, _ = c.Compile(ctx)
}
