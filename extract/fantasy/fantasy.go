package fantasy

import (
	_ "embed"
	"strings"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

//go:embed rows.txt
var rows string

var table = extract.NewTable("fantasy/rows.txt", rows)

// Framework returns what agentvet knows of fantasy.
func Framework() *extract.Framework {
	return &extract.Framework{Name: "fantasy", Table: table, Assemble: assemble}
}

// assembler turns the objects of one package into agents and tools.
type assembler struct {
	*extract.Assembly
	places map[*extract.Object]graph.Pos
	tools  map[*extract.Object]*graph.Tool
}

func assemble(x *extract.Assembly) {
	a := &assembler{Assembly: x, places: extract.PlacesOf(x.Objects), tools: make(map[*extract.Object]*graph.Tool)}
	x.ListTools(x.ObjectsOf("tool"), a.toolOf)
	for _, o := range x.ObjectsOf("agent") {
		g := a.agent(o)
		x.Close(o, g.Unknowns)
		if x.Owned(o) {
			x.Program.Agents = append(x.Program.Agents, g)
			x.Program.Workflows = append(x.Program.Workflows, extract.ModelFlow(g))
		}
	}
}

// agent returns the agent of a call of NewAgent.
func (a *assembler) agent(o *extract.Object) *graph.Agent {
	g := &graph.Agent{Name: extract.FuncName(o.Func), Kind: graph.AgentLLM, Framework: a.Name, Pos: a.places[o]}
	r := &reader{assembler: a, agent: g}
	elems, more := extract.Elems(o.Arg("options"))
	for _, e := range elems {
		for _, alt := range extract.Alternatives(e.V) {
			r.option(alt.V, len(e.Guard) == 0 && len(extract.Alternatives(e.V)) == 1)
		}
	}
	if more != nil {
		g.Unknowns = append(g.Unknowns, more.Open(graph.UnknownTools, g.Pos), more.Open(graph.UnknownBound, g.Pos))
	}
	g.Bound = r.limit.bound()
	r.limit.note(g)
	r.runs(o.Calls("run"))
	if g.Unset = g.Bound.State == graph.BoundUnlimited; g.Unset && len(o.Calls("run")) == 0 {
		u := &extract.Unknown{Reason: "whoever runs it may give a limit", Param: a.Leaves(o), Pos: g.Pos}
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
func (r *reader) option(v extract.Value, always bool) {
	g := r.agent
	switch x := extract.Unwrap(v).(type) {
	case *extract.Unknown:
		g.Unknowns = append(g.Unknowns, x.Open(graph.UnknownTools, g.Pos), x.Open(graph.UnknownBound, g.Pos))
	case *extract.Object:
		switch x.Kind {
		case "opt:tools":
			tools, more := extract.ToolsIn(x.Arg("tools"), r.tool)
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
func (r *reader) prepare(f extract.Value) {
	if extract.IsZero(f) {
		return
	}
	g, b := r.agent, r.Observe(f)
	if !b.Known || len(b.Results) < 2 {
		u := &extract.Unknown{Reason: b.Reason, Pos: b.Pos}
		g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownTools, g.Pos))
		return
	}
	for _, res := range b.Results[1] {
		if u := extract.UnknownIn(res.V); u != nil {
			g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownTools, g.Pos))
			continue
		}
		tools, more := extract.ToolsIn(extract.Field(res.V, "Tools"), r.tool)
		g.Tools = append(g.Tools, tools...)
		if more != nil {
			g.Unknowns = append(g.Unknowns, more.Open(graph.UnknownTools, g.Pos))
		}
	}
}

// runs reads what calls of the agent replace: of several, the highest limit counts.
func (r *reader) runs(ops []*extract.Op) {
	g := r.agent
	for i, op := range ops {
		r.prepare(op.Arg("prepare"))
		own := r.limit
		if stop := op.Arg("stop"); !extract.IsZero(stop) {
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
func (a *assembler) tool(v extract.Value) *graph.Tool {
	switch x := extract.Unwrap(v).(type) {
	case *extract.Object:
		if x.Kind == "tool" {
			return a.toolOf(x)
		}
	case *extract.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case extract.Nil:
		return nil
	}
	return a.ownTool(v)
}

// ownTool returns the tool of a type of the program, or one that the model's
// provider has.
func (a *assembler) ownTool(v extract.Value) *graph.Tool {
	t := &graph.Tool{Framework: a.Name}
	if strings.HasSuffix(extract.DynamicType(v), "fantasy.ProviderDefinedTool") {
		extract.NameTool(t, extract.Field(v, "Name"))
		return t
	}
	b := a.ObserveMethod(v, "Run")
	t.Handler, t.Pos, t.Gate = b.Func, b.Pos, extract.BodyGate(b, b.AsksHuman)
	res := a.CallMethod(v, "Info")
	if len(res) == 0 {
		t.Unknown = "the body of its method Info is not known"
		return t
	}
	extract.NameTool(t, extract.Field(res[0], "Name"))
	t.Description, _ = extract.AsString(extract.Field(res[0], "Description"))
	return t
}

// toolOf returns the tool that a constructor makes, one for each call.
func (a *assembler) toolOf(o *extract.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	a.tools[o] = t
	extract.NameTool(t, o.Arg("name"))
	t.Description, _ = extract.AsString(o.Arg("description"))
	b := a.Observe(o.Arg("handler"))
	t.Handler, t.Gate = b.Func, extract.BodyGate(b, b.AsksHuman)
	if ps := a.Params(o.Arg("handler")); len(ps) > 1 {
		t.Args = ps[len(ps)-2].Type // after the context, before the call
	}
	return t
}
