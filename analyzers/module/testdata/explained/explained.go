package main

import (
	"context"

	"github.com/cloudwego/eino/compose"

	"example.com/module/loop"
)

var step = compose.InvokableLambda(func(ctx context.Context, in string) (string, error) { return in, nil })

func build(ctx context.Context) (compose.Runnable[string, string], error) {
	g := compose.NewGraph[string, string]()
	g.AddLambdaNode("fetch", step)
	g.AddEdge(compose.START, "fetch")
	g.AddEdge("fetch", compose.END)
	return g.Compile(ctx)
}

func main() {
	build(context.Background())
	loop.Run(loop.Message{})
}
