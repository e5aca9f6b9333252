// Package checks has the steps of a release that its graphs share.
package checks

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

// A Plan is what is to be released.
type Plan struct {
	Version string
	Broken  bool
	Notes   []string
}

// Note returns a step that writes a note.
func Note(text string) func(context.Context, any) (any, error) {
	return func(_ context.Context, state any) (any, error) {
		p := state.(*Plan)
		p.Notes = append(p.Notes, text)
		return p, nil
	}
}

// Goto returns a step that names the next ones itself.
func Goto(next ...string) func(context.Context, any) (any, error) {
	return func(_ context.Context, state any) (any, error) {
		return &graph.Command{Update: state, Goto: next}, nil
	}
}

// Review is a graph of its own: somebody reads the change, then signs it.
func Review(g *graph.StateGraph[Plan]) error {
	g.AddNode("read", "reads the change", func(_ context.Context, p Plan) (Plan, error) { return p, nil })
	g.AddNode("sign", "asks for a signature", func(ctx context.Context, p Plan) (Plan, error) {
		by, err := graph.Interrupt(ctx, "sign "+p.Version+"?")
		if err != nil {
			return p, err
		}
		p.Notes = append(p.Notes, "signed by "+by.(string))
		return p, nil
	})
	g.AddEdge("read", "sign")
	g.AddEdge("sign", graph.END)
	g.SetEntryPoint("read")
	return nil
}

// Smoke are the tests that run at the same time.
func Smoke() map[string]func(context.Context, any) (any, error) {
	return map[string]func(context.Context, any) (any, error){
		"smoke_api": Note("api answers"), "smoke_web": Note("web answers"),
	}
}

// Into and Outof change between the states of the release and of its review.
func Into(state any) Plan { return *state.(*Plan) }
func Outof(p Plan) any    { return &p }
func Merge(all []any) any { return all[0] }
