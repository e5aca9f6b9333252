// Package deadend has a step that leads nowhere.
package deadend

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func Build(ctx context.Context) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddPassthroughNode("begin")
	_ = g.AddPassthroughNode("lost")
	_ = g.AddEdge(compose.START, "begin")
	_ = g.AddBranch("begin", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
		if in == "" {
			return "lost", nil
		}
		return compose.END, nil
	}, map[string]bool{"lost": true, compose.END: true}))
	return g.Compile(ctx)
}
