// Package parts is what a program keeps in a package of its own: names of nodes,
// and helpers that build.
package parts

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/graph"
)

const (
	Split  = "split"
	Left   = "left"
	Right  = "right"
	Gather = "gather"
)

// Fork adds an edge from a node to each of others.
func Fork(g *graph.StateGraph, from string, to ...string) {
	for _, t := range to {
		g.AddEdge(from, t)
	}
}

// ByKey returns a router that returns what the state holds under a key.
func ByKey(key, otherwise string) graph.ConditionalFunc {
	return func(ctx context.Context, state graph.State) (string, error) {
		if v, ok := state[key].(string); ok && v != "" {
			return v, nil
		}
		return otherwise, nil
	}
}
