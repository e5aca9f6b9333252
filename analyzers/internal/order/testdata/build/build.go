// Package build makes a graph that another package completes.
//
//agentvet:policy asked-first: node:ask before node:answer
package build

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in, nil }

// Hasty returns a graph that answers without having asked.
func Hasty() *compose.Graph[string, string] {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step)) // want `policy/asked-first: .* \[start -> answer\]`
	_ = g.AddEdge(compose.START, "answer")
	return g
}

// Patient returns a graph that asks first.
func Patient() *compose.Graph[string, string] {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("ask", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "ask")
	_ = g.AddEdge("ask", "answer")
	return g
}
