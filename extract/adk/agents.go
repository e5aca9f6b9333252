package adk

// This file reads agents: their names, their sub-agents, how the framework may
// pass control between them.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// agent is what the assembly knows of one agent.
type agent struct {
	obj      *interp.Object // nil for one that is not known
	kind     string
	name     string // unique in its tree; "?line:col" if it is not known
	graph    *graph.Agent
	subs     []*child
	called   []*child // agents behind tools, which come back
	mode     string
	toParent bool // may hand over to its parent …
	toPeers  bool // … and to the parent's other sub-agents
	part     bool // of another agent or of a graph
	unknown  *interp.Unknown
}

// child is an agent in a list.
type child struct {
	*agent
	guard graph.Guard // the condition under which it is in the list
	else_ bool        // it shares its place with the one before
}

// agent returns the agent of an object, without its parts.
func (a *assembler) agent(o *interp.Object, kind string) *agent {
	if g := a.agents[o]; g != nil {
		return g
	}
	pos := a.places[o]
	g := &agent{obj: o, kind: kind, mode: "chat"}
	a.agents[o] = g
	g.graph = &graph.Agent{Kind: kinds[kind], Framework: "adk", Pos: pos}
	g.name, g.unknown = nameOf(o.Arg("name"), pos)
	g.graph.Name = g.name
	if g.unknown != nil {
		g.graph.Unknowns = append(g.graph.Unknowns, unknown(graph.UnknownAnything, g.unknown))
	}
	switch kind {
	case "llm":
		g.graph.Bound.State = graph.BoundUnlimited // the framework has no limit
		a.readModel(g)
	case "loop":
		g.graph.Bound = bound(o.Arg("max"))
	}
	return g
}

// nameOf returns a name, or one that stands for it and why it is not known.
func nameOf(v interp.Value, pos graph.Pos) (string, *interp.Unknown) {
	if s, ok := interp.AsString(v); ok {
		return s, nil
	}
	u := interp.UnknownIn(v)
	if u == nil {
		u = &interp.Unknown{Reason: "its name is one of several", Pos: pos}
	}
	return fmt.Sprintf("?%d:%d", pos.Line, pos.Col), u
}

// readModel reads what only agents with a model have.
func (a *assembler) readModel(g *agent) {
	if s, ok := interp.AsString(g.obj.Arg("mode")); ok && s != "" {
		g.mode = s
	}
	g.toParent, g.toPeers = !isTrue(g.obj.Arg("nottoparent")), !isTrue(g.obj.Arg("nottopeers"))
	if key, ok := interp.AsString(g.obj.Arg("outputkey")); ok {
		g.graph.Returns = key
	}
	if g.graph.Returns == "" && !interp.IsZero(g.obj.Arg("outputschema")) {
		g.graph.Returns = "output schema"
	}
}

func isTrue(v interp.Value) bool {
	b, ok := interp.AsBool(v)
	return ok && b
}

// bound reads MaxIterations.
func bound(v interp.Value) graph.Bound {
	switch n, ok := interp.AsInt(v); {
	case !ok:
		return graph.Bound{State: graph.BoundPresent}
	case n <= 0:
		return graph.Bound{State: graph.BoundUnlimited}
	default:
		return graph.Known(n)
	}
}

// kinds are the kinds of agents by the words of the rows.
var kinds = map[string]graph.AgentKind{
	"llm": graph.AgentLLM, "sequential": graph.AgentSequential, "parallel": graph.AgentParallel, "loop": graph.AgentLoop,
	"workflow": graph.AgentWorkflow, "custom": graph.AgentCustom, "remote": graph.AgentRemote,
}

// parts reads what an agent consists of: sub-agents, tools, nodes.
func (a *assembler) parts(g *agent) {
	registered := a.children(g, g.obj.Arg("sub"))
	switch g.kind {
	case "workflow":
		inner := a.graphAgents(g.obj)
		for _, c := range inner {
			c.part = true
			g.addSub(c)
		}
		for _, c := range registered {
			c.part = true
			c.graph.Unused = c.graph.Unused || c.obj != nil && !g.has(c.agent) && !a.hiddenRuns(g.obj)
			g.addSub(c)
		}
	case "custom":
		for _, c := range append(registered, a.runBy(g)...) {
			c.part = true
			g.addSub(c)
		}
	default:
		for _, c := range registered {
			c.part = true
			g.addSub(c)
		}
	}
	if g.kind == "llm" {
		a.readTools(g)
	}
	g.graph.Unused = g.graph.Unused || g.obj.Reached && !a.Used(g.obj) && len(a.Program.Unknowns) == 0
}

