package eino

// This file reads agents of package adk: who they are, what they may call, whom
// they run.

import (
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
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
	body     *interp.Behaviour
	obj      *interp.Object
}

// handover names the agent that another always hands over to, and where the program
// says so.
type handover struct {
	to  string
	pos graph.Pos
}

// agentOf returns the agent that an object is, one for each constructor call.
func (a *assembler) agentOf(o *interp.Object) *graph.Agent {
	if ag, ok := a.agents[o]; ok {
		return ag
	}
	a.agents[o] = nil // an agent that contains itself
	ag := a.makeAgent(o)
	a.agents[o] = ag
	return ag
}

// makeAgent reads one constructor call. The function is one switch.
func (a *assembler) makeAgent(o *interp.Object) *graph.Agent {
	config := o.Arg("config")
	switch o.Kind {
	case "agent:llm":
		return a.llmAgent(o, config)
	case "agent:deep":
		return a.deepAgent(o, config)
	case "agent:planner":
		return a.newAgent(o, interp.String("planner"), graph.AgentLLM)
	case "agent:executor":
		ag := a.newAgent(o, interp.String("executor"), graph.AgentLLM)
		a.agentTools(ag, config)
		ag.Bound = iterations(interp.Field(config, "MaxIterations"), defaultIterations)
		return ag
	case "agent:replanner":
		ag := a.newAgent(o, interp.String("replanner"), graph.AgentLLM)
		a.info[ag].leaves = true // it breaks the loop when the plan is done
		return ag
	case "agent:sequential":
		return a.composed(o, config, graph.AgentSequential)
	case "agent:parallel":
		return a.composed(o, config, graph.AgentParallel)
	case "agent:loop":
		ag := a.composed(o, config, graph.AgentLoop)
		ag.Bound = boundOf(interp.Field(config, "MaxIterations"))
		return ag
	case "agent:planexecute":
		return a.planExecute(o, config)
	case "agent:parent":
		ag := a.agent(o.Arg("agent"))
		if ag != nil {
			a.subAgents(ag, o.Arg("subs"))
		}
		return ag
	case "agent:supervisor":
		return a.supervisor(o, config)
	case "agent:options":
		ag := a.agent(o.Arg("agent"))
		if ag != nil && hasOption(o.Arg("opts"), "opt:noparent") {
			a.info[ag].noParent = true
		}
		return ag
	case "agent:transfer":
		return a.transfer(o, config)
	}
	return nil
}

// composed adds an agent that runs its sub-agents.
func (a *assembler) composed(o *interp.Object, config interp.Value, kind graph.AgentKind) *graph.Agent {
	ag := a.newAgent(o, interp.Field(config, "Name"), kind)
	a.subAgents(ag, interp.Field(config, "SubAgents"))
	return ag
}

// newAgent adds an agent to the program.
func (a *assembler) newAgent(o *interp.Object, name interp.Value, kind graph.AgentKind) *graph.Agent {
	ag := &graph.Agent{Kind: kind, Framework: a.Name, Pos: a.places[o]}
	s, ok := interp.AsString(name)
	if ok && s != "" {
		ag.Name = s
	} else {
		ag.Name = opaqueName(o.Pos)
		u := asUnknown(name)
		if u == nil {
			u = &interp.Unknown{Reason: "its name is empty or one of several"}
		}
		ag.Unknowns = append(ag.Unknowns, unknown(graph.UnknownSources, graph.None, u, o.Pos))
	}
	a.info[ag] = &agentInfo{obj: o}
	a.order = append(a.order, ag)
	return ag
}

func (a *assembler) llmAgent(o *interp.Object, config interp.Value) *graph.Agent {
	ag := a.newAgent(o, interp.Field(config, "Name"), graph.AgentLLM)
	a.agentTools(ag, config)
	if exit := interp.Field(config, "Exit"); !interp.IsZero(exit) {
		if t := a.tool(exit); t != nil {
			ag.Tools = append(ag.Tools, t)
			a.info[ag].leaves = true
		}
	}
	ag.Bound = iterations(interp.Field(config, "MaxIterations"), defaultIterations)
	if key, ok := interp.AsString(interp.Field(config, "OutputKey")); ok {
		ag.Returns = key
	}
	return ag
}

func iterations(v interp.Value, def int) graph.Bound {
	if interp.IsZero(v) {
		return graph.Known(def)
	}
	return boundOf(v)
}

// agentTools gives an agent the tools of its config, and the names of those whose
// result is its answer. Middleware may add tools that nothing is known of here.
func (a *assembler) agentTools(ag *graph.Agent, config interp.Value) {
	v := interp.Field(config, "ToolsConfig", "ToolsNodeConfig", "Tools")
	if interp.IsZero(interp.Field(config, "Middlewares")) && interp.IsZero(interp.Field(config, "Handlers")) {
		a.info[ag].final = names(interp.Field(config, "ToolsConfig", "ReturnDirectly"))
	}
	tools, more := a.toolList(v)
	ag.Tools = append(ag.Tools, tools...)
	if more != nil {
		a.open(ag, graph.UnknownTools, more)
	}
	elems, _ := interp.Elems(v)
	for _, e := range elems {
		if o, ok := interp.Unwrap(e.V).(*interp.Object); ok && o.Kind == "tool" {
			a.info[ag].leaves = a.info[ag].leaves || leaves(a.Observe(o.Arg("fn")))
		}
	}
}

