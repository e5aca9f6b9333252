package adk

// This file builds the workflows of agents that run other agents.

import (
	"slices"

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

// flow returns the workflow of an agent that hands over, or runs a graph or code.
func (a *roster) flow(g *agent) *graph.Workflow {
	switch g.Kind {
	case graph.AgentLLM:
		h := a.cast.Handovers(g)
		h.Targets, h.Below = a.targets, a.members
		h.Begin(g, g.At())
		return h.Finish(g)
	case graph.AgentWorkflow:
		return a.graphOf(g.Object)
	case graph.AgentCustom:
		return a.custom(g)
	}
	return nil
}

// custom returns what the Run function of g runs.
func (a *roster) custom(g *agent) *graph.Workflow {
	switch b := a.observed(g.Object, "run"); {
	case b.Known:
		return a.body(g.Name, g.At(), b)
	case a.Arg(g.Object, "run").IsZero():
		s := newSketch(g.Name, g.At())
		s.Arrow(start, assembly.Arrow{To: end})
		return s.Finish()
	default:
		return a.cast.Any(g, b)
	}
}

// node completes the node of an agent whose Run function one node can say.
func (a *roster) node(g *agent, n *graph.Node) ([]graph.Unknown, bool) {
	if g.Kind != graph.AgentCustom || len(g.Subs) > 0 {
		return nil, false
	}
	does := graph.Node{Name: n.Name, Kind: graph.KindPassthrough, Pos: n.Pos}
	if a.simple(&does, a.observed(g.Object, "run")); does.Kind == graph.KindSubgraph {
		return nil, false
	}
	n.Kind = does.Kind
	return nil, true
}

// doing says how the code of agents and nodes is read.
func (a *roster) doing() assembly.Doing {
	return assembly.Doing{Stops: true, Runs: a.runNodes, Sketch: newSketch}
}

// runNodes adds the agents or nodes that a step runs.
func (a *roster) runNodes(s *assembly.Sketch, st *assembly.CourseStep, _ graph.Pos) []string {
	var names []string
	if v := a.StepArg(st, "agent"); v.Given() {
		for _, c := range a.cast.Alternatives(v) {
			names = append(names, a.cast.Place(s, c.Actor))
		}
		return names
	}
	for _, x := range a.StepArg(st, "node").Each() {
		names = append(names, placeNode(s, a.nodeOf(x, st.Pos)))
	}
	return names
}

// members returns the agents that a model hands over to, not those that it calls.
func (a *roster) members(g *agent) []*child {
	return slices.DeleteFunc(slices.Clone(g.Subs), a.calledBack)
}

// targets returns the agents that a model may hand over to: its own, its parent and the
// parent's others.
func (a *roster) targets(g, parent *agent) []*child {
	out := a.members(g)
	if parent == nil || parent.Kind != graph.AgentLLM {
		return out
	}
	if !isTrue(a.Arg(g.Object, "nottoparent")) {
		out = append(out, &child{Actor: parent})
	}
	for _, c := range a.members(parent) {
		if c.Actor != g && !isTrue(a.Arg(g.Object, "nottopeers")) {
			out = append(out, c)
		}
	}
	return out
}
