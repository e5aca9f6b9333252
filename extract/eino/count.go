package eino

// This file says how the nodes of a graph get at its local state, for counters in it.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/tally"
	"github.com/agentvet/agentvet/graph"
)

// count finds the counters of a graph, in its local state and outside of it.
func (g *graphBuilder) count(w *graph.Workflow) {
	g.countState(w)
	g.countKept(w)
}

// countKept finds the counters outside of the state. A lambda of several functions runs one of them.
func (g *graphBuilder) countKept(w *graph.Workflow) {
	if g.obj.Kind != "graph" {
		return
	}
	funcs := make(map[graph.NodeID]string)
	for _, op := range g.obj.Ops {
		if op.Loop {
			return
		}
		if op.Kind != "node:lambda" {
			continue
		}
		name, ok := g.ArgOf(op, "name").Text()
		n := g.Lookup(name)
		o := g.ArgOf(op, "value").Object("lambda")
		if !ok || o == nil || n == graph.None {
			continue
		}
		if _, twice := funcs[n]; twice {
			return
		}
		if list := g.functions(o); len(list) == 1 && list[0].IsFunc() {
			funcs[n] = list[0].Func()
		}
	}
	g.CountKept(w, funcs, !g.resumes(w))
}

// countState finds the counters in the local state of a graph: one whose nodes are always added, once,
// with options that are known. The state is made when a run starts. Handlers get it, and so does
// what their functions and routers pass to ProcessState.
func (g *graphBuilder) countState(w *graph.Workflow) {
	gen := g.stateOf(g.obj)
	if g.obj.Kind != "graph" || gen == "" {
		return
	}
	st := assembly.SharedState{
		Make: gen, Process: table.Call(pkgCompose + "ProcessState").Key(), Steps: make(map[graph.NodeID][]tally.Call),
		Foreign: g.resumes(w), Gets: g.getsState,
	}
	for _, op := range g.obj.Ops {
		if len(op.Guard) > 0 || op.Loop {
			return
		}
		if !isNode(op.Kind) {
			continue
		}
		name, ok := g.ArgOf(op, "name").Text()
		n := g.Lookup(name)
		calls, known := g.calls(op)
		if _, twice := st.Steps[n]; !ok || !known || twice || n == graph.None {
			return
		}
		st.Steps[n] = calls
	}
	for i := range w.Nodes {
		if _, ok := st.Steps[graph.NodeID(i)]; !ok && w.Nodes[i].Kind != graph.KindEntry && w.Nodes[i].Kind != graph.KindExit {
			return
		}
	}
	g.CountShared(w, st)
}

// calls returns the functions that a node calls which may get the state; ok is false if there may
// be others.
func (g *graphBuilder) calls(op *assembly.Op) (list []tally.Call, ok bool) {
	opts, more := g.ArgOf(op, "opts").List()
	if more != nil {
		return nil, false
	}
	var before, after []tally.Call
	for _, v := range opts {
		o := v.Object()
		switch {
		case o == nil || !v.Sole:
			return nil, false
		case o.Kind != "opt:state":
		case strings.HasSuffix(o.Row.Name, "PreHandler"):
			before, ok = g.call(before, o, true)
		default:
			after, ok = g.call(after, o, true)
		}
		if o.Kind == "opt:state" && !ok {
			return nil, false
		}
	}
	list = before
	if op.Kind == "node:lambda" {
		o := g.ArgOf(op, "value").Object("lambda")
		if o == nil {
			return nil, false
		}
		if len(g.functions(o)) > 0 {
			if list, ok = g.call(list, o, false); !ok {
				return nil, false
			}
		}
	}
	if len(before) > 1 || len(after) > 1 { // the last one replaces the others
		return nil, false
	}
	return append(list, after...), true
}