// leaves reports whether a function may end the loop that it runs in.
func leaves(b *interp.Behaviour) bool { return b.Has("breakloop") || b.Has("exit") }

func (a *assembler) open(ag *graph.Agent, what graph.UnknownKind, u *interp.Unknown) {
	ag.Unknowns = append(ag.Unknowns, unknown(what, graph.None, u, ag.Pos))
}

// subAgents makes the agents in a list children of ag.
func (a *assembler) subAgents(ag *graph.Agent, v interp.Value) {
	elems, more := interp.Elems(v)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			if sub := a.agent(alt.V); sub != nil {
				ag.SubAgents = append(ag.SubAgents, sub)
				a.children[sub] = true
			} else {
				u, ok := interp.Unwrap(alt.V).(*interp.Unknown)
				if !ok {
					u = &interp.Unknown{Reason: "a sub-agent is no value that agentvet can follow"}
				}
				a.open(ag, graph.UnknownTargets, u)
			}
		}
	}
	if more != nil {
		a.open(ag, graph.UnknownTargets, more)
	}
}

// agent returns the agent that a value is, or nil.
func (a *assembler) agent(v interp.Value) *graph.Agent {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		return a.agentOf(x)
	case *interp.OneOf:
		return a.agent(first(x))
	case interp.Ptr, *interp.Struct:
		return a.customAgent(v)
	}
	return nil
}

// planExecute handles planexecute.New: plan, then execute and replan in a loop.
func (a *assembler) planExecute(o *interp.Object, config interp.Value) *graph.Agent {
	ag := a.newAgent(o, interp.String("plan_execute_replan"), graph.AgentSequential)
	loop := a.newAgent(o, interp.String("execute_replan"), graph.AgentLoop)
	loop.Bound = iterations(interp.Field(config, "MaxIterations"), 10)
	a.subAgents(ag, interp.List(interp.Field(config, "Planner")))
	a.subAgents(loop, interp.List(interp.Field(config, "Executor"), interp.Field(config, "Replanner")))
	ag.SubAgents = append(ag.SubAgents, loop)
	a.children[loop] = true
	return ag
}

// supervisor handles supervisor.New: the supervisor hands over to its agents,
// each of which always hands back.
func (a *assembler) supervisor(o *interp.Object, config interp.Value) *graph.Agent {
	ag := a.agent(interp.Field(config, "Supervisor"))
	if ag == nil {
		return nil
	}
	a.info[ag].noParent = true // a team is not a model that could hand back
	a.subAgents(ag, interp.Field(config, "SubAgents"))
	for _, sub := range ag.SubAgents {
		a.info[sub].then = append(a.info[sub].then, handover{ag.Name, o.At(a.Assembly)})
	}
	return ag
}

// transfer handles AgentWithDeterministicTransferTo.
func (a *assembler) transfer(o *interp.Object, config interp.Value) *graph.Agent {
	ag := a.agent(interp.Field(config, "Agent"))
	if ag == nil {
		return nil
	}
	names, _ := interp.Elems(interp.Field(config, "ToAgentNames"))
	for _, n := range names {
		if s, ok := interp.AsString(n.V); ok {
			a.info[ag].then = append(a.info[ag].then, handover{s, o.At(a.Assembly)})
		}
	}
	return ag
}

// deepAgent handles deep.New: a model with planning tools and one tool that runs
// its sub-agents.
func (a *assembler) deepAgent(o *interp.Object, config interp.Value) *graph.Agent {
	ag := a.newAgent(o, interp.Field(config, "Name"), graph.AgentLLM)
	ag.Bound = iterations(interp.Field(config, "MaxIteration"), defaultIterations)
	a.agentTools(ag, config)
	add := func(names ...string) {
		for _, n := range names {
			ag.Tools = append(ag.Tools, &graph.Tool{Name: n, Framework: a.Name, Pos: o.Pos})
		}
	}
	if skip, ok := interp.AsBool(interp.Field(config, "WithoutWriteTodos")); !ok || !skip {
		add("write_todos")
	}
	a.subAgents(ag, interp.Field(config, "SubAgents"))
	general, known := interp.AsBool(interp.Field(config, "WithoutGeneralSubAgent"))
	if len(ag.SubAgents) > 0 || !known || !general {
		add("task")
	}
	if !interp.IsZero(interp.Field(config, "Backend")) {
		add("ls", "read_file", "write_file", "edit_file", "glob", "grep")
	}
	if !interp.IsZero(interp.Field(config, "Shell")) || !interp.IsZero(interp.Field(config, "StreamingShell")) {
		add("execute")
	}
	a.info[ag].taskTool = true
	return ag
}
