package ingenimax

// This file reads agents: what the options of a constructor make of one.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// agent is what is known of one agent.
type agent struct {
	graph    *graph.Agent
	object   *assembly.Object // nil for a function that calls a model
	approval bool             // its tools wait for a plan to be approved
	alone    bool             // the program approves its plans and asks nobody
	run      assembly.Value   // its run function, if it has one of its own
	remote   bool             // it runs elsewhere
	model    bool             // WithLLM was given
	max      assembly.Value   // not given if the program says nothing
	called   []*agent         // agents that are its tools
	part     bool             // others run it
}

// agent returns the agent of a constructor call.
func (a *crew) agent(o *assembly.Object) *agent {
	o = a.Original(o)
	if g := a.agents[o]; g != nil {
		return g
	}
	g := &agent{graph: &graph.Agent{Kind: graph.AgentLLM, Framework: a.Name, Pos: a.Place(o), Origin: a.Origin(o), Maker: o.Func}, object: o, approval: true}
	a.agents[o] = g
	if o.Kind == "agent:file" {
		a.configured(g)
		g.open(assembly.Because(reason.FileSays), graph.UnknownTools)
	}
	name := a.Arg(o, "name")
	a.Arg(o, "options").Options(func(opt assembly.Value) {
		if named := opt.Object("opt:name"); named != nil {
			if name = opt.Arg("name"); !opt.Sole {
				name = a.Read(&assembly.Unknown{Reason: reason.Of(reason.Conditional), Pos: named.Pos})
			}
		}
		a.option(g, opt)
	}, func(u *assembly.Unknown) { g.open(u, graph.UnknownTools, graph.UnknownBound) })
	g.graph.Name = cmp.Or(name.TextOr(""), assembly.OpaqueName(g.graph.Pos))
	if u := name.Unknown(); u != nil {
		g.open(u, graph.UnknownSources)
	}
	a.finish(g)
	return g
}

// configured notes that a file may say all that options say.
func (a *crew) configured(g *agent) { g.approval, g.max = false, a.NewUnknown(reason.FileSays) }

// open notes what is not known of an agent.
func (g *agent) open(u *assembly.Unknown, kinds ...graph.UnknownKind) {
	for _, what := range kinds {
		g.graph.Unknowns = append(g.graph.Unknowns, u.Open(what, g.graph.Pos))
	}
}

// option reads one option of an agent. One that is not always given may be missing.
func (a *crew) option(g *agent, opt assembly.Value) {
	switch o := opt.Object(); o.Kind {
	case "opt:llm":
		g.model = true
	case "opt:tools":
		a.addTools(g, a.Arg(o, "list"))
	case "opt:agents":
		a.addAgents(g, o)
	case "opt:max":
		g.limit(opt)
	case "opt:approval":
		require, known := opt.Arg("require").Bool()
		g.approval = known && require && (opt.Sole || g.approval)
	case "opt:run":
		g.run = opt.Arg("fn")
		if !opt.Sole {
			g.open(assembly.Because(reason.OwnFunction), graph.UnknownBody)
			g.run = assembly.Value{}
		}
	case "opt:stream":
		g.open(assembly.Because(reason.OwnFunction), graph.UnknownBody)
	case "opt:remote":
		g.remote = true
		g.open(assembly.Because(reason.Elsewhere), graph.UnknownBody)
	case "opt:schema":
		g.graph.Returns = "response format"
	case "opt:graph":
		a.addGraph(g, a.Place(o))
	case "opt:mcp":
		a.addServers(g, o)
	case "opt:lazy":
		a.addLazy(g, a.Arg(o, "configs"))
	case "opt:open", "opt:file":
		g.open(&assembly.Unknown{Reason: reason.Of(reason.SaysTools, "a configuration"), Pos: a.Place(o)}, graph.UnknownTools)
		if o.Kind == "opt:file" {
			a.configured(g)
		}
	}
}

// limit reads WithMaxIterations.
func (g *agent) limit(opt assembly.Value) {
	if g.max = opt.Arg("max"); !opt.Sole {
		g.max = opt.Instead(assembly.Because(reason.Conditional))
	}
}

// finish sets what follows from all options together.
func (a *crew) finish(g *agent) {
	tools := len(g.graph.Tools) > 0 || slices.ContainsFunc(g.graph.Unknowns, func(u graph.Unknown) bool { return u.What == graph.UnknownTools })
	g.approval = g.approval && tools && !g.run.Given() && !g.remote
	g.alone = g.approval && (a.anyOf || slices.Contains(a.approved, g.object))
	switch {
	case g.run.Given():
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

// rounds reads WithMaxIterations.
func rounds(max assembly.Value) graph.Bound {
	switch n, ok := max.Int(); {
	case !max.Given(), ok && n == 0:
		return graph.Known(defaultRounds)
	case !ok:
		return graph.Bound{State: graph.BoundPresent}
	case n < 0:
		return graph.Known(0)
	default:
		return graph.Known(n)
	}
}

// addAgents adds agents that are tools.
func (a *crew) addAgents(g *agent, o *assembly.Object) {
	list, more := a.Arg(o, "list").List()
	if more != nil {
		g.open(more, graph.UnknownTools)
	}
	for _, x := range list {
		t := &graph.Tool{Framework: a.Name, Pos: a.Place(o)}
		a.nameAgentTool(t, x)
		g.graph.Tools = append(g.graph.Tools, t)
		a.call(g, x)
	}
}

// agentOf returns the agent that a value is, nil if that is not known.
func (a *crew) agentOf(v assembly.Value) *agent {
	if o := v.Object("agent", "agent:file"); o != nil {
		return a.agent(o)
	}
	return nil
}

// call notes that an agent can call another.
func (a *crew) call(g *agent, v assembly.Value) {
	in := a.agentOf(v)
	if in == nil {
		g.open(v.Why(reason.RunsUnseen, "an agent"), graph.UnknownTools)
		return
	}
	in.part = true
	g.called = append(g.called, in)
	g.graph.SubAgents = append(g.graph.SubAgents, in.graph)
}
