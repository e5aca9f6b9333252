package temporalio

// This file reads activities: those that ask a model, and those that are the tools
// of the workflow.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

// activities adds the activities that a step may execute.
func (f *function) activities(st *interp.FlowStep, n graph.Node) []string {
	var names []string
	for _, alt := range interp.Alternatives(st.Args["fn"]) {
		if u, ok := interp.Unwrap(alt.V).(*interp.Unknown); ok && u.Missing() {
			continue // of a table, for a name that is not in it
		}
		names = append(names, f.activity(alt.V, st, n))
	}
	return names
}

// activity adds one activity, by its function or its name.
func (f *function) activity(v interp.Value, st *interp.FlowStep, n graph.Node) string {
	name, b := f.resolve(v)
	if name == "" {
		n.Name, n.Kind, n.Calls = opaqueName(n.Pos), graph.KindTool, graph.CallsOnce
		n.Tools = []*graph.Tool{{Framework: f.assembler.Name, Unknown: reasonOf(v), Pos: n.Pos}}
		return f.Place(n)
	}
	n.Name, n.Func = name, declared(b.Func)
	n, unknowns := f.Describe(n, append(slices.Clone(st.Stack), st.Pos), assembly.Phase{Name: "run", Body: b})
	switch {
	case asksModel(b):
		f.agent = true
		if n.Bound.State == graph.BoundNone && len(st.Loops) > 0 {
			n.Bound = st.Loops[len(st.Loops)-1].Bound
		}
	case n.Kind == graph.KindPassthrough && len(n.Tools) == 0:
		n.Kind, n.Calls = graph.KindTool, graph.CallsOnce
		n.Tools = []*graph.Tool{f.tool(name, b, n.Pos)}
		unknowns = nil // a tool whose body is not known is a tool all the same
	}
	placed := f.Place(n)
	for _, u := range unknowns {
		u.Node = f.Lookup(placed)
		f.Unknown(u)
	}
	return placed
}

// tool returns the tool that an activity is.
func (f *function) tool(name string, b *interp.Behaviour, pos graph.Pos) *graph.Tool {
	t := &graph.Tool{Name: name, Framework: f.assembler.Name, Handler: declared(b.Func), Pos: pos}
	if ps := f.Params(interp.FuncValue{ID: t.Handler}); len(ps) > 1 && assembly.IsConcrete(ps[len(ps)-1].Type) {
		t.Args = ps[len(ps)-1].Type
	}
	return t
}

// reasonOf says why the name of an activity is not known.
func reasonOf(v interp.Value) string {
	if u := interp.UnknownIn(v); u != nil {
		return u.Reason
	}
	return "it is no activity that agentvet can see"
}

// asksModel reports whether an activity calls a model, or an agent of a framework.
func asksModel(b *interp.Behaviour) bool {
	return slices.ContainsFunc(b.Effects, func(e interp.Effect) bool {
		return e.Kind == "llm" || e.Row.Verb == library.VerbAsk || e.Kind == "run" || e.Kind == "flow"
	})
}

// resolve returns the name of an activity and what it does. The name is "" if it is
// not known.
func (a *assembler) resolve(v interp.Value) (name string, b *interp.Behaviour) {
	if id := funcOf(v); id != "" {
		name = typeName(id)
		for _, o := range a.bodies {
			if s, ok := interp.AsString(o.Arg("name")); ok && s != "" && funcOf(o.Arg("fn")) == id {
				name = s
			}
		}
		return name, a.Observe(v)
	}
	name, ok := interp.AsString(v)
	if !ok || name == "" {
		return "", nil
	}
	for _, o := range a.bodies {
		switch fn := interp.Unwrap(o.Arg("fn")).(type) {
		case interp.FuncValue:
			if s, _ := interp.AsString(o.Arg("name")); s == name || s == "" && typeName(fn.ID) == name {
				return name, a.Observe(fn)
			}
		default: // a struct, each of whose methods is an activity; its name is a prefix
			prefix, _ := interp.AsString(o.Arg("name"))
			if method := name[min(len(prefix), len(name)):]; prefix+method == name && a.HasMethod(o.Arg("fn"), method) {
				return name, a.ObserveMethod(o.Arg("fn"), method)
			}
		}
	}
	return name, a.Observe(interp.FuncValue{ID: a.named(nil, name)})
}

// named returns the function that is registered under a name, or the one of that
// name beside the workflows of the package or beside an activity that these execute;
// "" if there is none.
func (a *assembler) named(registered []*interp.Object, name string) string {
	for _, o := range registered {
		id := funcOf(o.Arg("fn"))
		if s, _ := interp.AsString(o.Arg("name")); id != "" && (s == name || s == "" && typeName(id) == name) {
			return id
		}
	}
	for _, o := range a.ObjectsOf("activity", "child") {
		beside := []string{packageOf(o.Func) + "."}
		for _, alt := range interp.Alternatives(o.Arg("fn")) {
			if id := funcOf(alt.V); id != "" {
				beside = append(beside, strings.TrimSuffix(id, typeName(id)))
			}
		}
		for _, prefix := range beside {
			if id := prefix + name; a.Params(interp.FuncValue{ID: id}) != nil {
				return id
			}
		}
	}
	return ""
}
