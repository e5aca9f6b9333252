// Package routerprocessstate has a router that reads the state in ProcessState; the node before it sets it.
package routerprocessstate

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

type state struct{ Next string }

func decide(ctx context.Context, in string) (string, error) {
	err := compose.ProcessState(ctx, func(ctx context.Context, s *state) error {
		if in == "go" {
			s.Next = "a"
		} else {
			s.Next = "b"
		}
		return nil
	})
	return in, err
}

func route(ctx context.Context, in string) (string, error) {
	var next string
	err := compose.ProcessState(ctx, func(ctx context.Context, s *state) error {
		next = s.Next
		return nil
	})
	if err != nil {
		return "", err
	}
	return next, nil
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(ctx context.Context) *state { return &state{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(decide))
	_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	_ = g.AddBranch("work", compose.NewGraphBranch(route, map[string]bool{"a": true, "b": true}))
	_, _ = g.Compile(ctx)
}
