package langgraphgo

// This file reads tools: values of the program's types that implement the Tool
// interface of langchaingo. A tool is called by what its Name method returns.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// called returns the tools that an effect calls, and why there may be others.
func (a *graphs) called(e assembly.Effect) (tools []*graph.Tool, open []*assembly.Unknown) {
	add := func(list []*graph.Tool, u *assembly.Unknown) {
		if tools = append(tools, list...); u != nil {
			open = append(open, u)
		}
	}
	if v, ok := a.EffectArg(e, "tool"); ok {
		for _, x := range v.Each() {
			if u := x.Opaque(); u != nil {
				add(nil, u)
			} else if t := a.tool(x); t != nil {
				add([]*graph.Tool{t}, nil)
			}
		}
	}
	if v, ok := a.EffectArg(e, "executor"); ok {
		for _, x := range v.Each() {
			add(a.executor(x))
		}
	}
	return tools, open
}

// executor returns the tools of an executor, made by its constructor or by a literal, and
// why there may be others.
func (a *graphs) executor(x assembly.Value) (list []*graph.Tool, more *assembly.Unknown) {
	if o := x.Object(); o != nil {
		list, more = a.toolList(a.Arg(o, "tools"))
		if more == nil && !a.IsFramework(o.Func) && a.Around(o, "executor:tools") {
			more = assembly.Because(reason.MayOverwrite, "code that mentions its tools")
		}
		return list, more
	}
	if u := x.Opaque(); u != nil {
		return nil, u
	}
	more = x.Field("Tools").Entries(func(_, v assembly.Value) {
		if t := a.tool(v); t != nil {
			list = append(list, t)
		}
	})
	return list, more
}

// toolList returns the tools in a list, and why there may be more.
func (a *graphs) toolList(v assembly.Value) ([]*graph.Tool, *assembly.Unknown) {
	tools, more := v.Tools(a.tool)
	for i, t := range tools {
		tools[i] = a.again(t, tools[:i])
	}
	return tools, more
}

// again returns t, or another tool that equals it if t is in the list already: it
// was made twice, or listed twice.
func (a *graphs) again(t *graph.Tool, list []*graph.Tool) *graph.Tool {
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
func (a *graphs) tool(v assembly.Value) *graph.Tool {
	if v.IsZero() && v.Held() == "" {
		return nil
	}
	if u := v.Opaque(); u != nil {
		return &graph.Tool{Unknown: u.Reason, Framework: a.Name, Pos: u.Pos}
	}
	t := &graph.Tool{Framework: a.Name}
	if name, ok := v.Returned("Name"); ok {
		assembly.NameTool(t, name)
	} else {
		t.Unknown = reason.Of(reason.NameByMethod, "Name")
	}
	if text, ok := v.Returned("Description"); ok {
		t.Description = text.TextOr("")
	}
	b := v.ObserveMethod("Call")
	t.Handler, t.Pos, t.Gate = b.Func, b.Pos, assembly.HandlerGate(v, "Call", b)
	assembly.Hold(t, v, "Call")
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
