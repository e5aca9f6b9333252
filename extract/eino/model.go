package eino

// This file finds out which tools a model is offered: eino gives a model its tools
// where it is bound, and the step that runs them has a list of its own.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// offers gives a model step the tools that its model was bound to, with WithTools
// or BindTools. A model that nobody binds in sight is offered nothing: its caller
// may have bound it, and options of a run may add tools.
func (g *graphBuilder) offers(n *graph.Node, model assembly.Value) *assembly.Unknown {
	var more *assembly.Unknown
	bound := false
	for _, x := range model.Each() {
		for _, infos := range g.boundTo(x) {
			tools, m := infos.Tools(g.toolInfo)
			n.Tools = append(n.Tools, tools...)
			bound = true
			more = cmp.Or(m, more)
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
func (g *graphBuilder) boundTo(model assembly.Value) []assembly.Value {
	switch x := model.Behind(); {
	case x.Object("model") != nil:
		return []assembly.Value{x.Arg("tools")}
	case x.Opaque() != nil:
		return g.bindings(x)
	case x.IsStruct():
		lists := g.bindings(model)
		for _, field := range x.Fields() {
			for _, held := range field.Each() {
				if held.Object() != nil || held.Opaque() != nil {
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
func (g *graphBuilder) bindings(model assembly.Value) []assembly.Value {
	var lists []assembly.Value
	for _, o := range g.ObjectsOf("bind") {
		if !g.Arg(o, "model").Is(model) {
			continue
		}
		if len(o.Guard) == 0 {
			lists = nil
		}
		lists = append(lists, g.Arg(o, "tools"))
	}
	return lists
}

// toolInfo returns the tool that a *schema.ToolInfo describes, nil for no value.
func (g *graphBuilder) toolInfo(v assembly.Value) *graph.Tool {
	t := &graph.Tool{Framework: g.Name}
	x := v.Behind()
	switch u, made := x.Opaque(), x.Object("toolinfo"); {
	case made != nil || x.IsStruct():
		name, description := declaration(x)
		assembly.NameTool(t, name)
		t.Description, _ = description.Text()
		if made != nil {
			t.Pos = made.Pos
		}
		if way := x.Way(); len(way) > 0 {
			t.Pos = way[0]
		}
	case u != nil:
		t.Unknown, t.Pos = u.Reason, u.Pos
	case x.IsZero():
		return nil
	default:
		t.Unknown = reason.Of(reason.NoValue)
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
		beside, answers := g.beside(w, graph.NodeID(i))
		n.Tools = slices.DeleteFunc(n.Tools, func(t *graph.Tool) bool {
			return answers(t.Name) || slices.ContainsFunc(beside, func(f assembly.Value) bool { return f.Speaks(t.Name) })
		})
	}
}

// beside returns the functions of the routers of a step and of the steps that follow it,
// and which tool names one of these answers to beside those of its tools.
func (g *graphBuilder) beside(w *graph.Workflow, n graph.NodeID) (fns []assembly.Value, answers func(name string) bool) {
	for _, use := range g.branches {
		if use.from == w.Nodes[n].Name {
			fns = append(fns, g.Arg(use.obj, "router"))
		}
	}
	var next []func(string) bool
	for _, e := range w.Edges {
		if e.From == n {
			to := w.Nodes[e.To].Name
			fns = append(fns, g.code[to]...)
			next = append(next, g.answers[to]...)
		}
	}
	answers = func(name string) bool {
		return slices.ContainsFunc(next, func(to func(string) bool) bool { return to(name) })
	}
	return append(fns, g.code[w.Nodes[n].Name]...), answers
}

// otherNames says which tool names the configuration of a tools node answers to beside those
// of its tools: any, if it has a handler for those that it does not know, and the aliases of
// its tools, which become their names before anything runs.
func (a *workshop) otherNames(config assembly.Value) func(name string) bool {
	if !config.Field("UnknownToolsHandler").IsZero() {
		return func(string) bool { return true }
	}
	aliases, open := make(map[string]bool), false
	more := config.Field("ToolAliases").Entries(func(_, val assembly.Value) {
		list, more := val.Field("NameAliases").List()
		open = open || more != nil
		for _, x := range list {
			name, ok := x.Text()
			aliases[name], open = ok, open || !ok
		}
	})
	return func(name string) bool { return open || more != nil || aliases[name] }
}
