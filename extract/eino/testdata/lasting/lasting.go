// Package lasting has routers that ask for what steps keep outside of the state.
package lasting

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

type desk struct{ rounds int }

func (d *desk) draft(_ context.Context, in string) (string, error) {
	d.rounds++
	return in, nil
}

// next goes on three times.
func (d *desk) next(_ context.Context, in string) (string, error) {
	if d.rounds >= 3 {
		return compose.END, nil
	}
	return "draft", nil
}

func receiver(ctx context.Context) (compose.Runnable[string, string], error) {
	d := &desk{}
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(d.draft))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddBranch("draft", compose.NewGraphBranch(d.next, map[string]bool{"draft": true, compose.END: true}))
	return g.Compile(ctx)
}

// handler counts before the step.
func handler(ctx context.Context) (compose.Runnable[string, string], error) {
	rounds := 0
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *desk { return &desk{} }))
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(func(_ context.Context, in string) (string, error) { return in, nil }),
		compose.WithStatePreHandler(func(_ context.Context, in string, _ *desk) (string, error) {
			rounds++
			return in, nil
		}))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddBranch("draft", compose.NewGraphBranch(func(_ context.Context, in string) (string, error) {
		if rounds >= 3 {
			return compose.END, nil
		}
		return "draft", nil
	}, map[string]bool{"draft": true, compose.END: true}))
	return g.Compile(ctx)
}
