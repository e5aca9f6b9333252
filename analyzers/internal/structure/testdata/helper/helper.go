// Package helper adds steps to graphs of other packages.
package helper

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func store(ctx context.Context, in string) (string, error) { return in, nil }

// AddStore adds a step that leads nowhere.
func AddStore(g *compose.Graph[string, string], after string) {
	_ = g.AddLambdaNode("store", compose.InvokableLambda(store))
	_ = g.AddEdge(after, "store")
}
