package adk

// This file finds the human in front of a tool.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// toolGate returns the gate of a function tool: what its configuration says, or
// what its body does.
func (a *assembler) toolGate(o *interp.Object, body *interp.Behaviour) graph.Gate {
	return assembly.StrongerGate(a.configGate(o), assembly.BodyGate(body, asksHuman))
}

// configGate reads RequireConfirmation and its provider. A provider replaces the
// flag: the flag says nothing where both are set.
func (a *assembler) configGate(o *interp.Object) graph.Gate {
	pos := a.places[o]
	if p := o.Arg("provider"); !interp.IsZero(p) {
		if known, always := a.constant(p); known && always {
			return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
		} else if known {
			return graph.Gate{}
		}
		return graph.Gate{Kind: graph.GateConditional, Pos: pos}
	}
	switch confirm, known := interp.AsBool(o.Arg("confirm")); {
	case !known:
		return graph.Gate{Kind: graph.GateConditional, Pos: pos}
	case confirm:
		return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
	}
	return graph.Gate{}
}

// constant reports whether a function always returns the same boolean.
func (a *assembler) constant(f interp.Value) (known, val bool) {
	b := a.Observe(f)
	if !b.Known || len(b.Results) == 0 {
		return false, false
	}
	for i, alt := range b.Results[0] {
		v, ok := interp.AsBool(alt.V)
		if !ok || i > 0 && v != val {
			return false, false
		}
		val = v
	}
	return true, val
}

func asksHuman(e interp.Effect) bool { return e.Kind == "human" || e.Kind == "ask" }

// humanSeen reports whether a human has been asked, or has answered, when a step
// is done: the way that does not ask has the answer.
func humanSeen(s *interp.FlowStep) bool { return asksHuman(s.Effect) || s.Kind == "answered" }

// callbacks puts the gates of an agent's BeforeToolCallbacks on its tools. Each
// callback is observed with each tool in turn, so that a test for names counts.
func (a *assembler) callbacks(g *agent) {
	cbs, _ := interp.Elems(g.obj.Arg("beforetool"))
	for i, t := range g.graph.Tools {
		gate := t.Gate
		for _, cb := range cbs {
			for _, alt := range interp.Alternatives(cb.V) {
				gate = assembly.StrongerGate(gate, a.callbackGate(alt.V, t, cb.Guard))
			}
		}
		if gate != t.Gate {
			c := *t
			c.Gate = gate
			g.graph.Tools[i] = &c
		}
	}
}

// callbackGate returns the gate that a BeforeToolCallback is for tool t. It is one
// only if the way that asks returns a result or an error, because otherwise the
// tool runs all the same.
func (a *assembler) callbackGate(cb interp.Value, t *graph.Tool, guard interp.Guard) graph.Gate {
	b := a.Observe(cb, nil, toolValue(t))
	i := slices.IndexFunc(b.Effects, asksHuman)
	if i < 0 || !holdsBack(b, b.Effects[i]) {
		return graph.Gate{}
	}
	kind := graph.GateCallback
	if len(guard) > 0 || b.Flow.Avoids(humanSeen) {
		kind = graph.GateConditional
	}
	return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
}

// toolValue returns a value that answers Name as t does, for functions that get a
// tool from the framework.
func toolValue(t *graph.Tool) interp.Value {
	if t.Name == "" {
		return nil
	}
	return interp.NewObject("tool:stub", map[string]interp.Value{
		"name": interp.String(t.Name), "description": interp.String(t.Description),
	})
}

// holdsBack reports whether the way on which e happens returns a result.
func holdsBack(b *interp.Behaviour, e interp.Effect) bool {
	if len(b.Results) == 0 {
		return true
	}
	found := false
	for _, alt := range b.Results[0] {
		if !hasPrefix(alt.Guard, e.Guard) && len(b.Results[0]) > 1 {
			continue
		}
		found = true
		if _, isNil := interp.Unwrap(alt.V).(interp.Nil); !isNil {
			return true
		}
	}
	return !found // it returns an error
}

func hasPrefix(g, prefix interp.Guard) bool {
	return len(g) >= len(prefix) && slices.Equal(g[:len(prefix)], prefix)
}

// escalates reports whether a function may end the loop around it.
func escalates(b *interp.Behaviour) bool {
	if !b.Known {
		return b.Reason != ""
	}
	for _, w := range b.Writes {
		if strings.HasSuffix(w.State, "session.EventActions.Escalate") && !isFalse(w.V) {
			return true
		}
	}
	for _, p := range b.Passed {
		for _, v := range p.Args {
			if s, ok := interp.Deref(v).(*interp.Struct); ok && isEvent(s.Type) && !isFalse(interp.Field(s, "Actions", "Escalate")) {
				return true
			}
		}
	}
	return false
}

func isFalse(v interp.Value) bool {
	b, ok := interp.AsBool(v)
	return ok && !b
}

// isEvent reports whether a type is the framework's event.
func isEvent(typ string) bool {
	row := table.Call(strings.TrimPrefix(typ, "*"))
	return row != nil && row.Kind == "event"
}

// mayEscalate reports whether anything in an agent may end the loop around it.
func (a *assembler) mayEscalate(g *agent) bool {
	if g.obj == nil || g.kind == "remote" || len(g.graph.Unknowns) > 0 {
		return true
	}
	for _, c := range g.subs {
		if a.mayEscalate(c.agent) {
			return true
		}
	}
	switch g.kind {
	case "llm":
		return a.modelEscalates(g)
	case "custom":
		return escalates(a.observed(g.obj, "run"))
	case "workflow":
		return a.graphEscalates(g.obj)
	}
	return false
}

// modelEscalates reports whether a tool or a callback of a model escalates.
func (a *assembler) modelEscalates(g *agent) bool {
	elems, _ := interp.Elems(g.obj.Arg("tools"))
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			if a.toolEscalates(alt.V) {
				return true
			}
		}
	}
	for _, list := range []string{"before", "after", "beforetool", "aftertool", "beforemodel", "aftermodel"} {
		cbs, more := interp.Elems(g.obj.Arg(list))
		if more != nil || slices.ContainsFunc(cbs, func(cb interp.Alt) bool { return escalates(a.Observe(cb.V)) }) {
			return true
		}
	}
	return false
}

func (a *assembler) toolEscalates(v interp.Value) bool {
	o, ok := interp.Unwrap(v).(*interp.Object)
	switch {
	case ok && o.Kind == "tool:exit":
		return true
	case ok && o.Kind == "tool:function":
		return escalates(a.observed(o, "handler"))
	case ok || a.typeRow(interp.DynamicType(v)) != nil:
		return false
	}
	return escalates(a.ObserveMethod(v, "Run"))
}
