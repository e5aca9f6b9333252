package langgraphgo

// This file says what a node is: what its function does.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
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
	return b.function(n, s.Body, s.Op)
}

// function completes the node of a function that a call gives.
func (b *builder) function(n graph.Node, body *assembly.Behaviour, op *assembly.Op) (graph.Node, []graph.Unknown) {
	n.Func = body.Func
	d := &doing{graphs: b.graphs, body: body, at: func(pos graph.Pos, stack []graph.Pos) graph.Pos {
		return b.At(pos, append(slices.Clone(op.Stack), stack...))
	}}
	return d.node(n)
}

// doing reads what an observed function does.
type doing struct {
	*graphs
	body     *assembly.Behaviour
	at       func(pos graph.Pos, stack []graph.Pos) graph.Pos
	unknowns []graph.Unknown
}

// node completes n. One kind of effect makes the node one of that kind; where the
// order of several matters, the node is a workflow of its own.
func (d *doing) node(n graph.Node) (graph.Node, []graph.Unknown) {
	human, llm, tool, run := d.body.Asks(), d.body.Has("llm"), d.body.Has("tool"), d.body.Has("run")
	if !d.body.Known {
		d.unknowns = append(d.unknowns, graph.Unknown{What: graph.UnknownBody, Reason: d.body.Reason, Pos: n.Pos})
	}
	switch {
	case run && !human && !llm && !tool && d.alone(&n):
	case run, human && (llm || tool), human && !d.body.AlwaysAsks():
		n.Kind, n.Sub = graph.KindSubgraph, d.sketch(n)
	case human:
		n.Kind = graph.KindHuman
	case llm:
		n.Kind = graph.KindLLM
		d.addTools(&n, d.body.Effects)
		if len(n.Tools) > 0 {
			n.Calls = graph.CallsAny
		}
	case tool:
		n.Kind = graph.KindTool
		d.addTools(&n, d.body.Effects)
		n.Calls = d.body.Calls(n.Tools, callsOf)
		n.Generated = len(n.Tools) == 0 && d.IsFramework(d.body.Func) // every prebuilt agent has one
	default:
		n.Kind = graph.KindPassthrough
	}
	return n, d.unknowns
}

// alone makes n the workflow that the function runs, if it always runs that one
// and nothing else, once.
func (d *doing) alone(n *graph.Node) bool {
	steps := d.body.Course.Steps
	if len(steps) != 1 || slices.Contains(steps[0].Next, 0) || d.body.Course.Avoids(func(*assembly.CourseStep) bool { return true }) {
		return false
	}
	list, more := d.flow(steps[0])
	switch {
	case more != nil:
		n.Kind = graph.KindSubgraph
		d.unknowns = append(d.unknowns, more.Open(graph.UnknownBody, n.Pos))
		return true
	case len(list) == 1:
		n.Kind, n.Sub = graph.KindSubgraph, list[0]
		return true
	}
	return false
}

// flow returns the workflows that a step may run, and why there may be others.
func (d *doing) flow(st *assembly.CourseStep) ([]*graph.Workflow, *assembly.Unknown) {
	v, _ := d.EffectArg(st.Effect, "flow")
	return d.runs(v)
}

// callsOf says how a step calls tools: an executor those that it is told to.
func callsOf(s *assembly.CourseStep) graph.Calls {
	_, dispatches := s.Args["executor"]
	switch {
	case s.Kind != "tool":
		return graph.CallsUnspecified
	case dispatches:
		return graph.CallsAny
	}
	return graph.CallsOnce
}

// sketch returns the workflow of a function's effects.
func (d *doing) sketch(n graph.Node) *graph.Workflow {
	s := assembly.NewSketch(n.Name, d.Name, engine.Start, engine.End, n.Pos)
	s.Course(d.body, func(st *assembly.CourseStep) []string { return d.place(s, st) })
	return s.Finish()
}

// place adds the nodes of an effect, named by its line.
func (d *doing) place(s *assembly.Sketch, st *assembly.CourseStep) []string {
	pos := d.at(st.Pos, st.Stack)
	n := graph.Node{Pos: pos}
	outer := d.unknowns
	d.unknowns = nil
	defer func() { d.unknowns = outer }()
	switch st.Kind {
	case "human":
		if !d.body.Halts(st.Effect) {
			return nil
		}
		n.Kind, n.Name = graph.KindHuman, fmt.Sprintf("human:%d", pos.Line)
	case "llm":
		n.Kind, n.Name = graph.KindLLM, fmt.Sprintf("model:%d", pos.Line)
	case "tool":
		n.Kind, n.Name, n.Calls = graph.KindTool, fmt.Sprintf("tool:%d", pos.Line), callsOf(st)
		d.addTools(&n, []assembly.Effect{st.Effect})
	case "run":
		return d.placeRuns(s, st, pos)
	default:
		return nil
	}
	name := s.Place(n)
	for _, u := range d.unknowns {
		u.Node = s.Lookup(name)
		s.Unknown(u)
	}
	return []string{name}
}

// placeRuns adds the workflows that an effect may run.
func (d *doing) placeRuns(s *assembly.Sketch, st *assembly.CourseStep, pos graph.Pos) []string {
	var names []string
	list, more := d.flow(st)
	for _, w := range list {
		names = append(names, s.Place(graph.Node{Name: w.Name, Kind: graph.KindSubgraph, Sub: w, Pos: pos}))
	}
	if more != nil {
		name := s.Place(graph.Node{Name: fmt.Sprintf("run:%d", pos.Line), Kind: graph.KindSubgraph, Pos: pos})
		open := more.Open(graph.UnknownBody, pos)
		open.Node = s.Lookup(name)
		s.Unknown(open)
		names = append(names, name)
	}
	return names
}

// addTools adds the tools that effects call.
func (d *doing) addTools(n *graph.Node, effects []assembly.Effect) {
	for _, e := range effects {
		if e.Kind != "tool" {
			continue
		}
		tools, more := d.called(e)
		before := n.Tools
		for _, t := range tools {
			if !slices.Contains(before, t) {
				n.Tools = append(n.Tools, t)
			}
		}
		if more == nil {
			continue
		}
		u := more.Open(graph.UnknownTools, e.Pos)
		u.Pos = d.at(u.Pos, e.Stack)
		if !slices.Contains(d.unknowns, u) {
			d.unknowns = append(d.unknowns, u)
		}
	}
}

// group makes n the functions that a node runs at the same time, each a node of
// its own, and what merges their results.
func (b *builder) group(n *graph.Node, op *assembly.Op) []graph.Unknown {
	s := assembly.NewSketch(n.Name, b.Name, engine.Start, engine.End, n.Pos)
	var names []string
	more := b.Read(op.Arg("members")).Entries(func(key, fn assembly.Value) {
		name, ok := key.Text()
		if !ok {
			name = assembly.OpaqueName(op.Pos)
		}
		body := fn.Observe()
		b.leaves(&assembly.Step{Name: name, Body: body})
		member, open := b.function(graph.Node{Name: name, Pos: n.Pos}, body, op)
		name = s.Place(member)
		for _, u := range open {
			u.Node = s.Lookup(name)
			s.Unknown(u)
		}
		names = append(names, name)
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
