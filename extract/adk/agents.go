package adk

// This file reads agents: their names, their sub-agents, how the framework may
// pass control between them.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// agent is what the assembly knows of one agent.
type agent struct {
	obj      *assembly.Object // nil for one that is not known
	kind     string
	name     string // unique in its tree; "?line:col" if it is not known
	graph    *graph.Agent
	subs     []*child
	called   []*child // agents behind tools, which come back
	mode     string
	toParent bool // may hand over to its parent …
	toPeers  bool // … and to the parent's other sub-agents
	part     bool // of another agent or of a graph
	unknown  *assembly.Unknown
}

// child is an agent in a list.
type child struct {
	*agent
	guard graph.Guard // the condition under which it is in the list
	else_ bool        // it shares its place with the one before
}

// agent returns the agent of an object, without its parts.
func (a *roster) agent(o *assembly.Object, kind string) *agent {
	if g := a.agents[o]; g != nil {
		return g
	}
	pos := a.Place(o)
	g := &agent{obj: o, kind: kind, mode: "chat"}
	a.agents[o] = g
	g.graph = &graph.Agent{Framework: "adk", Pos: pos}
	if err := g.graph.Kind.UnmarshalText([]byte(kind)); err != nil {
		panic("adk: internal error: " + err.Error()) // the rows use the words of package graph
	}
	g.name, g.unknown = nameOf(a.Arg(o, "name"), pos)
	g.graph.Name = g.name
	if g.unknown != nil {
		g.graph.Unknowns = append(g.graph.Unknowns, unknown(graph.UnknownAnything, g.unknown))
	}
	switch kind {
	case "llm":
		g.graph.Bound.State = graph.BoundUnlimited // the framework has no limit
		a.readModel(g)
	case "loop":
		g.graph.Bound = bound(a.Arg(o, "max"))
	}
	return g
}

// nameOf returns a name, or one that stands for it and why it is not known.
func nameOf(v assembly.Value, pos graph.Pos) (string, *assembly.Unknown) {
	if s, ok := v.Text(); ok {
		return s, nil
	}
	u := v.Unknown()
	if u == nil {
		u = &assembly.Unknown{Reason: reason.Of(reason.OneOf, "name"), Pos: pos}
	}
	return assembly.OpaqueName(pos), u
}

// readModel reads what only agents with a model have.
func (a *roster) readModel(g *agent) {
	arg := func(name string) assembly.Value { return a.Arg(g.obj, name) }
	g.mode = cmp.Or(arg("mode").TextOr(""), g.mode)
	g.toParent, g.toPeers = !isTrue(arg("nottoparent")), !isTrue(arg("nottopeers"))
	g.graph.Returns = arg("outputkey").TextOr("")
	if g.graph.Returns == "" && !arg("outputschema").IsZero() {
		g.graph.Returns = "output schema"
	}
}

func isTrue(v assembly.Value) bool {
	b, _ := v.Bool()
	return b
}

// bound reads MaxIterations.
func bound(v assembly.Value) graph.Bound {
	switch n, ok := v.Int(); {
	case !ok:
		return graph.Bound{State: graph.BoundPresent}
	case n <= 0:
		return graph.Bound{State: graph.BoundUnlimited}
	default:
		return graph.Known(n)
	}
}

// parts reads what an agent consists of: sub-agents, tools, nodes.
func (a *roster) parts(g *agent) {
	registered := a.children(g, a.Arg(g.obj, "sub"))
	switch g.kind {
	case "workflow":
		inner := a.graphAgents(g.obj)
		g.addSubs(inner)
		for _, c := range registered {
			c.graph.Unused = c.graph.Unused || c.obj != nil && !g.has(c.agent) && !a.hiddenRuns(g.obj)
		}
	case "custom":
		registered = append(registered, a.runBy(g)...)
	}
	g.addSubs(registered)
	if g.kind == "llm" {
		a.readTools(g)
	}
	g.graph.Unused = g.graph.Unused || g.obj.Reached && !a.Used(g.obj) && len(a.Program.Unknowns) == 0
}

