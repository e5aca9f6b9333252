package langgraphgo

// This file reads tools: values of the program's types that implement the Tool
// interface of langchaingo. A tool is called by what its Name method returns.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// called returns the tools that an effect may call, and why there may be others.
func (a *assembler) called(e interp.Effect) (tools []*graph.Tool, more *interp.Unknown) {
	if v, ok := e.Args["tool"]; ok {
		for _, alt := range interp.Alternatives(v) {
			if u, ok := interp.Unwrap(alt.V).(*interp.Unknown); ok {
				more = u
				continue
			}
			if t := a.tool(alt.V); t != nil {
				tools = append(tools, t)
			}
		}
		return tools, more
	}
	for _, alt := range interp.Alternatives(e.Args["executor"]) {
		var list []*graph.Tool
		var open *interp.Unknown
		switch x := interp.Deref(alt.V).(type) {
		case *interp.Object:
			list, open = a.toolList(x.Arg("tools"))
		case *interp.Struct:
			open = interp.Entries(interp.Field(x, "Tools"), func(_, v interp.Value, _ interp.Guard) {
				if t := a.tool(v); t != nil {
					list = append(list, t)
				}
			})
		case *interp.Unknown:
			open = x
		}
		tools = append(tools, list...)
		if open != nil {
			more = open
		}
	}
	return tools, more
}

// toolList returns the tools in a list, and why there may be more.
func (a *assembler) toolList(v interp.Value) ([]*graph.Tool, *interp.Unknown) {
	var tools []*graph.Tool
	elems, more := interp.Elems(v)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			t := a.tool(alt.V)
			if t == nil {
				continue
			}
			tools = append(tools, a.again(t, tools))
		}
	}
	return tools, more
}

// again returns t, or another tool that equals it if t is in the list already: it
// was made twice, or listed twice.
func (a *assembler) again(t *graph.Tool, list []*graph.Tool) *graph.Tool {
	first := *t
	for n := 2; slices.Contains(list, t); n++ {
		key := fmt.Sprintf("%p %d", a.tools[keyOf(&first)], n)
		if a.tools[key] == nil {
			again := first
			a.tools[key] = &again
		}
		t = a.tools[key]
	}
	return t
}

// tool returns the tool that a value is, one for each type and name; nil for nil.
func (a *assembler) tool(v interp.Value) *graph.Tool {
	switch x := interp.Unwrap(v).(type) {
	case interp.Nil, interp.Zero:
		if interp.DynamicType(v) == "" {
			return nil
		}
	case *interp.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	}
	t := &graph.Tool{Framework: a.Name}
	for _, r := range []struct {
		method string
		set    func(interp.Value)
	}{
		{"Name", func(v interp.Value) { setName(t, v) }},
		{"Description", func(v interp.Value) { t.Description, _ = interp.AsString(v) }},
	} {
		if res := a.CallMethod(v, r.method); len(res) > 0 {
			r.set(res[0])
		}
	}
	if t.Name == "" && t.Unknown == "" {
		t.Unknown = "its Name method does not return a constant"
	}
	b := a.ObserveMethod(v, "Call")
	t.Handler, t.Pos = b.Func, b.Pos
	t.Gate = assembly.BodyGate(b, b.Halts)
	key := keyOf(t)
	if old := a.tools[key]; old != nil && t.Name != "" {
		return old
	}
	a.tools[key] = t
	if !slices.Contains(a.Program.Tools, t) {
		a.Program.Tools = append(a.Program.Tools, t)
	}
	return t
}

// keyOf identifies a tool by its type, which the position of its method stands
// for, and its name.
func keyOf(t *graph.Tool) string { return t.Pos.String() + " " + t.Handler + " " + t.Name }

func setName(t *graph.Tool, v interp.Value) {
	name, ok := interp.AsString(v)
	switch u := asUnknown(v); {
	case ok && name != "":
		t.Name = name
	case u != nil:
		t.Unknown = u.Reason
	case ok:
		t.Unknown = "its name is empty"
	default:
		t.Unknown = "its name is one of several"
	}
}
