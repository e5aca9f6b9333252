package assembly

// This file builds workflows whose nodes the program names: one call adds a node, others
// say by its name what follows it.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
)

// An Engine is how a framework runs its graphs, and what it calls their ends.
type Engine struct {
	graph.Engine
	Mode       graph.Mode
	Start, End string
	Silent     bool // a choice of no name ends the way
}

// A Chart is a workflow under construction whose nodes have names.
type Chart struct {
	*graph.Builder
	Board Board // what the nodes leave in the state that they share

	a          *Assembly
	start, end string
	silent     bool
	steps      []*Step // in the order of the calls that add them
	names      map[string]*Step
}

// Chart returns a workflow that has its two ends.
func (a *Assembly) Chart(name string, pos graph.Pos, e Engine) *Chart {
	c := &Chart{
		Builder: graph.NewBuilder(name, a.Name, pos),
		a:       a, start: e.Start, end: e.End, silent: e.Silent, names: make(map[string]*Step),
	}
	c.Workflow().Mode, c.Workflow().Engine = e.Mode, e.Engine
	c.Node(graph.Node{Name: e.Start, Kind: graph.KindEntry, Generated: true, Pos: pos})
	c.Node(graph.Node{Name: e.End, Kind: graph.KindExit, Generated: true, Pos: pos})
	return c
}

// OpenIn returns what is not known in a workflow and its bodies.
func OpenIn(w *graph.Workflow) []graph.Unknown {
	var open []graph.Unknown
	for _, body := range w.All() {
		open = append(open, body.Unknowns...)
	}
	return open
}

// Put adds a node, with what is not known of it.
func (c *Chart) Put(n graph.Node, unknowns []graph.Unknown) graph.NodeID {
	id := c.Node(n)
	for _, u := range unknowns {
		u.Node = id
		c.Unknown(u)
	}
	return id
}

// Open says of a node, or of the workflow if node is None, what is left open because v is
// not known.
func (c *Chart) Open(v Value, what graph.UnknownKind, node graph.NodeID, pos graph.Pos) {
	u := v.Open(what, pos)
	u.Node = node
	c.Unknown(u)
}

// OpenFor is Open for a reason of the framework's own.
func (c *Chart) OpenFor(u *Unknown, what graph.UnknownKind, node graph.NodeID, pos graph.Pos) {
	open := u.Open(what, pos)
	open.Node = node
	c.Unknown(open)
}

// Pairs calls yield for each pair of names that the ends of an edge may have, with the
// conditions of both. One that is not known leaves open what follows the other, or what the
// other follows.
func (c *Chart) Pairs(from, to Value, pos graph.Pos, yield func(from, to string, g Guard)) {
	for _, f := range from.Each() {
		for _, t := range to.Each() {
			source, ok1 := f.Text()
			target, ok2 := t.Text()
			switch {
			case ok1 && ok2:
				yield(source, target, slices.Concat(f.Guard, t.Guard.Beyond(f.Guard)))
			case ok1:
				c.Open(t, graph.UnknownTargets, c.Lookup(source), pos)
			case ok2:
				c.Open(f, graph.UnknownSources, c.Lookup(target), pos)
			default:
				c.Open(f, graph.UnknownAnything, graph.None, pos)
			}
		}
	}
}

// Last calls yield for each name that the last of some calls gives: one that always happens
// replaces those before it. A name that is not known leaves something open of a node.
func (c *Chart) Last(ops []*Op, arg string, what graph.UnknownKind, node graph.NodeID, yield func(name string, g Guard, pos graph.Pos)) {
	for i, op := range ops {
		if i+1 < len(ops) && len(ops[i+1].Guard) == 0 {
			continue
		}
		for _, x := range c.a.ArgOf(op, arg).Each() {
			if name, ok := x.Text(); ok {
				yield(name, x.Guard, op.At(c.a))
				continue
			}
			c.Open(x, what, node, op.At(c.a))
		}
	}
}

// Enter adds the edges from the start that calls of an entry point draw, of which the last
// counts.
func (c *Chart) Enter(ops []*Op, arg string) {
	c.Last(ops, arg, graph.UnknownTargets, c.Lookup(c.start), func(name string, g Guard, pos graph.Pos) {
		c.Edge(c.start, name, graph.Edge{Kind: graph.EdgeDirect, Guard: g.Data(), Pos: pos})
	})
}

// Stops returns the interrupts that a list of names asks for, and why there may be others. One
// that only some configurations of the program have is none.
func Stops(names Value, after bool, pos graph.Pos) (out []graph.Interrupt, open *Unknown) {
	list, open := names.List()
	for _, x := range list {
		name, ok := x.Text()
		switch {
		case ok && name != "" && len(x.Guard) == 0:
			out = append(out, graph.Interrupt{Name: name, After: after, Pos: pos})
		case !ok:
			open = x.Why(reason.NameNoValue)
		}
	}
	return out, open
}

// Stop adds the interrupts that a list of names asks for, once all nodes are there.
func (c *Chart) Stop(names Value, after bool, pos graph.Pos) {
	list, open := Stops(names, after, pos)
	for _, x := range list {
		c.Interrupt(x)
	}
	c.MayStop(open, pos)
}

// MayStop notes that there may be interrupts at nodes whose names are not known. That matters to
// the steps that call tools.
func (c *Chart) MayStop(why *Unknown, pos graph.Pos) {
	if why == nil {
		return
	}
	w := c.Workflow()
	for i := range w.Nodes {
		if n := &w.Nodes[i]; len(n.Tools) > 0 || n.Sub != nil {
			c.OpenFor(why, graph.UnknownBody, graph.NodeID(i), pos)
		}
	}
}

// Escapes notes that an object, which the message calls what, is passed to code that
// agentvet cannot see. It may do anything with it.
func (c *Chart) Escapes(o *Object, what string) {
	if u := c.a.Escape(o, what); u != nil {
		c.OpenFor(u, graph.UnknownAnything, graph.None, u.Pos)
	}
}

// Escape returns why it is not known what happens to an object: it is passed to code that
// agentvet cannot see, or to what a version of the framework has that agentvet does not know; nil if it is not.
func (a *Assembly) Escape(o *Object, what string) *Unknown {
	for _, u := range o.Uses {
		why := reason.Passed
		switch {
		case u.Callee == "" || a.IsStandard(u.Callee):
			continue
		case a.IsFramework(u.Callee):
			if library.Knows(funcid.Package(u.Callee), funcid.Key(funcid.Source(u.Callee))) {
				continue
			}
			why = reason.NewToUs
		}
		return &Unknown{Reason: reason.Of(why, what, interp.ShortFunc(u.Callee)), Pos: u.Pos}
	}
	return nil
}

// Routers makes routers of the nodes that decide and do nothing else, once the workflow is
// built.
func Routers(w *graph.Workflow) *graph.Workflow {
	for _, br := range w.Branches {
		if br.From != graph.None && w.Nodes[br.From].Kind == graph.KindPassthrough {
			w.Nodes[br.From].Kind = graph.KindRouter
		}
	}
	return w
}
