// Package retry asks a human, and goes past that when it tries again.
package retry

import (
	"context"

	"github.com/cloudwego/eino/compose"

	"example.com/peers/desk"
)

func Build(ctx context.Context) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddPassthroughNode("ask")
	_ = g.AddPassthroughNode("again")
	_ = g.AddToolsNode("pay", desk.Node(desk.Refund()))
	_ = g.AddEdge(compose.START, "again")
	_ = g.AddBranch("again", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
		if in == "failed" {
			return "pay", nil
		}
		return "ask", nil
	}, map[string]bool{"ask": true, "pay": true}))
	_ = g.AddEdge("ask", "pay")
	_ = g.AddEdge("pay", compose.END)
	return g.Compile(ctx, compose.WithInterruptBeforeNodes([]string{"ask"}))
}
