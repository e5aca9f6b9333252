package agentflow

// This file follows data through the steps of a workflow.

import (
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// A body is the cells of a workflow: what goes into each node and what comes out.
type body struct{ in, out []ssaflow.Cell }

// bodyOf returns the cells of w.
func (b *builder) bodyOf(w *graph.Workflow) *body {
	if c := b.bodies[w]; c != nil {
		return c
	}
	c := &body{}
	for range w.Nodes {
		c.in, c.out = append(c.in, b.Cell()), append(c.out, b.Cell())
	}
	b.bodies[w] = c
	return c
}

func (b *builder) workflow(w *graph.Workflow) {
	cells := b.bodyOf(w)
	before, after := interrupted(w)
	for i := range w.Nodes {
		b.node(&w.Nodes[i], cells.in[i], cells.out[i])
		b.handlers(&w.Nodes[i], cells.in[i], cells.out[i])
	}
	move := func(from, to graph.NodeID, pos graph.Pos) {
		var drop taint.Labels
		if after[from] || before[to] {
			drop = taint.Labels{taint.All}
		}
		if !pos.IsValid() {
			pos = w.Nodes[to].Pos
		}
		b.Move(cells.out[from], cells.in[to], drop, taint.Hop{Op: taint.OpEdge, Name: w.Nodes[to].Name, Pos: pos})
	}
	for i := range w.Edges {
		if e := &w.Edges[i]; e.From != graph.None && e.To != graph.None && !e.Empty {
			move(e.From, e.To, e.Pos)
		}
	}
	for _, x := range w.Inputs {
		move(x.From, x.To, x.Pos)
	}
}

// handlers adds what functions do that the framework runs before and after a step.
func (b *builder) handlers(n *graph.Node, in, out ssaflow.Cell) {
	hop := taint.Hop{Op: taint.OpState, Name: n.Name, Pos: n.Pos}
	through := func(cell ssaflow.Cell, streams []ssaflow.Cell) {
		for _, stream := range streams {
			b.Move(cell, stream, nil, hop)
			b.Move(stream, cell, nil, hop)
		}
	}
	through(in, b.Before(n.Name))
	through(out, b.After(n.Name))
}

// interrupted returns the nodes of w before and after which a human is asked.
func interrupted(w *graph.Workflow) (before, after map[graph.NodeID]bool) {
	before, after = make(map[graph.NodeID]bool), make(map[graph.NodeID]bool)
	for _, in := range w.Interrupts {
		switch {
		case in.Node == graph.None:
		case in.After:
			after[in.Node] = true
		default:
			before[in.Node] = true
		}
	}
	return before, after
}

// node adds what a step does between what goes into it and what comes out.
func (b *builder) node(n *graph.Node, in, out ssaflow.Cell) {
	if n.Kind == graph.KindHuman {
		return // what a human has approved is the human's
	}
	out = b.cleaned(n.Name, out)
	pass := true // all that goes in may come out
	if n.Func != "" {
		if fn := b.Func(n.Func); fn.ID != "" && b.Result.Keeps(fn.ID) {
			pass = n.Kind == graph.KindLLM || n.Agent != ""
			b.call(fn, in, out, taint.Hop{Op: taint.OpCall, Name: n.Name, Pos: n.Pos})
		}
	}
	if n.Kind == graph.KindSubgraph {
		if n.Sub != nil {
			sub := b.bodyOf(n.Sub)
			hop := taint.Hop{Op: taint.OpEdge, Name: n.Name, Pos: n.Pos}
			b.Move(in, sub.in[n.Sub.Entry], nil, hop)
			for _, exit := range n.Sub.Exits {
				b.Move(sub.out[exit], out, nil, hop)
			}
			return
		}
	}
	if pass {
		var hop taint.Hop
		if n.Kind == graph.KindLLM {
			hop = taint.Hop{Op: taint.OpModel, Pos: n.Pos}
		}
		b.Move(in, out, nil, hop)
	}
	for _, a := range b.byName[n.Agent] {
		if n.Agent != "" {
			b.Move(in, b.agents[a].in, nil, taint.Hop{Op: taint.OpModel, Pos: n.Pos})
			b.Move(b.agents[a].out, out, nil, taint.Hop{Op: taint.OpModel, Pos: n.Pos})
		}
	}
	if n.Calls == graph.CallsNone {
		return // another step runs what this one asks for
	}
	b.stepTools(n, in, out)
}

// stepTools adds the calls of a step's tools: a model's, whose next turn sees what
// they return, or code's.
func (b *builder) stepTools(n *graph.Node, in, out ssaflow.Cell) {
	if len(n.Tools) == 0 {
		return
	}
	context := b.Cell()
	b.Move(in, context, nil, taint.Hop{})
	b.tools(n.Tools, context, n.Pos)
	b.Move(context, out, nil, taint.Hop{})
}
