// Package bad releases a version and does some of it twice.
package bad

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"

	"example.com/langgraphgoagents/release/checks"
)

// Graph builds the release.
func Graph() (*graph.StateGraph[any], error) {
	g := graph.NewStateGraph[any]()
	g.AddNode("plan", "reads the plan", checks.Goto("build", "lint")) // DEFECT structure/unbalanced-join ship: one step after lint, two after build: it ships twice
	g.AddNode("build", "compiles", checks.Note("built"))
	g.AddNode("lint", "reads the code", checks.Note("read"))
	g.AddNode("sign", "signs the build", checks.Note("signed"))
	g.AddNode("ship", "ships", checks.Note("shipped"))
	g.AddParallelNodes("smoke", checks.Smoke(), checks.Merge)
	g.AddNode("announce", "tells everybody", checks.Note("announced"))
	g.AddNode("roll_back", "takes it back", checks.Note("rolled back"))
	g.AddNode("announce", "tells nobody", checks.Note("quiet")) // DEFECT structure/duplicate-node announce: the second one replaces the first
	if err := graph.CreateSubgraph(g, "review", checks.Review, checks.Into, checks.Outof); err != nil {
		return nil, err
	}

	g.SetEntryPoint("plan")
	g.AddEdge("build", "sign")
	g.AddEdge("sign", "ship")
	g.AddEdge("lint", "ship")
	g.AddEdge("ship", "smoke")
	g.AddConditionalEdge("smoke", verdict)
	g.AddEdge("smoke", "announce") // DEFECT structure/shadowed-edge smoke: the condition makes it dead
	g.AddEdge("announce", graph.END)
	g.AddConditionalEdge("roll_back", func(context.Context, any) string { return graph.END }) // DEFECT structure/replaced-branch roll_back: the next line replaces it
	g.AddConditionalEdge("roll_back", func(context.Context, any) string { return "review" })
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
