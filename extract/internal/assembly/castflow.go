package assembly

// This file builds the workflows of agents that run other agents.

import (
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// Workflow returns what an agent does from start to end, nil for an agent that contains
// itself.
func (c *Cast) Workflow(g *Actor) *graph.Workflow {
	if c.open[g] {
		return nil
	}
	c.open[g] = true
	defer delete(c.open, g)
	if may, open := c.skips(g); may || open != nil {
		return c.skippable(g, may, open)
	}
	return c.whole(g)
}

func (c *Cast) skips(g *Actor) (may bool, open *Unknown) {
	if c.Skips == nil || g.Object == nil {
		return false, nil
	}
	return c.Skips(g)
}

// skippable returns the workflow of an agent that may be passed by.
func (c *Cast) skippable(g *Actor, may bool, open *Unknown) *graph.Workflow {
	s := c.Sketch(g.Name, g.At())
	n, unknowns := c.node(g, c.whole)
	name := s.PlaceOpen(n, unknowns)
	if n.Sub == nil {
		s.Missing(g)
	}
	s.Arrow(s.Start, Arrow{To: name, Pos: g.At()})
	s.Arrow(name, Arrow{To: s.End, Pos: g.At()})
	if may {
		s.Arrow(s.Start, Arrow{To: s.End, Label: "skipped", Pos: g.At()})
	}
	if open != nil {
		u := open.Open(graph.UnknownTargets, g.At())
		u.Node = s.Lookup(s.Start)
		s.Unknown(u)
	}
	return s.Finish()
}

// whole returns what an agent does that runs.
func (c *Cast) whole(g *Actor) *graph.Workflow {
	if w := c.Flow(g); w != nil {
		return w
	}
	s := c.Sketch(g.Name, g.At())
	s.Workflow().Engine.RunsOn = c.RunsOn && (g.Kind == graph.AgentSequential || g.Kind == graph.AgentLoop)
	switch g.Kind {
	case graph.AgentSequential:
		for _, from := range s.Chain(c.Members(s, g), []string{s.Start}) {
			s.Arrow(from, Arrow{To: s.End, Pos: g.At()})
		}
	case graph.AgentParallel:
		s.FanOut(c.Members(s, g))
	case graph.AgentLoop:
		c.loop(s, g)
	default:
		name := c.Place(s, g)
		s.Arrow(s.Start, Arrow{To: name, Pos: g.At()})
		s.Arrow(name, Arrow{To: s.End, Pos: g.At()})
	}
	return s.Finish()
}

// loop runs the sub-agents of g one after the other, again and again, until one of them ends
// it.
func (c *Cast) loop(s *Sketch, g *Actor) {
	if g.Bound == graph.Known(0) {
		s.Repeat(nil, g.Bound, nil, "")
		return
	}
	parts := c.Members(s, g)
	var leave []string
	for i, sub := range g.Subs {
		if c.Leaves(g, sub) {
			leave = append(leave, parts[i].Node)
		}
	}
	s.Repeat(parts, g.Bound, leave, "escalate")
}

// Any returns the workflow of an agent of which nobody knows when it runs which of its parts.
func (c *Cast) Any(g *Actor, b *Behaviour) *graph.Workflow {
	s := c.Sketch(g.Name, g.At())
	s.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
	names := []string{s.Start}
	for _, sub := range g.Subs {
		names = append(names, c.Place(s, sub.Actor))
	}
	for _, from := range names {
		for _, to := range append(names[1:], s.End) {
			s.Arrow(from, Arrow{To: to, Pos: g.At()})
		}
	}
	return s.Finish()
}

// Place adds the node of an agent, once, and returns its name.
func (c *Cast) Place(s *Sketch, g *Actor) string {
	return s.Once(g, func() (graph.Node, []graph.Unknown) { return c.NodeOf(g) })
}

// Members adds the nodes of the sub-agents of g, and what may be missing among them.
func (c *Cast) Members(s *Sketch, g *Actor) []Member {
	var out []Member
	for _, sub := range g.Subs {
		out = append(out, Member{Node: c.Place(s, sub.Actor), Guard: sub.Guard, Else: sub.Else, Pos: sub.At()})
	}
	s.Missing(g)
	return out
}

// Missing notes that agents of g may be missing. That its name is not known, which is said
// of it first, is none of these.
func (s *Sketch) Missing(g *Actor) {
	named := g.Why == nil
	for _, u := range g.Unknowns {
		if u.What != graph.UnknownAnything {
			continue
		}
		if !named && u == g.Why.Open(graph.UnknownAnything, g.At()) {
			named = true
			continue
		}
		s.Unknown(u)
	}
}

// NodeOf returns the node that an agent is inside another workflow, and what is not known of
// it.
func (c *Cast) NodeOf(g *Actor) (graph.Node, []graph.Unknown) {
	if may, open := c.skips(g); may || open != nil {
		return graph.Node{Name: g.Name, Agent: g.Name, Pos: g.At(), Kind: graph.KindSubgraph, Sub: c.Workflow(g)}, nil
	}
	return c.node(g, c.Workflow)
}

// node returns the node of an agent that runs, with its workflow as a body.
func (c *Cast) node(g *Actor, body func(*Actor) *graph.Workflow) (graph.Node, []graph.Unknown) {
	n := graph.Node{Name: g.Name, Agent: g.Name, Pos: g.At(), Kind: graph.KindSubgraph}
	var unknowns []graph.Unknown
	if g.Why != nil {
		unknowns = append(unknowns, g.Why.Open(graph.UnknownBody, g.At()))
	}
	switch g.Kind {
	case graph.AgentUnknown:
		n.Kind = graph.KindPassthrough
		return n, unknowns
	case graph.AgentRemote:
		elsewhere := graph.Unknown{What: graph.UnknownBody, Node: graph.None, Reason: reason.Of(reason.Elsewhere), Pos: g.At()}
		return n, append(g.openAt(graph.UnknownTargets), elsewhere)
	case graph.AgentLLM:
		if len(g.Subs)+len(g.Called) > 0 {
			break
		}
		if n = ModelNode(g.Agent); len(unknowns) == 0 {
			unknowns = g.openAt(graph.UnknownTools)
		}
		n.Pos = g.At()
		return n, append(unknowns, g.openAt(graph.UnknownTargets)...)
	default:
		if more, done := c.Node(g, &n); done {
			return n, append(unknowns, more...)
		}
	}
	if n.Sub = body(g); n.Sub == nil {
		unknowns = append(unknowns, graph.Unknown{What: graph.UnknownBody, Reason: reason.Of(reason.Itself, "agent"), Pos: g.At()})
	}
	return n, unknowns
}

// openAt returns why a part of the agent's step is not known: the first reason.
func (g *Actor) openAt(what graph.UnknownKind) []graph.Unknown {
	for _, u := range g.Unknowns {
		if u.What == what {
			return []graph.Unknown{u}
		}
	}
	return nil
}

// TransferTool is what frameworks add to a model that may hand over.
const TransferTool = "transfer_to_agent"

// Handovers is the workflow of models that hand over to other agents, and call others like
// tools, under construction.
type Handovers struct {
	*Sketch
	c       *Cast
	order   []*Actor
	parents map[*Actor]*Actor

	// Targets returns the agents that a model may hand over to, of which parent handed over to
	// it; nil for the first.
	Targets func(g, parent *Actor) []*Sub
	// Below returns the agents that are there because g is.
	Below func(g *Actor) []*Sub
	// Back reports whether those come back to g to whom it hands over.
	Back func(g *Actor) bool
}

// Handovers begins the workflow of g.
func (c *Cast) Handovers(g *Actor) *Handovers {
	h := &Handovers{Sketch: c.Sketch(g.Name, g.At()), c: c, parents: make(map[*Actor]*Actor)}
	h.Workflow().Mode = graph.ModeAny
	return h
}

// Begin adds an agent with which the workflow begins, and those below it.
func (h *Handovers) Begin(g *Actor, pos graph.Pos) {
	h.Member(g, nil)
	h.Arrow(h.Start, Arrow{To: h.Names[g], Pos: pos})
}

// Member adds the node of an agent and those of the agents below it.
func (h *Handovers) Member(g, parent *Actor) {
	if _, ok := h.Names[g]; ok {
		return
	}
	h.order = append(h.order, g)
	h.parents[g] = parent
	if g.Kind != graph.AgentLLM {
		h.c.Place(h.Sketch, g)
		return
	}
	n := ModelNode(g.Agent)
	n.Pos = g.At()
	if len(h.Targets(g, parent)) > 0 {
		n.Tools = append(n.Tools[:len(n.Tools):len(n.Tools)], h.c.a.Added(TransferTool, g.At()))
	}
	unknowns := append(g.openAt(graph.UnknownTools), g.openAt(graph.UnknownTargets)...)
	if g.Why != nil {
		unknowns = append(unknowns, g.Why.Open(graph.UnknownBody, g.At()))
	}
	h.Names[g] = h.PlaceOpen(n, unknowns)
	for _, sub := range h.Below(g) {
		h.Member(sub.Actor, g)
	}
}

// Added returns a tool that the framework gives to a model.
func (a *Assembly) Added(name string, pos graph.Pos) *graph.Tool {
	return &graph.Tool{Name: name, Framework: a.Name, Description: graph.AddedByFramework, Pos: pos}
}

// Finish adds the ways on from each member, and what may be missing of g.
func (h *Handovers) Finish(g *Actor) *graph.Workflow {
	for _, m := range h.order {
		h.ways(m)
	}
	h.Missing(g)
	return h.Sketch.Finish()
}

// ways adds the ways on from a member: to whom it may hand over, whom it may call,
// and to the end. An agent without a model never hands over.
func (h *Handovers) ways(g *Actor) {
	name := h.Names[g]
	h.Arrow(name, Arrow{To: h.End, Pos: g.At()})
	if g.Kind != graph.AgentLLM {
		return
	}
	for _, to := range h.Targets(g, h.parents[g]) {
		h.Arrow(name, Arrow{To: h.Names[to.Actor], Label: to.Name, Guard: to.Guard, Pos: to.At()})
		if h.Back != nil && h.Back(g) {
			h.Arrow(h.Names[to.Actor], Arrow{To: name, Pos: to.At()})
		}
	}
	for _, to := range g.Called {
		inner := h.c.Place(h.Sketch, to.Actor)
		h.Arrow(name, Arrow{To: inner, Label: to.Name, Guard: to.Guard, Pos: to.At()})
		h.Arrow(inner, Arrow{To: name, Pos: to.At()})
	}
}
