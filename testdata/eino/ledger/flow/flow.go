// Package flow holds small helpers for building graphs of plain functions.
package flow

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/compose"
)

// A Graph is the part of compose.Graph that the helpers need.
type Graph interface {
	AddLambdaNode(key string, node *compose.Lambda, opts ...compose.GraphAddNodeOpt) error
	AddEdge(from, to string) error
}

// Step adds the function fn under key.
func Step[I, O any](g Graph, key string, fn func(context.Context, I) (O, error), opts ...compose.GraphAddNodeOpt) {
	if err := g.AddLambdaNode(key, compose.InvokableLambda(fn), opts...); err != nil {
		panic(fmt.Sprintf("flow: step %s: %v", key, err))
	}
}

// Line connects the steps in a row.
func Line(g Graph, steps ...string) {
	for i := 1; i < len(steps); i++ {
		if err := g.AddEdge(steps[i-1], steps[i]); err != nil {
			panic(fmt.Sprintf("flow: %s to %s: %v", steps[i-1], steps[i], err))
		}
	}
}

// Join connects each of froms to to.
func Join(g Graph, to string, froms ...string) {
	for _, from := range froms {
		Line(g, from, to)
	}
}

// Threshold returns a router that sends values of less than limit to below
// and all others to above.
func Threshold[T any](limit int, value func(T) int, below, above string) (route compose.GraphBranchCondition[T], ends map[string]bool) {
	ends = make(map[string]bool)
	ends[below] = true
	ends[above] = true
	return func(_ context.Context, in T) (string, error) {
		if value(in) < limit {
			return below, nil
		}
		return above, nil
	}, ends
}
