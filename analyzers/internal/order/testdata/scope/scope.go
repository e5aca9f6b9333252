// Package scope builds workflows of which policies in a file single out some.
package scope

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in, nil }

func nightly(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("send", compose.InvokableLambda(step)) // want `policy/quiet: step "send" can happen`
	_ = g.AddEdge(compose.START, "send")
	_ = g.AddEdge("send", compose.END)
	_, _ = g.Compile(ctx)
}

func daily(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("send", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "send")
	_ = g.AddEdge("send", compose.END)
	_, _ = g.Compile(ctx)
}

func weekly(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("send", compose.InvokableLambda(step)) // suppressed in the file
	_ = g.AddLambdaNode("drop", compose.InvokableLambda(step)) // want `policy/kept: step "drop" can happen`
	_ = g.AddEdge(compose.START, "send")
	_ = g.AddEdge("send", "drop")
	_ = g.AddEdge("drop", compose.END)
	_, _ = g.Compile(ctx)
}