func (g *agent) has(sub *agent) bool {
	return slices.ContainsFunc(g.subs, func(c *child) bool { return c.agent == sub })
}

// addSubs adds the agents that are parts of g, each once.
func (g *agent) addSubs(list []*child) {
	for _, c := range list {
		c.part = true
		if !g.has(c.agent) {
			g.subs = append(g.subs, c)
			g.graph.SubAgents = append(g.graph.SubAgents, c.graph)
		}
	}
}

// children returns the agents of a list, in order. What the list may hold beside
// them is an agent that is not known.
func (a *roster) children(g *agent, list assembly.Value) []*child {
	elems, more := list.Elems()
	var out []*child
	for _, e := range elems {
		out = append(out, a.alternatives(e)...)
	}
	if more != nil {
		out = append(out, &child{agent: a.opaque(more), guard: graph.PlainGuard("…")})
		g.graph.Unknowns = append(g.graph.Unknowns, unknown(graph.UnknownAnything, more))
	}
	return out
}

// alternatives returns the agents that v may be.
func (a *roster) alternatives(v assembly.Value) []*child {
	var out []*child
	for i, x := range v.Each() {
		out = append(out, &child{agent: a.agentOf(x), guard: x.Guard.Data(), else_: i > 0})
	}
	return out
}

// agentOf returns the agent that v is.
func (a *roster) agentOf(v assembly.Value) *agent {
	if o := agentObject(v); o != nil {
		return a.agent(o, o.Kind[len("agent:"):])
	}
	return a.opaque(v.Why(reason.NoneSeen, "agent"))
}

// agentObject finds the agent in v: v itself, or what a type of the program
// embeds to be an agent.
func agentObject(v assembly.Value) *assembly.Object {
	for _, x := range []assembly.Value{v, v.Field("Agent")} {
		if o := x.Object(); o != nil && strings.HasPrefix(o.Kind, "agent:") {
			return o
		}
	}
	return nil
}

// opaque returns an agent of which only the reason is known why nothing is.
func (a *roster) opaque(u *assembly.Unknown) *agent {
	name := assembly.OpaqueName(u.Pos)
	return &agent{kind: "unknown", name: name, unknown: u, graph: &graph.Agent{
		Name: name, Kind: graph.AgentUnknown, Framework: "adk", Pos: u.Pos,
		Unknowns: []graph.Unknown{unknown(graph.UnknownAnything, u)},
	}}
}

// readTools reads the tools of a model: its own, those of its toolsets, those
// that the framework adds, and the agents behind them.
func (a *roster) readTools(g *agent) {
	l := &toolList{roster: a, agent: g, read: make(map[*graph.Tool]bool), sure: make(map[*graph.Tool]int), has: make(map[*graph.Tool]int)}
	l.list(a.Arg(g.obj, "tools"))
	sets, more := a.Arg(g.obj, "toolsets").List()
	for _, s := range sets {
		l.add(l.setTools(s)...)
	}
	l.more(more)
	for _, c := range g.subs {
		if c.calledBack() {
			l.add(&graph.Tool{Name: c.name, Framework: "adk", Description: a.description(c.agent), Agent: c.name, Pos: c.graph.Pos})
			g.called = append(g.called, c)
		}
	}
	if !a.Arg(g.obj, "outputschema").IsZero() {
		l.implicit("set_model_response")
	}
	if g.mode == "task" {
		l.implicit("finish_task")
	}
	a.callbacks(g)
}

// calledBack reports whether the parent of an agent calls it like a tool instead
// of handing over to it.
func (c *child) calledBack() bool { return c.mode == "task" || c.mode == "single_turn" }

func (a *roster) description(g *agent) string {
	if g.obj == nil {
		return ""
	}
	return a.Arg(g.obj, "description").TextOr("")
}

// pos returns where the agent is made, or where it is not known.
func (g *agent) pos() graph.Pos {
	if g.unknown != nil {
		return cmp.Or(g.graph.Pos, g.unknown.Pos)
	}
	return g.graph.Pos
}
