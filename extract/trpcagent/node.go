package trpcagent

// This file says what a node is: what its kind fixes, or what its function does.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// describe returns the node of a step, and what is not known of it.
func (b *builder) describe(s *assembly.Step) (graph.Node, []graph.Unknown) {
	n := graph.Node{Name: s.Name, Pos: s.Op.At(b.Assembly)}
	unknowns := b.readEnds(s)
	kind, arg := s.Op.Kind, func(name string) assembly.Value { return b.Read(s.Op.Arg(name)) }
	if o := arg("fn").Object("fn:llm", "fn:tools", "fn:agent"); o != nil && kind == "node" {
		// a function that the framework makes for a node of another kind
		kind, arg = "node:"+strings.TrimPrefix(o.Kind, "fn:"), func(name string) assembly.Value { return b.Arg(o, name) }
	}
	var open []graph.Unknown
	switch kind {
	case "node:llm":
		n.Kind, n.Calls = graph.KindLLM, graph.CallsNone
		open = b.nodeTools(s, &n, arg("tools"), false)
		b.Board.WriteUnknown(s.Name, reason.Of(reason.ModelChooses), modelWrites...)
	case "node:tools":
		n.Kind, n.Calls = graph.KindTool, graph.CallsAny
		open = b.nodeTools(s, &n, arg("tools"), true)
		b.Board.WriteUnknown(s.Name, reason.Of(reason.ModelChooses), modelWrites...)
	case "node:agent":
		open = b.agentStep(s, &n, arg("name"))
	default:
		s.Body = arg("fn").ObserveWith(assembly.Value{}, b.given())
		s.Moves = len(b.commands(s)) > 0
		n.Func = s.Body.Func
		b.leaves(s, s.Body)
		n, open = b.function(s, n)
	}
	return n, slices.Concat(open, b.aroundNode(s, n.Pos), unknowns)
}

// function completes the node of a function.
func (b *builder) function(s *assembly.Step, n graph.Node) (graph.Node, []graph.Unknown) {
	d := &doing{registry: b.registry, body: s.Body, at: func(pos graph.Pos, stack []graph.Pos) graph.Pos {
		return b.At(pos, append(slices.Clone(s.Op.Stack), stack...))
	}}
	n, unknowns := d.node(n)
	if !s.Body.Known {
		unknowns = append(unknowns, graph.Unknown{What: graph.UnknownTargets, Reason: s.Body.Reason, Pos: n.Pos})
	}
	if b.stepOptions(s).value("type").TextOr("") == "router" && n.Kind == graph.KindPassthrough {
		n.Kind = graph.KindRouter
	}
	return n, unknowns
}

// agentStep makes n the agent that its graph's agent has under the name.
func (b *builder) agentStep(s *assembly.Step, n *graph.Node, name assembly.Value) []graph.Unknown {
	n.Kind = graph.KindSubgraph
	b.Board.Write(s.Name, nil, false)
	if out := b.stepOptions(s).value("output"); !out.IsZero() {
		b.leaves(s, out.Observe())
	}
	text, ok := name.Text()
	switch {
	case !ok:
		return []graph.Unknown{name.Open(graph.UnknownBody, n.Pos)}
	case b.owner == nil:
		return []graph.Unknown{{What: graph.UnknownBody, Reason: reason.Of(reason.GraphRunner), Pos: n.Pos}}
	}
	for _, c := range b.owner.subs {
		if c.name != text || c.unknown != nil {
			continue
		}
		inner, u := b.agentNode(c.agent)
		inner.Name, inner.Pos = n.Name, n.Pos
		*n = inner
		if u != nil {
			return []graph.Unknown{*u}
		}
		return nil
	}
	if more := b.owner.moreSubs(); more != nil {
		return []graph.Unknown{more.Open(graph.UnknownBody, n.Pos)}
	}
	return []graph.Unknown{{What: graph.UnknownBody, Reason: reason.Of(reason.NoSubAgent, b.owner.name, text), Pos: n.Pos}}
}

// nodeTools adds the tools of a node: those of its map, by their keys where the
// node looks them up by these, and those of its toolsets.
func (b *builder) nodeTools(s *assembly.Step, n *graph.Node, tools assembly.Value, byKey bool) []graph.Unknown {
	l, opts := &toolList{registry: b.registry}, b.stepOptions(s)
	l.mapped(tools, byKey)
	sets, open := opts.elems("toolsets")
	for _, set := range sets {
		l.set(set)
	}
	l.doubt(open)
	l.doubt(opts.more)
	if byKey {
		l.callbacks(opts.value("toolcallbacks"))
	}
	n.Tools = l.tools
	return l.unknowns()
}

// mapped adds the tools of a map, by their keys where they are looked up by these.
func (l *toolList) mapped(tools assembly.Value, byKey bool) {
	more := tools.Entries(func(key, val assembly.Value) {
		for _, x := range val.Each() {
			t, u := l.toolOf(x)
			if t == nil {
				l.doubt(u)
				continue
			}
			if name, ok := key.Text(); ok && byKey && name != t.Name {
				c := *t
				c.Name, c.Unknown = name, reason.Reason{}
				t = &c
			}
			l.add(t)
		}
	})
	l.doubt(more)
}

// doing reads what an observed function does.
type doing struct {
	*registry
	body     *assembly.Behaviour
	at       func(pos graph.Pos, stack []graph.Pos) graph.Pos
	unknowns []graph.Unknown
}

