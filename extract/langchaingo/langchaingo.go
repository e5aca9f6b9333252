package langchaingo

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("langchaingo")

// Framework returns what agentvet knows of langchaingo.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "langchaingo", Table: table, Assemble: assemble}
}

// assembler turns the objects of one package into agents, chains and tools.
type assembler struct {
	*assembly.Assembly
	places    map[*interp.Object]graph.Pos
	executors map[string]*graph.Agent // by the literal that makes them
	tools     map[any]*graph.Tool
	inner     map[any]bool   // chains that are steps of others
	names     map[string]int // how often an executor has a name
}

func assemble(x *assembly.Assembly) {
	a := &assembler{
		Assembly: x, places: assembly.PlacesOf(x.Objects), executors: make(map[string]*graph.Agent),
		tools: make(map[any]*graph.Tool), inner: make(map[any]bool), names: make(map[string]int),
	}
	executors, sequences := x.ObjectsOf("executor"), x.ObjectsOf("chain:sequence")
	agents := make([]*graph.Agent, len(executors))
	for i, o := range executors {
		agents[i] = a.executor(o.Arg("value"), a.nameOf(o), a.places[o])
		a.executors[made(o.Arg("value"))] = agents[i]
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
		if !a.inner[made(o.Arg("value"))] {
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
func (a *assembler) nameOf(o *interp.Object) string {
	name := assembly.FuncName(o.Func)
	if a.names[name]++; a.names[name] > 1 {
		name = fmt.Sprintf("%s#%d", name, a.names[name])
	}
	return name
}

// made identifies the literal that an executor is.
func made(v interp.Value) string {
	if s, ok := interp.Deref(v).(*interp.Struct); ok {
		return fmt.Sprint(s.Made)
	}
	return ""
}

// executor returns the agent of an executor.
func (a *assembler) executor(v interp.Value, name string, pos graph.Pos) *graph.Agent {
	g := &graph.Agent{Name: name, Kind: graph.AgentLLM, Framework: a.Name, Pos: pos}
	g.Bound = bound(interp.Settled(interp.Field(v, "MaxIterations")))
	a.readAgent(g, interp.Field(v, "Agent"))
	return g
}

// bound reads a number of iterations. None at all let the model not begin.
func bound(v interp.Value) graph.Bound {
	n, ok := interp.AsInt(v)
	if !ok {
		return graph.Bound{State: graph.BoundPresent}
	}
	return graph.Known(max(n, 0))
}

// readAgent gives an executor the tools of its agent: of the constructors, or of a
// type of the program that implements Agent.
func (a *assembler) readAgent(g *graph.Agent, v interp.Value) {
	for _, alt := range interp.Alternatives(v) {
		var list interp.Value
		switch x := interp.Unwrap(alt.V).(type) {
		case *interp.Object:
			list = x.Arg("tools")
		case *interp.Unknown:
			g.Unknowns = append(g.Unknowns, x.Open(graph.UnknownTools, g.Pos))
			continue
		default:
			res := a.CallMethod(alt.V, "GetTools")
			if len(res) == 0 {
				u := &interp.Unknown{Reason: "the agent of the executor is none that agentvet can see"}
				g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownTools, g.Pos))
				continue
			}
			list = res[0]
		}
		tools, more := assembly.ToolsIn(list, a.tool)
		g.Tools = append(g.Tools, tools...)
		if more != nil {
			g.Unknowns = append(g.Unknowns, more.Open(graph.UnknownTools, g.Pos))
		}
	}
}

// methods are those of the interface tools.Tool.
var methods = assembly.ToolMethods{Name: "Name", Description: "Description", Run: "Call"}

// tool returns the tool that v is, nil for nil.
func (a *assembler) tool(v interp.Value) *graph.Tool {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		return a.toolOf(x)
	case *interp.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case interp.Nil:
		return nil
	case interp.Ptr:
		if a.tools[x] == nil {
			a.tools[x] = a.ownTool(v)
		}
		return a.tools[x]
	}
	return a.ownTool(v)
}

// ownTool returns the tool of a type of the program, or of one that comes with
// langchaingo.
func (a *assembler) ownTool(v interp.Value) *graph.Tool {
	typ := strings.TrimPrefix(interp.DynamicType(v), "*")
	if row := table.Call(typ); row != nil && row.Verb == library.VerbType {
		return &graph.Tool{Name: row.Text("name"), Framework: a.Name}
	}
	return a.OwnTool(v, methods)
}

// toolOf returns the tool that a constructor of langchaingo makes, one for each
// call.
func (a *assembler) toolOf(o *interp.Object) *graph.Tool {
	if a.tools[o] == nil {
		t := &graph.Tool{Name: o.Row.Text("name"), Framework: a.Name, Pos: a.places[o]}
		if t.Name == "" {
			t.Unknown = "its service says what it does"
		}
		a.tools[o] = t
	}
	return a.tools[o]
}
