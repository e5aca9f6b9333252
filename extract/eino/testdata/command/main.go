// Command command has graphs whose steps are exported methods, which nothing imports.
package main

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/compose"
)

var ends = map[string]bool{"work": true, compose.END: true}

// Rounds may be exported in a command.
type Rounds struct{ N int }

// A Desk never becomes an interface.
type Desk struct{}

// Work counts.
func (Desk) Work(ctx context.Context, in string) (string, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, r *Rounds) error { r.N++; return nil })
	return in, err
}

func next(ctx context.Context, in string) (next string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, r *Rounds) error {
		next = "work"
		if r.N >= 3 {
			next = compose.END
		}
		return nil
	})
	return next, err
}

func desk(ctx context.Context) {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *Rounds { return &Rounds{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(Desk{}.Work))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddBranch("work", compose.NewGraphBranch(next, ends))
	_, _ = g.Compile(ctx)
}

type turns struct{ n int }

// Shown is printed, so that others may have it behind an interface, and call its methods.
type Shown struct{ inner }

type inner struct{}

// Count counts.
func (inner) Count(ctx context.Context, in string) (string, error) {
	err := compose.ProcessState(ctx, func(_ context.Context, t *turns) error { t.n++; return nil })
	return in, err
}

func nextTurn(ctx context.Context, in string) (next string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, t *turns) error {
		next = "work"
		if t.n >= 3 {
			next = compose.END
		}
		return nil
	})
	return next, err
}

func shown(ctx context.Context) {
	s := Shown{}
	fmt.Println(s)
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *turns { return &turns{} }))
	_ = g.AddLambdaNode("work", compose.InvokableLambda(s.Count))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddBranch("work", compose.NewGraphBranch(nextTurn, ends))
	_, _ = g.Compile(ctx)
}

func main() {
	desk(context.Background())
	shown(context.Background())
}
