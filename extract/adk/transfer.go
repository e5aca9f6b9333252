package adk

// This file builds teams: a model, the agents that it can hand over to, and those
// that it calls like tools.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// team is the workflow of a model under construction.
type team struct {
	*assembly.Sketch
	a       *roster
	parents map[*agent]*agent // of the members
	order   []*agent
}

// team returns the workflow of a model.
func (a *roster) team(g *agent) *graph.Workflow {
	t := &team{Sketch: newSketch(g.name, g.pos()), a: a, parents: make(map[*agent]*agent)}
	t.Workflow().Mode = graph.ModeAny
	t.member(g, nil)
	t.Arrow(start, assembly.Arrow{To: t.Names[g], Pos: g.pos()})
	for _, m := range t.order {
		t.ways(m)
	}
	a.missing(t.Sketch, g)
	return t.Finish()
}

// member adds the node of an agent and those of the agents below it.
func (t *team) member(g, parent *agent) {
	if _, ok := t.Names[g]; ok {
		return
	}
	t.order = append(t.order, g)
	t.parents[g] = parent
	if g.kind != "llm" {
		t.a.place(t.Sketch, g)
		return
	}
	n := graph.Node{Name: g.name, Agent: g.name, Pos: g.pos()}
	t.a.modelNode(g, &n)
	if len(transferTargets(g, parent)) > 0 {
		n.Tools = append(n.Tools[:len(n.Tools):len(n.Tools)],
			&graph.Tool{Name: "transfer_to_agent", Framework: "adk", Description: "added by the framework", Pos: g.pos()})
	}
	t.Names[g] = t.Place(n)
	if u := toolsUnknown(g); u != nil {
		u.Node = t.Lookup(t.Names[g])
		t.Unknown(*u)
	}
	if g.unknown != nil {
		u := unknown(graph.UnknownBody, g.unknown)
		u.Node = t.Lookup(t.Names[g])
		t.Unknown(u)
	}
	for _, c := range g.subs {
		if !c.calledBack() {
			t.member(c.agent, g)
		}
	}
}

// ways adds the ways on from a member: to whom it may hand over, whom it may call,
// and to the end. An agent without a model never hands over.
func (t *team) ways(g *agent) {
	name := t.Names[g]
	t.Arrow(name, assembly.Arrow{To: end, Pos: g.pos()})
	if g.kind != "llm" {
		return
	}
	for _, x := range transferTargets(g, t.parents[g]) {
		t.Arrow(name, assembly.Arrow{To: t.Names[x.agent], Label: x.name, Guard: x.guard, Pos: x.pos()})
	}
	for _, c := range g.called {
		inner := t.a.place(t.Sketch, c.agent)
		t.Arrow(name, assembly.Arrow{To: inner, Label: c.name, Guard: c.guard, Pos: c.pos()})
		t.Arrow(inner, assembly.Arrow{To: name, Pos: c.pos()})
	}
}

// transferTargets returns the agents that a model may hand over to.
func transferTargets(g, parent *agent) []*child {
	var out []*child
	for _, c := range g.subs {
		if !c.calledBack() {
			out = append(out, c)
		}
	}
	if parent == nil || parent.kind != "llm" {
		return out
	}
	if g.toParent {
		out = append(out, &child{agent: parent})
	}
	for _, c := range parent.subs {
		if g.toPeers && c.agent != g && !c.calledBack() {
			out = append(out, c)
		}
	}
	return out
}
