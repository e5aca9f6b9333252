// Package desk has a graph made.
package desk

import (
	"context"

	"example.com/module/desk/build"
)

//agentvet:policy answers: G !node:refuse

// Run makes the graph.
func Run(ctx context.Context) { build.Graph(ctx, "answer") }
