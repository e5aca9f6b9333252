package langgraphgo

// This file says which steps hand the state on, by value or by a pointer, for counters in it.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/tally"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/recipe"
)

// runner is the type that runs graphs whose state has a type.
const runner = root + "/graph.StateRunnable"

// count finds the counters of a graph, in its state and outside of it.
func (b *builder) count(w *graph.Workflow) {
	b.countState(w)
	b.countKept(w)
}

// countKept finds the counters outside of the state. Where a run may go on elsewhere, it is not known what they begin with.
func (b *builder) countKept(w *graph.Workflow) {
	funcs := make(map[graph.NodeID]string)
	for _, s := range b.Steps() {
		n := b.Lookup(s.Name)
		if _, twice := funcs[n]; twice || s.Op.Loop {
			return
		}
		funcs[n] = ""
		if s.Op.Kind == "node" && s.Body != nil && b.ArgOf(s.Op, "fn").IsFunc() {
			funcs[n] = s.Body.Func
		}
	}
	begins := !b.first && strings.HasSuffix(b.obj.Row.Name, "NewStateGraph") && b.BeginsAtStart(runs)
	for _, op := range b.obj.Ops {
		if op.Loop {
			return
		}
		begins = begins && (op.Kind != "compile" || strings.HasSuffix(op.Row.Name, "StateGraph.Compile"))
	}
	b.CountKept(w, funcs, begins)
}

// runs are the methods by which runs begin.
var runs = assembly.Tally{
	Runs:   map[string]int{"(*" + runner + "[S]).Invoke": 2, "(*" + runner + "[S]).InvokeWithConfig": 2},
	Runner: runner, Resumes: "ResumeFrom",
}

// countState finds the counters in the state of a graph: one whose steps are functions that are
// always added, once, and whose state no schema but one of maps, merger, command or group of steps makes anything
// of. Checkpoints and runs that go on elsewhere start with a state of their own.
func (b *builder) countState(w *graph.Workflow) {
	if b.first || !strings.HasSuffix(b.obj.Row.Name, "NewStateGraph") || b.Around(b.obj, "schema:own") {
		return
	}
	schemas := 0
	for _, op := range b.obj.Ops {
		if op.Kind == "schema" {
			schemas++
		} else if !slices.Contains([]string{"node", "edge", "branch", "entry", "compile", "ignored"}, op.Kind) {
			return
		}
		if len(op.Guard) > 0 || op.Loop {
			return
		}
		if op.Kind == "node" && !strings.HasSuffix(op.Row.Name, "StateGraph.AddNode") || op.Kind == "compile" && !strings.HasSuffix(op.Row.Name, "StateGraph.Compile") {
			return
		}
		if op.Kind == "branch" && !b.ArgOf(op, "router").IsFunc() {
			return
		}
	}
	t := assembly.Tally{
		Funcs: make(map[graph.NodeID]string), Calls: make(map[graph.NodeID]assembly.Effect),
		Runs: runs.Runs, Runner: runs.Runner, Resumes: runs.Resumes,
	}
	for _, s := range b.Steps() {
		if s.Moves || s.Body == nil || !b.ArgOf(s.Op, "fn").IsFunc() || len(s.Routers) > 1 {
			return
		}
		n := b.Lookup(s.Name)
		t.Funcs[n] = s.Body.Func
		if e, ok := onlyCall(s.Body, &w.Nodes[n]); ok {
			t.Calls[n] = e
		}
	}
	for i := range w.Nodes {
		if n := &w.Nodes[i]; t.Funcs[graph.NodeID(i)] == "" && n.Kind != graph.KindEntry && n.Kind != graph.KindExit {
			return
		}
	}
	if typ, ok := b.pointsTo(t); ok && schemas == 0 {
		b.CountShared(w, b.shared(t, typ))
		return
	}
	var ok bool
	if t.Map, ok = b.mapOf(t); !ok || t.Map == nil && schemas > 0 {
		return
	}
	if t.Map != nil {
		t.Calls, t.Callbacks = nil, "Callbacks"
		for _, name := range []string{"WithThreadID", "WithInterruptBefore", "WithInterruptAfter"} {
			t.Sets = append(t.Sets, root+"/graph."+name)
		}
	}
	b.Count(w, t)
}

