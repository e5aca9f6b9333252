package adk

// This file finds the human in front of a tool.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// toolGate returns the gate of a function tool: what its configuration says, or
// what its body does.
func (a *assembler) toolGate(o *extract.Object, body *extract.Behaviour) graph.Gate {
	return extract.StrongerGate(a.configGate(o), extract.BodyGate(body, asksHuman))
}

// configGate reads RequireConfirmation and its provider. A provider replaces the
// flag: the flag says nothing where both are set.
func (a *assembler) configGate(o *extract.Object) graph.Gate {
	pos := a.places[o]
	if p := o.Arg("provider"); !extract.IsZero(p) {
		if known, always := a.constant(p); known && always {
			return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
		} else if known {
			return graph.Gate{}
		}
		return graph.Gate{Kind: graph.GateConditional, Pos: pos}
	}
	switch confirm, known := extract.AsBool(o.Arg("confirm")); {
	case !known:
		return graph.Gate{Kind: graph.GateConditional, Pos: pos}
	case confirm:
		return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
	}
	return graph.Gate{}
}

// constant reports whether a function always returns the same boolean.
func (a *assembler) constant(f extract.Value) (known, val bool) {
	b := a.Observe(f)
	if !b.Known || len(b.Results) == 0 {
		return false, false
	}
	for i, alt := range b.Results[0] {
		v, ok := extract.AsBool(alt.V)
		if !ok || i > 0 && v != val {
			return false, false
		}
		val = v
	}
	return true, val
}

func asksHuman(e extract.Effect) bool { return e.Kind == "human" || e.Kind == "ask" }

// humanSeen reports whether a human has been asked, or has answered, when a step
// is done: the way that does not ask has the answer.
func humanSeen(s *extract.FlowStep) bool { return asksHuman(s.Effect) || s.Kind == "answered" }

// callbacks puts the gates of an agent's BeforeToolCallbacks on its tools. Each
// callback is observed with each tool in turn, so that a test for names counts.
func (a *assembler) callbacks(g *agent) {
	cbs, _ := extract.Elems(g.obj.Arg("beforetool"))
	for i, t := range g.graph.Tools {
		gate := t.Gate
		for _, cb := range cbs {
			for _, alt := range extract.Alternatives(cb.V) {
				gate = extract.StrongerGate(gate, a.callbackGate(alt.V, t, cb.Guard))
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
func (a *assembler) callbackGate(cb extract.Value, t *graph.Tool, guard extract.Guard) graph.Gate {
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
func toolValue(t *graph.Tool) extract.Value {
	if t.Name == "" {
		return nil
	}
	return extract.NewObject("tool:stub", map[string]extract.Value{
		"name": extract.String(t.Name), "description": extract.String(t.Description),
	})
}

// holdsBack reports whether the way on which e happens returns a result.
func holdsBack(b *extract.Behaviour, e extract.Effect) bool {
	if len(b.Results) == 0 {
		return true
	}
	found := false
	for _, alt := range b.Results[0] {
		if !hasPrefix(alt.Guard, e.Guard) && len(b.Results[0]) > 1 {
			continue
		}
		found = true
		if _, isNil := extract.Unwrap(alt.V).(extract.Nil); !isNil {
			return true
		}
	}
	return !found // it returns an error
}

func hasPrefix(g, prefix extract.Guard) bool {
	return len(g) >= len(prefix) && slices.Equal(g[:len(prefix)], prefix)
}

// escalates reports whether a function may end the loop around it.
func escalates(b *extract.Behaviour) bool {
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
			if s, ok := extract.Deref(v).(*extract.Struct); ok && isEvent(s.Type) && !isFalse(extract.Field(s, "Actions", "Escalate")) {
				return true
			}
		}
	}
	return false
}

func isFalse(v extract.Value) bool {
	b, ok := extract.AsBool(v)
	return ok && !b
}

// isEvent reports whether a type is the framework's event.
func isEvent(typ string) bool {
	row := table.Row(strings.TrimPrefix(typ, "*"))
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
	elems, _ := extract.Elems(g.obj.Arg("tools"))
	for _, e := range elems {
		for _, alt := range extract.Alternatives(e.V) {
			if a.toolEscalates(alt.V) {
				return true
			}
		}
	}
	for _, list := range []string{"before", "after", "beforetool", "aftertool", "beforemodel", "aftermodel"} {
		cbs, more := extract.Elems(g.obj.Arg(list))
		if more != nil || slices.ContainsFunc(cbs, func(cb extract.Alt) bool { return escalates(a.Observe(cb.V)) }) {
			return true
		}
	}
	return false
}

func (a *assembler) toolEscalates(v extract.Value) bool {
	o, ok := extract.Unwrap(v).(*extract.Object)
	switch {
	case ok && o.Kind == "tool:exit":
		return true
	case ok && o.Kind == "tool:function":
		return escalates(a.observed(o, "handler"))
	case ok || a.typeRow(extract.DynamicType(v)) != nil:
		return false
	}
	return escalates(a.ObserveMethod(v, "Run"))
}
