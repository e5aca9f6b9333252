// Package steps has graphs with middleware around their steps: that of Skipped may pass a step by,
// that of Again runs it more than once.
package steps

import (
	"context"

	"github.com/go-kratos/blades/graph"
)

func pass(ctx context.Context, s graph.State) (graph.State, error) { return s, nil }

func skips(next graph.Handler) graph.Handler { return pass }

func Skipped() (*graph.Executor, error) {
	return graph.New(graph.WithMiddleware(skips)).AddNode("a", pass).SetEntryPoint("a").SetFinishPoint("a").Compile()
}

func Again() (*graph.Executor, error) {
	return graph.New(graph.WithParallel(false), graph.WithMiddleware(graph.Retry(3))).
		AddNode("a", pass).SetEntryPoint("a").SetFinishPoint("a").Compile()
}
