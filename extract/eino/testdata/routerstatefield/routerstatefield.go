// Package routerstatefield has a router that reads a field of the state that several nodes write.
package routerstatefield

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

type state struct{ Next string }

func write(next string) func(context.Context, string, *state) (string, error) {
	return func(ctx context.Context, in string, s *state) (string, error) {
		s.Next = next
		return in, nil
	}
}

func route(ctx context.Context, in string) (next string, err error) {
	err = compose.ProcessState(ctx, func(ctx context.Context, s *state) error {
		next = s.Next
		return nil
	})
	return next, err
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(ctx context.Context) *state { return &state{} }))
	_ = g.AddLambdaNode("first", compose.InvokableLambda(step), compose.WithStatePostHandler(write("a")))
	_ = g.AddLambdaNode("second", compose.InvokableLambda(step), compose.WithStatePostHandler(write("b")))
	_ = g.AddEdge(compose.START, "first")
	_ = g.AddEdge(compose.START, "second")
	_ = g.AddEdge("first", "work")
	_ = g.AddEdge("second", "work")
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(step))
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	_ = g.AddBranch("work", compose.NewGraphBranch(route, map[string]bool{"a": true, "b": true}))
	_, _ = g.Compile(ctx)
}
