// Package statemap hands over through a key of the state.
package statemap

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

func Build() (*graph.StateRunnable[map[string]any], error) {
	g := graph.NewMessageGraph()
	g.AddNode("front", "", func(_ context.Context, s map[string]any) (map[string]any, error) {
		if s["text"] == "bill" {
			return map[string]any{"next": "billing"}, nil
		}
		return map[string]any{"next": "tech"}, nil
	})
	g.AddNode("billing", "", func(_ context.Context, s map[string]any) (map[string]any, error) {
		s["next"] = graph.END
		return s, nil
	})
	g.AddNode("tech", "", func(_ context.Context, s map[string]any) (map[string]any, error) {
		return map[string]any{"solved": true}, nil // what was there stays
	})
	for _, name := range []string{"front", "billing", "tech"} {
		g.AddConditionalEdge(name, next)
	}
	g.SetEntryPoint("front")
	return g.Compile()
}

func next(_ context.Context, s map[string]any) string {
	to, _ := s["next"].(string)
	return to
}
