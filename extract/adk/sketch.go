package adk

// This file builds workflows in which a node goes to exactly one of its targets:
// those that agents make of agents.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// sketch is a workflow under construction, of agents among others.
type sketch struct {
	*assembly.Sketch
	names map[*agent]string
}

// engine is what the framework does: a node without successors is an exit, and a
// request with two tools of one name fails.
var engine = graph.Engine{DeadEnd: graph.DeadEndExits, UniqueTools: true}

// newSketch returns a workflow with its two ends.
func newSketch(name string, pos graph.Pos) *sketch {
	s := &sketch{Sketch: assembly.NewSketch(name, "adk", start, end, pos), names: make(map[*agent]string)}
	s.Workflow().Engine = engine
	return s
}

// agent adds the node of an agent, once, and returns its name.
func (s *sketch) agent(a *roster, g *agent) string {
	if name, ok := s.names[g]; ok {
		return name
	}
	n, u := a.agentNode(g)
	name := s.Place(n)
	s.names[g] = name
	if u != nil {
		u.Node = s.Lookup(name)
		s.Unknown(*u)
	}
	return name
}

// members adds the nodes of the sub-agents of g.
func (s *sketch) members(a *roster, g *agent) []assembly.Member {
	out := make([]assembly.Member, len(g.subs))
	for i, c := range g.subs {
		out[i] = assembly.Member{Node: s.agent(a, c.agent), Guard: c.guard, Else: c.else_, Pos: c.pos()}
	}
	return out
}
