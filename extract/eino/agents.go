package eino

// This file reads agents of package adk: who they are, what they may call, whom
// they run.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// defaultIterations is what ChatModelAgent takes when MaxIterations is zero.
const defaultIterations = 20

// agentInfo is what a workflow needs of an agent beside the delegation graph.
type agentInfo struct {
	noParent bool       // may not transfer back to its parent
	then     []handover // agents that it always hands over to
	leaves   bool       // its code or one of its tools may end the loop around it
	taskTool bool       // it runs its sub-agents through a tool, not by handing over
	run      bool       // a runner runs it
	hidden   bool       // its model is not told whom it may hand over to
	final    []string   // names of tools whose result is its answer
	body     *assembly.Behaviour
	obj      *assembly.Object
}

// handover names the agent that another always hands over to, and where the program
// says so.
type handover struct {
	to  string
	pos graph.Pos
}

// agentOf returns the agent that an object is, one for each constructor call.
func (a *workshop) agentOf(o *assembly.Object) *graph.Agent {
	if ag, ok := a.agents[o]; ok {
		return ag
	}
	a.agents[o] = nil // an agent that contains itself
	ag := a.makeAgent(o)
	a.agents[o] = ag
	return ag
}

// makeAgent reads one constructor call. The function is one switch.
func (a *workshop) makeAgent(o *assembly.Object) *graph.Agent {
	switch o.Kind {
	case "agent:llm":
		return a.llmAgent(o)
	case "agent:deep":
		return a.deepAgent(o)
	case "agent:planner":
		return a.newAgent(o, a.NewText("planner"), graph.AgentLLM)
	case "agent:executor":
		ag := a.newAgent(o, a.NewText("executor"), graph.AgentLLM)
		a.agentTools(ag, o, nil)
		ag.Bound = a.iterations(o, "MaxIterations", defaultIterations)
		return ag
	case "agent:replanner":
		ag := a.newAgent(o, a.NewText("replanner"), graph.AgentLLM)
		a.info[ag].leaves = true // it breaks the loop when the plan is done
		return ag
	case "agent:sequential":
		return a.composed(o, graph.AgentSequential)
	case "agent:parallel":
		return a.composed(o, graph.AgentParallel)
	case "agent:loop":
		ag := a.composed(o, graph.AgentLoop)
		ag.Bound = boundOf(a.config(o, "MaxIterations"))
		return ag
	case "agent:planexecute":
		return a.planExecute(o)
	case "agent:parent":
		ag := a.agent(a.Arg(o, "agent"))
		if ag != nil {
			a.subAgents(ag, a.Arg(o, "subs"))
		}
		return ag
	case "agent:supervisor":
		return a.supervisor(o)
	case "agent:options":
		ag := a.agent(a.Arg(o, "agent"))
		if ag != nil && hasOption(a.Arg(o, "opts"), "opt:noparent") {
			a.info[ag].noParent = true
		}
		return ag
	case "agent:transfer":
		return a.transfer(o)
	}
	return nil
}

// composed adds an agent that runs its sub-agents.
func (a *workshop) composed(o *assembly.Object, kind graph.AgentKind) *graph.Agent {
	ag := a.newAgent(o, a.config(o, "Name"), kind)
	a.subAgents(ag, a.config(o, "SubAgents"))
	return ag
}

// newAgent adds an agent to the program.
func (a *workshop) newAgent(o *assembly.Object, name assembly.Value, kind graph.AgentKind) *graph.Agent {
	ag := &graph.Agent{Name: name.TextOr(""), Kind: kind, Framework: a.Name, Pos: a.places[o], Origin: a.Origin(o), Maker: o.Func}
	if ag.Name == "" {
		ag.Name = assembly.OpaqueName(o.Pos)
		ag.Unknowns = append(ag.Unknowns, name.Why(reason.NameUnclear).Open(graph.UnknownSources, o.Pos))
	}
	a.info[ag] = &agentInfo{obj: o}
	a.order = append(a.order, ag)
	return ag
}

func (a *workshop) llmAgent(o *assembly.Object) *graph.Agent {
	ag := a.newAgent(o, a.config(o, "Name"), graph.AgentLLM)
	a.agentTools(ag, o, func(s *toolset) {
		if exit := a.config(o, "Exit"); !exit.IsZero() {
			s.values = append(s.values, exit.Each()...)
			a.info[ag].leaves = true
		}
	})
	ag.Bound = a.iterations(o, "MaxIterations", defaultIterations)
	key := a.config(o, "OutputKey")
	ag.Returns, ag.Untyped = key.TextOr(""), key.IsZero()
	return ag
}

// iterations returns the bound that a field of a configuration gives, or the default.
func (a *workshop) iterations(o *assembly.Object, field string, def int) graph.Bound {
	v := a.config(o, field)
	if v.IsZero() {
		return graph.Known(def)
	}
	return boundOf(v)
}

