package trpcagent

// This file builds the workflows of models that hand over to other agents, and of
// those that call them like tools.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// transferTool is what the framework adds to a model that may hand over.
const transferTool = "transfer_to_agent"

// team is the workflow of models under construction.
type team struct {
	*assembly.Sketch
	a     *registry
	order []*agent
	peers []*child // of a swarm: each member may hand over to each other
}

// transfers returns the workflow of a model: what it hands over to, and what it
// calls. A model that is handed over to comes back only if the option says so, and
// knows its own sub-agents only.
func (a *registry) transfers(s *assembly.Sketch, g, boss *agent) *graph.Workflow {
	t := &team{Sketch: s, a: a}
	t.Workflow().Mode = graph.ModeAny
	t.member(boss)
	t.Arrow(start, assembly.Arrow{To: t.Names[boss], Pos: g.pos()})
	for _, m := range t.order {
		t.ways(m)
	}
	missing(s, g)
	return t.Finish()
}

// swarm returns the workflow of a swarm: it begins with the entry member.
func (a *registry) swarm(s *assembly.Sketch, g *agent) *graph.Workflow {
	t := &team{Sketch: s, a: a, peers: g.subs}
	t.Workflow().Mode = graph.ModeAny
	for _, c := range g.subs {
		t.member(c.agent)
	}
	entry, ok := a.Arg(g.obj, "entry").Text()
	first := slices.IndexFunc(g.subs, func(c *child) bool { return c.name == entry && c.unknown == nil })
	switch {
	case ok && first >= 0:
		t.Arrow(start, assembly.Arrow{To: t.Names[g.subs[first].agent], Pos: g.pos()})
	default: // the entry is not known, or none of the members that are known
		for _, c := range g.subs {
			t.Arrow(start, assembly.Arrow{To: t.Names[c.agent], Guard: c.guard, Pos: g.pos()})
		}
		u := a.Arg(g.obj, "entry").Open(graph.UnknownTargets, g.pos())
		u.Node = t.Lookup(start)
		s.Unknown(u)
	}
	for _, m := range t.order {
		t.ways(m)
	}
	missing(s, g)
	return t.Finish()
}

// member adds the node of an agent and those of the agents below it.
func (t *team) member(g *agent) {
	if _, ok := t.Names[g]; ok {
		return
	}
	t.order = append(t.order, g)
	if g.kind != "llm" {
		t.a.place(t.Sketch, g)
		return
	}
	n := graph.Node{Name: g.name, Agent: g.name, Pos: g.pos()}
	modelNode(g, &n)
	if len(t.targets(g)) > 0 {
		n.Tools = append(slices.Clone(n.Tools), &graph.Tool{
			Name: transferTool, Framework: framework, Description: "added by the framework", Pos: g.pos(),
		})
	}
	t.Names[g] = t.Place(n)
	if u := toolsUnknown(g); u != nil {
		u.Node = t.Lookup(t.Names[g])
		t.Unknown(*u)
	}
	if g.unknown != nil {
		u := g.unknown.Open(graph.UnknownBody, g.pos())
		u.Node = t.Lookup(t.Names[g])
		t.Unknown(u)
	}
	if t.peers == nil {
		for _, c := range g.subs {
			t.member(c.agent)
		}
	}
}

// targets returns the agents that a model may hand over to. The roster of a swarm
// replaces a member's own sub-agents.
func (t *team) targets(g *agent) []*child {
	if t.peers == nil {
		return g.subs
	}
	return slices.DeleteFunc(slices.Clone(t.peers), func(c *child) bool { return c.agent == g })
}

// ways adds the ways on from a member: to whom it may hand over, whom it may call,
// and to the end. An agent without a model never hands over.
func (t *team) ways(g *agent) {
	name := t.Names[g]
	t.Arrow(name, assembly.Arrow{To: end, Pos: g.pos()})
	if g.kind != "llm" {
		return
	}
	for _, c := range t.targets(g) {
		t.Arrow(name, assembly.Arrow{To: t.Names[c.agent], Label: c.name, Guard: c.guard, Pos: c.pos()})
		if ends, ok := g.opts.value("endtransfer").Bool(); g.opts.has("endtransfer") && !(ok && ends) {
			t.Arrow(t.Names[c.agent], assembly.Arrow{To: name, Pos: c.pos()})
		}
	}
	for _, c := range g.called {
		inner := t.a.place(t.Sketch, c.agent)
		t.Arrow(name, assembly.Arrow{To: inner, Label: c.name, Guard: c.guard, Pos: c.pos()})
		t.Arrow(inner, assembly.Arrow{To: name, Pos: c.pos()})
	}
}
