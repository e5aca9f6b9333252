package eino

// This file reads tools: their names, handlers, and the humans in front of them.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// names returns the known keys of a set of tools whose result is the answer. Eino
// asks whether a key is there, not for its value. The tool that hands over to other
// agents is Eino's own.
func names(set assembly.Value) []string {
	var out []string
	set.Entries(func(key, _ assembly.Value) {
		if name, ok := key.Text(); ok && name != "transfer_to_agent" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	})
	return out
}

// tool returns the tool that a value is.
func (a *workshop) tool(v assembly.Value) *graph.Tool {
	o, u := v.Object(), v.Opaque()
	switch {
	case o != nil:
		return a.toolOf(o)
	case v.IsPointer() || v.IsStruct():
		return a.customTool(v)
	case u != nil:
		return &graph.Tool{Unknown: u.Reason, Framework: a.Name, Pos: u.Pos}
	case v.IsZero():
		return nil
	}
	return &graph.Tool{Unknown: reason.Of(reason.NoValue), Framework: a.Name}
}

// toolOf returns the tool that a constructor makes, where the constructor is called.
func (a *workshop) toolOf(o *assembly.Object) *graph.Tool {
	t := a.ToolOf(o)
	t.Pos = o.Pos
	a.offers(t, a.Arg(o, "params"))
	a.ways[t] = []string{cmp.Or(o.Row.Text("called"), invokable)}
	return t
}

// agentTool completes the tool that an agent is.
func (a *workshop) agentTool(o *assembly.Object, t *graph.Tool) {
	ag := a.agent(a.Arg(o, "agent"))
	if ag == nil {
		t.Unknown = reason.Of(reason.Agent)
		return
	}
	a.children[ag] = true
	t.Name, t.Agent = ag.Name, ag.Name
}

// handlerGate returns the gate in a handler that was observed with ObserveDoing.
func handlerGate(b *assembly.Behaviour) graph.Gate {
	if assembly.AnsweredAtOnce(b) || !b.Has("human") {
		return assembly.AnswerGate(b)
	}
	return gateOf(b, graph.GateInterrupt)
}

// gateOf returns the gate that a function is, observed with ObserveDoing: one that asks a human before it calls
// what is behind it, or, where that is its own code, on every way to its end.
func gateOf(b *assembly.Behaviour, kind graph.GateKind) graph.Gate {
	i := slices.IndexFunc(b.Effects, b.Halts)
	if i < 0 || !b.Has("tool") {
		g := assembly.BodyGate(b, b.Halts)
		if g.Kind == graph.GateInterrupt {
			g.Kind = kind
		}
		return assembly.Heeded(g, b, nil)
	}
	calls := func(s *assembly.CourseStep) bool { return s.Kind == "tool" }
	if !b.Known || b.Course.Reaches(calls, b.Asked) {
		kind = graph.GateConditional
	}
	return assembly.Heeded(graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}, b, calls)
}

// customTool handles a type of the program that implements a tool interface: it
// may hold the tool that it wraps.
func (a *workshop) customTool(v assembly.Value) *graph.Tool {
	if row := table.Call(v.Dynamic()); row != nil && row.Kind == "exit" {
		t := &graph.Tool{Name: "exit", Framework: a.Name}
		a.ways[t] = []string{invokable}
		return t
	}
	t := &graph.Tool{Framework: a.Name}
	inner := a.wrapped(v)
	if inner != nil {
		*t = *inner
	}
	if info, ok := v.Returned("Info"); ok {
		name, description := declaration(info)
		if s := name.TextOr(""); s != "" {
			t.Name, t.Unknown = s, reason.Reason{}
			t.Description, _ = description.Text()
		}
		a.offers(t, info.Field("ParamsOneOf"))
	}
	if t.Name == "" && !t.Unknown.Given() {
		t.Unknown = reason.Of(reason.NameByMethod, "Info")
	}
	for _, by := range [...]struct{ method, text, parts string }{
		{"InvokableRun", invokable, enhancedInvokable}, {"StreamableRun", streamable, enhancedStreamable},
	} {
		b := v.ObserveMethodDoing(by.method)
		if b.Func == "" {
			continue
		}
		way := by.parts
		if ps := a.Declared(b.Func).Params(); len(ps) > 2 && ps[2].Type == "string" { // after the receiver and the context
			way = by.text
		}
		if a.ways[t] = append(a.ways[t], way); len(a.ways[t]) > 1 {
			break
		}
		t.Handler, t.Pos = cmp.Or(t.Handler, b.Func), cmp.Or(t.Pos, b.Pos)
		kind := graph.GateInterrupt
		if inner != nil {
			kind = graph.GateWrapper
		}
		if g := gateOf(b, kind); g.Kind != graph.GateNone {
			t.Gate = g
		}
	}
	return t
}

// handed adds the tools of types of the program's own that functions of the package return: for agents that others build. One
// without a name of its own is put around others.
func (a *workshop) handed() {
	for _, method := range []string{"InvokableRun", "StreamableRun"} {
		for _, v := range a.Handed(method) {
			if t := a.tool(v); t != nil && t.Name != "" && a.wrapped(v) == nil {
				a.AddTool(t)
			}
		}
	}
}

// offers notes which arguments a model is told of, where the program describes them by hand.
func (a *workshop) offers(t *graph.Tool, params assembly.Value) {
	o := params.Object("params")
	if o == nil {
		return
	}
	schema := a.Arg(o, "schema")
	if properties := a.Arg(o, "properties"); properties.Given() {
		schema = properties.Described(paramWords)
	}
	t.Params, t.Closed = schema.SchemaParams(cmp.Or(t.Pos, o.Pos)), schema.ClosedSchema()
}

// paramWords are the fields of schema.ParameterInfo.
var paramWords = assembly.ParamWords{Type: "Type", Description: "Desc", Enum: "Enum", Items: "ElemInfo", Properties: "SubParams", Required: "Required"}

// declaration returns the name and the description in a *schema.ToolInfo, which the program
// fills in or GoStruct2ToolInfo makes.
func declaration(info assembly.Value) (name, description assembly.Value) {
	if info.Object("toolinfo") != nil {
		return info.Arg("Name"), info.Arg("Desc")
	}
	return info.Field("Name"), info.Field("Desc")
}

// wrapped returns the tool that a struct holds in one of its fields, or nil.
func (a *workshop) wrapped(v assembly.Value) *graph.Tool {
	for _, f := range v.Fields() {
		if o := f.Object("tool", "tool:agent"); o != nil {
			return a.toolOf(o)
		}
		if f.IsPointer() && f.HasMethod("Info") {
			return a.tool(f)
		}
	}
	return nil
}
