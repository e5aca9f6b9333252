// Package desk has findings, some of which are silenced.
package desk

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in, nil }

func build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("store", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("lost", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("known", compose.InvokableLambda(step))  //nolint:agentvet // the batch job ends here
	_ = g.AddLambdaNode("silent", compose.InvokableLambda(step)) //agentvet:ignore structure/dead-end the batch job ends here
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "store")
	_ = g.AddEdge(compose.START, "known")
	_ = g.AddEdge(compose.START, "silent")
	_ = g.AddEdge(compose.START, "answer")
	_ = g.AddEdge("lost", compose.END)
	_ = g.AddEdge("answer", compose.END)
	_, _ = g.Compile(ctx)
}
