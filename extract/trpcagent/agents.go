package trpcagent

// This file reads agents: their names, their options, their sub-agents.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// agent is what the assembly knows of one agent.
type agent struct {
	obj     *interp.Object // nil for one that is not known, or of a type of the program's own
	value   interp.Value   // of an agent of a type of the program's own
	kind    string
	name    string // "?line:col" if it is not known
	graph   *graph.Agent
	opts    options
	subs    []*child
	called  []*child // agents behind tools, which come back
	part    bool     // of another agent or of a node
	unknown *interp.Unknown
}

// child is an agent in a list.
type child struct {
	*agent
	guard graph.Guard // the condition under which it is in the list
	else_ bool        // it shares its place with the one before
}

// agent returns the agent of an object, without its parts.
func (a *assembler) agent(o *interp.Object) *agent {
	if g := a.agents[o]; g != nil {
		return g
	}
	kind := strings.TrimPrefix(o.Kind, "agent:")
	pos := a.places[o]
	g := &agent{obj: o, kind: kind, opts: optionsOf(o.Arg("options"))}
	a.agents[o] = g
	g.graph = &graph.Agent{Kind: kinds[kind], Framework: framework, Pos: pos}
	name := o.Arg("name")
	if kind == "remote" {
		name = g.opts.value("name")
	}
	if g.name, g.unknown = nameOf(name, pos); g.unknown != nil {
		g.graph.Unknowns = append(g.graph.Unknowns, unknown(graph.UnknownAnything, graph.None, g.unknown, pos))
	}
	g.graph.Name = g.name
	switch kind {
	case "llm":
		a.readModel(g)
	case "cycle":
		if g.graph.Bound = bound(g.opts.value("max")); g.graph.Bound.State == graph.BoundUnlimited && len(g.opts.active("max")) > 0 {
			g.graph.Bound = graph.Known(0) // it runs nothing
		}
	case "swarm":
		g.graph.Bound = graph.Known(maxHandoffs)
		if config := g.opts.value("swarm"); len(g.opts.active("swarm")) > 0 {
			g.graph.Bound = bound(interp.Field(config, "MaxHandoffs"))
		}
	}
	return g
}

// kinds are the kinds of agents in the words of the model.
var kinds = map[string]graph.AgentKind{
	"llm": graph.AgentLLM, "chain": graph.AgentSequential, "parallel": graph.AgentParallel, "cycle": graph.AgentLoop,
	"graph": graph.AgentWorkflow, "remote": graph.AgentRemote, "team": graph.AgentTeam, "swarm": graph.AgentSwarm,
}

// maxHandoffs is the number of hand-offs that a swarm allows without a
// configuration of its own.
const maxHandoffs = 20

// nameOf returns a name, or one that stands for it and why it is not known.
func nameOf(v interp.Value, pos graph.Pos) (string, *interp.Unknown) {
	if s, ok := interp.AsString(v); ok {
		return s, nil
	}
	u := asUnknown(v)
	if u == nil {
		u = &interp.Unknown{Reason: "its name is one of several", Pos: pos}
	}
	return opaqueName(pos), u
}

// bound reads a limit that is none where it is not positive.
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

// readModel reads what only agents with a model have. The framework counts calls
// of the model and rounds of tool calls; either limit bounds the rounds.
func (a *assembler) readModel(g *agent) {
	g.graph.Bound = bound(g.opts.value("calls"))
	if rounds := bound(g.opts.value("rounds")); g.graph.Bound.State == graph.BoundUnlimited ||
		rounds.State == graph.BoundKnown && (g.graph.Bound.State != graph.BoundKnown || rounds.N < g.graph.Bound.N) {
		g.graph.Bound = rounds
	}
	g.graph.Unset = g.graph.Bound.State == graph.BoundUnlimited
	g.graph.Returns, _ = interp.AsString(g.opts.value("outputkey"))
	if g.graph.Returns == "" && !interp.IsZero(g.opts.value("outputschema")) {
		g.graph.Returns = "output schema"
	}
}

// parts reads what an agent consists of: sub-agents and tools.
func (a *assembler) parts(g *agent) {
	switch g.kind {
	case "team", "swarm":
		a.children(g, g.obj.Arg("members"), nil)
		a.teamOps(g)
	default:
		for _, x := range g.opts.active("sub") {
			a.children(g, x.obj.Arg("value"), x.guard)
		}
	}
	if g.opts.more != nil {
		g.graph.Unknowns = append(g.graph.Unknowns, unknown(graph.UnknownAnything, graph.None, g.opts.more, g.pos()))
	}
	if g.kind == "llm" {
		for _, op := range g.obj.Calls("sub") { // replaces the list
			if len(op.Guard) == 0 {
				g.subs, g.graph.SubAgents = nil, nil
			}
			a.children(g, op.Arg("value"), op.Guard)
		}
		a.readTools(g)
	}
	g.graph.Unused = g.obj.Reached && !a.Used(g.obj) && len(a.Program.Unknowns) == 0
}

// teamOps reads the calls that change who belongs to a team while it runs.
func (a *assembler) teamOps(g *agent) {
	for _, op := range g.obj.Calls("member", "members", "remove") {
		switch op.Kind {
		case "member":
			a.addSub(g, a.alternatives(op.Arg("value"), interp.Guard{{Text: "AddSwarmMember"}})...)
		case "members":
			a.children(g, op.Arg("value"), interp.Guard{{Text: "UpdateSwarmMembers"}})
		}
	}
}

