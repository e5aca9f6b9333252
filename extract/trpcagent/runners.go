package trpcagent

// This file reads what runners and options of runs change: plugins, other tools, and runs
// that are repeated. A runner gets agents of other packages, and options any runner: what they
// may change is an unknown of the program, and of the agents that are known here.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// runners notes what runners may change of agents.
func (a *registry) runners(agents []*agent) {
	for _, o := range a.ObjectsOf("runtools") { // models say so themselves
		a.opens(graph.UnknownTools, &assembly.Unknown{Reason: reason.Of(reason.RunTools), Pos: a.Place(o)})
	}
	for _, o := range a.ObjectsOf("runner") {
		a.ownRunOptions(o, agents)
		opts := a.optionsOf(a.Arg(o, "options"))
		if opts.more != nil {
			a.opens(graph.UnknownAnything, opts.more)
		}
		for _, g := range a.Arg(o, "agent").Each() {
			if root := a.cast.Of(g); root.Kind == graph.AgentUnknown && !root.Why.Param && o.Row.Name == "NewRunner" {
				a.opens(graph.UnknownAnything, &assembly.Unknown{Reason: root.Why.Reason, Pos: a.Place(o)})
			}
		}
		for _, x := range opts.all("again") {
			u := a.opens(graph.UnknownAnything, &assembly.Unknown{Reason: reason.Of(reason.Repeats), Pos: a.Place(x.Object())})
			for _, g := range a.Arg(o, "agent").Each() {
				if root := a.cast.Of(g); root.Object != nil {
					root.Unknowns = append(root.Unknowns, u)
				}
			}
		}
		plugins, more := opts.elems("plugins")
		a.plugins(o, plugins, more, agents)
	}
	for _, o := range a.ObjectsOf("runplugins") {
		plugins, more := a.Arg(o, "value").List()
		a.plugins(o, plugins, more, agents)
	}
}

// ownRunOptions notes that options of runs that the program writes itself, as functions, may
// give agents other tools.
func (a *registry) ownRunOptions(runner *assembly.Object, agents []*agent) {
	for _, run := range runner.Calls("run") {
		list, _ := a.ArgOf(run, "options").List()
		for _, option := range list {
			if !option.IsFunc() || option.Rewrites() == nil {
				continue
			}
			u := a.opens(graph.UnknownTools, &assembly.Unknown{Reason: reason.Of(reason.RunTools), Pos: run.At(a.Assembly)})
			for _, g := range agents {
				if g.Kind == graph.AgentLLM {
					g.Unknowns = append(g.Unknowns, u)
				}
			}
		}
	}
}

// plugins notes what the plugins that o has may change, and that it may have others.
func (a *registry) plugins(o *assembly.Object, list []assembly.Value, more *assembly.Unknown, agents []*agent) {
	if more != nil {
		a.opens(graph.UnknownAnything, more)
	}
	for _, p := range list {
		a.plugin(o, p, agents)
	}
}

// opens adds an unknown of the program.
func (a *registry) opens(what graph.UnknownKind, u *assembly.Unknown) graph.Unknown {
	open := u.Open(what, u.Pos)
	a.Program.Unknowns = append(a.Program.Unknowns, open)
	return open
}

// plugin notes what a plugin of a runner may change: the callbacks that it registers.
func (a *registry) plugin(o *assembly.Object, v assembly.Value, agents []*agent) {
	if v.Object("plugin:other") != nil {
		return
	}
	if !v.HasMethod("Register") {
		a.opens(graph.UnknownAnything, &assembly.Unknown{Reason: v.Why(reason.NoneSeen, "plugin").Reason, Pos: a.Place(o)})
		return
	}
	b := v.ObserveMethod("Register")
	opens := func(what graph.UnknownKind, why reason.Reason) graph.Unknown {
		return a.opens(what, &assembly.Unknown{Reason: why, Pos: b.Pos})
	}
	if !b.Known {
		opens(graph.UnknownAnything, b.Reason)
	}
	var tools []graph.Unknown
	for _, e := range b.Effects {
		cb, _ := a.EffectArg(e, "fn")
		switch e.Kind {
		case "plug:agent":
			if may, open := a.answers(cb); may || open != nil {
				u := opens(graph.UnknownAnything, reason.Of(reason.Plugin, "answer in the place of an agent"))
				a.passing = &assembly.Unknown{Reason: u.Reason, Pos: u.Pos}
			}
		case "plug:model":
			if cb.ModelHook() != nil {
				tools = append(tools, opens(graph.UnknownTools, reason.Of(reason.Plugin, "change what a model is offered")))
			}
		case "plug:tool":
			if does := cb.Observe(); !does.Known || does.Asks() {
				tools = append(tools, opens(graph.UnknownTools, reason.Of(reason.MayAsk)))
			}
		}
	}
	for _, g := range agents {
		if g.Kind == graph.AgentLLM {
			g.Unknowns = append(g.Unknowns, tools...)
		}
	}
}
