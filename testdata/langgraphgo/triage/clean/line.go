// Package clean is a help line whose desks hand cases over.
package clean

import (
	"context"
	"strings"

	"github.com/smallnest/langgraphgo/graph"

	"example.com/langgraphgoagents/triage/handoff"
)

// Graph builds the help line: each desk says who goes on.
func Graph() *graph.ListenableStateGraph[map[string]any] {
	g := graph.NewListenableStateGraph[map[string]any]()
	schema := graph.NewMapSchema()
	schema.RegisterReducer("log", graph.AppendReducer)
	g.SetSchema(schema)

	desks := map[string]func(context.Context, map[string]any) (map[string]any, error){
		"front": front, "onsite": onsite,
	}
	for _, name := range []string{"front", "onsite"} {
		g.AddNode(name, "a desk", desks[name])
		g.AddConditionalEdge(name, handoff.Router())
	}
	g.AddNode("billing", "invoices", done)
	g.AddNode("remote", "helps by phone", remote)
	g.AddConditionalEdge("billing", handoff.Router())
	g.AddConditionalEdge("remote", handoff.Router())
	g.SetEntryPoint("front")
	return g
}

// Compile compiles the help line.
func Compile() (*graph.ListenableRunnable[map[string]any], error) {
	return Graph().CompileListenable()
}

func front(_ context.Context, state map[string]any) (map[string]any, error) {
	text, _ := state["text"].(string)
	if strings.Contains(text, "invoice") {
		return handoff.To("billing"), nil
	}
	return handoff.To("remote"), nil
}

func remote(_ context.Context, state map[string]any) (map[string]any, error) {
	if solved, _ := state["solved"].(bool); solved {
		return handoff.Done(), nil
	}
	return handoff.To("onsite"), nil
}

func onsite(context.Context, map[string]any) (map[string]any, error) {
	return handoff.Done(), nil
}

func done(context.Context, map[string]any) (map[string]any, error) { return handoff.Done(), nil }
