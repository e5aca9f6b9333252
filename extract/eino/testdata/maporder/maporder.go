// Package maporder builds from maps: the order of steps is not known where it comes
// from a range.
package maporder

import (
	"context"
	"maps"
	"slices"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }
func ask(ctx context.Context, in string) (string, error) {
	if asked, _, _ := compose.GetInterruptState[string](ctx); !asked {
		return "", compose.Interrupt(ctx, "sure?")
	}
	return in, nil
}

var steps = map[string]func(context.Context, string) (string, error){"ask": ask, "pay": step}

// Chain has its steps in any order.
func Chain(ctx context.Context) {
	c := compose.NewChain[string, string]()
	for _, fn := range steps {
		c.AppendLambda(compose.InvokableLambda(fn))
	}
	_, _ = c.Compile(ctx)
}

// Linked has edges from each step to the next, in any order.
func Linked(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	last := compose.START
	for name, fn := range steps {
		_ = g.AddLambdaNode(name, compose.InvokableLambda(fn))
		_ = g.AddEdge(last, name)
		last = name
	}
	_ = g.AddEdge(last, compose.END)
	_, _ = g.Compile(ctx)
}

// Sorted has its steps in one order.
func Sorted(ctx context.Context) {
	c := compose.NewChain[string, string]()
	for _, name := range slices.Sorted(maps.Keys(steps)) {
		c.AppendLambda(compose.InvokableLambda(steps[name]))
	}
	_, _ = c.Compile(ctx)
}

// Tables has its nodes and edges in any order, which is the same graph.
func Tables(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	for name, fn := range steps {
		_ = g.AddLambdaNode(name, compose.InvokableLambda(fn))
	}
	for from, to := range map[string]string{compose.START: "ask", "ask": "pay", "pay": compose.END} {
		_ = g.AddEdge(from, to)
	}
	_, _ = g.Compile(ctx)
}
