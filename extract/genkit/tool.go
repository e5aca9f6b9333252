package genkit

// This file reads tools: their names, handlers, and the interrupts in them.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// methods are those of the interface Tool.
var methods = assembly.ToolMethods{Name: "Name", Description: "Description", Run: "RunRaw"}

// tool returns the tool that v is or names, nil for nil.
func (a *assembler) tool(v interp.Value) *graph.Tool {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		switch x.Kind {
		case "tool":
			return a.toolOf(x)
		case "lookup":
			return a.byName(x.Arg("name"), a.places[x], lookedUp)
		}
	case *interp.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case interp.Const:
		return a.byName(x, graph.Pos{}, named)
	case interp.Nil:
		return nil
	}
	return a.OwnTool(v, methods)
}

// A reference says how a program speaks of a tool that it does not hold.
type reference uint8

const (
	named    reference = iota // the framework looks it up, and the call fails if there is none
	lookedUp                  // the program does, and gets nil
)

// byName returns the tool that the program defines under a name. One that it does not
// define may be that of a plugin, or of another package.
func (a *assembler) byName(name interp.Value, pos graph.Pos, how reference) *graph.Tool {
	t := &graph.Tool{Framework: a.Name, Pos: pos}
	assembly.NameTool(t, name)
	if t.Name == "" {
		return t
	}
	for _, o := range a.ObjectsOf("tool") {
		if s, ok := interp.AsString(o.Arg("name")); ok && s == t.Name {
			return a.toolOf(o)
		}
	}
	a.nowhere[t] = how
	return t
}

// toolOf returns the tool that a definition makes, one for each call.
func (a *assembler) toolOf(o *interp.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	assembly.NameTool(t, o.Arg("name"))
	if p := a.counterpart(o, t.Name); p != nil {
		return a.toolOf(p)
	}
	a.tools[o] = t
	t.Description, _ = interp.AsString(o.Arg("description"))
	b := a.Observe(o.Arg("handler"), toolContext())
	t.Handler, t.Args = b.Func, a.ArgsType(o, o.Arg("handler"))
	t.Gate = bodyGate(b)
	return t
}

// counterpart returns the object of the program that o is, if o was made when a
// function was run once more to observe it; nil if it was not.
func (a *assembler) counterpart(o *interp.Object, name string) *interp.Object {
	if _, ok := a.places[o]; ok {
		return nil
	}
	for _, p := range a.ObjectsOf("tool") {
		if s, _ := interp.AsString(p.Arg("name")); s == name && p.Pos == o.Pos && slices.Equal(p.Stack, o.Stack) {
			return p
		}
	}
	return nil
}

// toolContext returns what a handler gets: a context that says whether somebody
// restarted the tool.
func toolContext() interp.Value {
	ctx := &interp.Unknown{Reason: "Genkit chooses it"}
	ctx.SetField(module+"/ai.ToolContext", "Resumed", &interp.Unknown{
		Reason: "it is what the tool is restarted with", Row: module + "/ai.ResumedValue",
	})
	return ctx
}

// asks reports whether an effect of b asks a human: an interrupt that b returns, or
// a question whose answer matters. An interrupt that is only made stops nothing.
func asks(b *interp.Behaviour, e interp.Effect) bool {
	switch {
	case !isInterrupt(e):
		return b.AsksHuman(e)
	case !b.Known || len(b.Results) == 0:
		return true // it may return it; the gate is conditional then
	}
	for _, alt := range b.Results[len(b.Results)-1] {
		for _, one := range interp.Alternatives(alt.V) {
			if u, ok := interp.Unwrap(one.V).(*interp.Unknown); ok && u.Row == e.Row.Key() && u.Pos == e.Pos {
				return true
			}
		}
	}
	return false
}

// isInterrupt reports whether an effect makes an interrupt.
func isInterrupt(e interp.Effect) bool { return e.Kind == "human" && e.Row.Package == module+"/ai" }

// bodyGate returns the gate in the body of a handler. Where the handler looks at an
// interrupt before it returns it, nothing says that it does.
func bodyGate(b *interp.Behaviour) graph.Gate {
	g := assembly.BodyGate(b, func(e interp.Effect) bool { return asks(b, e) })
	if g.Kind != graph.GateNone {
		return g
	}
	for _, e := range b.Effects {
		looked := func(c interp.Cond) bool { return c.Row == e.Row.Key() }
		if isInterrupt(e) && slices.ContainsFunc(b.Conds, looked) {
			return graph.Gate{Kind: graph.GateConditional, Pos: e.Pos}
		}
	}
	return graph.Gate{}
}
