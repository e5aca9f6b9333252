package interp

// This file says of an observed function whether it asks a human, and how it calls tools.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// Calls says how a function calls its tools: once, if it has one and, on every way to
// its end, comes to exactly one step that calls one. How a step does is for of to say,
// CallsUnspecified for one that calls none.
func (b *Behaviour) Calls(tools []*graph.Tool, of func(*CourseStep) graph.Calls) graph.Calls {
	dispatches := func(s *CourseStep) bool { return of(s) == graph.CallsAny }
	once := func(s *CourseStep) bool { return of(s) == graph.CallsOnce }
	if len(tools) == 1 && b.Known && !slices.ContainsFunc(b.Course.Steps, dispatches) && b.Course.Once(once) {
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
