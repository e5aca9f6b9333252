package trpcagent

// This file says what a node is: what its kind fixes, or what its function does.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// describe returns the node of a step, and what is not known of it.
func (b *builder) describe(s *step) (graph.Node, []graph.Unknown) {
	n := graph.Node{Name: s.name, Pos: s.op.At(b.Assembly)}
	kind, args := s.op.Kind, s.op.Arg
	if o, ok := interp.Unwrap(s.op.Arg("fn")).(*interp.Object); ok && kind == "node" {
		switch o.Kind { // a function that the framework makes for a node of another kind
		case "fn:llm":
			kind, args = "node:llm", o.Arg
		case "fn:tools":
			kind, args = "node:tools", o.Arg
		case "fn:agent":
			kind, args = "node:agent", o.Arg
		}
	}
	var unknowns []graph.Unknown
	switch kind {
	case "node:llm":
		n.Kind, n.Calls = graph.KindLLM, graph.CallsNone
		unknowns = b.nodeTools(s, &n, args("tools"), false)
		b.board.Write(s.name, modelWrites(), true)
	case "node:tools":
		n.Kind, n.Calls = graph.KindTool, graph.CallsAny
		unknowns = b.nodeTools(s, &n, args("tools"), true)
		b.board.Write(s.name, modelWrites(), true)
	case "node:agent":
		unknowns = b.agentStep(s, &n, args("name"))
	default:
		s.body = b.Observe(s.op.Arg("fn"), nil, given())
		n.Func = s.body.Func
		b.board.Write(s.name, outcome(s.body), s.body.Known)
		n, unknowns = b.function(s, n)
	}
	return n, append(unknowns, b.aroundNode(s, n.Pos)...)
}

// function completes the node of a function.
func (b *builder) function(s *step, n graph.Node) (graph.Node, []graph.Unknown) {
	d := &doing{assembler: b.assembler, body: s.body, at: func(pos graph.Pos, stack []graph.Pos) graph.Pos {
		return b.At(pos, append(slices.Clone(s.op.Stack), stack...))
	}}
	n, unknowns := d.node(n)
	if !s.body.Known {
		unknowns = append(unknowns, graph.Unknown{What: graph.UnknownTargets, Reason: s.body.Reason, Pos: n.Pos})
	}
	if typ, ok := interp.AsString(s.opts.value("type")); ok && typ == "router" && n.Kind == graph.KindPassthrough {
		n.Kind = graph.KindRouter
	}
	return n, unknowns
}

// agentStep makes n the agent that its graph's agent has under the name.
func (b *builder) agentStep(s *step, n *graph.Node, name interp.Value) []graph.Unknown {
	n.Kind = graph.KindSubgraph
	b.board.Write(s.name, nil, false)
	if out := s.opts.value("output"); !interp.IsZero(out) {
		body := b.Observe(out)
		b.board.Write(s.name, outcome(body), body.Known)
	}
	text, ok := interp.AsString(name)
	switch {
	case !ok:
		return []graph.Unknown{unknown(graph.UnknownBody, graph.None, asUnknown(name), n.Pos)}
	case b.owner == nil:
		return []graph.Unknown{{What: graph.UnknownBody, Reason: "the agent that runs the graph is not known", Pos: n.Pos}}
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
		return []graph.Unknown{unknown(graph.UnknownBody, graph.None, more, n.Pos)}
	}
	return []graph.Unknown{{What: graph.UnknownBody, Reason: "no sub-agent of " + b.owner.name + " has the name " + text, Pos: n.Pos}}
}

// nodeTools adds the tools of a node: those of its map, by their keys where the
// node looks them up by these, and those of its toolsets.
func (b *builder) nodeTools(s *step, n *graph.Node, tools interp.Value, byKey bool) []graph.Unknown {
	l := &toolList{assembler: b.assembler}
	l.mapped(tools, byKey)
	sets, open := s.opts.elems("toolsets")
	for _, e := range sets {
		l.set(e.V)
	}
	l.doubt(open)
	l.doubt(s.opts.more)
	if byKey {
		l.callbacks(s.opts.value("toolcallbacks"))
	}
	n.Tools = l.tools
	return l.unknowns()
}

