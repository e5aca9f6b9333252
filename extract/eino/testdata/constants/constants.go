// Package constants names its nodes by constants of another package.
package constants

import (
	"context"

	"github.com/cloudwego/eino/compose"

	"example.com/golden/constants/names"
)

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode(names.Fetch, compose.InvokableLambda(names.Step))
	_ = g.AddLambdaNode(names.Prefix+"check", compose.InvokableLambda(names.Step))
	_ = g.AddEdge(compose.START, names.Fetch)
	_ = g.AddEdge(names.Fetch, names.Prefix+"check")
	_ = g.AddEdge(names.Var, compose.END)
	_, _ = g.Compile(ctx)
}
