// Package subgraph has graphs in graphs, compiled with options of their own.
package subgraph

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func inner() *compose.Graph[string, string] {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("in", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "in")
	_ = g.AddEdge("in", compose.END)
	return g
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddGraphNode("sub", inner(), compose.WithGraphCompileOptions(
		compose.WithGraphName("inside"), compose.WithMaxRunSteps(7), compose.WithNodeTriggerMode(compose.AllPredecessor)))
	_ = g.AddGraphNode("chain", compose.NewChain[string, string]().AppendLambda(compose.InvokableLambda(step)))
	_ = g.AddEdge(compose.START, "sub")
	_ = g.AddEdge("sub", "chain")
	_ = g.AddEdge("chain", compose.END)
	_, _ = g.Compile(ctx, compose.WithMaxRunSteps(20))
}
