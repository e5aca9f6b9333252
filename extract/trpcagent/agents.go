package trpcagent

// This file reads agents: their names, their options, their sub-agents.

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
	obj     *assembly.Object // nil for one that is not known, or of a type of the program's own
	value   assembly.Value   // of an agent of a type of the program's own
	kind    string
	name    string // "?line:col" if it is not known
	graph   *graph.Agent
	opts    options
	subs    []*child
	called  []*child // agents behind tools, which come back
	part    bool     // of another agent or of a node
	unknown *assembly.Unknown
}

// child is an agent in a list.
type child struct {
	*agent
	guard graph.Guard // the condition under which it is in the list
	else_ bool        // it shares its place with the one before
}

// agent returns the agent of an object, without its parts.
func (a *registry) agent(o *assembly.Object) *agent {
	if g := a.agents[o]; g != nil {
		return g
	}
	kind := strings.TrimPrefix(o.Kind, "agent:")
	pos := a.Place(o)
	g := &agent{obj: o, kind: kind, opts: a.optionsOf(a.Arg(o, "options"))}
	a.agents[o] = g
	g.graph = &graph.Agent{Kind: kinds[kind], Framework: framework, Pos: pos}
	name := a.Arg(o, "name")
	if kind == "remote" {
		name = g.opts.value("name")
	}
	if g.name, g.unknown = nameOf(name, pos); g.unknown != nil {
		g.open(g.unknown)
	}
	g.graph.Name = g.name
	switch kind {
	case "llm":
		a.readModel(g)
	case "cycle":
		if g.graph.Bound = bound(g.opts.value("max")); g.graph.Bound.State == graph.BoundUnlimited && g.opts.has("max") {
			g.graph.Bound = graph.Known(0) // it runs nothing
		}
	case "swarm":
		g.graph.Bound = graph.Known(maxHandoffs)
		if g.opts.has("swarm") {
			g.graph.Bound = bound(g.opts.value("swarm").Field("MaxHandoffs"))
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
func nameOf(v assembly.Value, pos graph.Pos) (string, *assembly.Unknown) {
	if s, ok := v.Text(); ok {
		return s, nil
	}
	if u := v.Unknown(); u != nil {
		return assembly.OpaqueName(pos), u
	}
	return assembly.OpaqueName(pos), &assembly.Unknown{Reason: reason.Of(reason.OneOf, "name"), Pos: pos}
}

// open notes that anything may be missing of an agent.
func (g *agent) open(u *assembly.Unknown) {
	g.graph.Unknowns = append(g.graph.Unknowns, u.Open(graph.UnknownAnything, g.pos()))
}

// bound reads a limit that is none where it is not positive.
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

// readModel reads what only agents with a model have. The framework counts calls
// of the model and rounds of tool calls; either limit bounds the rounds.
func (a *registry) readModel(g *agent) {
	g.graph.Bound = bound(g.opts.value("calls"))
	if rounds := bound(g.opts.value("rounds")); g.graph.Bound.State == graph.BoundUnlimited ||
		rounds.State == graph.BoundKnown && (g.graph.Bound.State != graph.BoundKnown || rounds.N < g.graph.Bound.N) {
		g.graph.Bound = rounds
	}
	g.graph.Unset = g.graph.Bound.State == graph.BoundUnlimited
	g.graph.Returns = g.opts.value("outputkey").TextOr("")
	if g.graph.Returns == "" && !g.opts.value("outputschema").IsZero() {
		g.graph.Returns = "output schema"
	}
}

// parts reads what an agent consists of: sub-agents and tools.
func (a *registry) parts(g *agent) {
	switch g.kind {
	case "team", "swarm":
		a.children(g, a.Arg(g.obj, "members"))
		a.teamOps(g)
	default:
		for _, x := range g.opts.active("sub") {
			a.children(g, x.Arg("value"))
		}
	}
	if g.opts.more != nil {
		g.open(g.opts.more)
	}
	if g.kind == "llm" {
		for _, op := range g.obj.Calls("sub") { // replaces the list
			if len(op.Guard) == 0 {
				g.subs, g.graph.SubAgents = nil, nil
			}
			a.children(g, a.ArgOf(op, "value"))
		}
		a.readTools(g)
	}
	g.graph.Unused = g.obj.Reached && !a.Used(g.obj) && len(a.Program.Unknowns) == 0
}

// teamOps reads the calls that change who belongs to a team while it runs.
func (a *registry) teamOps(g *agent) {
	for _, op := range g.obj.Calls("member", "members", "remove") {
		switch op.Kind {
		case "member":
			a.addSub(g, a.alternatives(a.Read(op.Arg("value")).Under(assembly.Guard{{Text: "AddSwarmMember"}}))...)
		case "members":
			a.children(g, a.Read(op.Arg("value")).Under(assembly.Guard{{Text: "UpdateSwarmMembers"}}))
		}
	}
}

// wireTeam makes the members of a coordinator's team tools of the coordinator.
func (a *registry) wireTeam(g *agent) {
	boss := a.agentOf(a.Arg(g.obj, "coordinator"))
	boss.part = true
	prefix, ok := g.opts.value("setname").Text()
	if !g.opts.has("setname") {
		prefix, ok = "team-members-"+g.name, g.unknown == nil
	}
	for _, c := range g.subs {
		t := &graph.Tool{Name: prefixed(prefix, c.name), Framework: framework, Description: c.description(), Agent: c.name, Pos: g.pos()}
		if !ok || c.unknown != nil {
			t.Name, t.Unknown = "", reason.Of(reason.NameOf, "the team's tools")
		}
		boss.graph.Tools = append(boss.graph.Tools, t)
		boss.called = append(boss.called, c)
	}
	g.graph.Tools = boss.graph.Tools
}

// children adds the agents of a list. What the list may hold beside them is an
// agent that is not known.
func (a *registry) children(g *agent, list assembly.Value) {
	elems, more := list.Elems()
	for _, x := range elems {
		a.addSub(g, a.alternatives(x)...)
	}
	if more != nil {
		a.addSub(g, &child{agent: opaque(more), guard: graph.PlainGuard("…")})
		g.open(more)
	}
}

func (a *registry) addSub(g *agent, list ...*child) {
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
func (g *agent) moreSubs() *assembly.Unknown {
	for _, c := range g.subs {
		if c.kind == "unknown" {
			return c.unknown
		}
	}
	return g.opts.more
}

// alternatives returns the agents that v may be.
func (a *registry) alternatives(v assembly.Value) []*child {
	var out []*child
	for i, x := range v.Each() {
		out = append(out, &child{agent: a.agentOf(x), guard: x.Guard.Data(), else_: i > 0})
	}
	return out
}

// agentOf returns the agent that v is: one that the framework makes, what a type
// of the program embeds to be an agent, or a type of the program's own.
func (a *registry) agentOf(v assembly.Value) *agent {
	if o := v.Object(); o != nil {
		if strings.HasPrefix(o.Kind, "agent:") {
			return a.agent(o)
		}
		return opaque(&assembly.Unknown{Reason: reason.Of(reason.NoneSeen, "agent"), Pos: o.Pos})
	}
	if u := v.Unknown(); u != nil {
		return opaque(u)
	}
	if v.HasMethod("Run") {
		return a.ownAgent(v)
	}
	if g := a.embedded(v); g != nil {
		return g
	}
	return opaque(assembly.Because(reason.NoneSeen, "agent"))
}

// embedded returns the agent that a type of the program embeds to be one, nil if
// it does not.
func (a *registry) embedded(v assembly.Value) *agent {
	if !v.IsStruct() {
		return nil
	}
	if o := v.Field("Agent").Object(); o != nil && strings.HasPrefix(o.Kind, "agent:") {
		return a.agent(o)
	}
	return nil
}

// ownAgent returns an agent of a type of the program's own, one for each type and
// name.
func (a *registry) ownAgent(v assembly.Value) *agent {
	body, embedded := v.ObserveMethod("Run"), a.embedded(v)
	pos := body.Pos
	if embedded != nil { // the framework's method, promoted
		pos = v.ObserveMethod("Info").Pos
	}
	info, ok := v.Returned("Info")
	name := info.Field("Name")
	if !ok {
		name = a.Of(&assembly.Unknown{Reason: reason.Of(reason.NameByMethod, "Info"), Pos: pos})
	}
	text, u := nameOf(name, pos)
	if g := embedded; g != nil && g.name == text && len(body.Effects) == 1 && body.Effects[0].On == g.obj {
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
		if who, ok := a.EffectArg(e, "agent"); ok && e.Kind == "run" {
			for _, c := range a.alternatives(who.Under(e.Guard)) {
				if c.obj != nil {
					a.addSub(g, c)
				}
			}
		}
	}
	return g
}

// opaque returns an agent of which only the reason is known why nothing is.
func opaque(u *assembly.Unknown) *agent {
	name := assembly.OpaqueName(u.Pos)
	return &agent{kind: "unknown", name: name, unknown: u, graph: &graph.Agent{
		Name: name, Kind: graph.AgentUnknown, Framework: framework, Pos: u.Pos,
		Unknowns: []graph.Unknown{u.Open(graph.UnknownAnything, u.Pos)},
	}}
}

func (g *agent) description() string {
	if g.opts.a == nil {
		return ""
	}
	return g.opts.value("description").TextOr("")
}

// pos returns where the agent is made, or where it is not known.
func (g *agent) pos() graph.Pos {
	if g.unknown != nil {
		return cmp.Or(g.graph.Pos, g.unknown.Pos)
	}
	return g.graph.Pos
}
