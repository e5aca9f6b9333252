// Package app completes graphs of another package, whose policies go with them,
// and builds one itself, which they do not speak of.
package app

import (
	"context"

	"github.com/cloudwego/eino/compose"

	"example.com/order/build"
)

func step(ctx context.Context, in string) (string, error) { return in, nil }

func hasty(ctx context.Context) {
	g := build.Hasty() // want `policy/asked-first: step "answer" can come without step "ask" before it; .* \[start -> answer\]`
	_ = g.AddEdge("answer", compose.END)
	_, _ = g.Compile(ctx)
}

func patient(ctx context.Context) {
	g := build.Patient()
	_ = g.AddEdge("answer", compose.END)
	_, _ = g.Compile(ctx)
}

func own(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "answer")
	_ = g.AddEdge("answer", compose.END)
	_, _ = g.Compile(ctx)
}
