package adk

// This file builds workflows in which a node goes to exactly one of its targets:
// those that agents make of agents.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// engine is what the framework does: a node without successors is an exit, and a
// request with two tools of one name fails.
var engine = graph.Engine{DeadEnd: graph.DeadEndExits, UniqueTools: true}

// newSketch returns a workflow with its two ends.
func newSketch(name string, pos graph.Pos) *assembly.Sketch {
	s := assembly.NewSketch(name, "adk", start, end, pos)
	s.Workflow().Engine = engine
	return s
}

// place adds the node of an agent, once, and returns its name.
func (a *roster) place(s *assembly.Sketch, g *agent) string {
	return s.Once(g, func() (graph.Node, []graph.Unknown) {
		n, u := a.agentNode(g)
		return n, list(u)
	})
}

// list returns what is not known as a list.
func list(u *graph.Unknown) []graph.Unknown {
	if u == nil {
		return nil
	}
	return []graph.Unknown{*u}
}

// members adds the nodes of the sub-agents of g.
func (a *roster) members(s *assembly.Sketch, g *agent) []assembly.Member {
	out := make([]assembly.Member, len(g.subs))
	for i, c := range g.subs {
		out[i] = assembly.Member{Node: a.place(s, c.agent), Guard: c.guard, Else: c.else_, Pos: c.pos()}
	}
	return out
}
