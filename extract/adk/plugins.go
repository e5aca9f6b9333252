package adk

// This file reads the plugins of runners. Which runner has one, and which agents that runs, is
// not asked: a plugin may change all agents that are known here, and, as a runner gets agents
// of other packages, those of the program.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// plugins notes what the plugins of runners may change.
func (a *roster) plugins(agents []*agent) {
	for _, o := range a.ObjectsOf("plugin") {
		a.plugin(o, agents)
	}
	for _, o := range a.ObjectsOf("plugins") {
		list, more := a.Arg(o, "value").Field("Plugins").List()
		for _, p := range list {
			if p.Object() == nil && !p.IsZero() {
				more = p.Why(reason.NoneSeen, "plugin")
			}
		}
		if more != nil {
			a.Program.Unknowns = append(a.Program.Unknowns, more.Open(graph.UnknownAnything, a.Place(o)))
		}
	}
}

func (a *roster) plugin(o *assembly.Object, agents []*agent) {
	opens := func(what graph.UnknownKind, why reason.Reason) graph.Unknown {
		u := unknown(what, &assembly.Unknown{Reason: why, Pos: a.Place(o)})
		a.Program.Unknowns = append(a.Program.Unknowns, u)
		return u
	}
	if may, open := a.answers(a.Arg(o, "before")); may || open != nil {
		u := opens(graph.UnknownAnything, reason.Of(reason.Plugin, "answer in the place of an agent"))
		a.passing = &assembly.Unknown{Reason: u.Reason, Pos: u.Pos}
	}
	var tools []graph.Unknown
	rewrites := func(name string) bool { return a.Arg(o, name).ModelHook() != nil }
	if slices.ContainsFunc([]string{"beforemodel", "modelerror"}, rewrites) {
		tools = append(tools, opens(graph.UnknownTools, reason.Of(reason.Plugin, "change what a model is offered")))
	}
	if cb := a.Arg(o, "beforetool"); !cb.IsZero() {
		if b := cb.Observe(); !b.Known || b.Asks() {
			tools = append(tools, opens(graph.UnknownTools, reason.Of(reason.MayAsk)))
		}
	}
	for _, g := range agents {
		if g.Kind == graph.AgentLLM {
			g.Unknowns = append(g.Unknowns, tools...)
		}
	}
	a.runByPlugin(o, agents)
}

// runByPlugin notes the functions of a plugin, which run beside agents.
func (a *roster) runByPlugin(o *assembly.Object, agents []*agent) {
	for _, of := range []struct{ arg, field string }{
		{"usermessage", "OnUserMessageCallback"}, {"event", "OnEventCallback"}, {"beforerun", "BeforeRunCallback"}, {"afterrun", "AfterRunCallback"},
		{"before", "BeforeAgentCallback"}, {"after", "AfterAgentCallback"},
		{"beforemodel", "BeforeModelCallback"}, {"aftermodel", "AfterModelCallback"}, {"modelerror", "OnModelErrorCallback"},
		{"beforetool", "BeforeToolCallback"}, {"aftertool", "AfterToolCallback"}, {"toolerror", "OnToolErrorCallback"},
	} {
		for _, g := range agents {
			assembly.AddHooks(g.Agent, of.field+" of a plugin", a.Arg(o, of.arg))
		}
	}
}
