package extract

// This file finds the human in the code behind a tool.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// BodyGate returns the gate in the body of a handler: the effect for which asks
// reports true. A way through the handler that neither asks nor has an answer
// makes it conditional, and so does a handler that was not read to its end.
func BodyGate(b *Behaviour, asks func(Effect) bool) graph.Gate {
	i := slices.IndexFunc(b.Effects, asks)
	if i < 0 {
		return graph.Gate{}
	}
	kind := graph.GateInterrupt
	if !b.Known || b.Flow.Avoids(func(s *FlowStep) bool { return asks(s.Effect) || s.Kind == "answered" }) {
		kind = graph.GateConditional
	}
	return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
}

// StrongerGate returns the gate that holds back more calls, g if they are equal.
func StrongerGate(g, h graph.Gate) graph.Gate {
	rank := func(g graph.Gate) int {
		switch g.Kind {
		case graph.GateNone:
			return 0
		case graph.GateConditional:
			return 1
		}
		return 2
	}
	if rank(h) > rank(g) {
		return h
	}
	return g
}

// Gated returns copies of ts with gate g, where g is stronger than their own.
func Gated(ts []*graph.Tool, g graph.Gate) []*graph.Tool {
	out := make([]*graph.Tool, len(ts))
	for i, t := range ts {
		c := *t
		c.Gate = StrongerGate(t.Gate, g)
		out[i] = &c
	}
	return out
}

// Calls says how a function calls its tools: once, if it has one and, on every way to
// its end, comes to exactly one step that calls one. How a step does is for of to say,
// CallsUnspecified for one that calls none.
func (b *Behaviour) Calls(tools []*graph.Tool, of func(*FlowStep) graph.Calls) graph.Calls {
	dispatches := func(s *FlowStep) bool { return of(s) == graph.CallsAny }
	once := func(s *FlowStep) bool { return of(s) == graph.CallsOnce }
	if len(tools) == 1 && b.Known && !slices.ContainsFunc(b.Flow.Steps, dispatches) && b.Flow.Once(once) {
		return graph.CallsOnce
	}
	return graph.CallsAny
}

// AsksHuman reports whether an effect of b asks a human in earnest: some condition
// of b depends on the answer.
func (b *Behaviour) AsksHuman(e Effect) bool { return b.Decides(b.Effects, e) }

// Decides reports whether e, one of the given effects, asks a human and a condition
// of b depends on the answer.
func (b *Behaviour) Decides(effects []Effect, e Effect) bool {
	return e.Kind == "human" && slices.ContainsFunc(b.Conds, func(c Cond) bool {
		return c.Row == e.Row.Key() || slices.ContainsFunc(effects, func(x Effect) bool {
			return x.Kind == "answer" && x.Row.Key() == c.Row
		})
	})
}
