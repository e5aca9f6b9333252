package toolrunner

import (
	_ "embed"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

//go:embed rows.txt
var rows string

var table = library.NewTable("toolrunner/rows.txt", rows)

// Framework returns what agentvet knows of the tool runner.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "toolrunner", Table: table, Assemble: assemble}
}

// assembler turns the objects of one package into agents and tools.
type assembler struct {
	*assembly.Assembly
	places map[*interp.Object]graph.Pos
	tools  map[*interp.Object]*graph.Tool
}

func assemble(x *assembly.Assembly) {
	a := &assembler{Assembly: x, places: assembly.PlacesOf(x.Objects), tools: make(map[*interp.Object]*graph.Tool)}
	x.ListTools(x.ObjectsOf("tool"), a.toolOf)
	for _, o := range x.ObjectsOf("runner") {
		g := a.runner(o)
		x.Close(o, g.Unknowns)
		if x.Owned(o) {
			x.Program.Agents = append(x.Program.Agents, g)
			x.Program.Workflows = append(x.Program.Workflows, assembly.ModelFlow(g))
		}
	}
}

// runner returns the agent that a tool runner is.
func (a *assembler) runner(o *interp.Object) *graph.Agent {
	g := &graph.Agent{Name: assembly.FuncName(o.Func), Kind: graph.AgentLLM, Framework: a.Name, Pos: a.places[o]}
	tools, more := assembly.ToolsIn(o.Arg("tools"), a.tool)
	g.Tools = tools
	if more != nil {
		g.Unknowns = append(g.Unknowns, more.Open(graph.UnknownTools, g.Pos))
	}
	switch n, ok := interp.AsInt(o.Arg("max")); {
	case ok && n > 0:
		g.Bound = graph.Known(n)
	case ok:
		g.Bound.State, g.Unset = graph.BoundUnlimited, true
		if len(o.Calls("run")) == 0 {
			u := &interp.Unknown{Reason: "whoever asks it for each message may count them", Param: a.Leaves(o), Pos: g.Pos}
			g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownBound, g.Pos))
		}
	default:
		u := &interp.Unknown{Reason: "its limit is one of several"}
		if why := interp.UnknownIn(o.Arg("max")); why != nil {
			u = why
		}
		g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownBound, g.Pos))
	}
	return g
}

// methods are those of the interface BetaTool.
var methods = assembly.ToolMethods{Name: "Name", Description: "Description", Run: "Execute"}

// tool returns the tool that v is, nil for nil.
func (a *assembler) tool(v interp.Value) *graph.Tool {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		if x.Kind == "tool" {
			return a.toolOf(x)
		}
	case *interp.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case interp.Nil:
		return nil
	}
	return a.OwnTool(v, methods)
}

// toolOf returns the tool that a constructor makes, one for each call.
func (a *assembler) toolOf(o *interp.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	a.tools[o] = t
	assembly.NameTool(t, o.Arg("name"))
	t.Description, _ = interp.AsString(o.Arg("description"))
	b := a.Observe(o.Arg("handler"))
	t.Handler, t.Args, t.Gate = b.Func, a.ArgsType(o, o.Arg("handler")), assembly.BodyGate(b, b.AsksHuman)
	return t
}
