// Package nested has graphs in graphs.
package nested

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type outer struct{ in inner }

type inner struct{ n int }

func Build() error {
	g := graph.NewListenableStateGraph[outer]()
	into, outof := func(s outer) inner { return s.in }, func(s inner) outer { return outer{s} }
	if err := graph.AddSubgraph(g.StateGraph, "added", leaf(), into, outof); err != nil {
		return err
	}
	if err := graph.CreateSubgraph(g.StateGraph, "created", fill, into, outof); err != nil {
		return err
	}
	run, err := leaf().Compile()
	if err != nil {
		return err
	}
	g.AddNode("run", "", func(ctx context.Context, s outer) (outer, error) {
		result, err := run.Invoke(ctx, s.in)
		return outer{result}, err
	})
	g.AddNode("made", "", func(ctx context.Context, s outer) (outer, error) {
		now, err := leaf().Compile()
		if err != nil {
			return s, err
		}
		result, err := now.Invoke(ctx, s.in)
		return outer{result}, err
	})
	g.AddParallelNodes("group", map[string]func(context.Context, outer) (outer, error){"left": same, "right": same}, nil)
	g.FanOutFanIn("group", nil, "collect", map[string]func(context.Context, outer) (outer, error){"one": same, "two": same}, nil, nil)
	g.AddEdge("added", "created")
	g.AddEdge("created", "run")
	g.AddEdge("run", "made")
	g.AddEdge("made", "group")
	g.AddEdge("collect", graph.END)
	g.SetEntryPoint("added")
	app, err := g.CompileListenable()
	if err != nil {
		return err
	}
	_, err = app.Invoke(context.Background(), outer{})
	return err
}

func leaf() *graph.StateGraph[inner] {
	g := graph.NewStateGraph[inner]()
	_ = fill(g)
	return g
}

func fill(g *graph.StateGraph[inner]) error {
	g.AddNode("leaf", "", func(_ context.Context, s inner) (inner, error) { return s, nil })
	g.AddEdge("leaf", graph.END)
	g.SetEntryPoint("leaf")
	return nil
}

func same(_ context.Context, s outer) (outer, error) { return s, nil }
