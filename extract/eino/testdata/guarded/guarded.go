// Package guarded adds a node under a condition that is not known.
package guarded

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func Build(ctx context.Context, audit bool, mode string) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "work")
	if audit {
		_ = g.AddLambdaNode("audit", compose.InvokableLambda(step))
		_ = g.AddEdge("work", "audit")
		_ = g.AddEdge("audit", compose.END)
	} else {
		_ = g.AddEdge("work", compose.END)
	}
	last := "work"
	if mode == "strict" {
		last = "check"
		_ = g.AddLambdaNode("check", compose.InvokableLambda(step))
		_ = g.AddEdge("work", "check")
	}
	_ = g.AddEdge(last, compose.END)
	_, _ = g.Compile(ctx)
}
