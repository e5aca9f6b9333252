package temporalio

// This file reads activities: those that ask a model, and those that are the tools
// of the workflow.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
)

// activities adds the activities that a step may execute.
func (f *function) activities(st *assembly.CourseStep, n graph.Node) []string {
	var names []string
	for _, x := range f.StepArg(st, "fn").Each() {
		if u := x.Opaque(); u != nil && u.Missing() {
			continue // of a table, for a name that is not in it
		}
		names = append(names, f.activity(x, st, n))
	}
	return names
}

// activity adds one activity, by its function or its name.
func (f *function) activity(v assembly.Value, st *assembly.CourseStep, n graph.Node) string {
	name, b := f.resolve(v)
	if name == "" {
		n.Name, n.Kind, n.Calls = assembly.OpaqueName(n.Pos), graph.KindTool, graph.CallsOnce
		why := v.Why(reason.NoneSeen, "activity").Reason
		n.Tools = []*graph.Tool{{Framework: f.workflows.Name, Unknown: why, Pos: n.Pos}}
		return f.Place(n)
	}
	n.Name, n.Func = name, funcid.Source(b.Func)
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
	return f.put(n, unknowns)
}

// tool returns the tool that an activity is.
func (f *function) tool(name string, b *assembly.Behaviour, pos graph.Pos) *graph.Tool {
	t := &graph.Tool{Name: name, Framework: f.workflows.Name, Handler: funcid.Source(b.Func), Pos: pos}
	if ps := f.Declared(t.Handler).Params(); len(ps) > 1 && assembly.IsConcrete(ps[len(ps)-1].Type) {
		t.Args = ps[len(ps)-1].Type
	}
	return t
}

// asksModel reports whether an activity calls a model, or an agent of a framework.
func asksModel(b *assembly.Behaviour) bool {
	return slices.ContainsFunc(b.Effects, func(e assembly.Effect) bool {
		return e.Kind == "llm" || e.Row.Verb == library.VerbAsk || e.Kind == "run" || e.Kind == "flow"
	})
}

// resolve returns the name of an activity and what it does. The name is "" if it is
// not known.
func (a *workflows) resolve(v assembly.Value) (name string, b *assembly.Behaviour) {
	if id := funcOf(v); id != "" {
		name = typeName(id)
		for _, o := range a.bodies {
			if funcOf(a.Arg(o, "fn")) == id {
				name = cmp.Or(a.Arg(o, "name").TextOr(""), name)
			}
		}
		return name, v.Observe()
	}
	name = v.TextOr("")
	if name == "" {
		return "", nil
	}
	for _, o := range a.bodies {
		fn, given := a.Arg(o, "fn"), a.Arg(o, "name").TextOr("")
		if fn.IsFunc() {
			if cmp.Or(given, typeName(fn.Func())) == name {
				return name, fn.Observe()
			}
			continue
		}
		// a struct, each of whose methods is an activity; its name is a prefix
		method := name[min(len(given), len(name)):]
		if given+method == name && fn.HasMethod(method) {
			return name, fn.ObserveMethod(method)
		}
	}
	return name, a.Declared(a.named(nil, name)).Observe()
}

// named returns the function that is registered under a name, or the one of that
// name beside the workflows of the package or beside an activity that these execute;
// "" if there is none.
func (a *workflows) named(registered []*assembly.Object, name string) string {
	for _, o := range registered {
		id := funcOf(a.Arg(o, "fn"))
		if id != "" && cmp.Or(a.Arg(o, "name").TextOr(""), typeName(id)) == name {
			return id
		}
	}
	for _, o := range a.ObjectsOf("activity", "child") {
		beside := []string{packageOf(o.Func) + "."}
		for _, x := range a.Arg(o, "fn").Each() {
			if id := funcOf(x); id != "" {
				beside = append(beside, strings.TrimSuffix(id, typeName(id)))
			}
		}
		for _, prefix := range beside {
			if id := prefix + name; a.Declared(id).Params() != nil {
				return id
			}
		}
	}
	return ""
}