func (g *agent) has(sub *agent) bool {
	return slices.ContainsFunc(g.subs, func(c *child) bool { return c.agent == sub })
}

func (g *agent) addSub(c *child) {
	if g.has(c.agent) {
		return
	}
	g.subs = append(g.subs, c)
	g.graph.SubAgents = append(g.graph.SubAgents, c.graph)
}

// children returns the agents of a list, in order. What the list may hold beside
// them is an agent that is not known.
func (a *assembler) children(g *agent, list interp.Value) []*child {
	elems, more := interp.Elems(list)
	var out []*child
	for _, e := range elems {
		out = append(out, a.alternatives(e.V, e.Guard)...)
	}
	if more != nil {
		out = append(out, &child{agent: a.opaque(more), guard: graph.PlainGuard("…")})
		g.graph.Unknowns = append(g.graph.Unknowns, unknown(graph.UnknownAnything, more))
	}
	return out
}

// alternatives returns the agents that v may be.
func (a *assembler) alternatives(v interp.Value, guard interp.Guard) []*child {
	var out []*child
	for i, alt := range interp.Alternatives(v) {
		g := append(slices.Clone(guard), alt.Guard...)
		out = append(out, &child{agent: a.agentOf(alt.V), guard: g.Data(), else_: i > 0})
	}
	return out
}

// agentOf returns the agent that v is.
func (a *assembler) agentOf(v interp.Value) *agent {
	if o := agentObject(v); o != nil {
		return a.agent(o, o.Kind[len("agent:"):])
	}
	if u, ok := interp.Unwrap(v).(*interp.Unknown); ok {
		return a.opaque(u)
	}
	return a.opaque(&interp.Unknown{Reason: "it is no agent that agentvet can see"})
}

// agentObject finds the agent in v: v itself, or what a type of the program
// embeds to be an agent.
func agentObject(v interp.Value) *interp.Object {
	if o, ok := interp.Unwrap(v).(*interp.Object); ok && len(o.Kind) > 6 && o.Kind[:6] == "agent:" {
		return o
	}
	if s, ok := interp.Deref(v).(*interp.Struct); ok {
		o, _ := interp.Unwrap(interp.Field(s, "Agent")).(*interp.Object)
		if o != nil && len(o.Kind) > 6 && o.Kind[:6] == "agent:" {
			return o
		}
	}
	return nil
}

// opaque returns an agent of which only the reason is known why nothing is.
func (a *assembler) opaque(u *interp.Unknown) *agent {
	name := fmt.Sprintf("?%d:%d", u.Pos.Line, u.Pos.Col)
	return &agent{kind: "unknown", name: name, unknown: u, graph: &graph.Agent{
		Name: name, Kind: graph.AgentUnknown, Framework: "adk", Pos: u.Pos,
		Unknowns: []graph.Unknown{unknown(graph.UnknownAnything, u)},
	}}
}

// readTools reads the tools of a model: its own, those of its toolsets, those
// that the framework adds, and the agents behind them.
func (a *assembler) readTools(g *agent) {
	l := &toolList{assembler: a, agent: g, read: make(map[*graph.Tool]bool), sure: make(map[*graph.Tool]int), has: make(map[*graph.Tool]int)}
	l.list(g.obj.Arg("tools"))
	sets, more := interp.Elems(g.obj.Arg("toolsets"))
	for _, s := range sets {
		l.set(s.V)
	}
	l.more(more)
	for _, c := range g.subs {
		if c.calledBack() {
			l.add(&graph.Tool{Name: c.name, Framework: "adk", Description: c.description(), Agent: c.name, Pos: c.graph.Pos})
			g.called = append(g.called, c)
		}
	}
	if !interp.IsZero(g.obj.Arg("outputschema")) {
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

func (g *agent) description() string {
	if g.obj == nil {
		return ""
	}
	s, _ := interp.AsString(g.obj.Arg("description"))
	return s
}

// pos returns where the agent is made, or where it is not known.
func (g *agent) pos() graph.Pos {
	if g.unknown != nil {
		return cmp.Or(g.graph.Pos, g.unknown.Pos)
	}
	return g.graph.Pos
}
