package eino

// This file reads tools: their names, handlers, and the humans in front of them.

import (
	"slices"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// toolList returns the tools in a list, and why there may be more.
func (a *assembler) toolList(v extract.Value) ([]*graph.Tool, *extract.Unknown) {
	var tools []*graph.Tool
	elems, more := extract.Elems(v)
	for _, e := range elems {
		for _, alt := range extract.Alternatives(e.V) {
			if t := a.tool(alt.V); t != nil {
				tools = append(tools, t)
			}
		}
	}
	return tools, more
}

// names returns the known keys of a set of tools whose result is the answer. Eino
// asks whether a key is there, not for its value. The tool that hands over to other
// agents is Eino's own.
func names(set extract.Value) []string {
	var out []string
	extract.Entries(set, func(key, _ extract.Value, _ extract.Guard) {
		if name, ok := extract.AsString(key); ok && name != "transfer_to_agent" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	})
	return out
}

// tool returns the tool that a value is.
func (a *assembler) tool(v extract.Value) *graph.Tool {
	switch x := extract.Unwrap(v).(type) {
	case *extract.Object:
		return a.toolOf(x)
	case extract.Ptr, *extract.Struct:
		return a.customTool(v)
	case *extract.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case extract.Nil, extract.Zero:
		return nil
	}
	return &graph.Tool{Unknown: "it is no value that agentvet can follow", Framework: a.Name}
}

// toolOf returns the tool that a constructor makes, one for each call.
func (a *assembler) toolOf(o *extract.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: o.Pos}
	a.tools[o] = t
	if o.Kind == "agenttool" {
		if ag := a.agent(o.Arg("agent")); ag != nil {
			a.children[ag] = true
			t.Name, t.Agent = ag.Name, ag.Name
		} else {
			t.Unknown = "the agent is not known"
		}
		return t
	}
	name, desc := o.Arg("name"), o.Arg("desc")
	if info, ok := o.Args["info"]; ok {
		name, desc = extract.Field(info, "Name"), extract.Field(info, "Desc")
	}
	a.setName(t, name)
	t.Description, _ = extract.AsString(desc)
	a.handler(t, o)
	return t
}

func (a *assembler) setName(t *graph.Tool, name extract.Value) {
	s, ok := extract.AsString(name)
	if ok && s != "" {
		t.Name = s
		return
	}
	t.Unknown = "its name is empty"
	if u := asUnknown(name); u != nil {
		t.Unknown = u.Reason
	} else if !ok {
		t.Unknown = "its name is one of several"
	}
}

// handler reads the function behind a tool.
func (a *assembler) handler(t *graph.Tool, o *extract.Object) {
	fn := o.Arg("fn")
	if params := a.Params(fn); len(params) > 1 {
		t.Args = params[1].Type
	} else if len(o.Targs) > 0 {
		t.Args = o.Targs[0]
	}
	b := a.Observe(fn)
	t.Handler = b.Func
	t.Gate = gateOf(b, graph.GateInterrupt)
}

// gateOf returns the gate that a function is: one that asks a human before it calls
// what is behind it, or, where that is its own code, on every way to its end.
func gateOf(b *extract.Behaviour, kind graph.GateKind) graph.Gate {
	i := slices.IndexFunc(b.Effects, b.Halts)
	if i < 0 || !b.Has("tool") {
		g := extract.BodyGate(b, b.Halts)
		if g.Kind == graph.GateInterrupt {
			g.Kind = kind
		}
		return g
	}
	if !b.Known || b.Flow.Reaches(func(s *extract.FlowStep) bool { return s.Kind == "tool" }, b.Asked) {
		kind = graph.GateConditional
	}
	return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
}

// customTool handles a type of the program that implements a tool interface: it
// may hold the tool that it wraps.
func (a *assembler) customTool(v extract.Value) *graph.Tool {
	typ := extract.DynamicType(v)
	if typ == "github.com/cloudwego/eino/adk.ExitTool" || typ == "*github.com/cloudwego/eino/adk.ExitTool" {
		return &graph.Tool{Name: "exit", Framework: a.Name}
	}
	t := &graph.Tool{Framework: a.Name}
	inner := a.wrapped(v)
	if inner != nil {
		*t = *inner
	}
	if info := a.CallMethod(v, "Info"); len(info) > 0 {
		if name, ok := extract.AsString(extract.Field(info[0], "Name")); ok && name != "" {
			t.Name, t.Unknown = name, ""
			t.Description, _ = extract.AsString(extract.Field(info[0], "Desc"))
		}
	}
	if t.Name == "" && t.Unknown == "" {
		t.Unknown = "its Info method does not return a constant name"
	}
	for _, method := range []string{"InvokableRun", "StreamableRun"} {
		b := a.ObserveMethod(v, method)
		if b.Func == "" {
			continue
		}
		if t.Handler == "" {
			t.Handler = b.Func
		}
		if !t.Pos.IsValid() {
			t.Pos = b.Pos
		}
		kind := graph.GateInterrupt
		if inner != nil {
			kind = graph.GateWrapper
		}
		if g := gateOf(b, kind); g.Kind != graph.GateNone {
			t.Gate = g
		}
		break
	}
	return t
}

// wrapped returns the tool that a struct holds in one of its fields, or nil.
func (a *assembler) wrapped(v extract.Value) *graph.Tool {
	s, ok := extract.Deref(v).(*extract.Struct)
	if !ok {
		return nil
	}
	for _, f := range s.FieldNames() {
		switch x := extract.Unwrap(extract.Field(s, f)).(type) {
		case *extract.Object:
			if x.Kind == "tool" || x.Kind == "agenttool" {
				return a.toolOf(x)
			}
		case extract.Ptr:
			if inner := extract.Field(s, f); a.HasMethod(inner, "Info") {
				return a.tool(inner)
			}
		}
	}
	return nil
}
