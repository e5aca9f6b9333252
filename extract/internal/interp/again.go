package interp

// This file observes functions that are called again with what a human answered. They
// return a question instead of asking, and when they are called again, the answer stands
// in what they are given. So the way that returns the question has done nothing yet, and
// what a field of the answer says is what the human said.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph/reason"
)

// StepAwaits is the kind of a step that returns a question.
const StepAwaits = "awaits"

// noteReply notes that a human's answer is read, where the field of an unknown value
// that c holds has an `answer` row. What a call asked has the row of that call.
func (m *Machine) noteReply(u *Unknown, c *Cell) *Cell {
	if u.Row != "" || m.rec == nil {
		return c
	}
	r := m.table.Call(c.state)
	if r == nil || r.Verb != library.VerbAnswer {
		return c
	}
	if said, ok := c.v.(*Unknown); ok && said.Row == "" {
		c.v = &Unknown{Reason: reason.Of(reason.ResultOf, ShortFunc(r.Key())), Pos: m.at, Row: r.Key(), Origin: said.Origin}
	}
	m.noteStep(r)
	return c
}

// noteAwaits notes that a function returns a question: a struct of a type with an
// `effect` row of this kind, whose field that the row names is set.
func (m *Machine) noteAwaits(vals []Value) {
	if m.rec == nil {
		return
	}
	for _, v := range vals {
		s, ok := Deref(v).(*Struct)
		if !ok {
			continue
		}
		r := m.table.Call(s.Type)
		if r == nil || r.Kind != StepAwaits {
			continue
		}
		i := slices.IndexFunc(r.Args, func(a library.Arg) bool { return a.Name == "field" })
		switch Unwrap(Field(s, r.Args[i].Path...)).(type) {
		case Zero, Nil:
		default:
			m.noteStep(r)
		}
	}
}

// noteStep notes a step that is no call.
func (m *Machine) noteStep(r *library.Call) {
	e := Effect{Kind: r.Kind, Row: r, Pos: m.at, Stack: m.callStack(), Guard: slices.Clone(m.guard), Loops: m.loops()}
	for _, b := range m.watch {
		b.Effects = append(b.Effects, e)
	}
	m.rec.step(e)
}
