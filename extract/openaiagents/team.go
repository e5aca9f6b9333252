package openaiagents

// This file builds the workflow of a conversation: the agents that can get it, and
// those that these call like tools.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// The ends of a workflow; the SDK has no names for them.
const (
	start = "START"
	end   = "END"
)

// team returns the workflow of the conversations that begin with g.
func (a *assembler) team(g *agent) *graph.Workflow {
	a.open[g] = true
	defer delete(a.open, g)
	s := assembly.NewSketch(g.name, a.Name, start, end, g.graph.Pos)
	s.Workflow().Mode = graph.ModeAny
	names := make(map[*agent]string)
	for _, m := range g.members() {
		n := assembly.ModelNode(m.graph)
		if m.obj == nil {
			n.Kind, n.Calls = graph.KindPassthrough, graph.CallsUnspecified
		}
		n.Final = m.final
		n.Tools = n.Tools[:len(n.Tools):len(n.Tools)]
		for _, l := range m.handoffs {
			n.Tools = append(n.Tools, l.tool)
		}
		names[m] = a.place(s, m, n)
	}
	s.Arrow(start, assembly.Arrow{To: names[g], Pos: g.graph.Pos})
	for _, m := range g.members() {
		s.Arrow(names[m], assembly.Arrow{To: end, Pos: m.graph.Pos})
		for _, l := range m.handoffs {
			s.Arrow(names[m], assembly.Arrow{To: names[l.to], Label: l.to.name, Guard: l.guard, Pos: l.pos})
		}
		for _, l := range m.called {
			inner := a.calledNode(s, l.to)
			s.Arrow(names[m], assembly.Arrow{To: inner, Label: l.to.name, Guard: l.guard, Pos: l.pos})
			s.Arrow(inner, assembly.Arrow{To: names[m], Pos: l.pos})
		}
	}
	return s.Finish()
}

// place adds the node of an agent. What is not known of one that is not known at
// all is what it does, and to whom it hands over.
func (a *assembler) place(s *assembly.Sketch, g *agent, n graph.Node) string {
	if g.obj != nil {
		return s.PlaceModel(g.graph, n)
	}
	name := s.Place(n)
	for _, u := range g.graph.Unknowns {
		for _, u.What = range []graph.UnknownKind{graph.UnknownBody, graph.UnknownTargets} {
			u.Node = s.Lookup(name)
			s.Unknown(u)
		}
	}
	return name
}

// calledNode adds the node of an agent that is a tool: a model, or, where it hands
// over or calls others itself, the conversation that it has.
func (a *assembler) calledNode(s *assembly.Sketch, g *agent) string {
	n := assembly.ModelNode(g.graph)
	switch {
	case g.obj == nil:
		n.Kind, n.Calls = graph.KindPassthrough, graph.CallsUnspecified
	case a.open[g]: // it calls itself: what is inside has been said
		return a.place(s, &agent{graph: &graph.Agent{Unknowns: []graph.Unknown{{
			Node: graph.None, Reason: "the agent calls itself", Pos: g.graph.Pos,
		}}}}, graph.Node{Name: g.name, Agent: g.name, Kind: graph.KindPassthrough, Pos: g.graph.Pos})
	case len(g.handoffs)+len(g.called) > 0:
		n = graph.Node{Name: g.name, Agent: g.name, Kind: graph.KindSubgraph, Sub: a.team(g), Pos: g.graph.Pos}
		return s.Place(n)
	default:
		n.Final = g.final
	}
	return a.place(s, g, n)
}
