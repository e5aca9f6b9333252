// Package clean releases a version.
package clean

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"

	"example.com/langgraphgoagents/release/checks"
)

// Graph builds the release.
func Graph() (*graph.StateGraph[any], error) {
	g := graph.NewStateGraph[any]()
	g.AddNode("plan", "reads the plan", checks.Goto("build", "lint"))
	g.AddNode("build", "compiles", checks.Note("built"))
	g.AddNode("lint", "reads the code", checks.Note("read"))
	g.AddNode("ship", "ships", checks.Note("shipped"))
	g.AddParallelNodes("smoke", checks.Smoke(), checks.Merge)
	g.AddNode("announce", "tells everybody", checks.Note("announced"))
	g.AddNode("roll_back", "takes it back", checks.Note("rolled back"))
	if err := graph.CreateSubgraph(g, "review", checks.Review, checks.Into, checks.Outof); err != nil {
		return nil, err
	}

	g.SetEntryPoint("plan")
	g.AddEdge("build", "ship")
	g.AddEdge("lint", "ship")
	g.AddEdge("ship", "smoke")
	g.AddConditionalEdge("smoke", verdict)
	g.AddEdge("announce", graph.END)
	g.AddEdge("roll_back", "review")
	g.AddEdge("review", graph.END)
	return g, nil
}

func verdict(_ context.Context, state any) string {
	if p, ok := state.(*checks.Plan); ok && p.Broken {
		return "roll_back"
	}
	return "announce"
}

// Run releases a version.
func Run(ctx context.Context, p *checks.Plan) error {
	g, err := Graph()
	if err != nil {
		return err
	}
	app, err := g.Compile()
	if err != nil {
		return err
	}
	_, err = app.Invoke(ctx, p)
	return err
}