// mapped adds the tools of a map, by their keys where they are looked up by these.
func (l *toolList) mapped(tools interp.Value, byKey bool) {
	more := interp.Entries(tools, func(k, v interp.Value, _ interp.Guard) {
		for _, alt := range interp.Alternatives(v) {
			t, u := l.toolOf(alt.V)
			if t == nil {
				l.doubt(u)
				continue
			}
			if key, ok := interp.AsString(k); ok && byKey && key != t.Name {
				c := *t
				c.Name, c.Unknown = key, ""
				t = &c
			}
			l.add(t)
		}
	})
	l.doubt(more)
}

// doing reads what an observed function does.
type doing struct {
	*assembler
	body     *interp.Behaviour
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
func callsOf(s *interp.FlowStep) graph.Calls {
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
	s.Flow(d.body, func(st *interp.FlowStep) []string { return d.place(s, st) })
	return s.Finish()
}

// place adds the nodes of an effect, named by its line.
func (d *doing) place(s *sketch, st *interp.FlowStep) []string {
	pos := d.at(st.Pos, st.Stack)
	n := graph.Node{Pos: pos}
	inner := &doing{assembler: d.assembler, body: d.body, at: d.at}
	switch st.Kind {
	case "human":
		if !d.body.Halts(st.Effect) {
			return nil
		}
		n.Kind, n.Name = graph.KindHuman, fmt.Sprintf("human:%d", pos.Line)
	case "llm", "fn:llm":
		n.Kind, n.Name, n.Calls = graph.KindLLM, fmt.Sprintf("model:%d", pos.Line), graph.CallsNone
		inner.addTools(&n, []interp.Effect{st.Effect})
	case "tool":
		n.Kind, n.Name, n.Calls = graph.KindTool, fmt.Sprintf("tool:%d", pos.Line), callsOf(st)
		inner.addTools(&n, []interp.Effect{st.Effect})
	case "fn:tools":
		n.Kind, n.Name, n.Calls = graph.KindTool, fmt.Sprintf("tools:%d", pos.Line), callsOf(st)
		inner.addTools(&n, []interp.Effect{st.Effect})
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
func (d *doing) placeRuns(s *sketch, st *interp.FlowStep, pos graph.Pos) []string {
	if st.Kind == "fn:agent" { // which agent has the name is for whoever runs the node to say
		name := s.Place(graph.Node{Name: fmt.Sprintf("run:%d", pos.Line), Kind: graph.KindSubgraph, Pos: pos})
		s.Unknown(graph.Unknown{What: graph.UnknownBody, Node: s.Lookup(name), Reason: "the agent that it runs is not known", Pos: pos})
		return []string{name}
	}
	v, ok := st.Args["agent"]
	if !ok {
		v = st.Args["flow"]
	}
	var names []string
	for _, alt := range interp.Alternatives(v) {
		o, ok := interp.Unwrap(alt.V).(*interp.Object)
		switch {
		case ok && o.Kind == "runner":
			for _, a := range interp.Alternatives(o.Arg("agent")) {
				names = append(names, s.agent(d.assembler, d.agentOf(a.V)))
			}
		case ok && o.Kind == "executor" && graphObject(o.Arg("graph")) != nil:
			g := graphObject(o.Arg("graph"))
			d.graphs[g] = true
			w := d.graphOf(g, nil, assembly.LocalName(g.Func), g.At(d.Assembly))
			names = append(names, s.Place(graph.Node{Name: w.Name, Kind: graph.KindSubgraph, Sub: w, Pos: pos}))
		default:
			names = append(names, s.agent(d.assembler, d.agentOf(alt.V)))
		}
	}
	return names
}

// addTools adds the tools that effects call.
func (d *doing) addTools(n *graph.Node, effects []interp.Effect) {
	l := &toolList{assembler: d.assembler}
	for _, e := range effects {
		if e.Kind == "fn:llm" || e.Kind == "fn:tools" {
			l.mapped(e.Args["tools"], e.Kind == "fn:tools")
		}
		if e.Kind != "tool" {
			continue
		}
		for _, alt := range interp.Alternatives(e.Args["tool"]) {
			t, u := d.toolOf(alt.V)
			l.add(t)
			l.doubt(u)
		}
	}
	n.Tools = append(n.Tools, l.tools...)
	d.unknowns = append(d.unknowns, l.unknowns()...)
}
