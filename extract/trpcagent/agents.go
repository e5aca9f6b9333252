package trpcagent

// This file reads agents: their names, their options, their sub-agents.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// agent and child are what the assembly knows of one agent, and of one in a list.
type (
	agent = assembly.Actor
	child = assembly.Sub
)

// newCast returns the agents of the package, as the framework makes and runs them.
func (a *registry) newCast() *assembly.Cast {
	c := a.NewCast()
	c.Name, c.Read, c.Own = a.nameOf, a.read, a.ownAgent
	c.Flow, c.Node, c.Sketch = a.flow, a.node, newSketch
	c.Skips = a.skips
	c.Leaves = func(g *agent, _ *child) bool {
		f := a.opts(g).value("escalate")
		return !f.IsZero() && !a.never(f)
	}
	return c
}

// nameOf returns the name that a constructor gives an agent.
func (a *registry) nameOf(o *assembly.Object) assembly.Value {
	if o.Kind == "agent:remote" {
		if opts := a.optionsOf(a.Arg(o, "options")); opts.has("name") || o.Row.Text("default") == "" {
			return opts.value("name")
		}
		return a.NewText(o.Row.Text("default"))
	}
	return a.Arg(o, "name")
}

// opts returns the options of an agent.
func (a *registry) opts(g *agent) options {
	if g.Object == nil {
		return options{a: a.Assembly}
	}
	return a.optionsOf(a.Arg(g.Object, "options"))
}

// maxHandoffs is the number of hand-offs that a swarm allows without a
// configuration of its own.
const maxHandoffs = 20

// read reads the limits of an agent.
func (a *registry) read(g *agent) {
	opts := a.opts(g)
	switch g.Kind {
	case graph.AgentLLM:
		readModel(g, opts)
	case graph.AgentLoop:
		if g.Bound = opts.value("max").Limit(); g.Bound.State == graph.BoundUnlimited && opts.has("max") {
			g.Bound = graph.Known(0) // it runs nothing
		}
	case graph.AgentSwarm:
		g.Bound = graph.Known(maxHandoffs)
		if opts.has("swarm") {
			g.Bound = opts.value("swarm").Field("MaxHandoffs").Limit()
		}
	}
}

// readModel reads what only agents with a model have. The framework counts calls
// of the model and rounds of tool calls; either limit bounds the rounds.
func readModel(g *agent, opts options) {
	g.Bound = opts.value("calls").Limit()
	if rounds := opts.value("rounds").Limit(); g.Bound.State == graph.BoundUnlimited ||
		rounds.State == graph.BoundKnown && (g.Bound.State != graph.BoundKnown || rounds.N < g.Bound.N) {
		g.Bound = rounds
	}
	g.Unset = g.Bound.State == graph.BoundUnlimited
	key, typed := opts.value("outputkey"), !opts.value("outputschema").IsZero()
	if g.Returns = key.TextOr(""); g.Returns == "" && typed {
		g.Returns = "output schema"
	}
	g.Untyped = key.IsZero() && !typed && opts.more == nil
}

// parts reads what an agent consists of: sub-agents and tools.
func (a *registry) parts(g *agent) {
	opts := a.opts(g)
	switch g.Kind {
	case graph.AgentTeam, graph.AgentSwarm:
		g.Add(a.cast.List(g, a.Arg(g.Object, "members"))...)
		a.teamOps(g)
	default:
		for _, x := range opts.active("sub") {
			g.Add(a.cast.List(g, x.Arg("value"))...)
		}
	}
	if opts.more != nil {
		g.Open(opts.more)
	}
	if g.Kind == graph.AgentLLM {
		for _, op := range g.Object.Calls("sub") { // replaces the list
			if len(op.Guard) == 0 {
				g.Subs, g.SubAgents = nil, nil
			}
			g.Add(a.cast.List(g, a.ArgOf(op, "value"))...)
		}
		a.readTools(g)
	}
	g.Unused = a.Forgotten(g.Object) && len(a.Program.Unknowns) == 0
}

// teamOps reads the calls that change who belongs to a team while it runs.
func (a *registry) teamOps(g *agent) {
	for _, op := range g.Object.Calls("member", "members", "remove") {
		switch op.Kind {
		case "member":
			g.Add(a.cast.Alternatives(a.ArgOf(op, "value").Under(assembly.Guard{{Text: "AddSwarmMember", Pos: op.Pos}}))...)
		case "members":
			g.Add(a.cast.List(g, a.ArgOf(op, "value").Under(assembly.Guard{{Text: "UpdateSwarmMembers", Pos: op.Pos}}))...)
		}
	}
}

// wireTeam makes the members of a coordinator's team tools of the coordinator.
func (a *registry) wireTeam(g *agent) {
	boss := a.cast.Of(a.Arg(g.Object, "coordinator"))
	boss.Part = true
	opts := a.opts(g)
	prefix, ok := opts.value("setname").Text()
	if !opts.has("setname") {
		prefix, ok = "team-members-"+g.Name, g.Why == nil
	}
	for i, c := range g.Subs {
		boss.Called = append(boss.Called, c)
		if slices.ContainsFunc(g.Subs[:i], func(o *assembly.Sub) bool { return o.Name == c.Name && o.Guard.Excludes(c.Guard) }) {
			continue // no run has both
		}
		t := &graph.Tool{Name: prefixed(prefix, c.Name), Framework: framework, Agent: c.Name, Pos: g.At()}
		t.Description = a.opts(c.Actor).value("description").TextOr("")
		if !ok || c.Why != nil {
			t.Name, t.Unknown = "", reason.Of(reason.NameOf, "the team's tools")
		}
		boss.Tools = append(boss.Tools, t)
	}
	g.Tools = boss.Tools
}

// moreSubs returns why an agent may have further sub-agents.
func (a *registry) moreSubs(g *agent) *assembly.Unknown {
	for _, c := range g.Subs {
		if c.Kind == graph.AgentUnknown {
			return c.Why
		}
	}
	return a.opts(g).more
}

// ownAgent returns an agent of a type of the program's own, one for each type and
// name, nil for no agent.
func (a *registry) ownAgent(v assembly.Value) *agent {
	if !v.HasMethod("Run") {
		return nil
	}
	body, embedded := v.ObserveMethod("Run"), a.cast.Embedded(v)
	pos := body.Pos
	if embedded != nil { // the framework's method, promoted
		pos = v.ObserveMethod("Info").Pos
	}
	info, ok := v.Returned("Info")
	name := info.Field("Name")
	if !ok {
		name = a.Of(&assembly.Unknown{Reason: reason.Of(reason.NameByMethod, "Info"), Pos: pos})
	}
	text, u := assembly.NameOr(name, pos)
	if g := embedded; g != nil && g.Name == text && len(body.Effects) == 1 && body.Effects[0].On == g.Object {
		return g // all of its methods are those of the agent that it embeds
	}
	key := body.Func + " " + text
	if g := a.own[key]; g != nil {
		return g
	}
	g := &agent{Self: v, Why: u, Agent: &graph.Agent{Name: text, Kind: graph.AgentCustom, Framework: framework, Pos: pos}}
	a.own[key] = g
	g.Add(a.cast.Runs(body)...)
	return g
}

// never reports whether a function always returns false.
func (a *registry) never(f assembly.Value) bool {
	b := f.Observe()
	return b.Known && len(b.Results) > 0 && !slices.ContainsFunc(a.Result(b, 0), func(x assembly.Value) bool {
		v, ok := x.Bool()
		return !ok || v
	})
}
