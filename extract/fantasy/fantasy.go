package fantasy

import (
	_ "embed"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

//go:embed rows.txt
var rows string

var table = library.NewTable("fantasy/rows.txt", rows)

// Framework returns what agentvet knows of fantasy.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "fantasy", Table: table, Assemble: assemble}
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
	for _, o := range x.ObjectsOf("agent") {
		g := a.agent(o)
		x.Close(o, g.Unknowns)
		if x.Owned(o) {
			x.Program.Agents = append(x.Program.Agents, g)
			x.Program.Workflows = append(x.Program.Workflows, assembly.ModelFlow(g))
		}
	}
}

// agent returns the agent of a call of NewAgent.
func (a *assembler) agent(o *interp.Object) *graph.Agent {
	g := &graph.Agent{Name: assembly.FuncName(o.Func), Kind: graph.AgentLLM, Framework: a.Name, Pos: a.places[o]}
	r := &reader{assembler: a, agent: g}
	elems, more := interp.Elems(o.Arg("options"))
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			r.option(alt.V, len(e.Guard) == 0 && len(interp.Alternatives(e.V)) == 1)
		}
	}
	if more != nil {
		g.Unknowns = append(g.Unknowns, more.Open(graph.UnknownTools, g.Pos), more.Open(graph.UnknownBound, g.Pos))
	}
	g.Bound = r.limit.bound()
	r.limit.note(g)
	r.runs(o.Calls("run"))
	if g.Unset = g.Bound.State == graph.BoundUnlimited; g.Unset && len(o.Calls("run")) == 0 {
		u := &interp.Unknown{Reason: "whoever runs it may give a limit", Param: a.Leaves(o), Pos: g.Pos}
		g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownBound, g.Pos))
	}
	return g
}

// reader reads the options of one agent.
type reader struct {
	*assembler
	agent *graph.Agent
	limit limit
}

// option reads one option. One that is not always given sets no limit.
func (r *reader) option(v interp.Value, always bool) {
	g := r.agent
	switch x := interp.Unwrap(v).(type) {
	case *interp.Unknown:
		g.Unknowns = append(g.Unknowns, x.Open(graph.UnknownTools, g.Pos), x.Open(graph.UnknownBound, g.Pos))
	case *interp.Object:
		switch x.Kind {
		case "opt:tools":
			tools, more := assembly.ToolsIn(x.Arg("tools"), r.tool)
			g.Tools = append(g.Tools, tools...)
			if more != nil {
				g.Unknowns = append(g.Unknowns, more.Open(graph.UnknownTools, g.Pos))
			}
		case "opt:stop":
			r.limit.conditions(x.Arg("conditions"), always)
		case "opt:prepare":
			r.prepare(x.Arg("fn"))
		}
	}
}

// prepare reads the function that prepares each step: it may give the model other
// tools.
func (r *reader) prepare(f interp.Value) {
	if interp.IsZero(f) {
		return
	}
	g, b := r.agent, r.Observe(f)
	if !b.Known || len(b.Results) < 2 {
		u := &interp.Unknown{Reason: b.Reason, Pos: b.Pos}
		g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownTools, g.Pos))
		return
	}
	for _, res := range b.Results[1] {
		if u := interp.UnknownIn(res.V); u != nil {
			g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownTools, g.Pos))
			continue
		}
		tools, more := assembly.ToolsIn(interp.Field(res.V, "Tools"), r.tool)
		g.Tools = append(g.Tools, tools...)
		if more != nil {
			g.Unknowns = append(g.Unknowns, more.Open(graph.UnknownTools, g.Pos))
		}
	}
}

// runs reads what calls of the agent replace: of several, the highest limit counts.
func (r *reader) runs(ops []*interp.Op) {
	g := r.agent
	for i, op := range ops {
		r.prepare(op.Arg("prepare"))
		own := r.limit
		if stop := op.Arg("stop"); !interp.IsZero(stop) {
			own = limit{}
			own.conditions(stop, true)
			own.note(g)
		}
		if i == 0 {
			g.Bound = own.bound()
		} else {
			g.Bound = looser(g.Bound, own.bound())
		}
	}
}

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
	return a.ownTool(v)
}

// ownTool returns the tool of a type of the program, or one that the model's
// provider has.
func (a *assembler) ownTool(v interp.Value) *graph.Tool {
	t := &graph.Tool{Framework: a.Name}
	if strings.HasSuffix(interp.DynamicType(v), "fantasy.ProviderDefinedTool") {
		assembly.NameTool(t, interp.Field(v, "Name"))
		return t
	}
	b := a.ObserveMethod(v, "Run")
	t.Handler, t.Pos, t.Gate = b.Func, b.Pos, assembly.BodyGate(b, b.AsksHuman)
	res := a.CallMethod(v, "Info")
	if len(res) == 0 {
		t.Unknown = "the body of its method Info is not known"
		return t
	}
	assembly.NameTool(t, interp.Field(res[0], "Name"))
	t.Description, _ = interp.AsString(interp.Field(res[0], "Description"))
	return t
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
	t.Handler, t.Gate = b.Func, assembly.BodyGate(b, b.AsksHuman)
	if ps := a.Params(o.Arg("handler")); len(ps) > 1 {
		t.Args = ps[len(ps)-2].Type // after the context, before the call
	}
	return t
}
