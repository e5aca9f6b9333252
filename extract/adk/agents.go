package adk

// This file reads agents: their limits, their sub-agents, how the framework may
// pass control between them.

import (
	"cmp"

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
func (a *roster) newCast() *assembly.Cast {
	c := a.NewCast()
	c.Read, c.Flow, c.Node, c.Sketch = a.limits, a.flow, a.node, newSketch
	c.Skips = a.skips
	c.RunsOn = true
	c.Leaves = func(_ *agent, sub *child) bool { return a.mayEscalate(sub.Actor) }
	return c
}

// limits reads the limits of an agent, and what it answers.
func (a *roster) limits(g *agent) {
	switch g.Kind {
	case graph.AgentLLM:
		g.Bound.State = graph.BoundUnlimited // the framework has no limit
		key, typed := a.Arg(g.Object, "outputkey"), !a.Arg(g.Object, "outputschema").IsZero()
		if g.Returns = key.TextOr(""); g.Returns == "" && typed {
			g.Returns = "output schema"
		}
		g.Untyped = key.IsZero() && !typed
	case graph.AgentLoop:
		g.Bound = a.Arg(g.Object, "max").Limit()
	case graph.AgentRemote:
		if !a.Arg(g.Object, "transfers").IsZero() {
			g.Unknowns = append(g.Unknowns, assembly.Because(reason.MayHandOver, "the remote agent").Open(graph.UnknownTargets, g.Pos))
		}
	}
}

func isTrue(v assembly.Value) bool {
	b, _ := v.Bool()
	return b
}

// parts reads what an agent consists of: sub-agents, tools, nodes.
func (a *roster) parts(g *agent) {
	registered := a.cast.List(g, a.Arg(g.Object, "sub"))
	switch g.Kind {
	case graph.AgentWorkflow:
		g.Add(a.graphAgents(g.Object)...)
		for _, c := range registered {
			c.Unused = c.Unused || c.Object != nil && !g.Has(c.Actor) && !a.hiddenRuns(g.Object)
		}
	case graph.AgentCustom:
		registered = append(registered, a.cast.Runs(a.observed(g.Object, "run"))...)
	}
	g.Add(registered...)
	if g.Kind == graph.AgentLLM {
		a.readTools(g)
	}
	a.runBeside(g)
	g.Unused = g.Unused || a.Forgotten(g.Object) && len(a.Program.Unknowns) == 0
}

// readTools reads the tools of a model: its own, those of its toolsets, those
// that the framework adds, and the agents behind them.
func (a *roster) readTools(g *agent) {
	l := &toolList{roster: a, agent: g, read: make(map[*graph.Tool]bool), sure: make(map[*graph.Tool]int), has: make(map[*graph.Tool]int)}
	l.list(a.Arg(g.Object, "tools"))
	sets, more := a.Arg(g.Object, "toolsets").List()
	for _, s := range sets {
		l.add(l.setTools(s)...)
	}
	l.more(more)
	for _, c := range g.Subs {
		if a.calledBack(c) {
			l.add(&graph.Tool{Name: c.Name, Framework: "adk", Description: a.description(c.Actor), Agent: c.Name, Pos: c.Pos})
			g.Called = append(g.Called, c)
		}
	}
	if !a.Arg(g.Object, "outputschema").IsZero() {
		l.add(a.Added("set_model_response", g.Pos))
	}
	if a.mode(g) == "task" {
		l.add(a.Added("finish_task", g.Pos))
	}
	l.provided()
	l.callbacks()
	l.hooks()
}

// mode returns how an agent takes part in a conversation.
func (a *roster) mode(g *agent) string {
	if g.Object == nil || g.Kind != graph.AgentLLM {
		return "chat"
	}
	return cmp.Or(a.Arg(g.Object, "mode").TextOr(""), "chat")
}

// calledBack reports whether the parent of an agent calls it like a tool instead
// of handing over to it.
func (a *roster) calledBack(c *child) bool {
	mode := a.mode(c.Actor)
	return mode == "task" || mode == "single_turn"
}

func (a *roster) description(g *agent) string {
	if g.Object == nil {
		return ""
	}
	return a.Arg(g.Object, "description").TextOr("")
}
