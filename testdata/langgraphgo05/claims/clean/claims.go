// Package clean handles claims.
package clean

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

// Step is the type of all steps.
type Step = func(context.Context, interface{}) (interface{}, error)

// Payment is a graph of its own.
func Payment(g *graph.MessageGraph) {
	g.AddNode("book", "books the payment", same)
	g.AddNode("transfer", "pays", same)
	g.AddEdge("book", "transfer")
	g.AddEdge("transfer", graph.END)
	g.SetEntryPoint("book")
}

// Graph builds the handling of an insurance claim.
func Graph() (*graph.MessageGraph, error) {
	g := graph.NewMessageGraph()
	for _, name := range []string{"register", "assess", "reject"} {
		g.AddNode(name, "a step", same)
	}
	if err := g.CreateSubgraph("payment", Payment); err != nil {
		return nil, err
	}
	g.AddParallelNodes("photos", map[string]func(context.Context, interface{}) (interface{}, error){
		"front": same, "back": same,
	})
	g.SetEntryPoint("register")
	g.AddEdge("register", "photos")
	g.AddEdge("photos", "assess")
	g.AddConditionalEdge("assess", decide)
	g.AddEdge("reject", graph.END)
	g.AddEdge("payment", graph.END)
	return g, nil
}

func decide(_ context.Context, claim interface{}) string {
	if photos, ok := claim.([]interface{}); ok { // each photographer passes it on
		claim = photos[0]
	}
	switch amount := claim.(int); {
	case amount > 0:
		return "payment"
	}
	return "reject"
}

// Run handles a claim; a human looks before anything is paid.
func Run(ctx context.Context, amount int) (interface{}, error) {
	g, err := Graph()
	if err != nil {
		return nil, err
	}
	app, err := g.Compile()
	if err != nil {
		return nil, err
	}
	return app.InvokeWithConfig(ctx, amount, &graph.Config{InterruptBefore: []string{"payment"}})
}

func same(_ context.Context, state interface{}) (interface{}, error) { return state, nil }
