// Package configured has conditions that only some configurations of the program
// add.
package configured

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

func Build(critic, strict bool) (*graph.StateRunnable[int], error) {
	g := graph.NewStateGraph[int]()
	for _, name := range []string{"draft", "critique", "publish"} {
		g.AddNode(name, "", func(_ context.Context, n int) (int, error) { return n, nil })
	}
	if critic {
		g.AddConditionalEdge("draft", to("critique", "publish"))
	} else {
		g.AddEdge("draft", "publish")
	}
	g.AddConditionalEdge("critique", to("draft", "publish"))
	if strict {
		g.AddConditionalEdge("critique", to("draft", "critique"))
	}
	g.AddEdge("publish", graph.END)
	g.SetEntryPoint("draft")
	return g.Compile()
}

// Again runs itself.
func Again() error {
	g := graph.NewStateGraph[int]()
	var app *graph.StateRunnable[int]
	g.AddNode("again", "", func(ctx context.Context, n int) (int, error) { return app.Invoke(ctx, n-1) })
	g.AddEdge("again", graph.END)
	g.SetEntryPoint("again")
	app, err := g.Compile()
	if err != nil {
		return err
	}
	_, err = app.Invoke(context.Background(), 1)
	return err
}

func to(back, on string) func(context.Context, int) string {
	return func(_ context.Context, n int) string {
		if n > 0 {
			return back
		}
		return on
	}
}
