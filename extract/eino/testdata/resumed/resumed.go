// Package resumed has graphs of which a run may go on where another one has stopped.
package resumed

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

var ends = map[string]bool{"work": true, compose.END: true}

type rounds struct{ n int }

// counted is limited wherever it goes on, but not to a number.
func counted(ctx context.Context, store compose.CheckPointStore) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *rounds { return &rounds{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step), compose.WithStatePreHandler(
		func(ctx context.Context, in string, s *rounds) (string, error) { s.n++; return in, nil }))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddBranch("work", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
		next := compose.END
		err := compose.ProcessState(ctx, func(_ context.Context, s *rounds) error {
			if s.n < 3 {
				next = "work"
			}
			return nil
		})
		return next, err
	}, ends))
	_, _ = g.Compile(ctx, compose.WithCheckPointStore(store))
}

type missing struct{ n int }

// ignores does not count where the run that goes on has no state.
func ignores(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *missing { return &missing{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {
		_ = compose.ProcessState(ctx, func(_ context.Context, s *missing) error { s.n++; return nil })
		return in, nil
	}))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddBranch("work", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
		next := "work"
		_ = compose.ProcessState(ctx, func(_ context.Context, s *missing) error {
			if s.n >= 3 {
				next = compose.END
			}
			return nil
		})
		return next, nil
	}, ends))
	_, _ = g.Compile(ctx)
}
