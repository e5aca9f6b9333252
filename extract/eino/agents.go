package eino

// This file reads agents of package adk: who they are, what they may call, whom
// they run.

import (
	"github.com/agentvet/agentvet/extract"
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
	body     *extract.Behaviour
	obj      *extract.Object
}

// handover names the agent that another always hands over to, and where the program
// says so.
type handover struct {
	to  string
	pos graph.Pos
}

// agentOf returns the agent that an object is, one for each constructor call.
func (a *assembler) agentOf(o *extract.Object) *graph.Agent {
	if ag, ok := a.agents[o]; ok {
		return ag
	}
	a.agents[o] = nil // an agent that contains itself
	ag := a.makeAgent(o)
	a.agents[o] = ag
	return ag
}

// makeAgent reads one constructor call. The function is one switch.
func (a *assembler) makeAgent(o *extract.Object) *graph.Agent {
	config := o.Arg("config")
	switch o.Kind {
	case "agent:llm":
		return a.llmAgent(o, config)
	case "agent:deep":
		return a.deepAgent(o, config)
	case "agent:planner":
		return a.newAgent(o, extract.String("planner"), graph.AgentLLM)
	case "agent:executor":
		ag := a.newAgent(o, extract.String("executor"), graph.AgentLLM)
		a.agentTools(ag, config)
		ag.Bound = iterations(extract.Field(config, "MaxIterations"), defaultIterations)
		return ag
	case "agent:replanner":
		ag := a.newAgent(o, extract.String("replanner"), graph.AgentLLM)
		a.info[ag].leaves = true // it breaks the loop when the plan is done
		return ag
	case "agent:sequential":
		return a.composed(o, config, graph.AgentSequential)
	case "agent:parallel":
		return a.composed(o, config, graph.AgentParallel)
	case "agent:loop":
		ag := a.composed(o, config, graph.AgentLoop)
		ag.Bound = boundOf(extract.Field(config, "MaxIterations"))
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
func (a *assembler) composed(o *extract.Object, config extract.Value, kind graph.AgentKind) *graph.Agent {
	ag := a.newAgent(o, extract.Field(config, "Name"), kind)
	a.subAgents(ag, extract.Field(config, "SubAgents"))
	return ag
}

// newAgent adds an agent to the program.
func (a *assembler) newAgent(o *extract.Object, name extract.Value, kind graph.AgentKind) *graph.Agent {
	ag := &graph.Agent{Kind: kind, Framework: a.Name, Pos: a.places[o]}
	s, ok := extract.AsString(name)
	if ok && s != "" {
		ag.Name = s
	} else {
		ag.Name = opaqueName(o.Pos)
		u := asUnknown(name)
		if u == nil {
			u = &extract.Unknown{Reason: "its name is empty or one of several"}
		}
		ag.Unknowns = append(ag.Unknowns, unknown(graph.UnknownSources, graph.None, u, o.Pos))
	}
	a.info[ag] = &agentInfo{obj: o}
	a.order = append(a.order, ag)
	return ag
}

func (a *assembler) llmAgent(o *extract.Object, config extract.Value) *graph.Agent {
	ag := a.newAgent(o, extract.Field(config, "Name"), graph.AgentLLM)
	a.agentTools(ag, config)
	if exit := extract.Field(config, "Exit"); !extract.IsZero(exit) {
		if t := a.tool(exit); t != nil {
			ag.Tools = append(ag.Tools, t)
			a.info[ag].leaves = true
		}
	}
	ag.Bound = iterations(extract.Field(config, "MaxIterations"), defaultIterations)
	if key, ok := extract.AsString(extract.Field(config, "OutputKey")); ok {
		ag.Returns = key
	}
	return ag
}

func iterations(v extract.Value, def int) graph.Bound {
	if extract.IsZero(v) {
		return graph.Known(def)
	}
	return boundOf(v)
}

// agentTools gives an agent the tools of its config, and the names of those whose
// result is its answer. Middleware may add tools that nothing is known of here.
func (a *assembler) agentTools(ag *graph.Agent, config extract.Value) {
	v := extract.Field(config, "ToolsConfig", "ToolsNodeConfig", "Tools")
	if extract.IsZero(extract.Field(config, "Middlewares")) && extract.IsZero(extract.Field(config, "Handlers")) {
		a.info[ag].final = names(extract.Field(config, "ToolsConfig", "ReturnDirectly"))
	}
	tools, more := a.toolList(v)
	ag.Tools = append(ag.Tools, tools...)
	if more != nil {
		a.open(ag, graph.UnknownTools, more)
	}
	elems, _ := extract.Elems(v)
	for _, e := range elems {
		if o, ok := extract.Unwrap(e.V).(*extract.Object); ok && o.Kind == "tool" {
			a.info[ag].leaves = a.info[ag].leaves || leaves(a.Observe(o.Arg("fn")))
		}
	}
}

// leaves reports whether a function may end the loop that it runs in.
func leaves(b *extract.Behaviour) bool { return b.Has("breakloop") || b.Has("exit") }

func (a *assembler) open(ag *graph.Agent, what graph.UnknownKind, u *extract.Unknown) {
	ag.Unknowns = append(ag.Unknowns, unknown(what, graph.None, u, ag.Pos))
}

// subAgents makes the agents in a list children of ag.
func (a *assembler) subAgents(ag *graph.Agent, v extract.Value) {
	elems, more := extract.Elems(v)
	for _, e := range elems {
		for _, alt := range extract.Alternatives(e.V) {
			if sub := a.agent(alt.V); sub != nil {
				ag.SubAgents = append(ag.SubAgents, sub)
				a.children[sub] = true
			} else {
				u, ok := extract.Unwrap(alt.V).(*extract.Unknown)
				if !ok {
					u = &extract.Unknown{Reason: "a sub-agent is no value that agentvet can follow"}
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
func (a *assembler) agent(v extract.Value) *graph.Agent {
	switch x := extract.Unwrap(v).(type) {
	case *extract.Object:
		return a.agentOf(x)
	case *extract.OneOf:
		return a.agent(first(x))
	case extract.Ptr, *extract.Struct:
		return a.customAgent(v)
	}
	return nil
}

// planExecute handles planexecute.New: plan, then execute and replan in a loop.
func (a *assembler) planExecute(o *extract.Object, config extract.Value) *graph.Agent {
	ag := a.newAgent(o, extract.String("plan_execute_replan"), graph.AgentSequential)
	loop := a.newAgent(o, extract.String("execute_replan"), graph.AgentLoop)
	loop.Bound = iterations(extract.Field(config, "MaxIterations"), 10)
	a.subAgents(ag, extract.List(extract.Field(config, "Planner")))
	a.subAgents(loop, extract.List(extract.Field(config, "Executor"), extract.Field(config, "Replanner")))
	ag.SubAgents = append(ag.SubAgents, loop)
	a.children[loop] = true
	return ag
}

// supervisor handles supervisor.New: the supervisor hands over to its agents,
// each of which always hands back.
func (a *assembler) supervisor(o *extract.Object, config extract.Value) *graph.Agent {
	ag := a.agent(extract.Field(config, "Supervisor"))
	if ag == nil {
		return nil
	}
	a.info[ag].noParent = true // a team is not a model that could hand back
	a.subAgents(ag, extract.Field(config, "SubAgents"))
	for _, sub := range ag.SubAgents {
		a.info[sub].then = append(a.info[sub].then, handover{ag.Name, o.At(a.Assembly)})
	}
	return ag
}

// transfer handles AgentWithDeterministicTransferTo.
func (a *assembler) transfer(o *extract.Object, config extract.Value) *graph.Agent {
	ag := a.agent(extract.Field(config, "Agent"))
	if ag == nil {
		return nil
	}
	names, _ := extract.Elems(extract.Field(config, "ToAgentNames"))
	for _, n := range names {
		if s, ok := extract.AsString(n.V); ok {
			a.info[ag].then = append(a.info[ag].then, handover{s, o.At(a.Assembly)})
		}
	}
	return ag
}

// deepAgent handles deep.New: a model with planning tools and one tool that runs
// its sub-agents.
func (a *assembler) deepAgent(o *extract.Object, config extract.Value) *graph.Agent {
	ag := a.newAgent(o, extract.Field(config, "Name"), graph.AgentLLM)
	ag.Bound = iterations(extract.Field(config, "MaxIteration"), defaultIterations)
	a.agentTools(ag, config)
	add := func(names ...string) {
		for _, n := range names {
			ag.Tools = append(ag.Tools, &graph.Tool{Name: n, Framework: a.Name, Pos: o.Pos})
		}
	}
	if skip, ok := extract.AsBool(extract.Field(config, "WithoutWriteTodos")); !ok || !skip {
		add("write_todos")
	}
	a.subAgents(ag, extract.Field(config, "SubAgents"))
	general, known := extract.AsBool(extract.Field(config, "WithoutGeneralSubAgent"))
	if len(ag.SubAgents) > 0 || !known || !general {
		add("task")
	}
	if !extract.IsZero(extract.Field(config, "Backend")) {
		add("ls", "read_file", "write_file", "edit_file", "glob", "grep")
	}
	if !extract.IsZero(extract.Field(config, "Shell")) || !extract.IsZero(extract.Field(config, "StreamingShell")) {
		add("execute")
	}
	a.info[ag].taskTool = true
	return ag
}