// node completes n. One kind of effect makes the node one of that kind; where the
// order of several matters, the node is a workflow of its own.
func (d *doing) node(n graph.Node) (graph.Node, []graph.Unknown) {
	human := d.body.Asks()
	llm := d.body.Has("llm") || d.body.Has("fn:llm")
	tool := d.body.Has("tool") || d.body.Has("fn:tools")
	run := d.body.Has("run") || d.body.Has("fn:agent")
	if !d.body.Known {
		d.unknowns = append(d.unknowns, graph.Unknown{What: graph.UnknownBody, Reason: d.body.Reason, Pos: n.Pos})
	}
	switch {
	case run, human && (llm || tool), human && !d.body.AlwaysAsks():
		n.Kind, n.Sub = graph.KindSubgraph, d.sketch(n)
	case human:
		n.Kind = graph.KindHuman
	case llm:
		n.Kind = graph.KindLLM
		d.addTools(&n, d.body.Effects)
		n.Calls = graph.CallsNone
		if tool {
			n.Calls = graph.CallsAny
		}
	case tool:
		n.Kind = graph.KindTool
		d.addTools(&n, d.body.Effects)
		n.Calls = d.body.Calls(n.Tools, callsOf)
	default:
		n.Kind = graph.KindPassthrough
	}
	return n, d.unknowns
}

// callsOf says how a step calls tools: the function of a tools node those that a model
// chose.
func callsOf(s *assembly.CourseStep) graph.Calls {
	switch s.Kind {
	case "tool":
		return graph.CallsOnce
	case "fn:tools":
		return graph.CallsAny
	}
	return graph.CallsUnspecified
}

// sketch returns the workflow of a function's effects.
func (d *doing) sketch(n graph.Node) *graph.Workflow {
	s := newSketch(n.Name, n.Pos)
	s.Course(d.body, func(st *assembly.CourseStep) []string { return d.place(s, st) })
	return s.Finish()
}

// place adds the nodes of an effect, named by its line.
func (d *doing) place(s *sketch, st *assembly.CourseStep) []string {
	pos := d.at(st.Pos, st.Stack)
	n := graph.Node{Pos: pos}
	inner := &doing{registry: d.registry, body: d.body, at: d.at}
	switch st.Kind {
	case "human":
		if !d.body.Halts(st.Effect) {
			return nil
		}
		n.Kind, n.Name = graph.KindHuman, fmt.Sprintf("human:%d", pos.Line)
	case "llm", "fn:llm":
		n.Kind, n.Name, n.Calls = graph.KindLLM, fmt.Sprintf("model:%d", pos.Line), graph.CallsNone
		inner.addTools(&n, []assembly.Effect{st.Effect})
	case "tool":
		n.Kind, n.Name, n.Calls = graph.KindTool, fmt.Sprintf("tool:%d", pos.Line), callsOf(st)
		inner.addTools(&n, []assembly.Effect{st.Effect})
	case "fn:tools":
		n.Kind, n.Name, n.Calls = graph.KindTool, fmt.Sprintf("tools:%d", pos.Line), callsOf(st)
		inner.addTools(&n, []assembly.Effect{st.Effect})
	case "run", "fn:agent":
		return d.placeRuns(s, st, pos)
	default:
		return nil
	}
	name := s.Place(n)
	for _, u := range inner.unknowns {
		u.Node = s.Lookup(name)
		s.Unknown(u)
	}
	return []string{name}
}

// placeRuns adds the agents that an effect may run, directly, through a runner or
// by an executor of their graph.
func (d *doing) placeRuns(s *sketch, st *assembly.CourseStep, pos graph.Pos) []string {
	if st.Kind == "fn:agent" { // which agent has the name is for whoever runs the node to say
		name := s.Place(graph.Node{Name: fmt.Sprintf("run:%d", pos.Line), Kind: graph.KindSubgraph, Pos: pos})
		s.Unknown(graph.Unknown{What: graph.UnknownBody, Node: s.Lookup(name), Reason: reason.Of(reason.RunsUnseen, "an agent"), Pos: pos})
		return []string{name}
	}
	v, ok := d.EffectArg(st.Effect, "agent")
	if !ok {
		v, _ = d.EffectArg(st.Effect, "flow")
	}
	var names []string
	for _, x := range v.Each() {
		o := x.Object()
		switch {
		case o != nil && o.Kind == "runner":
			for _, g := range d.Arg(o, "agent").Each() {
				names = append(names, s.agent(d.registry, d.agentOf(g)))
			}
		case o != nil && o.Kind == "executor" && graphObject(d.Arg(o, "graph")) != nil:
			g := graphObject(d.Arg(o, "graph"))
			d.graphs[g] = true
			w := d.graphOf(g, nil, assembly.LocalName(g.Func), g.At(d.Assembly))
			names = append(names, s.Place(graph.Node{Name: w.Name, Kind: graph.KindSubgraph, Sub: w, Pos: pos}))
		default:
			names = append(names, s.agent(d.registry, d.agentOf(x)))
		}
	}
	return names
}

// addTools adds the tools that effects call.
func (d *doing) addTools(n *graph.Node, effects []assembly.Effect) {
	l := &toolList{registry: d.registry}
	for _, e := range effects {
		if e.Kind == "fn:llm" || e.Kind == "fn:tools" {
			tools, _ := d.EffectArg(e, "tools")
			l.mapped(tools, e.Kind == "fn:tools")
		}
		if e.Kind != "tool" {
			continue
		}
		called, _ := d.EffectArg(e, "tool")
		for _, x := range called.Each() {
			t, u := d.toolOf(x)
			l.add(t)
			l.doubt(u)
		}
	}
	n.Tools = append(n.Tools, l.tools...)
	d.unknowns = append(d.unknowns, l.unknowns()...)
}
