// Package routerfactory makes its router by a function that returns a closure.
package routerfactory

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func choose(yes, no string) func(context.Context, string) (string, error) {
	return func(ctx context.Context, in string) (string, error) {
		if in == "yes" {
			return yes, nil
		}
		return no, nil
	}
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	_ = g.AddBranch("work", compose.NewGraphBranch(choose("a", "b"), map[string]bool{"a": true, "b": true}))
	_, _ = g.Compile(ctx)
}
