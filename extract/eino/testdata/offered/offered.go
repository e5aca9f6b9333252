// Package offered has graphs whose state other packages may get hold of.
package offered

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

var ends = map[string]bool{"work": true, compose.END: true}

// A Count is a type that others can ask ProcessState for.
type Count struct{ N int }

// Exported builds a graph with a state of an exported type.
func Exported(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *Count { return &Count{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step), compose.WithStatePreHandler(
		func(ctx context.Context, in string, s *Count) (string, error) { s.N++; return in, nil }))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddBranch("work", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
		next := compose.END
		err := compose.ProcessState(ctx, func(_ context.Context, s *Count) error {
			if s.N < 3 {
				next = "work"
			}
			return nil
		})
		return next, err
	}, ends))
	_, _ = g.Compile(ctx)
}

type hidden struct{ n int }

// A Desk hands the state out.
type Desk struct{ Last func() *hidden }

// Handed builds a graph with a state that an exported field speaks of.
func Handed(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *hidden { return &hidden{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step), compose.WithStatePreHandler(
		func(ctx context.Context, in string, s *hidden) (string, error) { s.n++; return in, nil }))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddBranch("work", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {
		next := compose.END
		err := compose.ProcessState(ctx, func(_ context.Context, s *hidden) error {
			if s.n < 3 {
				next = "work"
			}
			return nil
		})
		return next, err
	}, ends))
	_, _ = g.Compile(ctx)
}

type rounds struct{ n int }

// A Worker has a step that others may run, too: as a tool of this graph.
type Worker struct{}

// Work counts.
func (Worker) Work(ctx context.Context, in string) (string, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, s *rounds) error { s.n++; return nil })
	return in, err
}

// Method builds a graph with an exported method as a step.
func Method(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *rounds { return &rounds{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(Worker{}.Work))
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
	_, _ = g.Compile(ctx)
}
