// Package interrupts asks humans: by compile options, and in the code of a node.
package interrupts

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func ask(ctx context.Context, in string) (string, error) {
	if in == "risky" {
		return "", compose.Interrupt(ctx, "sure?")
	}
	return in, nil
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("ask", compose.InvokableLambda(ask))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddEdge("work", "ask")
	_ = g.AddEdge("ask", compose.END)
	_, _ = g.Compile(ctx, compose.WithInterruptBeforeNodes([]string{"work"}), compose.WithInterruptAfterNodes([]string{"ask"}))
}
