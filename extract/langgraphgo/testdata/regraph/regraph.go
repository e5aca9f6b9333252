// Package regraph changes graphs once they are compiled.
package regraph

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

func same(_ context.Context, s string) (string, error) { return s, nil }

func compiled() *graph.CheckpointableRunnable[string] {
	g := graph.NewCheckpointableStateGraph[string]()
	g.AddNode("check", "", same)
	g.AddNode("pay", "", same)
	g.SetEntryPoint("check")
	g.AddEdge("check", "pay")
	g.AddEdge("pay", graph.END)
	r, err := g.CompileCheckpointable()
	if err != nil {
		panic(err)
	}
	return r
}

// Looks only looks at the graph.
func Looks(ctx context.Context) error {
	r := compiled()
	_ = r.GetGraph()
	_, err := r.InvokeWithConfig(ctx, "", nil)
	return err
}

// Adds adds an edge to the graph that it gets back.
func Adds(ctx context.Context) error {
	r := compiled()
	r.GetGraph().AddEdge("check", graph.END)
	_, err := r.InvokeWithConfig(ctx, "", nil)
	return err
}

// Moves begins where the code says.
func Moves(ctx context.Context) error {
	r := compiled()
	config, err := r.UpdateState(ctx, &graph.Config{}, "pay", "")
	if err != nil {
		return err
	}
	_, err = r.InvokeWithConfig(ctx, "", config)
	return err
}
