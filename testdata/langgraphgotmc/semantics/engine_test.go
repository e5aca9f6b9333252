// Package semantics measures what the engine of the first langgraphgo does.
package semantics

import (
	"context"
	"slices"
	"testing"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langgraphgo/graph"
)

// TestFirstEdge: of several edges of a node the first is followed, and a node that
// is called END never runs.
func TestFirstEdge(t *testing.T) {
	var ran []string
	g := graph.NewMessageGraph()
	for _, n := range []string{"a", "b", "c", graph.END} {
		g.AddNode(n, func(_ context.Context, s []llms.MessageContent) ([]llms.MessageContent, error) {
			ran = append(ran, n)
			return s, nil
		})
	}
	g.SetEntryPoint("a")
	g.AddEdge("a", "b")
	g.AddEdge("a", "c")
	g.AddEdge("b", graph.END)
	g.AddEdge("c", graph.END)
	app, err := g.Compile()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.Invoke(context.Background(), nil); err != nil || !slices.Equal(ran, []string{"a", "b"}) {
		t.Errorf("ran %v, %v; want a and b", ran, err)
	}
}
