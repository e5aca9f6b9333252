package adk

// This file builds the workflows of agents that run other agents.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// workflow returns what an agent does from START to END, nil for an agent that
// contains itself.
func (a *roster) workflow(g *agent) *graph.Workflow {
	if a.open[g] {
		return nil
	}
	a.open[g] = true
	defer delete(a.open, g)
	switch g.kind {
	case "llm":
		return a.team(g)
	case "sequential":
		return a.sequence(g)
	case "parallel":
		return a.fanOut(g)
	case "loop":
		return a.loop(g)
	case "workflow":
		return a.graphOf(g.obj)
	case "custom":
		return a.custom(g)
	}
	s := newSketch(g.name, g.pos())
	s.Arrow(start, assembly.Arrow{To: a.place(s, g), Pos: g.pos()})
	s.Arrow(a.place(s, g), assembly.Arrow{To: end, Pos: g.pos()})
	return s.Finish()
}

// agentNode returns the node that an agent is inside another workflow, and what
// is not known of it.
func (a *roster) agentNode(g *agent) (graph.Node, *graph.Unknown) {
	n := graph.Node{Name: g.name, Agent: g.name, Pos: g.pos(), Kind: graph.KindSubgraph}
	var u *graph.Unknown
	if g.unknown != nil {
		x := unknown(graph.UnknownBody, g.unknown)
		u = &x
	}
	switch g.kind {
	case "unknown":
		n.Kind = graph.KindPassthrough
	case "remote":
		u = &graph.Unknown{What: graph.UnknownBody, Reason: reason.Of(reason.Elsewhere), Pos: g.pos()}
	case "llm":
		if len(transferTargets(g, nil)) == 0 && len(g.called) == 0 {
			a.modelNode(g, &n)
			break
		}
		n.Sub = a.workflow(g)
	case "custom":
		does := graph.Node{Name: n.Name, Kind: graph.KindPassthrough, Pos: n.Pos}
		if a.simple(&does, a.observed(g.obj, "run")); does.Kind != graph.KindSubgraph && len(g.subs) == 0 {
			n.Kind = does.Kind
			break
		}
		n.Sub = a.workflow(g)
	default:
		n.Sub = a.workflow(g)
	}
	if n.Kind == graph.KindLLM && u == nil {
		u = toolsUnknown(g)
	}
	return n, u
}

// modelNode makes n the node of a model.
func (a *roster) modelNode(g *agent, n *graph.Node) {
	n.Kind, n.Tools, n.Calls, n.Bound = graph.KindLLM, g.graph.Tools, graph.CallsAny, g.graph.Bound
}

// toolsUnknown returns why a model may have further tools, nil if it has not.
func toolsUnknown(g *agent) *graph.Unknown {
	for _, u := range g.graph.Unknowns {
		if u.What == graph.UnknownTools {
			return &u
		}
	}
	return nil
}

// sequence chains the sub-agents of g. One that may be missing is passed by.
func (a *roster) sequence(g *agent) *graph.Workflow {
	s := newSketch(g.name, g.pos())
	for _, from := range s.Chain(a.members(s, g), []string{start}) {
		s.Arrow(from, assembly.Arrow{To: end, Pos: g.pos()})
	}
	a.missing(s, g)
	return s.Finish()
}

// missing notes that agents of g may be missing from s.
func (a *roster) missing(s *assembly.Sketch, g *agent) {
	for _, u := range g.graph.Unknowns {
		if u.What == graph.UnknownAnything && (g.unknown == nil || u.Reason != g.unknown.Reason) {
			s.Unknown(u)
		}
	}
}

// fanOut runs the sub-agents of g at the same time and waits for all.
func (a *roster) fanOut(g *agent) *graph.Workflow {
	s := newSketch(g.name, g.pos())
	parts := a.members(s, g)
	a.missing(s, g)
	s.FanOut(parts)
	return s.Finish()
}

// loop runs the sub-agents of g one after the other, again and again.
func (a *roster) loop(g *agent) *graph.Workflow {
	s := newSketch(g.name, g.pos())
	a.missing(s, g)
	parts := a.members(s, g)
	var leaves []string
	for i, c := range g.subs {
		if a.mayEscalate(c.agent) {
			leaves = append(leaves, parts[i].Node)
		}
	}
	s.Repeat(parts, g.graph.Bound, leaves, "escalate")
	return s.Finish()
}

// custom runs what the Run function of g runs.
func (a *roster) custom(g *agent) *graph.Workflow {
	b := a.observed(g.obj, "run")
	if b.Known {
		return a.body(g.name, g.pos(), b)
	}
	s := newSketch(g.name, g.pos())
	if a.Arg(g.obj, "run").IsZero() {
		s.Arrow(start, assembly.Arrow{To: end})
		return s.Finish()
	}
	s.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
	names := []string{start}
	for _, c := range g.subs {
		names = append(names, a.place(s, c.agent))
	}
	for _, from := range names {
		for _, to := range append(names[1:], end) {
			s.Arrow(from, assembly.Arrow{To: to, Pos: g.pos()})
		}
	}
	return s.Finish()
}

// doing says how the code of agents and nodes is read.
func (a *roster) doing() assembly.Doing {
	return assembly.Doing{Stops: true, Runs: a.runNodes, Sketch: newSketch}
}

// runNodes adds the agents or nodes that a step runs.
func (a *roster) runNodes(s *assembly.Sketch, st *assembly.CourseStep, _ graph.Pos) []string {
	var names []string
	if v := a.StepArg(st, "agent"); v.Given() {
		for _, c := range a.alternatives(v) {
			names = append(names, a.place(s, c.agent))
		}
		return names
	}
	for _, x := range a.StepArg(st, "node").Each() {
		names = append(names, placeNode(s, a.nodeOf(x, st.Pos)))
	}
	return names
}

// runBy returns the agents that the Run function of g runs.
func (a *roster) runBy(g *agent) []*child {
	var out []*child
	for _, e := range a.observed(g.obj, "run").Effects {
		if v, ok := a.EffectArg(e, "agent"); ok && e.Kind == "run" {
			out = append(out, a.alternatives(v.Under(e.Guard))...)
		}
	}
	return slices.DeleteFunc(out, func(c *child) bool { return c.obj == nil })
}
