package genkit

// This file reads tools: their names, handlers, and the interrupts in them.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// tool returns the tool that v is or names, nil for nil.
func (a *definitions) tool(v assembly.Value) *graph.Tool {
	if o := v.Object("tool", "lookup"); o != nil {
		if o.Kind == "tool" {
			return a.toolOf(o)
		}
		return a.byName(a.Arg(o, "name"), a.Place(o), lookedUp)
	}
	if _, isName := v.Text(); isName {
		return a.byName(v, graph.Pos{}, named)
	}
	return a.Tool(v)
}

// A reference says how a program speaks of a tool that it does not hold.
type reference uint8

const (
	named    reference = iota // the framework looks it up, and the call fails if there is none
	lookedUp                  // the program does, and gets nil
)

// byName returns the tool that the program defines under a name. One that it does not
// define may be that of a plugin, or of another package.
func (a *definitions) byName(name assembly.Value, pos graph.Pos, how reference) *graph.Tool {
	t := &graph.Tool{Framework: a.Name, Pos: pos}
	assembly.NameTool(t, name)
	if t.Name == "" {
		return t
	}
	for _, o := range a.ObjectsOf("tool") {
		if s, ok := a.Arg(o, "name").Text(); ok && s == t.Name {
			return a.toolOf(o)
		}
	}
	a.nowhere[t] = how
	return t
}

// toolOf returns the tool that a definition makes, one for each call.
func (a *definitions) toolOf(o *assembly.Object) *graph.Tool {
	o = a.Original(o)
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.Place(o)}
	a.MadeAt(t, o.Pos)
	a.tools[o] = t
	assembly.NameTool(t, a.Arg(o, "name"))
	t.Description, _ = a.Arg(o, "description").Text()
	handler := a.Arg(o, "handler")
	b := handler.ObserveWith(a.toolContext(), assembly.Value{}, a.resumed())
	t.Handler, t.Args = b.Func, a.ArgsType(o, handler)
	assembly.Offers(t, a.Arg(o, "schema"))
	a.Arg(o, "options").Options(func(opt assembly.Value) {
		if opt.Object().Kind == "opt:schema" {
			assembly.Offers(t, opt.Arg("value"))
		}
	}, func(*assembly.Unknown) {})
	if t.Gate = a.bodyGate(b); assembly.AnsweredAtOnce(b) || !b.Has("human") {
		t.Gate = assembly.HandlerGate(handler, "", b)
	}
	assembly.Hold(t, handler, "")
	return t
}

// toolContext returns what a handler gets: a context that says whether somebody
// restarted the tool.
func (a *definitions) toolContext() assembly.Value {
	return a.NewUnknown(reason.FrameworkChooses).Set(module+"/ai.ToolContext", "Resumed", a.resumed())
}

// resumed returns what a handler gets from whoever restarts the tool, nil at first. The
// handler of an interruptible tool gets it as its third argument.
func (a *definitions) resumed() assembly.Value {
	return a.Read(&assembly.Unknown{Reason: reason.Of(reason.Restarted), Row: module + "/ai.ResumedValue"})
}

// asks reports whether an effect of b asks a human: an interrupt that b returns, or
// a question whose answer matters. An interrupt that is only made stops nothing.
func (a *definitions) asks(b *assembly.Behaviour, e assembly.Effect) bool {
	switch {
	case !isInterrupt(e):
		return b.AsksHuman(e)
	case !b.Known || len(b.Results) == 0:
		return true // it may return it; the gate is conditional then
	}
	for _, res := range a.Result(b, len(b.Results)-1) {
		for _, one := range res.Each() {
			if u := one.Unknown(); u != nil && u.Row == e.Row.Key() && u.Pos == e.Pos {
				return true
			}
		}
	}
	return false
}

// isInterrupt reports whether an effect makes an interrupt.
func isInterrupt(e assembly.Effect) bool {
	return e.Kind == "human" && (e.Row.Package == module+"/ai" || e.Row.Package == module+"/ai/exp/tool")
}

// bodyGate returns the gate in the body of a handler. Where the handler looks at an
// interrupt before it returns it, nothing says that it does.
func (a *definitions) bodyGate(b *assembly.Behaviour) graph.Gate {
	g := assembly.BodyGate(b, func(e assembly.Effect) bool { return a.asks(b, e) })
	if g.Kind != graph.GateNone {
		return g
	}
	for _, e := range b.Effects {
		looked := func(c assembly.Cond) bool { return c.Row == e.Row.Key() }
		if isInterrupt(e) && slices.ContainsFunc(b.Conds, looked) {
			return graph.Gate{Kind: graph.GateConditional, Pos: e.Pos}
		}
	}
	return graph.Gate{}
}
