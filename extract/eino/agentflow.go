package eino

// This file turns trees of agents into workflows.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// agentKinds are the objects that are agents, or change one.
var agentKinds = []string{
	"agent:llm", "agent:deep", "agent:planner", "agent:executor", "agent:replanner", "agent:sequential",
	"agent:parallel", "agent:loop", "agent:planexecute", "agent:parent", "agent:supervisor", "agent:options", "agent:transfer",
}

// teamKinds are those that give an agent a team, or another place in one.
var teamKinds = []string{"agent:parent", "agent:supervisor", "agent:options", "agent:transfer"}

// agentTrees makes a workflow of each agent that no other runs.
func (a *workshop) agentTrees() {
	for _, o := range a.ObjectsOf("tool:agent", "runner") {
		if ag := a.agent(a.Arg(o, "agent")); ag != nil && o.Kind == "tool:agent" {
			a.children[ag] = true
		}
		if ag := a.agent(a.config(o, "Agent")); ag != nil {
			a.info[ag].run = true
		}
	}
	for _, ag := range a.order {
		o := a.info[ag].obj
		if o == nil && !a.children[ag] && !a.info[ag].run {
			continue
		}
		if o != nil && (!a.owned(o, ag) || a.isTemplate(ag)) {
			continue
		}
		a.Program.Agents = append(a.Program.Agents, ag)
		if o != nil {
			ag.Unused = !a.children[ag] && !a.info[ag].run && !o.Loop && !a.isUsed(o)
			for _, made := range append(a.teamsOf(ag), o) {
				a.Close(made, ag.Unknowns)
			}
		}
		if !a.children[ag] && !ag.Unused {
			a.Program.Workflows = append(a.Program.Workflows, a.agentWorkflow(ag))
		}
	}
}

// teamsOf returns the calls that gave an agent a team, or another place in one.
func (a *workshop) teamsOf(ag *graph.Agent) []*assembly.Object {
	return slices.DeleteFunc(a.ObjectsOf(teamKinds...), func(t *assembly.Object) bool { return a.agents[t] != ag })
}

// owned reports whether the package answers for an agent: it makes it, or a team of it.
func (a *workshop) owned(o *assembly.Object, ag *graph.Agent) bool {
	return a.Owned(o) || slices.ContainsFunc(a.teamsOf(ag), a.Owned)
}

// isTemplate reports whether an agent is what a helper makes for any caller, beside
// what it makes for one that is known.
func (a *workshop) isTemplate(ag *graph.Agent) bool {
	isParam := func(u graph.Unknown) bool { return u.Param }
	if !slices.ContainsFunc(ag.Unknowns, isParam) {
		return false
	}
	return slices.ContainsFunc(a.order, func(other *graph.Agent) bool {
		o := a.info[other].obj
		return o != nil && o.Specializes(a.info[ag].obj) && !slices.ContainsFunc(other.Unknowns, isParam)
	})
}

// isUsed reports whether an agent, or what wraps it, goes anywhere.
func (a *workshop) isUsed(o *assembly.Object) bool {
	for wrapper, ag := range a.agents {
		if ag == a.agents[o] && a.Used(wrapper) {
			return true
		}
	}
	return a.Used(o)
}

// agentBuilder builds the workflow of one agent.
type agentBuilder struct {
	*workshop
	*graph.Builder
	agent *graph.Agent
	seen  map[*graph.Agent]bool
}

// agentWorkflow returns the workflow of an agent: for one that composes others,
// their order; for a model, itself and those it may hand over to.
func (a *workshop) agentWorkflow(ag *graph.Agent) *graph.Workflow {
	if w := a.flows[ag]; w != nil {
		return w
	}
	f := &agentBuilder{workshop: a, Builder: graph.NewBuilder(ag.Name, a.Name, ag.Pos), agent: ag, seen: make(map[*graph.Agent]bool)}
	a.flows[ag] = f.Workflow()
	w := f.Workflow()
	w.Mode, w.Engine = graph.ModeAny, graph.Engine{DeadEnd: graph.DeadEndStops}
	f.Node(graph.Node{Name: start, Kind: graph.KindEntry, Generated: true, Pos: ag.Pos})
	switch ag.Kind {
	case graph.AgentSequential:
		last := f.sequence()
		f.Edge(last, end, graph.Edge{Kind: graph.EdgeDirect, Pos: ag.Pos})
	case graph.AgentParallel:
		w.Mode = graph.ModeAll
		for _, sub := range ag.SubAgents {
			f.add(sub)
			f.Edge(start, sub.Name, graph.Edge{Kind: graph.EdgeParallel, Pos: ag.Pos})
			f.Edge(sub.Name, end, graph.Edge{Kind: graph.EdgeDirect, Pos: ag.Pos})
		}
	case graph.AgentLoop:
		f.loop()
	default:
		f.transferTree()
	}
	f.Node(graph.Node{Name: end, Kind: graph.KindExit, Generated: true, Pos: ag.Pos})
	for _, u := range ag.Unknowns {
		if u.What == graph.UnknownTargets {
			u.What = graph.UnknownAnything
			f.Unknown(u)
		}
	}
	return f.Build()
}

