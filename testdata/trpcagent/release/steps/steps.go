// Package steps has the steps of a release.
package steps

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/graph"
)

// Say returns a step that writes a key.
func Say(key string, value any) graph.NodeFunc {
	return func(context.Context, graph.State) (any, error) { return graph.State{key: value}, nil }
}

// Review asks a person, and goes where the answer says.
func Review(yes, no string) graph.NodeFunc {
	return func(ctx context.Context, state graph.State) (any, error) {
		answer, err := graph.Interrupt(ctx, state, "review", "ship it?")
		if err != nil {
			return nil, err
		}
		if answer == "yes" {
			return &graph.Command{GoTo: yes}, nil
		}
		return &graph.Command{GoTo: no}, nil
	}
}

// Healthy sends a release back until it is healthy.
func Healthy(_ context.Context, state graph.State) (string, error) {
	if state["healthy"] == true {
		return "done", nil
	}
	return "again", nil
}
