package langgraphgo

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

var table = library.Of("langgraphgo")

// Framework returns the table and the assembly of langgraphgo.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "langgraphgo", Table: table, Assemble: assemble}
}

// root is the module path of the fork that has conditions, commands and
// interrupts.
const root = "github.com/smallnest/langgraphgo"

// graphs are those of one package, and what became of them.
type graphs struct {
	*assembly.Assembly
	built  map[*assembly.Object]*graph.Workflow
	nested map[*graph.Workflow]bool // workflows that are nodes of others
	inner  map[string]bool          // calls that make graphs while a node runs
	begun  map[*graph.Workflow]bool // workflows under construction
	tools  map[string]*graph.Tool   // by type, name and place
}

func assemble(x *assembly.Assembly) {
	a := &graphs{
		Assembly: x, built: make(map[*assembly.Object]*graph.Workflow),
		nested: make(map[*graph.Workflow]bool), begun: make(map[*graph.Workflow]bool),
		inner: make(map[string]bool), tools: make(map[string]*graph.Tool),
	}
	all := x.ObjectsOf("graph", "supervisor")
	for _, o := range all {
		if a.finished(o) {
			a.workflow(o)
		}
	}
	for _, o := range all {
		w := a.built[o]
		if a.nested[w] {
			withoutGates(w)
		}
		if w == nil || a.nested[w] {
			continue
		}
		i := slices.IndexFunc(all, func(p *assembly.Object) bool { return a.knowsMore(p, o) })
		if i >= 0 {
			a.Close(o, assembly.OpenIn(a.built[all[i]])) // it is judged as that caller makes it
			continue
		}
		if a.inner[chain(o)] {
			continue
		}
		if a.stage(o) == 1 && a.Used(o) {
			a.runElsewhere(w)
		}
		if o.Kind == "supervisor" || len(a.compiled(o)) > 0 {
			a.Close(o, assembly.OpenIn(w))
		} else {
			w.Unknowns = append(w.Unknowns, a.Unfinished(o)...)
		}
		if a.Owned(o) || extended(o) {
			x.Program.Workflows = append(x.Program.Workflows, w)
		}
	}
	a.prebuiltAgents(all)
	for _, o := range x.ObjectsOf("executor") {
		a.toolList(a.Arg(o, "tools")) // though no node may use them
		a.Close(o, nil)
	}
}

// finished reports whether a builder became a workflow: one that is neither
// compiled nor handed to anybody is not run either.
func (a *graphs) finished(o *assembly.Object) bool {
	return o.Kind == "supervisor" || len(a.compiled(o)) > 0 || len(o.Calls()) > 0 && a.Used(o)
}

// special reports whether p is o as one of its callers in the package makes it; o
// is what the same function makes for any caller.
func special(p, o *assembly.Object) bool {
	n := len(p.Stack) - len(o.Stack)
	return n > 0 && p.Pos == o.Pos && slices.Equal(p.Stack[n:], o.Stack)
}

// knowsMore reports whether p is o for a caller that goes further: it compiles or
// runs what o leaves to whoever calls, or puts it into another graph.
func (a *graphs) knowsMore(p, o *assembly.Object) bool {
	return special(p, o) && (a.stage(p) > a.stage(o) || a.nested[a.built[p]])
}

// chain identifies a call that makes a graph by the calls that led to it.
func chain(o *assembly.Object) string { return fmt.Sprint(o.Pos, o.Stack) }

// extended reports whether somebody went on building after the function that made
// o returned it.
func extended(o *assembly.Object) bool {
	return slices.ContainsFunc(o.Calls("node", "parallel", "edge", "branch", "entry"), func(op *assembly.Op) bool {
		return len(op.Stack) < len(o.Stack) || !slices.Equal(op.Stack[:len(o.Stack)], o.Stack)
	})
}

// stage says how far the program goes with a graph: it builds it, compiles it, or
// runs it.
func (a *graphs) stage(o *assembly.Object) int {
	switch {
	case len(a.runsOf(o)) > 0:
		return 2
	case len(a.compiled(o)) > 0:
		return 1
	}
	return 0
}

// runsOf returns the calls that run a graph, in program order.
func (a *graphs) runsOf(o *assembly.Object) []*assembly.Op {
	out := o.Calls("run")
	for _, op := range o.Ops {
		if op.Made != nil {
			out = append(out, op.Made.Calls("run")...)
		}
	}
	return out
}

// compiled returns the calls that compile a graph.
func (a *graphs) compiled(o *assembly.Object) []*assembly.Op {
	return o.Calls("compile", "compile:first")
}

// workflow returns the workflow that o builds.
func (a *graphs) workflow(o *assembly.Object) *graph.Workflow {
	if w := a.built[o]; w != nil {
		return w
	}
	b := &builder{graphs: a, obj: o, Chart: a.Chart(a.nameOf(o), o.At(a.Assembly), engine)}
	b.Workflow().Origin = a.Origin(o)
	a.built[o] = b.Workflow() // a graph that contains itself ends here
	a.begun[b.Workflow()] = true
	defer delete(a.begun, b.Workflow())
	if o.Kind == "supervisor" {
		b.supervisor()
	} else {
		b.graph()
	}
	w := b.Build()
	if o.Kind == "graph" {
		b.Heed(w, b.coded(w))
	}
	w = assembly.Routers(w)
	if o.Kind == "graph" {
		b.count(w)
	}
	return w
}

// runs returns the workflows that a compiled graph may be, and why there may be
// others.
func (a *graphs) runs(v assembly.Value) (list []*graph.Workflow, more *assembly.Unknown) {
	for _, x := range v.Each() {
		o := x.Object()
		if o != nil && o.Parent != nil {
			o = o.Parent
		}
		switch {
		case o == nil || o.Kind != "graph" && o.Kind != "supervisor":
			more = x.Why(reason.NoneSeen, "graph")
			continue
		case a.IsFramework(o.Func) && !slices.Contains(a.Objects, o):
			more = assembly.Because(reason.BuiltLate)
			continue
		}
		if !slices.Contains(a.Objects, o) {
			a.inner[chain(o)] = true
		}
		w := a.workflow(o)
		switch {
		case a.begun[w]:
			more = assembly.Because(reason.Itself, "graph")
		case !slices.Contains(list, w):
			a.nested[w] = true
			list = append(list, w)
		}
	}
	return list, more
}

// nameOf names a workflow: as a subgraph, or by the function that builds it.
func (a *graphs) nameOf(o *assembly.Object) string {
	for _, op := range a.compiled(o) {
		if name := a.ArgOf(op, "name").TextOr(""); name != "" {
			return name
		}
	}
	return assembly.LocalName(o.Func)
}
