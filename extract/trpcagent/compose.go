package trpcagent

// This file builds the workflows of agents.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// newSketch returns a workflow with its two ends.
func newSketch(name string, pos graph.Pos) *assembly.Sketch {
	return assembly.NewSketch(name, framework, start, end, pos)
}

// flow returns the workflow of an agent that runs a graph or code, or hands over.
func (a *registry) flow(g *agent) *graph.Workflow {
	switch g.Kind {
	case graph.AgentLLM:
		return a.transfers(g, g)
	case graph.AgentTeam:
		return a.transfers(g, a.cast.Of(a.Arg(g.Object, "coordinator")))
	case graph.AgentSwarm:
		return a.swarm(g)
	case graph.AgentWorkflow:
		if o := graphObject(a.Arg(g.Object, "graph")); o != nil {
			a.graphs[o] = true
			return a.graphOf(o, g, g.Name, g.At())
		}
	case graph.AgentCustom:
		b := g.Self.ObserveMethod("Run")
		if b.Known {
			return a.Body(g.Name, g.At(), b, a.doing(), nil)
		}
		return a.cast.Any(g, b)
	}
	return nil
}

// node completes the node of an agent whose graph is not known.
func (a *registry) node(g *agent, n *graph.Node) ([]graph.Unknown, bool) {
	if g.Kind != graph.AgentWorkflow {
		return nil, false
	}
	if v := a.Arg(g.Object, "graph"); graphObject(v) == nil {
		return []graph.Unknown{v.Open(graph.UnknownBody, g.At())}, true
	}
	return nil, false
}

// handovers begins the workflow of g, in which peers, if any, may all hand over to each other:
// the roster of a swarm replaces a member's own sub-agents. A model that is handed over to
// comes back only if the option says so, and knows its own sub-agents only.
func (a *registry) handovers(g *agent, peers []*child) *assembly.Handovers {
	h := a.cast.Handovers(g)
	h.Targets = func(m, _ *agent) []*child {
		if peers == nil {
			return m.Subs
		}
		return slices.DeleteFunc(slices.Clone(peers), func(c *child) bool { return c.Actor == m })
	}
	h.Below = func(m *agent) []*child {
		if peers == nil {
			return m.Subs
		}
		return nil
	}
	h.Back = func(m *agent) bool {
		opts := a.opts(m)
		ends, ok := opts.value("endtransfer").Bool()
		return opts.has("endtransfer") && !(ok && ends)
	}
	return h
}

// transfers returns the workflow of a model: what it hands over to, and what it calls.
func (a *registry) transfers(g, boss *agent) *graph.Workflow {
	h := a.handovers(g, nil)
	h.Begin(boss, g.At())
	return h.Finish(g)
}

// swarm returns the workflow of a swarm: it begins with the entry member.
func (a *registry) swarm(g *agent) *graph.Workflow {
	h := a.handovers(g, g.Subs)
	h.Workflow().Engine.Handovers = g.Bound
	for _, c := range g.Subs {
		h.Member(c.Actor, nil)
	}
	entry, ok := a.Arg(g.Object, "entry").Text()
	first := slices.IndexFunc(g.Subs, func(c *child) bool { return c.Name == entry && c.Why == nil })
	if ok && first >= 0 {
		h.Begin(g.Subs[first].Actor, g.At())
		if cross := a.opts(g).value("cross"); !cross.IsZero() { // the next message goes to whoever was handed over to
			for _, c := range slices.Concat(g.Subs[:first], g.Subs[first+1:]) {
				h.Arrow(start, assembly.Arrow{To: h.Names[c.Actor], Label: "continued", Guard: c.Guard, Pos: g.At()})
			}
		}
		return h.Finish(g)
	}
	for _, c := range g.Subs { // the entry is not known, or none of the members that are known
		h.Arrow(start, assembly.Arrow{To: h.Names[c.Actor], Guard: c.Guard, Pos: g.At()})
	}
	u := a.Arg(g.Object, "entry").Open(graph.UnknownTargets, g.At())
	u.Node = h.Lookup(start)
	h.Unknown(u)
	return h.Finish(g)
}
