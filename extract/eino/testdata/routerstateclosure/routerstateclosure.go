// Package routerstateclosure has a router that decides inside ProcessState.
package routerstateclosure

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

type state struct{ Next string }

func route(ctx context.Context, in string) (next string, err error) {
	err = compose.ProcessState(ctx, func(ctx context.Context, s *state) error {
		if s.Next == "" {
			next = "a"
			return nil
		}
		next = "b"
		return nil
	})
	return next, err
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(ctx context.Context) *state { return &state{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	_ = g.AddBranch("work", compose.NewGraphBranch(route, map[string]bool{"a": true, "b": true}))
	_, _ = g.Compile(ctx)
}