// agentTools gives an agent the tools of its config, with what add and its middleware do to
// them, and the names of those whose result is its answer, which handlers may change.
func (a *workshop) agentTools(ag *graph.Agent, o *assembly.Object, add func(*toolset)) {
	s := a.nodeTools(a.config(o, "ToolsConfig", "ToolsNodeConfig"))
	if add != nil {
		add(s)
	}
	s.middlewares(o)
	if !s.own {
		a.info[ag].final = names(a.config(o, "ToolsConfig", "ReturnDirectly"))
	}
	for _, h := range s.hooks {
		assembly.AddHook(ag, h.what, h.fn)
	}
	tools, more := s.tools()
	ag.Tools = append(ag.Tools, tools...)
	for _, u := range more {
		open(ag, graph.UnknownTools, u)
	}
	for _, v := range s.values {
		if v.Object("tool") != nil && leaves(v.Arg("handler").Observe()) {
			a.info[ag].leaves = true
		}
	}
}

// leaves reports whether a function may end the loop that it runs in.
func leaves(b *assembly.Behaviour) bool { return b.Has("breakloop") || b.Has("exit") }

// open notes why something of an agent is not known, if there is a reason.
func open(ag *graph.Agent, what graph.UnknownKind, u *assembly.Unknown) {
	if u != nil {
		ag.Unknowns = append(ag.Unknowns, u.Open(what, ag.Pos))
	}
}

// subAgents makes the agents in a list children of ag.
func (a *workshop) subAgents(ag *graph.Agent, v assembly.Value) {
	list, more := v.List()
	for _, x := range list {
		if sub := a.agent(x); sub != nil {
			ag.SubAgents = append(ag.SubAgents, sub)
			a.children[sub] = true
		} else {
			open(ag, graph.UnknownTargets, x.Why(reason.NoValue))
		}
	}
	open(ag, graph.UnknownTargets, more)
}

// agent returns the agent that a value is, the first of several, or nil.
func (a *workshop) agent(v assembly.Value) *graph.Agent {
	v = v.Each()[0]
	if o := v.Object(); o != nil {
		return a.agentOf(o)
	}
	if v.IsPointer() || v.IsStruct() {
		return a.customAgent(v)
	}
	return nil
}

// planExecute handles planexecute.New: plan, then execute and replan in a loop.
func (a *workshop) planExecute(o *assembly.Object) *graph.Agent {
	ag := a.newAgent(o, a.NewText("plan_execute_replan"), graph.AgentSequential)
	loop := a.newAgent(o, a.NewText("execute_replan"), graph.AgentLoop)
	loop.Bound = a.iterations(o, "MaxIterations", 10)
	for _, part := range []struct {
		of    *graph.Agent
		field string
	}{{ag, "Planner"}, {loop, "Executor"}, {loop, "Replanner"}} {
		a.subAgents(part.of, a.NewList([]assembly.Value{a.config(o, part.field)}, nil))
	}
	ag.SubAgents = append(ag.SubAgents, loop)
	a.children[loop] = true
	return ag
}

// supervisor handles supervisor.New: the supervisor hands over to its agents,
// each of which always hands back.
func (a *workshop) supervisor(o *assembly.Object) *graph.Agent {
	ag := a.agent(a.config(o, "Supervisor"))
	if ag == nil {
		return nil
	}
	a.info[ag].noParent = true // a team is not a model that could hand back
	a.subAgents(ag, a.config(o, "SubAgents"))
	for _, sub := range ag.SubAgents {
		a.info[sub].then = append(a.info[sub].then, handover{ag.Name, o.At(a.Assembly)})
	}
	return ag
}

// transfer handles AgentWithDeterministicTransferTo.
func (a *workshop) transfer(o *assembly.Object) *graph.Agent {
	ag := a.agent(a.config(o, "Agent"))
	if ag == nil {
		return nil
	}
	names, _ := a.config(o, "ToAgentNames").Elems()
	for _, n := range names {
		if s, ok := n.Text(); ok {
			a.info[ag].then = append(a.info[ag].then, handover{s, o.At(a.Assembly)})
		}
	}
	return ag
}

// deepAgent handles deep.New: a model with planning tools and one tool that runs
// its sub-agents.
func (a *workshop) deepAgent(o *assembly.Object) *graph.Agent {
	ag := a.newAgent(o, a.config(o, "Name"), graph.AgentLLM)
	ag.Bound = a.iterations(o, "MaxIteration", defaultIterations)
	a.subAgents(ag, a.config(o, "SubAgents"))
	a.agentTools(ag, o, func(s *toolset) {
		if skip, _ := a.config(o, "WithoutWriteTodos").Bool(); !skip {
			s.bring(o, invokable, "write_todos")
		}
		if general, _ := a.config(o, "WithoutGeneralSubAgent").Bool(); len(ag.SubAgents) > 0 || !general {
			s.bring(o, invokable, "task")
		}
		s.files(o, a.Arg(o, "config"))
	})
	a.info[ag].taskTool = true
	return ag
}
