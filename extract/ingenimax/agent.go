package ingenimax

// This file reads agents: what the options of a constructor make of one.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// agent is what the assembly knows of one agent.
type agent struct {
	graph    *graph.Agent
	approval bool         // its tools wait for a plan to be approved
	alone    bool         // the program approves its plans and asks nobody
	run      interp.Value // its run function, if it has one of its own
	remote   bool         // it runs elsewhere
	model    bool         // WithLLM was given
	max      interp.Value // nil if the program says nothing
	called   []*agent     // agents that are its tools
	part     bool         // others run it
}

// agent returns the agent of a constructor call.
func (a *assembler) agent(o *interp.Object) *agent {
	o = a.counterpart(o)
	if g := a.agents[o]; g != nil {
		return g
	}
	pos := a.places[o]
	g := &agent{graph: &graph.Agent{Kind: graph.AgentLLM, Framework: a.Name, Pos: pos}, approval: true}
	a.agents[o] = g
	if o.Kind == "agent:file" {
		g.approval = false // the file may say so
		g.max = &interp.Unknown{}
		g.open(&interp.Unknown{Reason: "a file says what the agent consists of"}, graph.UnknownTools)
	}
	name := o.Arg("name")
	elems, more := interp.Elems(o.Arg("options"))
	for _, e := range elems {
		alts := interp.Alternatives(e.V)
		for _, alt := range alts {
			always := len(e.Guard) == 0 && len(alts) == 1
			if opt, ok := interp.Unwrap(alt.V).(*interp.Object); ok && opt.Kind == "opt:name" {
				if name = opt.Arg("name"); !always {
					name = &interp.Unknown{Reason: "its name is given under a condition", Pos: opt.Pos}
				}
			}
			a.option(g, alt.V, always)
		}
	}
	if more != nil {
		g.open(more, graph.UnknownTools, graph.UnknownBound)
	}
	g.setName(name)
	a.finish(g, o)
	return g
}

func (g *agent) setName(v interp.Value) {
	name, ok := interp.AsString(v)
	if u := interp.UnknownIn(v); u != nil {
		g.open(u, graph.UnknownSources)
	}
	if g.graph.Name = name; !ok || name == "" {
		g.graph.Name = opaqueName(g.graph.Pos)
	}
}

// open notes what is not known of an agent.
func (g *agent) open(u *interp.Unknown, kinds ...graph.UnknownKind) {
	for _, what := range kinds {
		g.graph.Unknowns = append(g.graph.Unknowns, u.Open(what, g.graph.Pos))
	}
}

// option reads one option of an agent. One that is not always given may be missing.
func (a *assembler) option(g *agent, v interp.Value, always bool) {
	o, ok := interp.Unwrap(v).(*interp.Object)
	if !ok {
		if u := interp.UnknownIn(v); u != nil {
			g.open(u, graph.UnknownTools, graph.UnknownBound)
		}
		return
	}
	switch o.Kind {
	case "opt:llm":
		g.model = true
	case "opt:tools":
		a.addTools(g, o.Arg("list"))
	case "opt:agents":
		a.addAgents(g, o)
	case "opt:max":
		if g.max = o.Arg("max"); !always {
			g.max = &interp.Unknown{}
		}
	case "opt:approval":
		require, known := interp.AsBool(o.Arg("require"))
		g.approval = known && require && (always || g.approval)
	case "opt:run":
		if g.run = o.Arg("fn"); !always {
			g.open(&interp.Unknown{Reason: "it may run a function of its own"}, graph.UnknownBody)
			g.run = nil
		}
	case "opt:remote":
		g.remote = true
		g.open(&interp.Unknown{Reason: "the agent runs elsewhere"}, graph.UnknownBody)
	case "opt:schema":
		g.graph.Returns = "response format"
	case "opt:graph":
		a.addGraph(g, o)
	case "opt:mcp":
		a.addServers(g, o)
	case "opt:lazy":
		a.addLazy(g, o.Arg("configs"))
	case "opt:open", "opt:file":
		g.open(&interp.Unknown{Reason: "a configuration says which tools the agent has", Pos: a.places[o]}, graph.UnknownTools)
		if o.Kind == "opt:file" { // it may say all that options say
			g.approval, g.max = false, &interp.Unknown{}
		}
	}
}

// finish sets what follows from all options together.
func (a *assembler) finish(g *agent, o *interp.Object) {
	tools := len(g.graph.Tools) > 0 || slices.ContainsFunc(g.graph.Unknowns, func(u graph.Unknown) bool { return u.What == graph.UnknownTools })
	g.approval = g.approval && tools && g.run == nil && !g.remote
	g.alone = g.approval && (a.anyOf || slices.Contains(a.approved, o))
	switch {
	case g.run != nil:
		g.graph.Kind = graph.AgentCustom
	case g.remote:
		g.graph.Kind = graph.AgentRemote
	case g.approval || !tools:
		g.graph.Bound = graph.Known(1) // it is asked for a plan, or an answer
	default:
		g.graph.Bound = rounds(g.max)
	}
}

// defaultRounds is how many rounds of tools a model has if the program does not say.
const defaultRounds = 2

// rounds reads WithMaxIterations; nil is none.
func rounds(max interp.Value) graph.Bound {
	if max == nil {
		return graph.Known(defaultRounds)
	}
	switch n, ok := interp.AsInt(max); {
	case !ok:
		return graph.Bound{State: graph.BoundPresent}
	case n == 0:
		return graph.Known(defaultRounds)
	case n < 0:
		return graph.Known(0)
	default:
		return graph.Known(n)
	}
}

// addAgents adds agents that are tools.
func (a *assembler) addAgents(g *agent, o *interp.Object) {
	elems, more := interp.Elems(o.Arg("list"))
	if more != nil {
		g.open(more, graph.UnknownTools)
	}
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
			a.nameAgentTool(t, alt.V)
			g.graph.Tools = append(g.graph.Tools, t)
			a.call(g, alt.V)
		}
	}
}

// call notes that an agent can call another.
func (a *assembler) call(g *agent, v interp.Value) {
	o, ok := interp.Unwrap(v).(*interp.Object)
	if !ok || o.Kind != "agent" && o.Kind != "agent:file" {
		u := interp.UnknownIn(v)
		if u == nil {
			u = &interp.Unknown{Reason: "it calls an agent that agentvet cannot see"}
		}
		g.open(u, graph.UnknownTools)
		return
	}
	in := a.agent(o)
	in.part = true
	g.called = append(g.called, in)
	g.graph.SubAgents = append(g.graph.SubAgents, in.graph)
}
