package eino

// This file finds out which tools a model is offered: eino gives a model its tools
// where it is bound, and the step that runs them has a list of its own.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// offers gives a model step the tools that its model was bound to, with WithTools
// or BindTools. A model that nobody binds in sight is offered nothing: its caller
// may have bound it, and options of a run may add tools.
func (g *graphBuilder) offers(n *graph.Node, model interp.Value) *interp.Unknown {
	var more *interp.Unknown
	bound := false
	for _, alt := range interp.Alternatives(model) {
		for _, infos := range g.boundTo(alt.V) {
			tools, m := g.toolInfos(infos)
			n.Tools = append(n.Tools, tools...)
			bound = true
			if m != nil {
				more = m
			}
		}
	}
	if bound {
		n.Calls = graph.CallsNone
	}
	return more
}

// boundTo returns the lists of tools that a model may be bound to. WithTools makes
// a model with these tools alone; BindTools changes the model, and the last call
// counts. A type of the program that holds a model hands its calls on to that.
func (g *graphBuilder) boundTo(model interp.Value) []interp.Value {
	switch x := interp.Deref(model).(type) {
	case *interp.Object:
		if x.Kind == "model" {
			return []interp.Value{x.Arg("tools")}
		}
	case *interp.Unknown:
		return g.bindings(x)
	case *interp.Struct:
		lists := g.bindings(model)
		for _, name := range x.FieldNames() {
			for _, alt := range interp.Alternatives(interp.Field(x, name)) {
				switch held := interp.Unwrap(alt.V).(type) {
				case *interp.Object, *interp.Unknown:
					lists = append(lists, g.boundTo(held)...)
				}
			}
		}
		return lists
	}
	return nil
}

// bindings returns what BindTools calls leave a model with: the last that always
// happens, and those after it that may.
func (g *graphBuilder) bindings(model interp.Value) []interp.Value {
	var lists []interp.Value
	for _, o := range g.ObjectsOf("bind") {
		if !interp.SameVariable(o.Arg("model"), model) {
			continue
		}
		if len(o.Guard) == 0 {
			lists = nil
		}
		lists = append(lists, o.Arg("tools"))
	}
	return lists
}

// toolInfos returns the tools that a list of descriptions describes, and why there
// may be more.
func (g *graphBuilder) toolInfos(list interp.Value) ([]*graph.Tool, *interp.Unknown) {
	var tools []*graph.Tool
	elems, more := interp.Elems(list)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			if t := g.toolInfo(alt.V); t != nil {
				tools = append(tools, t)
			}
		}
	}
	return tools, more
}

// toolInfo returns the tool that a *schema.ToolInfo describes, nil for no value.
func (g *graphBuilder) toolInfo(v interp.Value) *graph.Tool {
	t := &graph.Tool{Framework: g.Name}
	switch x := interp.Deref(v).(type) {
	case *interp.Struct:
		g.setName(t, interp.Field(x, "Name"))
		t.Description, _ = interp.AsString(interp.Field(x, "Desc"))
		if way := x.Way(); len(way) > 0 {
			t.Pos = way[0]
		}
	case *interp.Unknown:
		t.Unknown, t.Pos = x.Reason, x.Pos
	case interp.Nil, interp.Zero:
		return nil
	default:
		t.Unknown = "it is no value that agentvet can follow"
	}
	return t
}

// checkOffers takes back the offers that nothing follows from: code beside the
// model step that speaks of a tool by name runs it itself, or does what it does,
// and a tools step may have a handler for names that it does not know.
func (g *graphBuilder) checkOffers(w *graph.Workflow) {
	for i := range w.Nodes {
		n := &w.Nodes[i]
		if n.Calls != graph.CallsNone {
			continue
		}
		beside, anyName := g.beside(w, graph.NodeID(i))
		n.Tools = slices.DeleteFunc(n.Tools, func(t *graph.Tool) bool {
			return anyName || slices.ContainsFunc(beside, func(f interp.Value) bool { return g.Speaks(f, t.Name) })
		})
	}
}

// beside returns the functions of the routers of a step and of the steps that
// follow it, and whether one of these answers to any tool name.
func (g *graphBuilder) beside(w *graph.Workflow, n graph.NodeID) (fns []interp.Value, anyName bool) {
	for _, use := range g.branches {
		if use.from == w.Nodes[n].Name {
			fns = append(fns, use.obj.Arg("router"))
		}
	}
	for _, e := range w.Edges {
		if e.From == n {
			to := w.Nodes[e.To].Name
			fns = append(fns, g.code[to]...)
			anyName = anyName || g.anyName[to]
		}
	}
	return append(fns, g.code[w.Nodes[n].Name]...), anyName
}