// wireTeam makes the members of a coordinator's team tools of the coordinator.
func (a *assembler) wireTeam(g *agent) {
	boss := a.agentOf(g.obj.Arg("coordinator"))
	boss.part = true
	set := g.opts.value("setname")
	prefix, ok := interp.AsString(set)
	if len(g.opts.active("setname")) == 0 {
		prefix, ok = "team-members-"+g.name, g.unknown == nil
	}
	for _, c := range g.subs {
		t := &graph.Tool{Name: prefixed(prefix, c.name), Framework: framework, Description: c.description(), Agent: c.name, Pos: g.pos()}
		if !ok || c.unknown != nil {
			t.Name, t.Unknown = "", "the name of the team's tools is not known"
		}
		boss.graph.Tools = append(boss.graph.Tools, t)
		boss.called = append(boss.called, c)
	}
	g.graph.Tools = boss.graph.Tools
}

// children adds the agents of a list. What the list may hold beside them is an
// agent that is not known.
func (a *assembler) children(g *agent, list interp.Value, guard interp.Guard) {
	elems, more := interp.Elems(list)
	for _, e := range elems {
		a.addSub(g, a.alternatives(e.V, slices.Concat(guard, e.Guard))...)
	}
	if more != nil {
		a.addSub(g, &child{agent: opaque(more), guard: graph.PlainGuard("…")})
		g.graph.Unknowns = append(g.graph.Unknowns, unknown(graph.UnknownAnything, graph.None, more, g.pos()))
	}
}

func (a *assembler) addSub(g *agent, list ...*child) {
	for _, c := range list {
		if slices.ContainsFunc(g.subs, func(x *child) bool { return x.agent == c.agent }) {
			continue
		}
		c.part = true
		g.subs = append(g.subs, c)
		g.graph.SubAgents = append(g.graph.SubAgents, c.graph)
	}
}

// moreSubs returns why an agent may have further sub-agents.
func (g *agent) moreSubs() *interp.Unknown {
	for _, c := range g.subs {
		if c.kind == "unknown" {
			return c.unknown
		}
	}
	return g.opts.more
}

// alternatives returns the agents that v may be.
func (a *assembler) alternatives(v interp.Value, guard interp.Guard) []*child {
	var out []*child
	for i, alt := range interp.Alternatives(v) {
		g := slices.Concat(guard, alt.Guard)
		out = append(out, &child{agent: a.agentOf(alt.V), guard: g.Data(), else_: i > 0})
	}
	return out
}

// agentOf returns the agent that v is: one that the framework makes, what a type
// of the program embeds to be an agent, or a type of the program's own.
func (a *assembler) agentOf(v interp.Value) *agent {
	if o, ok := interp.Unwrap(v).(*interp.Object); ok {
		if strings.HasPrefix(o.Kind, "agent:") {
			return a.agent(o)
		}
		return opaque(&interp.Unknown{Reason: "it is no agent", Pos: o.Pos})
	}
	if u := asUnknown(v); u != nil {
		return opaque(u)
	}
	if a.HasMethod(v, "Run") {
		return a.ownAgent(v)
	}
	if g := a.embedded(v); g != nil {
		return g
	}
	return opaque(&interp.Unknown{Reason: "it is no agent that agentvet can see"})
}

// embedded returns the agent that a type of the program embeds to be one, nil if
// it does not.
func (a *assembler) embedded(v interp.Value) *agent {
	if s, ok := interp.Deref(v).(*interp.Struct); ok {
		if o, ok := interp.Unwrap(interp.Field(s, "Agent")).(*interp.Object); ok && strings.HasPrefix(o.Kind, "agent:") {
			return a.agent(o)
		}
	}
	return nil
}

// ownAgent returns an agent of a type of the program's own, one for each type and
// name.
func (a *assembler) ownAgent(v interp.Value) *agent {
	body := a.ObserveMethod(v, "Run")
	pos := body.Pos
	if a.embedded(v) != nil { // the framework's method, promoted
		pos = a.ObserveMethod(v, "Info").Pos
	}
	var name interp.Value = &interp.Unknown{Reason: "its Info method computes the name", Pos: pos}
	if res := a.CallMethod(v, "Info"); len(res) > 0 {
		name = interp.Field(res[0], "Name")
	}
	text, u := nameOf(name, pos)
	if g := a.embedded(v); g != nil && g.name == text && len(body.Effects) == 1 && body.Effects[0].On == g.obj {
		return g // all of its methods are those of the agent that it embeds
	}
	key := body.Func + " " + text
	if g := a.own[key]; g != nil {
		return g
	}
	g := &agent{value: v, kind: "custom", name: text, unknown: u, graph: &graph.Agent{
		Name: text, Kind: graph.AgentCustom, Framework: framework, Pos: pos,
	}}
	a.own[key] = g
	for _, e := range body.Effects {
		if who, ok := e.Args["agent"]; ok && e.Kind == "run" {
			for _, c := range a.alternatives(who, e.Guard) {
				if c.obj != nil {
					a.addSub(g, c)
				}
			}
		}
	}
	return g
}

// opaque returns an agent of which only the reason is known why nothing is.
func opaque(u *interp.Unknown) *agent {
	name := fmt.Sprintf("?%d:%d", u.Pos.Line, u.Pos.Col)
	return &agent{kind: "unknown", name: name, unknown: u, graph: &graph.Agent{
		Name: name, Kind: graph.AgentUnknown, Framework: framework, Pos: u.Pos,
		Unknowns: []graph.Unknown{unknown(graph.UnknownAnything, graph.None, u, u.Pos)},
	}}
}

func (g *agent) description() string {
	s, _ := interp.AsString(g.opts.value("description"))
	return s
}

// pos returns where the agent is made, or where it is not known.
func (g *agent) pos() graph.Pos {
	if g.unknown != nil {
		return cmp.Or(g.graph.Pos, g.unknown.Pos)
	}
	return g.graph.Pos
}
