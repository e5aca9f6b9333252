// Package unsure has a step whose name is known only at run time.
//
//agentvet:policy asked-first: node:ask before node:answer
//agentvet:policy answer-once: at most 1 node:answer
package unsure

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in, nil }

func build(ctx context.Context, name string) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode(name, compose.InvokableLambda(step)) // want `policy/asked-first: unknown: .* it depends on parameter name` `policy/answer-once: unknown: `
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, name)
	_ = g.AddEdge(name, "answer")
	_ = g.AddEdge("answer", compose.END)
	_, _ = g.Compile(ctx)
}

// known has its names in the source, so that nothing is open.
func known(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("ask", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "ask")
	_ = g.AddEdge("ask", "answer")
	_ = g.AddEdge("answer", compose.END)
	_, _ = g.Compile(ctx)
}
