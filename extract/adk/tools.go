package adk

// This file reads tools and toolsets.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

// toolList collects the tools of one agent.
type toolList struct {
	*assembler
	agent *agent
	read  map[*graph.Tool]bool
	sure  map[*graph.Tool]int // how often it is in lists in any case
	has   map[*graph.Tool]int // how often the agent has it
}

func (l *toolList) add(t *graph.Tool) {
	l.agent.graph.Tools = append(l.agent.graph.Tools, t)
}

// implicit adds a tool that the framework gives to the model.
func (l *toolList) implicit(name string) {
	l.add(&graph.Tool{Name: name, Framework: "adk", Description: "added by the framework", Pos: l.agent.graph.Pos})
}

// more notes why there may be further tools.
func (l *toolList) more(u *interp.Unknown) {
	if u != nil {
		l.agent.graph.Unknowns = append(l.agent.graph.Unknowns, unknown(graph.UnknownTools, u))
	}
}

// list adds the tools of a slice.
func (l *toolList) list(v interp.Value) {
	var tools assembly.ToolList
	elems, more := interp.Elems(v)
	for _, e := range elems {
		alts := interp.Alternatives(e.V)
		for _, alt := range alts {
			t := l.tool(alt.V)
			if t == nil {
				continue
			}
			tools.Add(t, slices.Concat(e.Guard, alt.Guard))
			if len(alts) == 1 && len(e.Guard) == 0 {
				l.sure[t]++
			}
		}
	}
	for _, t := range tools.Tools() {
		if n := l.has[t]; n == 0 || n < l.sure[t] { // that it is there again under a condition is not said
			l.add(t)
			l.has[t]++
		}
	}
	l.more(more)
}

// tool returns the tool that v is, nil if that is not known, and notes what that leaves
// open and the agents behind it.
func (l *toolList) tool(v interp.Value) *graph.Tool {
	t, u := l.toolOf(v)
	if t == nil {
		l.more(u)
		return nil
	}
	if l.read[t] {
		return t
	}
	l.read[t] = true
	o, ok := interp.Unwrap(v).(*interp.Object)
	if ok && t.Gate.Kind == graph.GateConditional {
		for _, name := range []string{"confirm", "provider"} {
			l.more(interp.UnknownIn(o.Arg(name))) // whether the gate asks in all cases, in some or never
		}
	}
	if ok && o.Kind == "tool:agent" {
		for _, c := range l.alternatives(o.Arg("agent"), nil) {
			c.part = true
			l.agent.called = append(l.agent.called, c)
		}
	}
	return t
}

// toolOf returns the tool that v is, nil and the reason if that is not known.
func (a *assembler) toolOf(v interp.Value) (*graph.Tool, *interp.Unknown) {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		if strings.HasPrefix(x.Kind, "tool:") {
			return a.tool(x), nil
		}
	case *interp.Unknown:
		return nil, x
	}
	typ := interp.DynamicType(v)
	if row := a.typeRow(typ); row != nil && strings.HasPrefix(row.Kind, "tool:") {
		return &graph.Tool{Name: row.Text("name"), Framework: "adk", Pos: madeAt(v)}, nil
	}
	if typ == "" {
		return nil, &interp.Unknown{Reason: "it is no tool that agentvet can see"}
	}
	return a.ownTool(v, typ), nil
}

// typeRow returns the row of a type, looking through pointers and type arguments.
func (a *assembler) typeRow(typ string) *library.Call {
	typ, _, _ = strings.Cut(strings.TrimPrefix(typ, "*"), "[")
	if row := table.Call(typ); row != nil && row.Verb == library.VerbType {
		return row
	}
	return nil
}

// madeAt returns where a literal of a framework's type stands.
func madeAt(v interp.Value) graph.Pos {
	if s, ok := interp.Deref(v).(*interp.Struct); ok && len(s.Made) > 0 {
		return s.Made[len(s.Made)-1]
	}
	return graph.Pos{}
}

// ownTool describes a tool that is a type of the program's own.
func (a *assembler) ownTool(v interp.Value, typ string) *graph.Tool {
	t := &graph.Tool{Framework: "adk"}
	if res := a.CallMethod(v, "Name"); len(res) > 0 {
		t.Name, _ = interp.AsString(res[0])
	}
	if res := a.CallMethod(v, "Description"); len(res) > 0 {
		t.Description, _ = interp.AsString(res[0])
	}
	if t.Name == "" {
		t.Unknown = "its type " + interp.ShortFunc(typ) + " computes the name"
	}
	b := a.ObserveMethod(v, "Run")
	t.Handler, t.Pos = b.Func, b.Pos
	t.Gate = assembly.BodyGate(b, asksHuman)
	return t
}

