package langchaingo

import (
	"fmt"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

var table = library.Of("langchaingo")

// Framework returns what agentvet knows of langchaingo.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "langchaingo", Table: table, Assemble: assemble}
}

// An assembler knows which executors and sequences are steps of others.
type assembler struct {
	*assembly.Assembly
	executors map[string]*graph.Agent // by the literal that makes them
	inner     map[any]bool            // chains that are steps of others
	names     map[string]int          // how often an executor has a name
}

func assemble(x *assembly.Assembly) {
	a := &assembler{
		Assembly: x, executors: make(map[string]*graph.Agent), inner: make(map[any]bool), names: make(map[string]int),
	}
	executors, sequences := x.ObjectsOf("executor"), x.ObjectsOf("chain:sequence")
	agents := make([]*graph.Agent, len(executors))
	for i, o := range executors {
		agents[i] = a.executor(x.Arg(o, "value"), a.nameOf(o), x.Place(o))
		a.executors[x.Arg(o, "value").Literal()] = agents[i]
		x.Close(o, agents[i].Unknowns)
	}
	flows := make([]*graph.Workflow, len(sequences))
	for i, o := range sequences {
		flows[i] = a.sequence(o)
		x.Close(o, flows[i].Unknowns)
	}
	for i, o := range executors {
		if !x.Owned(o) {
			continue
		}
		x.Program.Agents = append(x.Program.Agents, agents[i])
		x.Program.Tools = append(x.Program.Tools, agents[i].Tools...)
		if !a.inner[x.Arg(o, "value").Literal()] {
			x.Program.Workflows = append(x.Program.Workflows, assembly.ModelFlow(agents[i]))
		}
	}
	for i, o := range sequences {
		if x.Owned(o) && !a.inner[o] {
			x.Program.Workflows = append(x.Program.Workflows, flows[i])
		}
	}
}

// nameOf names an executor by the function that makes it.
func (a *assembler) nameOf(o *assembly.Object) string {
	name := assembly.FuncName(o.Func)
	if a.names[name]++; a.names[name] > 1 {
		name = fmt.Sprintf("%s#%d", name, a.names[name])
	}
	return name
}

// executor returns the agent of an executor. No iteration at all lets the model not begin.
func (a *assembler) executor(v assembly.Value, name string, pos graph.Pos) *graph.Agent {
	g := &graph.Agent{Name: name, Kind: graph.AgentLLM, Framework: a.Name, Bound: graph.Bound{State: graph.BoundPresent}, Pos: pos}
	if n, ok := v.Field("MaxIterations").Settled().Int(); ok {
		g.Bound = graph.Known(max(n, 0))
	}
	if own := ownTools(v); own.Given() {
		a.addTools(g, own)
		return g
	}
	for _, agent := range v.Field("Agent").Each() {
		a.readTools(g, agent)
	}
	return g
}

// ownTools returns the tools that an executor itself has, as in version 0.1.7.
func ownTools(executor assembly.Value) (list assembly.Value) {
	executor.Behind().Struct(func(name string, field assembly.Value) {
		if name == "Tools" {
			list = field
		}
	})
	return list
}

// readTools gives an executor the tools of its agent: the framework's have them in a field, and
// types of the program may say them.
func (a *assembler) readTools(g *graph.Agent, agent assembly.Value) {
	u := agent.Unknown()
	var list []assembly.Value
	if u == nil {
		if list = agent.CallMethod("GetTools"); len(list) == 0 {
			u = assembly.Because(reason.NoneSeen, "agent")
		}
	}
	if u != nil {
		g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownTools, g.Pos))
		return
	}
	a.addTools(g, list[0])
}

func (a *assembler) addTools(g *graph.Agent, list assembly.Value) {
	tools, more := a.Tools(list)
	g.Tools = append(g.Tools, tools...)
	if more != nil {
		g.Unknowns = append(g.Unknowns, more.Open(graph.UnknownTools, g.Pos))
	}
}