// mapOf returns how the steps hand on a map, nil if the state is none. ok is false if it is not known what the framework makes of
// what they return.
func (b *builder) mapOf(t assembly.Tally) (m *tally.Map, ok bool) {
	for _, id := range t.Funcs {
		fn := b.Functions().Func(id)
		if fn == nil || len(fn.Params) == 0 {
			return nil, true
		}
		typ := fn.Params[len(fn.Params)-1].Type
		if typ != "map[string]any" && typ != "map[string]interface{}" {
			return nil, true
		}
		m = &tally.Map{Type: typ}
	}
	if m != nil && !b.areSeen("StateGraph[S]).SetSchema", "StateGraph[S]).SetStateMerger", "MapSchema).RegisterReducer") {
		return nil, false
	}
	schemas := b.obj.Calls("schema")
	if m == nil || len(schemas) == 0 {
		return m, true
	}
	schema := b.ArgOf(schemas[0], "value").Object("schema:map")
	if schema == nil || b.Escape(schema, "the schema") != nil || len(schemas) > 1 || slices.Index(b.obj.Ops, schemas[0]) > slices.IndexFunc(b.obj.Ops, func(op *assembly.Op) bool { return op.Kind == "compile" }) {
		return nil, false
	}
	m.Merged = true
	for _, op := range schema.Ops {
		key, known := b.ArgOf(op, "key").Text()
		if op.Kind != "reducer" || !known {
			return nil, false
		}
		if !b.isOne(b.ArgOf(op, "fn"), "OverwriteReducer") {
			m.Lost = append(m.Lost, key)
		}
	}
	return m, true
}

// areSeen reports whether it is known of all calls of some methods of the framework what they are called on: no step makes one, say.
func (b *builder) areSeen(methods ...string) bool {
	seen := make(map[graph.Pos]bool)
	for _, o := range b.Objects {
		for _, op := range o.Ops {
			seen[op.Pos] = true
		}
	}
	for _, method := range methods {
		method = "(*" + root + "/graph." + method
		for _, id := range b.Calling(method) {
			fn := b.Functions().Func(id)
			for _, block := range fn.Blocks {
				if slices.ContainsFunc(block.Instrs, func(in recipe.Instr) bool { return in.Sym == method && !seen[fn.PosOf(&in)] }) {
					return false
				}
			}
		}
	}
	return true
}

// pointsTo returns the struct of which all steps get a pointer; ok is false if they do not.
func (b *builder) pointsTo(t assembly.Tally) (typ string, ok bool) {
	for _, id := range t.Funcs {
		fn := b.Functions().Func(id)
		if fn == nil || len(fn.Params) == 0 {
			return "", false
		}
		last, isPointer := strings.CutPrefix(fn.Params[len(fn.Params)-1].Type, "*")
		if !isPointer || typ != "" && last != typ {
			return "", false
		}
		typ = last
	}
	return typ, typ != ""
}

// shared says how the steps get at a state that they hand on by a pointer.
func (b *builder) shared(t assembly.Tally, typ string) assembly.SharedState {
	st := assembly.SharedState{Passed: &t, Type: typ, Steps: make(map[graph.NodeID][]tally.Call), Gets: b.getsState}
	for n, id := range t.Funcs {
		st.Steps[n] = []tally.Call{{Funcs: []string{id}}}
	}
	return st
}

// getsState implements assembly.SharedState: a call that gives a function to a graph is one of this one.
func (b *builder) getsState(fn string, at graph.Pos) (here, ok bool) {
	for _, o := range b.Objects {
		for _, op := range o.Ops {
			if op.Pos == at {
				here, ok = here || o == b.obj, true
			}
		}
	}
	return here, ok
}

// onlyCall returns the call of a tool that a step makes, if it makes one, once, and nothing else is known to call any.
func onlyCall(body *assembly.Behaviour, n *graph.Node) (call assembly.Effect, ok bool) {
	if n.Kind != graph.KindTool || n.Calls != graph.CallsOnce || len(n.Tools) != 1 || n.Tools[0].Name == "" || n.Sub != nil {
		return call, false
	}
	for _, e := range body.Effects {
		if e.Kind == "tool" || strings.HasPrefix(e.Kind, "fn:") {
			if ok {
				return call, false
			}
			call, ok = e, true
		}
	}
	return call, ok && call.Kind == "tool"
}