// tool describes the tool of an object.
func (a *assembler) tool(o *interp.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: "adk", Pos: a.places[o]}
	a.tools[o] = t
	t.Description, _ = interp.AsString(o.Arg("description"))
	name, ok := interp.AsString(o.Arg("name"))
	t.Name = name
	if !ok {
		_, u := nameOf(o.Arg("name"), t.Pos)
		t.Unknown = u.Reason
	}
	switch o.Kind {
	case "tool:function":
		b := a.observed(o, "handler")
		t.Handler, t.Args = b.Func, a.argsType(o)
		t.Gate = a.toolGate(o, b)
	case "tool:agent":
		if g := agentObject(o.Arg("agent")); g != nil {
			t.Agent = a.agent(g, g.Kind[len("agent:"):]).name
		}
	}
	return t
}

// argsType returns the type of a tool's arguments: that of the call's first type
// argument, or, where that is a type parameter of a helper, of the handler's
// second parameter. Handlers of all versions have it there.
func (a *assembler) argsType(o *interp.Object) string {
	if len(o.Targs) > 0 && assembly.IsConcrete(o.Targs[0]) {
		return o.Targs[0]
	}
	if ps := a.Params(o.Arg("handler")); len(ps) > 1 && assembly.IsConcrete(ps[1].Type) {
		return ps[1].Type
	}
	return ""
}

// observed returns the behaviour of a function argument of o.
func (a *assembler) observed(o *interp.Object, arg string) *interp.Behaviour {
	b, ok := a.behaviours[o]
	if !ok {
		b = a.Observe(o.Arg(arg))
		a.behaviours[o] = b
	}
	return b
}

// set adds the tools of a toolset.
func (l *toolList) set(v interp.Value) {
	for _, alt := range interp.Alternatives(v) {
		for _, t := range l.setTools(alt.V) {
			l.add(t)
		}
	}
}

// setTools returns the tools of a toolset. Those that only a server knows are one
// tool without a name.
func (l *toolList) setTools(v interp.Value) []*graph.Tool {
	o, ok := interp.Unwrap(v).(*interp.Object)
	if !ok {
		return l.ownSet(v)
	}
	pos := l.places[o]
	switch o.Kind {
	case "toolset:mcp":
		open := &graph.Tool{Framework: "mcp", Unknown: "the MCP server says which tools it has", Pos: pos}
		return assembly.Gated(l.filter([]*graph.Tool{open}, o.Arg("filter"), pos), l.configGate(o))
	case "toolset:filter":
		return l.filter(l.setTools(o.Arg("set")), o.Arg("predicate"), pos)
	case "toolset:confirm":
		return assembly.Gated(l.setTools(o.Arg("set")), l.configGate(o))
	case "toolset:fixed":
		var out []*graph.Tool
		for name := range strings.SplitSeq(o.Row.Text("names"), ",") {
			out = append(out, &graph.Tool{Name: name, Framework: "adk", Pos: pos})
		}
		return out
	}
	l.more(&interp.Unknown{Reason: "it is a toolset of an unknown kind", Pos: pos})
	return nil
}

// ownSet returns the tools of a toolset that is a type of the program's own.
func (l *toolList) ownSet(v interp.Value) []*graph.Tool {
	u, isUnknown := interp.Unwrap(v).(*interp.Unknown)
	res := l.CallMethod(v, "Tools")
	if isUnknown || len(res) == 0 {
		if u == nil {
			u = &interp.Unknown{Reason: "the toolset computes its tools"}
		}
		return []*graph.Tool{{Framework: "adk", Unknown: u.Reason, Pos: u.Pos}}
	}
	elems, more := interp.Elems(res[0])
	l.more(more)
	var out []*graph.Tool
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			if t, why := l.toolOf(alt.V); t != nil {
				out = append(out, t)
			} else {
				l.more(why)
			}
		}
	}
	return out
}

// filter returns the tools that a predicate admits. A list of names says which
// tools an open set may have at most.
func (l *toolList) filter(ts []*graph.Tool, pred interp.Value, pos graph.Pos) []*graph.Tool {
	o, ok := interp.Unwrap(pred).(*interp.Object)
	if !ok || o.Kind != "predicate" {
		return ts
	}
	elems, more := interp.Elems(o.Arg("names"))
	if more != nil {
		return ts
	}
	names := make(map[string]bool)
	var order []string
	for _, e := range elems {
		s, known := interp.AsString(e.V)
		if !known {
			return ts
		}
		names[s] = true
		order = append(order, s)
	}
	var out []*graph.Tool
	for _, t := range ts {
		if t.Name != "" {
			if names[t.Name] {
				out = append(out, t)
			}
			continue
		}
		for _, name := range order {
			c := *t
			c.Name, c.Unknown, c.Pos = name, "", pos
			out = append(out, &c)
		}
	}
	return out
}
