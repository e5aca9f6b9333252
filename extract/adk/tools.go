package adk

// This file reads tools and toolsets.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// toolList collects the tools of one agent.
type toolList struct {
	*roster
	agent *agent
	read  map[*graph.Tool]bool
	sure  map[*graph.Tool]int // how often it is in lists in any case
	has   map[*graph.Tool]int // how often the agent has it
}

func (l *toolList) add(ts ...*graph.Tool) {
	l.agent.Tools = append(l.agent.Tools, ts...)
}

// more notes why there may be further tools.
func (l *toolList) more(u *assembly.Unknown) {
	if u != nil {
		l.agent.Unknowns = append(l.agent.Unknowns, unknown(graph.UnknownTools, u))
	}
}

// list adds the tools of a slice.
func (l *toolList) list(v assembly.Value) {
	var tools assembly.ToolList
	elems, more := v.List()
	for _, e := range elems {
		t := l.tool(e)
		if t == nil {
			continue
		}
		tools.Add(t, e.Guard)
		if e.Sole {
			l.sure[t]++
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
func (l *toolList) tool(v assembly.Value) *graph.Tool {
	t, u := l.toolOf(v)
	if t == nil {
		l.more(u)
		return nil
	}
	if l.read[t] {
		return t
	}
	l.read[t] = true
	l.beside(v)
	if v.Object() != nil && t.Gate.Kind == graph.GateConditional {
		for _, name := range []string{"confirm", "provider"} {
			l.more(v.Arg(name).Unknown()) // whether the gate asks in all cases, in some or never
		}
	}
	if o := v.Object("tool:agent"); o != nil {
		for _, c := range l.cast.Alternatives(l.Arg(o, "agent")) {
			c.Part = true
			l.agent.Called = append(l.agent.Called, c)
		}
	}
	return t
}

// toolOf returns the tool that v is, nil and the reason if that is not known.
func (a *roster) toolOf(v assembly.Value) (*graph.Tool, *assembly.Unknown) {
	if o := v.Object(); o != nil && strings.HasPrefix(o.Kind, "tool:") {
		return a.tool(o), nil
	}
	if u := v.Opaque(); u != nil {
		return nil, u
	}
	if row := typeRow(v); row != nil && strings.HasPrefix(row.Kind, "tool:") {
		return &graph.Tool{Name: row.Text("name"), Framework: "adk", Pos: v.Made()}, nil
	}
	if v.Held() == "" {
		return nil, assembly.Because(reason.NoneSeen, "tool")
	}
	return ownTool(v), nil
}

// typeRow returns the row of the type that an interface holds, looking through pointers and
// type arguments.
func typeRow(v assembly.Value) *library.Call {
	typ, _, _ := strings.Cut(strings.TrimPrefix(v.Held(), "*"), "[")
	if row := table.Call(typ); row != nil && row.Verb == library.VerbType {
		return row
	}
	return nil
}

// ownTool describes a tool that is a type of the program's own.
func ownTool(v assembly.Value) *graph.Tool {
	t := &graph.Tool{Framework: "adk"}
	if res := v.CallMethod("Name"); len(res) > 0 {
		t.Name, _ = res[0].Text()
	}
	if res := v.CallMethod("Description"); len(res) > 0 {
		t.Description, _ = res[0].Text()
	}
	if t.Name == "" {
		t.Unknown = reason.Of(reason.NameByType, assembly.ShortFunc(v.Held()))
	}
	method := "Run"
	if !v.HasMethod(method) {
		method = "RunStream"
	}
	b := v.ObserveMethod(method)
	t.Handler, t.Pos, t.Gate = b.Func, b.Pos, assembly.HandlerGate(v, method, b)
	assembly.Hold(t, v, method)
	// The framework refuses in place of function tools, and of no other.
	if t.Gate.Kind == graph.GateInterrupt && b.Has("answer") && v.ObserveMethodDoing(method).ActsUnheeding() {
		t.Gate.Kind = graph.GateConditional
	}
	for _, schema := range []string{"Declaration.Parameters", "Declaration.ParametersJsonSchema"} {
		params, closed := v.OwnParams(schema, t.Pos)
		t.Params, t.Closed = append(t.Params, params...), t.Closed || closed
	}
	return t
}

// tool describes the tool of an object.
func (a *roster) tool(o *assembly.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: "adk", Pos: a.Place(o)}
	a.MadeAt(t, o.Pos)
	a.tools[o] = t
	t.Description, _ = a.Arg(o, "description").Text()
	var u *assembly.Unknown
	if t.Name, u = assembly.NameOr(a.Arg(o, "name"), t.Pos); u != nil {
		t.Name, t.Unknown = "", u.Reason
	}
	switch o.Kind {
	case "tool:function":
		b := a.observed(o, "handler")
		t.Handler, t.Args = b.Func, a.argsType(o)
		assembly.Offers(t, a.Arg(o, "schema"))
		t.Gate = a.toolGate(o, b)
		if provider := a.Arg(o, "provider").Func(); provider != "" { // it gets the arguments, before the handler does
			t.Around = append(t.Around, graph.Wrapper{Func: provider})
		}
	case "tool:agent":
		t.Apart = true
		if g := a.cast.Of(a.Arg(o, "agent")); g.Object != nil {
			t.Agent = g.Name
		}
	}
	return t
}

// argsType returns the type of a tool's arguments: that of the call's first type
// argument, or, where that is a type parameter of a helper, of the handler's
// second parameter. Handlers of all versions have it there.
func (a *roster) argsType(o *assembly.Object) string {
	if len(o.Targs) > 0 && assembly.IsConcrete(o.Targs[0]) {
		return o.Targs[0]
	}
	if ps := a.Arg(o, "handler").Params(); len(ps) > 1 && assembly.IsConcrete(ps[1].Type) {
		return ps[1].Type
	}
	return ""
}

// observed returns the behaviour of a function argument of o.
func (a *roster) observed(o *assembly.Object, arg string) *assembly.Behaviour {
	b, ok := a.behaviours[o]
	if !ok {
		b = a.Arg(o, arg).Observe()
		a.behaviours[o] = b
	}
	return b
}

// setTools returns the tools of a toolset. Those that only a server knows are one
// tool without a name.
func (l *toolList) setTools(v assembly.Value) []*graph.Tool {
	o := v.Object()
	if o == nil {
		return l.ownSet(v)
	}
	pos := l.Place(o)
	switch o.Kind {
	case "toolset:mcp":
		open := &graph.Tool{Framework: "mcp", Unknown: reason.Of(reason.SaysTools, "the MCP server"), Pos: pos}
		return assembly.Gated(l.filter([]*graph.Tool{open}, l.Arg(o, "filter"), pos), l.configGate(o))
	case "toolset:filter":
		return l.filter(l.setTools(l.Arg(o, "set")), l.Arg(o, "predicate"), pos)
	case "toolset:confirm":
		return assembly.Gated(l.setTools(l.Arg(o, "set")), l.configGate(o))
	case "toolset:fixed":
		var out []*graph.Tool
		for name := range strings.SplitSeq(o.Row.Text("names"), ",") {
			out = append(out, &graph.Tool{Name: name, Framework: "adk", Pos: pos})
		}
		return out
	}
	l.more(&assembly.Unknown{Reason: reason.Of(reason.ToolsetKind), Pos: pos})
	return nil
}

// ownSet returns the tools of a toolset that is a type of the program's own.
func (l *toolList) ownSet(v assembly.Value) []*graph.Tool {
	if l.packs(v, v.ObserveMethod("ProcessRequest")) {
		l.more(v.Why(reason.SaysTools, "the toolset"))
	}
	res := v.CallMethod("Tools")
	if v.Opaque() != nil || len(res) == 0 {
		u := v.Why(reason.ToolsetComputes)
		return []*graph.Tool{{Framework: "adk", Unknown: u.Reason, Pos: u.Pos}}
	}
	elems, more := res[0].List()
	l.more(more)
	var out []*graph.Tool
	for _, e := range elems {
		if t := l.tool(e); t != nil {
			out = append(out, t)
		}
	}
	return out
}

// filter returns the tools that a predicate admits. A list of names says which
// tools an open set may have at most.
func (l *toolList) filter(ts []*graph.Tool, pred assembly.Value, pos graph.Pos) []*graph.Tool {
	if pred.Object("predicate") == nil {
		return ts
	}
	elems, more := pred.Arg("names").List()
	if more != nil {
		return ts
	}
	names := make(map[string]bool)
	var order []string
	for _, e := range elems {
		s, known := e.Text()
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
			c.Name, c.Unknown, c.Pos = name, reason.Reason{}, pos
			out = append(out, &c)
		}
	}
	return out
}
