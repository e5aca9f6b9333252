package langgraphgo

// This file says what a node is: what its function does.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// describe returns the node of a step, and what is not known of it.
func (b *builder) describe(s *assembly.Step) (graph.Node, []graph.Unknown) {
	n := graph.Node{Name: s.Name, Pos: s.Op.At(b.Assembly)}
	if s.Op.Kind == "parallel" {
		return n, b.group(&n, s.Op)
	}
	s.Body = b.ArgOf(s.Op, "fn").Observe()
	b.leaves(s)
	n, open := b.function(n, s.Body, s.Op)
	if again := strings.HasSuffix(s.Op.Row.Name, ".AddNodeWithRetry") || len(b.obj.Calls("retry")) > 0; again && n.Calls == graph.CallsOnce {
		n.Calls = graph.CallsAny // a step that failed runs again
	}
	return n, open
}

// coded returns the code of the steps of the graph, and of the routers after them. A step gets what the one before it has
// returned, unless a schema of maps changes entries of the state by it. What other schemas and mergers make of it is not followed.
func (b *builder) coded(w *graph.Workflow) assembly.Coded {
	code := assembly.Coded{Steps: make(map[graph.NodeID]assembly.StepCode), Routers: make(map[graph.BranchID]assembly.Value)}
	if b.first || len(b.obj.Calls("merger")) > 0 || b.Around(b.obj, "schema:own") {
		return code
	}
	merges := interp.Handing{Merges: true, Rewrites: b.Board.Rewrites}
	if b.keepsMessages() {
		code.Handing = merges
	}
	for _, op := range b.obj.Calls("schema") {
		for _, x := range b.ArgOf(op, "value").Each() {
			if o := x.Object("schema:map"); o == nil || b.Escape(o, "the schema") != nil {
				return code
			}
			code.Handing = merges
		}
	}
	for _, s := range b.Steps() {
		n := b.Lookup(s.Name)
		if n == graph.None || s.Op.Kind != "node" || s.Moves || s.Body == nil {
			continue
		}
		code.Steps[n] = assembly.StepCode{Func: b.ArgOf(s.Op, "fn"), Body: s.Body}
		if len(s.Routers) != 1 || len(s.Routers[0].Guard) > 0 {
			continue
		}
		for id := range w.Branches {
			if w.Branches[id].From == n {
				code.Routers[graph.BranchID(id)] = b.ArgOf(s.Routers[0], "router")
			}
		}
	}
	return code
}

// function completes the node of a function that a call gives.
func (b *builder) function(n graph.Node, body *assembly.Behaviour, op *assembly.Op) (graph.Node, []graph.Unknown) {
	n.Func = body.Func
	return b.Do(n, assembly.Doing{Stops: true, Uses: b.called, Workflows: b.flows, Sketch: b.sketch}, op.Stack, assembly.Phase{Body: body})
}

// sketch begins a workflow that follows from code.
func (a *graphs) sketch(name string, pos graph.Pos) *assembly.Sketch {
	return assembly.NewSketch(name, a.Name, engine.Start, engine.End, pos)
}

// flows returns the workflows that an effect runs, and why there may be others.
func (a *graphs) flows(e assembly.Effect) ([]*graph.Workflow, *assembly.Unknown) {
	v, _ := a.EffectArg(e, "flow")
	return a.runs(v)
}

// group makes n the functions that a node runs at the same time, each a node of
// its own, and what merges their results.
func (b *builder) group(n *graph.Node, op *assembly.Op) []graph.Unknown {
	s := b.sketch(n.Name, n.Pos)
	var names []string
	more := b.Read(op.Arg("members")).Entries(func(key, fn assembly.Value) {
		name, ok := key.Text()
		if !ok {
			name = assembly.OpaqueName(op.Pos)
		}
		body := fn.Observe()
		b.leaves(&assembly.Step{Name: name, Body: body})
		member, open := b.function(graph.Node{Name: name, Pos: n.Pos}, body, op)
		names = append(names, s.PlaceOpen(member, open))
	})
	join := s.Place(graph.Node{Name: "merge", Kind: graph.KindPassthrough, Generated: true, Pos: n.Pos})
	kind := graph.EdgeParallel
	if len(names) == 1 {
		kind = graph.EdgeDirect
	}
	for _, name := range names {
		s.Edge(engine.Start, name, graph.Edge{Kind: kind, Pos: n.Pos})
		s.Arrow(name, assembly.Arrow{To: join, Pos: n.Pos})
	}
	if len(names) == 0 {
		s.Arrow(engine.Start, assembly.Arrow{To: join, Pos: n.Pos})
	}
	s.Arrow(join, assembly.Arrow{To: engine.End, Pos: n.Pos})
	n.Kind, n.Sub = graph.KindSubgraph, s.Finish()
	if more != nil {
		return []graph.Unknown{more.Open(graph.UnknownBody, n.Pos)}
	}
	return nil
}
