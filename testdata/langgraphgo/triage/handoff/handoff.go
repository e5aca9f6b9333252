// Package handoff lets a desk say who goes on.
package handoff

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

const key = "next"

// To hands the case to a desk.
func To(desk string) map[string]any { return map[string]any{key: desk} }

// Done ends the case.
func Done() map[string]any { return To(graph.END) }

// Router returns the condition that follows the last hand-over.
func Router() func(context.Context, map[string]any) string {
	return func(_ context.Context, state map[string]any) string {
		next, _ := state[key].(string)
		return next
	}
}
