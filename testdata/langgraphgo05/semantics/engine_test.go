// Package semantics measures what the engines of langgraphgo 0.5 do differently
// from those of later versions.
package semantics

import (
	"context"
	"errors"
	"testing"

	"github.com/smallnest/langgraphgo/graph"
)

// note returns a node that notes its name.
func note(ran *[]string, name string) func(context.Context, interface{}) (interface{}, error) {
	return func(_ context.Context, s interface{}) (interface{}, error) {
		*ran = append(*ran, name)
		return s, nil
	}
}

// TestListenableFollowsFirstEdge: the engine of listenable, checkpointable and
// streaming graphs goes along the first edge, and knows no conditions.
func TestListenableFollowsFirstEdge(t *testing.T) {
	var ran []string
	g := graph.NewListenableMessageGraph()
	for _, n := range []string{"a", "b", "c"} {
		g.AddNode(n, "", note(&ran, n))
		g.AddEdge(n, graph.END)
	}
	g.SetEntryPoint("a")
	g.AddEdge("a", "b")
	g.AddConditionalEdge("a", func(context.Context, interface{}) string { return "c" })
	app, err := g.CompileListenable()
	if err != nil {
		t.Fatal(err)
	}
	_, err = app.InvokeWithConfig(context.Background(), 0, &graph.Config{InterruptBefore: []string{"a"}})
	if err != nil || len(ran) != 1 {
		t.Errorf("ran %v, %v; want a alone, without a stop", ran, err)
	}
}

// TestInterrupts: MessageGraph stops, StateGraph does not.
func TestInterrupts(t *testing.T) {
	config := &graph.Config{InterruptBefore: []string{"a"}}
	var ran []string
	m := graph.NewMessageGraph()
	m.AddNode("a", "", note(&ran, "a"))
	m.AddEdge("a", graph.END)
	m.SetEntryPoint("a")
	app, err := m.Compile()
	if err != nil {
		t.Fatal(err)
	}
	var stop *graph.GraphInterrupt
	if _, err := app.InvokeWithConfig(context.Background(), 0, config); !errors.As(err, &stop) || len(ran) != 0 {
		t.Errorf("MessageGraph: ran %v, %v; want a stop", ran, err)
	}
	s := graph.NewStateGraph()
	s.AddNode("a", "", note(&ran, "a"))
	s.AddEdge("a", graph.END)
	s.SetEntryPoint("a")
	state, err := s.Compile()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := state.InvokeWithConfig(context.Background(), 0, config); err != nil || len(ran) != 1 {
		t.Errorf("StateGraph: ran %v, %v; want no stop", ran, err)
	}
}
