package adk

// This file finds the human in front of a tool.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// toolGate returns the gate of a function tool: what its configuration says, or
// what its body does.
func (a *roster) toolGate(o *assembly.Object, body *assembly.Behaviour) graph.Gate {
	return assembly.StrongerGate(a.configGate(o), assembly.BodyGate(body, body.Halts))
}

// configGate reads RequireConfirmation and its provider. A provider replaces the
// flag: the flag says nothing where both are set.
func (a *roster) configGate(o *assembly.Object) graph.Gate {
	pos := a.Place(o)
	if p := a.Arg(o, "provider"); !p.IsZero() {
		if known, always := a.constant(p); known && always {
			return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
		} else if known {
			return graph.Gate{}
		}
		return graph.Gate{Kind: graph.GateConditional, Pos: pos}
	}
	switch confirm, known := a.Arg(o, "confirm").Bool(); {
	case !known:
		return graph.Gate{Kind: graph.GateConditional, Pos: pos}
	case confirm:
		return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
	}
	return graph.Gate{}
}

// constant reports whether a function always returns the same boolean.
func (a *roster) constant(f assembly.Value) (known, val bool) {
	b := f.Observe()
	if !b.Known || len(b.Results) == 0 {
		return false, false
	}
	for i, x := range a.Result(b, 0) {
		v, ok := x.Bool()
		if !ok || i > 0 && v != val {
			return false, false
		}
		val = v
	}
	return true, val
}

// callbacks puts the gates of an agent's BeforeToolCallbacks on its tools. Each
// callback is observed with each tool in turn, so that a test for names counts.
func (a *roster) callbacks(g *agent) {
	list, _ := a.Arg(g.Object, "beforetool").List()
	g.Tools = assembly.GatedBy(g.Tools, func(t *graph.Tool) graph.Gate {
		var gate graph.Gate
		for _, cb := range list {
			gate = assembly.StrongerGate(gate, a.callbackGate(cb, t))
		}
		return gate
	})
}

// callbackGate returns the gate that a BeforeToolCallback is for tool t. It is one
// only if the way that asks returns a result or an error, because otherwise the
// tool runs all the same.
func (a *roster) callbackGate(cb assembly.Value, t *graph.Tool) graph.Gate {
	b := cb.ObserveWith(assembly.Value{}, a.toolValue(t))
	i := slices.IndexFunc(b.Effects, b.Halts)
	if i < 0 || !a.holdsBack(b, b.Effects[i]) {
		return graph.Gate{}
	}
	kind := graph.GateCallback
	if len(cb.Guard) > 0 || b.Course.Avoids(b.Asked) {
		kind = graph.GateConditional
	}
	return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
}

// toolValue returns a value that answers Name as t does, for functions that get a
// tool from the framework.
func (a *roster) toolValue(t *graph.Tool) assembly.Value {
	if t.Name == "" {
		return assembly.Value{}
	}
	return a.NewObject("tool:stub", map[string]assembly.Value{
		"name": a.NewText(t.Name), "description": a.NewText(t.Description),
	})
}

// holdsBack reports whether the way on which e happens returns a result.
func (a *roster) holdsBack(b *assembly.Behaviour, e assembly.Effect) bool {
	found := false
	results := a.Result(b, 0)
	for _, x := range results {
		if !hasPrefix(x.Guard, e.Guard) && len(results) > 1 {
			continue
		}
		found = true
		if !x.IsNil() {
			return true
		}
	}
	return !found // it returns an error
}

func hasPrefix(g, prefix assembly.Guard) bool {
	return len(g) >= len(prefix) && slices.Equal(g[:len(prefix)], prefix)
}

// escalates reports whether a function may end the loop around it.
func (a *roster) escalates(b *assembly.Behaviour) bool {
	if !b.Known {
		return b.Reason.Given()
	}
	for _, w := range b.Writes {
		if strings.HasSuffix(w.State, "session.EventActions.Escalate") && !isFalse(a.Read(w.V)) {
			return true
		}
	}
	for _, p := range b.Passed {
		for _, arg := range p.Args {
			if v := a.Read(arg); isEvent(v) && !isFalse(v.Field("Actions", "Escalate")) {
				return true
			}
		}
	}
	return false
}

func isFalse(v assembly.Value) bool {
	b, ok := v.Bool()
	return ok && !b
}

// isEvent reports whether a value is an event that the program makes.
func isEvent(v assembly.Value) bool { return v.IsStruct() && isEventType(v.Type()) }

// isEventType reports whether a type is the framework's event.
func isEventType(typ string) bool {
	row := table.Call(strings.TrimPrefix(typ, "*"))
	return row != nil && row.Kind == "event"
}

// mayEscalate reports whether anything in an agent may end the loop around it.
func (a *roster) mayEscalate(g *agent) bool {
	if g.Object == nil || g.Kind == graph.AgentRemote || len(g.Unknowns) > 0 {
		return true
	}
	for _, c := range g.Subs {
		if a.mayEscalate(c.Actor) {
			return true
		}
	}
	switch g.Kind {
	case graph.AgentLLM:
		return a.modelEscalates(g)
	case graph.AgentCustom:
		return a.escalates(a.observed(g.Object, "run"))
	case graph.AgentWorkflow:
		return a.graphEscalates(g.Object)
	}
	return false
}

// modelEscalates reports whether a tool or a callback of a model escalates.
func (a *roster) modelEscalates(g *agent) bool {
	tools, _ := a.Arg(g.Object, "tools").List()
	if slices.ContainsFunc(tools, a.toolEscalates) {
		return true
	}
	for _, name := range []string{"before", "after", "beforetool", "aftertool", "beforemodel", "aftermodel"} {
		cbs, more := a.Arg(g.Object, name).List()
		if more != nil || slices.ContainsFunc(cbs, func(cb assembly.Value) bool { return a.escalates(cb.Observe()) }) {
			return true
		}
	}
	return false
}

func (a *roster) toolEscalates(v assembly.Value) bool {
	o := v.Object()
	switch {
	case o != nil && o.Kind == "tool:exit":
		return true
	case o != nil && o.Kind == "tool:function":
		return a.escalates(a.observed(o, "handler"))
	case o != nil || typeRow(v) != nil:
		return false
	}
	return a.escalates(v.ObserveMethod("Run"))
}
