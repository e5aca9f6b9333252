package eino

// This file reads tools: their names, handlers, and the humans in front of them.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// toolList returns the tools in a list, and why there may be more.
func (a *assembler) toolList(v interp.Value) ([]*graph.Tool, *interp.Unknown) {
	return assembly.ToolsIn(v, a.tool)
}

// names returns the known keys of a set of tools whose result is the answer. Eino
// asks whether a key is there, not for its value. The tool that hands over to other
// agents is Eino's own.
func names(set interp.Value) []string {
	var out []string
	interp.Entries(set, func(key, _ interp.Value, _ interp.Guard) {
		if name, ok := interp.AsString(key); ok && name != "transfer_to_agent" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	})
	return out
}

// tool returns the tool that a value is.
func (a *assembler) tool(v interp.Value) *graph.Tool {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		return a.toolOf(x)
	case interp.Ptr, *interp.Struct:
		return a.customTool(v)
	case *interp.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case interp.Nil, interp.Zero:
		return nil
	}
	return &graph.Tool{Unknown: "it is no value that agentvet can follow", Framework: a.Name}
}

// toolOf returns the tool that a constructor makes, one for each call.
func (a *assembler) toolOf(o *interp.Object) *graph.Tool {
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
		name, desc = interp.Field(info, "Name"), interp.Field(info, "Desc")
	}
	a.setName(t, name)
	t.Description, _ = interp.AsString(desc)
	a.handler(t, o)
	return t
}

func (a *assembler) setName(t *graph.Tool, name interp.Value) {
	s, ok := interp.AsString(name)
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
func (a *assembler) handler(t *graph.Tool, o *interp.Object) {
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
func gateOf(b *interp.Behaviour, kind graph.GateKind) graph.Gate {
	i := slices.IndexFunc(b.Effects, b.Halts)
	if i < 0 || !b.Has("tool") {
		g := assembly.BodyGate(b, b.Halts)
		if g.Kind == graph.GateInterrupt {
			g.Kind = kind
		}
		return g
	}
	if !b.Known || b.Flow.Reaches(func(s *interp.FlowStep) bool { return s.Kind == "tool" }, b.Asked) {
		kind = graph.GateConditional
	}
	return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
}

// customTool handles a type of the program that implements a tool interface: it
// may hold the tool that it wraps.
func (a *assembler) customTool(v interp.Value) *graph.Tool {
	typ := interp.DynamicType(v)
	if typ == "github.com/cloudwego/eino/adk.ExitTool" || typ == "*github.com/cloudwego/eino/adk.ExitTool" {
		return &graph.Tool{Name: "exit", Framework: a.Name}
	}
	t := &graph.Tool{Framework: a.Name}
	inner := a.wrapped(v)
	if inner != nil {
		*t = *inner
	}
	if info := a.CallMethod(v, "Info"); len(info) > 0 {
		if name, ok := interp.AsString(interp.Field(info[0], "Name")); ok && name != "" {
			t.Name, t.Unknown = name, ""
			t.Description, _ = interp.AsString(interp.Field(info[0], "Desc"))
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
func (a *assembler) wrapped(v interp.Value) *graph.Tool {
	s, ok := interp.Deref(v).(*interp.Struct)
	if !ok {
		return nil
	}
	for _, f := range s.FieldNames() {
		switch x := interp.Unwrap(interp.Field(s, f)).(type) {
		case *interp.Object:
			if x.Kind == "tool" || x.Kind == "agenttool" {
				return a.toolOf(x)
			}
		case interp.Ptr:
			if inner := interp.Field(s, f); a.HasMethod(inner, "Info") {
				return a.tool(inner)
			}
		}
	}
	return nil
}