// call adds the call of the functions of a lambda or a state handler, of which one runs.
func (g *graphBuilder) call(list []tally.Call, o *assembly.Object, handler bool) ([]tally.Call, bool) {
	c := tally.Call{Handler: handler}
	for _, v := range g.functions(o) {
		if !v.IsFunc() {
			return nil, false
		}
		c.Funcs = append(c.Funcs, v.Func())
	}
	return append(list, c), len(c.Funcs) > 0
}

// stateOf returns the function that makes the local state of a graph, "" if it is not known, or
// if there is none.
func (a *workshop) stateOf(o *assembly.Object) (gen string) {
	opts, more := a.Arg(o, "opts").List()
	if more != nil {
		return ""
	}
	for _, v := range opts {
		made := v.Object("opt:genstate")
		if made == nil || gen != "" || !v.Sole {
			return ""
		}
		f := a.Arg(made, "gen")
		if !f.IsFunc() {
			return ""
		}
		gen = f.Func()
	}
	return gen
}

// keepsRuns reports whether the package keeps checkpoints of runs, or cuts runs off.
func (a *workshop) keepsRuns() bool {
	if a.kept == nil {
		calls := func(name string) bool { return len(a.Calling(pkgCompose+name)) > 0 }
		kept := len(a.ObjectsOf("opt:store", "runner")) > 0 ||
			slices.ContainsFunc([]string{"WithCheckPointStore", "WithGraphInterrupt", "WithStateModifier", "WithCheckPointID"}, calls)
		a.kept = &kept
	}
	return *a.kept
}

// resumes reports whether a run of a graph may go on where another one has stopped: the package
// keeps runs, or a step of the graph may ask somebody.
func (g *graphBuilder) resumes(w *graph.Workflow) bool {
	if g.keepsRuns() {
		return true
	}
	for _, op := range g.obj.Calls("compile") {
		if list, more := g.ArgOf(op, "opts").List(); more != nil || slices.ContainsFunc(list, func(v assembly.Value) bool { return v.Object() == nil }) {
			return true
		}
	}
	asks := func(t *graph.Tool) bool { return t.Name == "" || t.Gate.Kind != graph.GateNone }
	return len(w.Interrupts) > 0 || slices.ContainsFunc(w.Nodes, func(n graph.Node) bool {
		return n.Kind == graph.KindHuman || n.Sub != nil || slices.ContainsFunc(n.Tools, asks)
	})
}

// getsState implements assembly.SharedState: a function that a call gives to the framework gets
// the state of the graph if it is one of its nodes or branches. As one of another graph it gets
// the state of that one, which has to have its own.
func (g *graphBuilder) getsState(fn string, at graph.Pos) (here, ok bool) {
	for _, o := range g.ObjectsOf("lambda", "opt:state", "branch", "multibranch") {
		if o.Pos != at {
			continue
		}
		users := 0
		for _, of := range g.Objects {
			if !slices.ContainsFunc(of.Ops, func(op *assembly.Op) bool { return g.has(op, o) }) {
				continue
			}
			users++
			if here = here || of == g.obj; of != g.obj && !g.sameState(of) {
				return here, false
			}
		}
		if ok = users > 0 && len(o.Uses) == 0; !ok {
			return here, false
		}
	}
	return here, ok
}

// sameState reports whether another graph has a local state of its own of the same type.
func (g *graphBuilder) sameState(of *assembly.Object) bool {
	mine, its := g.Functions().Func(g.stateOf(g.obj)), g.Functions().Func(g.stateOf(of))
	return of.Kind == "graph" && mine != nil && its != nil && slices.Equal(mine.Returns, its.Returns)
}

// has reports whether a call has an object as its value, its branch or one of its options.
func (a *workshop) has(op *assembly.Op, o *assembly.Object) bool {
	return slices.Contains(a.ArgOf(op, "value").Objects(), o) || slices.Contains(a.ArgOf(op, "branch").Objects(), o) ||
		slices.Contains(options(a.ArgOf(op, "opts")), o)
}
