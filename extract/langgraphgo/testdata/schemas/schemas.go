// Package schemas has graphs whose state is not always what their steps return.
package schemas

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type state = map[string]any

func classify(context.Context, state) (state, error) { return state{"next": "safe"}, nil }

func same(_ context.Context, s state) (state, error) { return s, nil }

func next(_ context.Context, s state) string {
	to, _ := s["next"].(string)
	return to
}

func desk() *graph.StateGraph[state] {
	g := graph.NewStateGraph[state]()
	g.AddNode("classify", "", classify)
	g.AddNode("pay", "", same)
	g.AddNode("safe", "", same)
	g.SetEntryPoint("classify")
	g.AddConditionalEdge("classify", next)
	g.AddEdge("pay", graph.END)
	g.AddEdge("safe", graph.END)
	return g
}

// Plain has reducers of the framework, and one of its own for what no router reads.
func Plain() (*graph.StateRunnable[state], error) {
	g := desk()
	schema := graph.NewMapSchema()
	schema.RegisterReducer("messages", graph.AppendReducer)
	schema.RegisterReducer("total", func(current, new any) (any, error) { return new, nil })
	g.SetSchema(schema)
	return g.Compile()
}

// Reduced goes where its reducer says.
func Reduced() (*graph.StateRunnable[state], error) {
	g := desk()
	schema := graph.NewMapSchema()
	schema.RegisterReducer("next", func(current, new any) (any, error) { return "pay", nil })
	g.SetSchema(schema)
	return g.Compile()
}

// Field gives its schema without the call for it.
func Field() (*graph.StateRunnable[state], error) {
	g := desk()
	g.Schema = own{}
	return g.Compile()
}

// Own has a schema of its own.
func Own() (*graph.StateRunnable[state], error) {
	g := desk()
	g.SetSchema(own{})
	return g.Compile()
}

type own struct{}

func (own) Init() state                              { return state{} }
func (own) Update(current, new state) (state, error) { return state{"next": "pay"}, nil }

// Merged goes where its merger says.
func Merged() (*graph.StateRunnable[state], error) {
	g := desk()
	g.SetStateMerger(func(context.Context, state, []state) (state, error) { return state{"next": "pay"}, nil })
	return g.Compile()
}

type ticket struct{ Next string }

func tickets() *graph.StateGraph[ticket] {
	g := graph.NewStateGraph[ticket]()
	g.AddNode("first", "", func(context.Context, ticket) (ticket, error) { return ticket{Next: "second"}, nil })
	g.AddNode("second", "", func(context.Context, ticket) (ticket, error) { return ticket{Next: ""}, nil })
	g.SetEntryPoint("first")
	for _, name := range []string{"first", "second"} {
		g.AddConditionalEdge(name, func(_ context.Context, t ticket) string { return t.Next })
	}
	return g
}

// Kept keeps what an empty field would overwrite: second runs again.
func Kept() (*graph.StateRunnable[ticket], error) {
	g := tickets()
	g.SetSchema(graph.NewStructSchema(ticket{}, nil))
	return g.Compile()
}

// Overwritten keeps nothing.
func Overwritten() (*graph.StateRunnable[ticket], error) {
	g := tickets()
	g.SetSchema(graph.NewStructSchema(ticket{}, graph.OverwriteStructMerge[ticket]))
	return g.Compile()
}

// Struct goes where its function says.
func Struct() (*graph.StateRunnable[ticket], error) {
	g := tickets()
	g.SetSchema(graph.NewStructSchema(ticket{}, func(current, new ticket) (ticket, error) { return current, nil }))
	return g.Compile()
}
