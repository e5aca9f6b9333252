package blades

// This file reads package flow, which version 0.5 has: agents that run others, or hand over
// to them. In which order, and when, is not read: the agents of a flow stand in the list of
// agents below it, and what it does is unknown.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// loopRounds is how often a loop runs if the program does not say.
const loopRounds = 10

var flowKinds = map[string]graph.AgentKind{
	"flow:sequential": graph.AgentSequential, "flow:parallel": graph.AgentParallel, "flow:loop": graph.AgentLoop,
}

// flow returns the agent that runs others, one for each call.
func (a *assembler) flow(o *assembly.Object) *graph.Agent {
	if g := a.flows[o]; g != nil {
		return g
	}
	g := &graph.Agent{Kind: flowKinds[o.Kind], Framework: a.Name, Pos: a.Place(o), Origin: a.Origin(o), Maker: o.Func}
	a.flows[o] = g
	var why *assembly.Unknown
	if g.Name, why = assembly.NameOr(a.Arg(o, "name"), g.Pos); why != nil {
		g.Unknowns = append(g.Unknowns, why.Open(graph.UnknownSources, g.Pos))
	}
	if g.Kind == graph.AgentLoop {
		switch n, ok := a.Arg(o, "max").Int(); {
		case !ok:
			g.Bound = graph.Bound{State: graph.BoundPresent}
		case n <= 0:
			g.Bound = graph.Known(loopRounds)
		default:
			g.Bound = graph.Known(n)
		}
	}
	g.SubAgents, g.Unknowns = a.parts(a.Arg(o, "subs"), g.Pos, g.Unknowns)
	order := assembly.Unknown{Reason: reason.Of(reason.MoreThanTools)}
	g.Unknowns = append(g.Unknowns, order.Open(graph.UnknownBody, g.Pos))
	return g
}

// parts returns the agents in a list, and adds to open why there may be others. Each keeps
// a workflow of its own, because that of the flow is not read.
func (a *assembler) parts(list assembly.Value, pos graph.Pos, open []graph.Unknown) ([]*graph.Agent, []graph.Unknown) {
	var out []*graph.Agent
	elems, more := list.List()
	for _, v := range elems {
		switch o := v.Object(); {
		case o != nil && o.Kind == "agent":
			out = append(out, a.Agent(o).Agent)
		case o != nil && flowKinds[o.Kind] != graph.AgentUnknown:
			out = append(out, a.flow(o))
		default:
			open = append(open, v.Why(reason.NoneSeen, "agent").Open(graph.UnknownAnything, pos))
		}
	}
	if more != nil {
		open = append(open, more.Open(graph.UnknownAnything, pos))
	}
	return out, open
}

// delegates completes an agent that hands over to others: by a tool of its own.
func (a *assembler) delegates(g *assembly.Agent) {
	var subs []*graph.Agent
	subs, g.Unknowns = a.parts(a.Arg(g.Object, "subs"), g.Pos, g.Unknowns)
	g.SubAgents = append(g.SubAgents, subs...)
	if len(subs) > 0 {
		g.Open(&assembly.Unknown{Reason: reason.Of(reason.MoreThanTools)}, graph.UnknownBody)
	}
	alone, deep := g.Object.Args["alone"]
	if !deep {
		a.adds(g, "handoff_to_agent")
		return
	}
	a.adds(g, "write_todos")
	if only, known := a.Read(alone).Bool(); !only || !known || len(subs) > 0 {
		a.adds(g, "task")
	}
}
