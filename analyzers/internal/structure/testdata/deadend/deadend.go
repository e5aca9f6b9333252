package deadend

import (
	"context"

	"github.com/cloudwego/eino/compose"

	"example.com/structure/helper"
)

func step(ctx context.Context, in string) (string, error) { return in, nil }

func bad(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("store", compose.InvokableLambda(step)) // want `structure/dead-end: step "store" has no successor and is no exit: .* \[start -> store\]`
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "store")
	_ = g.AddEdge(compose.START, "answer")
	_ = g.AddEdge("answer", compose.END)
	_, _ = g.Compile(ctx)
}

func clean(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "answer")
	_ = g.AddEdge("answer", compose.END)
	_, _ = g.Compile(ctx)
}

func ignored(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	//agentvet:ignore structure/dead-end the batch job ends here
	_ = g.AddLambdaNode("store", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "store")
	_ = g.AddEdge(compose.START, "answer")
	_ = g.AddEdge("answer", compose.END)
	_, _ = g.Compile(ctx)
}

// A step that another package adds is reported where this one calls it.
func elsewhere(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "answer")
	_ = g.AddEdge("answer", compose.END)
	helper.AddStore(g, compose.START) // want `structure/dead-end: step "store" .* \[start -> store\]`
	_, _ = g.Compile(ctx)
}
