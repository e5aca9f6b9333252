// Package multibranch has a router that returns a set.
package multibranch

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func route(ctx context.Context, in string) (map[string]bool, error) {
	set := map[string]bool{"a": true}
	if in == "both" {
		set["b"] = true
	}
	return set, nil
}

func Build(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("work", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("a", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("b", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("c", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "work")
	_ = g.AddEdge("a", compose.END)
	_ = g.AddEdge("b", compose.END)
	_ = g.AddEdge("c", compose.END)
	_ = g.AddBranch("work", compose.NewGraphMultiBranch(route, map[string]bool{"a": true, "b": true, "c": false}))
	_, _ = g.Compile(ctx)
}
