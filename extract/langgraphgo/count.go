package langgraphgo

// This file says which steps hand the state on by value, for counters in it.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// runner is the type that runs graphs whose state has a type.
const runner = root + "/graph.StateRunnable"

// count finds the counters in the state of a graph: one whose steps are functions that are
// always added, once, and whose state no schema, merger, command or group of steps makes anything
// of. Checkpoints and runs that go on elsewhere start with a state of their own.
func (b *builder) count(w *graph.Workflow) {
	if b.first || !strings.HasSuffix(b.obj.Row.Name, "NewStateGraph") || b.Around(b.obj, "schema:own") {
		return
	}
	for _, op := range b.obj.Ops {
		if !slices.Contains([]string{"node", "edge", "branch", "entry", "compile", "ignored"}, op.Kind) || len(op.Guard) > 0 || op.Loop {
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
		Runs:   map[string]int{"(*" + runner + "[S]).Invoke": 2, "(*" + runner + "[S]).InvokeWithConfig": 2},
		Runner: runner, Resumes: "ResumeFrom",
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
	b.Count(w, t)
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
