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
		s.Moves = len(b.commandsOf(s)) > 0
		n.Func = s.Body.Func
		b.leaves(s, s.Body)
		n, open = b.function(s, n)
	}
	return n, slices.Concat(open, b.aroundNode(s, n.Pos), b.cached(s, &n), unknowns)
}

// cached returns what a cache leaves open: a step whose result is that of an earlier run does
// not run, and asks nobody.
func (b *builder) cached(s *assembly.Step, n *graph.Node) []graph.Unknown {
	policy := b.stepOptions(s).has("cache") || len(b.obj.Calls("cachepolicy")) > 0
	if !policy || len(b.obj.Calls("cache")) == 0 || n.Kind == graph.KindPassthrough || n.Kind == graph.KindRouter {
		return nil
	}
	return []graph.Unknown{{What: graph.UnknownBody, Node: graph.None, Reason: reason.Of(reason.Cached), Pos: n.Pos}}
}

// function completes the node of a function.
func (b *builder) function(s *assembly.Step, n graph.Node) (graph.Node, []graph.Unknown) {
	n, unknowns := b.Do(n, b.doing(), s.Op.Stack, assembly.Phase{Body: s.Body})
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
	for _, c := range b.owner.Subs {
		if c.Name != text || c.Why != nil {
			continue
		}
		inner, unknowns := b.cast.NodeOf(c.Actor)
		inner.Name, inner.Pos = n.Name, n.Pos
		*n = inner
		return unknowns
	}
	if more := b.moreSubs(b.owner); more != nil {
		return []graph.Unknown{more.Open(graph.UnknownBody, n.Pos)}
	}
	return []graph.Unknown{{What: graph.UnknownBody, Reason: reason.Of(reason.NoSubAgent, b.owner.Name, text), Pos: n.Pos}}
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
	l.runTools()
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

// doing says how the code of nodes and agents is read.
func (a *registry) doing() assembly.Doing {
	return assembly.Doing{Stops: true, Offers: true, Uses: a.uses, Runs: a.runs, Sketch: newSketch}
}

// runs adds the agents that a step may run, directly, through a runner or by an executor of
// their graph.
func (a *registry) runs(s *assembly.Sketch, st *assembly.CourseStep, pos graph.Pos) []string {
	if st.Kind == "fn:agent" { // which agent has the name is for whoever runs the node to say
		n := graph.Node{Name: fmt.Sprintf("run:%d", pos.Line), Kind: graph.KindSubgraph, Pos: pos}
		return []string{s.PlaceUnknown(n, &assembly.Unknown{Reason: reason.Of(reason.RunsUnseen, "an agent"), Pos: pos})}
	}
	v, ok := a.EffectArg(st.Effect, "agent")
	if !ok {
		v, _ = a.EffectArg(st.Effect, "flow")
	}
	var names []string
	for _, x := range v.Each() {
		o := x.Object()
		switch {
		case o != nil && o.Kind == "runner":
			for _, g := range a.Arg(o, "agent").Each() {
				names = append(names, a.cast.Place(s, a.cast.Of(g)))
			}
		case o != nil && o.Kind == "executor" && graphObject(a.Arg(o, "graph")) != nil:
			g := graphObject(a.Arg(o, "graph"))
			a.graphs[g] = true
			w := a.graphOf(g, nil, assembly.LocalName(g.Func), g.At(a.Assembly))
			names = append(names, s.Place(graph.Node{Name: w.Name, Kind: graph.KindSubgraph, Sub: w, Pos: pos}))
		default:
			names = append(names, a.cast.Place(s, a.cast.Of(x)))
		}
	}
	return names
}

// uses returns the tools that an effect calls or offers, and why there may be others.
func (a *registry) uses(e assembly.Effect) ([]*graph.Tool, []*assembly.Unknown) {
	l := &toolList{registry: a}
	if e.Kind != "tool" {
		tools, _ := a.EffectArg(e, "tools")
		l.mapped(tools, e.Kind == "fn:tools")
		return l.tools, l.open
	}
	called, _ := a.EffectArg(e, "tool")
	for _, x := range called.Each() {
		t, u := a.toolOf(x)
		l.add(t)
		l.doubt(u)
	}
	return l.tools, l.open
}
