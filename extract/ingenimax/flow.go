package ingenimax

// This file makes workflows of agents.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// alone returns the workflow of an agent that somebody runs.
func (a *crew) alone(g *agent) *graph.Workflow {
	a.open[g] = true
	defer delete(a.open, g)
	if g.run.Given() {
		b := g.run.ObserveWith(assembly.Value{}, assembly.Value{}, a.Read(g.object))
		return a.code(g.graph.Name, b, g.graph.Pos)
	}
	pos := g.graph.Pos
	s := assembly.NewSketch(g.graph.Name, a.Name, start, end, pos)
	s.Workflow().Mode = graph.ModeAny
	n := assembly.ModelNode(g.graph)
	switch {
	case g.remote:
		n.Kind, n.Calls = graph.KindPassthrough, graph.CallsUnspecified
		fallthrough
	case !g.approval:
		name := s.PlaceModel(g.graph, n)
		s.Arrow(start, assembly.Arrow{To: name, Pos: pos})
		s.Arrow(name, assembly.Arrow{To: end, Pos: pos})
		a.calls(s, name, g)
	default:
		a.planned(s, g, n)
	}
	return s.Finish()
}

// planned adds an agent whose model only makes a plan: a human approves it, unless
// the program does, and the tools run after that.
func (a *crew) planned(s *assembly.Sketch, g *agent, n graph.Node) {
	pos := g.graph.Pos
	n.Calls = graph.CallsNone
	plan := s.PlaceModel(g.graph, n)
	s.Arrow(start, assembly.Arrow{To: plan, Pos: pos})
	last, label := plan, ""
	if !g.alone {
		label = "approved"
		last = s.Place(graph.Node{Name: "approve", Kind: graph.KindHuman, Pos: pos})
		s.Arrow(plan, assembly.Arrow{To: last, Pos: pos})
		s.Arrow(last, assembly.Arrow{To: end, Label: "refused", Pos: pos})
	}
	execute := s.Place(graph.Node{
		Name: "execute", Kind: graph.KindTool, Tools: g.graph.Tools, Calls: graph.CallsAny, Agent: g.graph.Name, Pos: pos,
	})
	for _, u := range g.graph.Unknowns {
		u.Node = s.Lookup(execute)
		s.Unknown(u)
	}
	s.Arrow(last, assembly.Arrow{To: execute, Label: label, Pos: pos})
	s.Arrow(execute, assembly.Arrow{To: end, Pos: pos})
	a.calls(s, execute, g)
}

// calls adds the agents that are tools of one: each answers to the step that calls it.
func (a *crew) calls(s *assembly.Sketch, from string, g *agent) {
	for _, in := range g.called {
		name := a.step(s, in.graph.Name, in)
		s.Arrow(from, assembly.Arrow{To: name, Label: in.graph.Name, Pos: g.graph.Pos})
		s.Arrow(name, assembly.Arrow{To: from, Pos: g.graph.Pos})
	}
}

// step adds the node of an agent that others run, under a name.
func (a *crew) step(s *assembly.Sketch, name string, g *agent) string {
	g.part = true
	n := assembly.ModelNode(g.graph)
	n.Name = name
	switch {
	case a.open[g]:
		n.Kind, n.Tools, n.Calls = graph.KindPassthrough, nil, graph.CallsUnspecified
		return s.PlaceUnknown(n, assembly.Because(reason.Itself, "agent"))
	case g.remote:
		n.Kind, n.Calls = graph.KindPassthrough, graph.CallsUnspecified
	case g.run.Given() || g.approval || len(g.called) > 0:
		return s.Place(graph.Node{Name: name, Agent: g.graph.Name, Kind: graph.KindSubgraph, Sub: a.alone(g), Pos: g.graph.Pos})
	}
	return s.PlaceModel(g.graph, n)
}
