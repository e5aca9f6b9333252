// Package interrupts runs graphs with gates: always, on some runs, on none.
package interrupts

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type state struct{ n int }

func build() *graph.StateRunnable[state] {
	g := graph.NewStateGraph[state]()
	g.AddNode("pay", "", func(_ context.Context, s state) (state, error) { return s, nil })
	g.AddEdge("pay", graph.END)
	g.SetEntryPoint("pay")
	app, err := g.Compile()
	if err != nil {
		panic(err)
	}
	return app
}

// Always stops before pay; the second run goes on from there.
func Always(ctx context.Context, s state) {
	app := build()
	_, _ = app.InvokeWithConfig(ctx, s, graph.WithInterruptBefore("pay"))
	_, _ = app.InvokeWithConfig(ctx, s, &graph.Config{ResumeFrom: []string{"pay"}})
}

// Some stops in one of two runs, and the misspelt gate never stops any.
func Some(ctx context.Context, s state) {
	app := build()
	_, _ = app.InvokeWithConfig(ctx, s, &graph.Config{InterruptAfter: []string{"pay"}, InterruptBefore: []string{"Pay"}})
	_, _ = app.Invoke(ctx, s)
}

// Thread goes on where its checkpoints say.
func Thread(ctx context.Context, s state) {
	g := graph.NewCheckpointableStateGraph[state]()
	g.AddNode("pay", "", func(_ context.Context, s state) (state, error) { return s, nil })
	g.AddEdge("pay", graph.END)
	g.SetEntryPoint("pay")
	app, err := g.CompileCheckpointable()
	if err != nil {
		return
	}
	_, _ = app.InvokeWithConfig(ctx, s, &graph.Config{InterruptBefore: []string{"pay"}})
	_, _ = app.InvokeWithConfig(ctx, s, &graph.Config{Configurable: map[string]any{"thread_id": "1"}})
}

// Nested runs the same graph with a gate and, inside another one, without.
func Nested(ctx context.Context, s state) error {
	inner := build()
	_, _ = inner.InvokeWithConfig(ctx, s, graph.WithInterruptBefore("pay"))
	g := graph.NewStateGraph[state]()
	g.AddNode("inner", "", func(ctx context.Context, s state) (state, error) { return inner.Invoke(ctx, s) })
	g.AddEdge("inner", graph.END)
	g.SetEntryPoint("inner")
	app, err := g.Compile()
	if err != nil {
		return err
	}
	_, err = app.Invoke(ctx, s)
	return err
}
