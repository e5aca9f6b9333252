// Package lambdaopen has lambdas whose functions are not known.
package lambdaopen

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func Build(ctx context.Context, fn func(context.Context, string) (string, error), step *compose.Lambda) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("function", compose.InvokableLambda(fn))
	_ = g.AddLambdaNode("lambda", step)
	_ = g.AddLambdaNode("known", compose.InvokableLambda(func(ctx context.Context, s string) (string, error) { return s, nil }))
	_ = g.AddEdge(compose.START, "function")
	_ = g.AddEdge("function", "lambda")
	_ = g.AddEdge("lambda", "known")
	_ = g.AddEdge("known", compose.END)
	_, _ = g.Compile(ctx)
}