// add adds the node of an agent.
func (f *agentBuilder) add(ag *graph.Agent) {
	info := f.info[ag]
	n := graph.Node{Name: ag.Name, Agent: ag.Name, Kind: graph.KindLLM, Pos: ag.Pos, Bound: ag.Bound}
	switch {
	case ag.Kind == graph.AgentCustom:
		n.Func, n.Kind = info.body.Func, graph.KindPassthrough
		f.does(&n, info.body, nil)
	case ag.Kind != graph.AgentLLM || len(ag.SubAgents) > 0 && ag != f.agent && !info.taskTool:
		if f.agent != ag {
			n.Kind, n.Sub, n.Bound = graph.KindSubgraph, f.agentWorkflow(ag), graph.Bound{}
		}
	}
	if n.Kind == graph.KindLLM && ag.Kind != graph.AgentCustom {
		n.Tools, n.Calls, n.Final = ag.Tools, graph.CallsAny, info.final
	}
	id := f.Node(n)
	for _, u := range ag.Unknowns {
		if u.What == graph.UnknownTools || u.What == graph.UnknownBody {
			u.Node = id
			f.Unknown(u)
		}
	}
	if info.body != nil && !info.body.Known {
		f.Unknown(graph.Unknown{What: graph.UnknownBody, Node: id, Reason: info.body.Reason, Pos: ag.Pos})
	}
}

// sequence chains the sub-agents and returns the name of the last.
func (f *agentBuilder) sequence() string {
	last := start
	for _, sub := range f.agent.SubAgents {
		f.add(sub)
		f.Edge(last, sub.Name, graph.Edge{Kind: graph.EdgeDirect, Pos: f.agent.Pos})
		last = sub.Name
	}
	return last
}

// loop chains the sub-agents and leads back to the first. The loop is left when
// its iterations are used up, or after a sub-agent that may break it.
func (f *agentBuilder) loop() {
	subs, pos := f.agent.SubAgents, f.agent.Pos
	if len(subs) == 0 {
		f.Edge(start, end, graph.Edge{Kind: graph.EdgeDirect, Pos: pos})
		return
	}
	f.Edge(start, subs[0].Name, graph.Edge{Kind: graph.EdgeDirect, Pos: pos})
	for i, sub := range subs {
		f.add(sub)
		isLast := i == len(subs)-1
		next, kind := subs[0].Name, graph.EdgeLoop
		if !isLast {
			next, kind = subs[i+1].Name, graph.EdgeDirect
		}
		bounded := isLast && f.agent.Bound.State != graph.BoundUnlimited
		if !bounded && !f.mayLeave(sub) {
			f.Edge(sub.Name, next, graph.Edge{Kind: kind, Pos: pos})
			continue
		}
		if kind == graph.EdgeDirect {
			kind = graph.EdgeConditional
		}
		br := f.Branch(graph.Branch{From: graph.None, Pos: pos})
		f.BranchEdge(br, sub.Name, next, graph.Edge{Kind: kind, Label: "continue", Pos: pos})
		label := "break"
		if bounded {
			label = "after " + f.agent.Bound.String()
		}
		f.BranchEdge(br, sub.Name, end, graph.Edge{Kind: graph.EdgeConditional, Label: label, Pos: pos})
	}
}

// mayLeave reports whether an agent, or one that it runs, may end the loop that
// it is in. One that is not known may.
func (f *agentBuilder) mayLeave(ag *graph.Agent) bool {
	info := f.info[ag]
	if info.leaves || len(ag.Unknowns) > 0 || info.body != nil && !info.body.Known {
		return true
	}
	for _, sub := range ag.SubAgents {
		if f.mayLeave(sub) {
			return true
		}
	}
	return false
}

// transferTree adds a model agent and all it may hand over to, directly or not.
func (f *agentBuilder) transferTree() {
	f.Edge(start, f.agent.Name, graph.Edge{Kind: graph.EdgeDirect, Pos: f.agent.Pos})
	f.transfers(f.agent, nil)
}

func (f *agentBuilder) transfers(ag, parent *graph.Agent) {
	if f.seen[ag] {
		return
	}
	f.seen[ag] = true
	if ag.Kind == graph.AgentLLM && len(ag.SubAgents) > 0 {
		f.addModel(ag)
	} else {
		f.add(ag)
	}
	info := f.info[ag]
	for _, h := range info.then {
		f.Edge(ag.Name, h.to, graph.Edge{Kind: graph.EdgeDirect, Pos: h.pos})
	}
	var targets []*graph.Agent
	if ag.Kind == graph.AgentLLM && !info.taskTool {
		if !info.hidden {
			targets = append(targets, ag.SubAgents...)
		}
		if parent != nil && !info.noParent && len(info.then) == 0 {
			targets = append(targets, parent)
		}
	}
	switch {
	case len(targets) > 0:
		br := f.Branch(graph.Branch{From: graph.None, Pos: ag.Pos})
		for _, t := range targets {
			f.BranchEdge(br, ag.Name, t.Name, graph.Edge{Kind: graph.EdgeConditional, Label: "transfer to " + t.Name, Pos: ag.Pos})
		}
		f.BranchEdge(br, ag.Name, end, graph.Edge{Kind: graph.EdgeConditional, Label: "answer", Pos: ag.Pos})
	case len(info.then) == 0:
		f.Edge(ag.Name, end, graph.Edge{Kind: graph.EdgeDirect, Pos: ag.Pos})
	}
	if ag.Kind == graph.AgentLLM && !info.taskTool {
		for _, sub := range ag.SubAgents {
			f.transfers(sub, ag)
		}
	}
}

// addModel adds a model agent as a node of its own, whatever it may hand over to.
func (f *agentBuilder) addModel(ag *graph.Agent) {
	outer := f.agent
	f.agent = ag
	f.add(ag)
	f.agent = outer
}
