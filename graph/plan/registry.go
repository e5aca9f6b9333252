package plan

// This file is what plans may call.

import (
	"maps"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A Registry is the tools that a plan may call.
type Registry struct {
	tools map[string][]*graph.Tool
	names []string
	// open is why there may be other tools, nil if there are none.
	open *graph.Unknown
	// Inputs are the labels of the names that the program binds before a plan runs.
	Inputs map[string][]string
}

func (r *Registry) hasInput(name string) bool {
	_, ok := r.Inputs[name]
	return ok
}

func (r *Registry) inputNames() []string { return slices.Sorted(maps.Keys(r.Inputs)) }

// NewRegistry returns the tools of a program as a plan calls them: what the framework adds to agents is
// not among them, nobody is asked by a callback of an agent, and code that runs beside a tool is a part
// of it.
func NewRegistry(tools []*graph.Tool, unknowns []graph.Unknown) *Registry {
	r := &Registry{tools: make(map[string][]*graph.Tool)}
	if len(unknowns) > 0 {
		r.open = &unknowns[0]
	}
	var beside []*graph.Tool
	for _, t := range tools {
		switch {
		case t.Added():
		case t.Name == "":
			if r.open == nil {
				r.open = &graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: t.Unknown, Pos: t.Pos}
			}
		case t.Beside:
			beside = append(beside, t)
		default:
			r.add(t)
		}
	}
	for _, t := range beside {
		if len(r.tools[t.Name]) == 0 {
			r.add(t)
		}
		for _, of := range r.tools[t.Name] {
			runsToo(of, t)
		}
	}
	return r
}

// add adds a tool. One that several agents hold is one, with the gate that holds back least.
func (r *Registry) add(t *graph.Tool) {
	own := *t
	if own.Gate.Kind == graph.GateCallback {
		own.Gate = graph.Gate{}
	}
	list := r.tools[t.Name]
	if len(list) == 0 {
		r.names = append(r.names, t.Name)
	}
	for _, o := range list {
		if o.Pos == t.Pos {
			if o.Gated() && !own.Gated() {
				o.Gate = own.Gate
			}
			runsToo(o, &own)
			return
		}
	}
	r.tools[t.Name] = append(list, &own)
}

// runsToo adds what the code of other does to what that of t does.
func runsToo(t, other *graph.Tool) {
	t.Unread = t.Unread || other.Unread
	t.Destructive = t.Destructive || other.Destructive
	t.Declared, t.Inferred = union(t.Declared, other.Declared), union(t.Inferred, other.Inferred)
	t.Sources = union(t.Sources, other.Sources)
	t.Needs = slices.Clone(t.Needs)
	for _, n := range other.Needs {
		if !slices.ContainsFunc(t.Needs, func(o graph.Need) bool { return o.Capability == n.Capability && o.Maybe == n.Maybe }) {
			t.Needs = append(t.Needs, n)
		}
	}
}

func union(a, b []string) []string {
	if len(b) == 0 {
		return a
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// Tool returns the tool that a plan means by a name, nil if there is none; the first if there are
// several.
func (r *Registry) Tool(name string) *graph.Tool {
	if list := r.tools[name]; len(list) > 0 {
		return list[0]
	}
	return nil
}

// Tools returns all tools, in their order.
func (r *Registry) Tools() (list []*graph.Tool) {
	for _, name := range r.names {
		list = append(list, r.tools[name]...)
	}
	return list
}

// Open returns why there may be other tools, nil if there are none.
func (r *Registry) Open() *graph.Unknown { return r.open }

// Names returns the names of all tools, in their order.
func (r *Registry) Names() []string { return slices.Clone(r.names) }
