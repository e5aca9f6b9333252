package interp

// This file finds out whether an interrupt stops anything. It is an error that the
// framework makes: the run stops only if the function that gets it returns it. When
// the run is resumed, the call gives no error, or the function learns otherwise that
// there is an answer.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Kinds of steps that say what becomes of the error of an interrupt.
const (
	stepReturned = "returned" // the observed function returns it
	stepResumed  = "resumed"  // a condition finds that there is none
)

// Halts reports whether e asks a human and holds up the function that does: an
// interrupt does not if some way leads from it to anything else with its error
// neither returned nor found to be nil.
func (b *Behaviour) Halts(e Effect) bool {
	if e.Kind != "human" || !e.Row.IsInterrupt() || b.Course == nil {
		return e.Kind == "human"
	}
	for i, s := range b.Course.Steps {
		if s.Kind == e.Kind && s.Row == e.Row && s.Pos == e.Pos && slices.Equal(s.Stack, e.Stack) && b.Course.ignores(i) {
			return false
		}
	}
	return true
}

// Asked reports whether, when a step of the function is done, a human was asked or has
// answered: the way that does not ask has the answer.
func (b *Behaviour) Asked(s *CourseStep) bool { return s.Kind == "answered" || b.Halts(s.Effect) }

// Asks reports whether the function asks a human anywhere.
func (b *Behaviour) Asks() bool { return slices.ContainsFunc(b.Effects, b.Halts) }

// AlwaysAsks reports whether no way leads to the end of the function on which no human
// was asked. One that ends in an error leads nowhere.
func (b *Behaviour) AlwaysAsks() bool { return b.Known && b.Asks() && !b.Course.Avoids(b.Asked) }

// ignores reports whether the function may go on after the interrupt at step i as if
// nothing had happened.
func (f *Course) ignores(i int) bool {
	seen := map[int]bool{i: true}
	work := slices.Clone(f.Steps[i].Next)
	for len(work) > 0 {
		j := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case j == CourseEnd:
			return true
		case seen[j]:
			continue
		}
		seen[j] = true
		switch f.Steps[j].Kind {
		case stepReturned, stepResumed:
		case "human", "answer", "answered":
			work = append(work, f.Steps[j].Next...)
		default:
			return true
		}
	}
	return false
}

// noteReturned notes that the observed function returns the error of an interrupt, and
// reports whether it always does there.
func (m *Machine) noteReturned(fr *frame, vals []Value) bool {
	n := len(vals)
	if m.rec == nil || len(m.stack) > 1 && !(m.onLegs() && m.inObserved()) || n == 0 || recipe.Shape(fr.fn.Results[n-1]) != recipe.ShapeError {
		return false
	}
	err := vals[n-1]
	u := m.mayInterrupt(err)
	if u == nil || m.maySwallow(err) {
		return false
	}
	m.noteInterrupt(stepReturned, u, m.at)
	return m.interruptIn(err) != nil
}

func (m *Machine) noteInterrupt(kind string, err *Unknown, pos graph.Pos) {
	m.rec.step(Effect{Kind: kind, Row: m.interruptIn(err), Pos: pos, Stack: m.callStack(), Guard: slices.Clone(m.guard)})
}

// maySwallow reports whether an error may be nil although an interrupt gave one: on a
// way that depends on something else than where that was made, and whether it did.
func (m *Machine) maySwallow(err Value) bool {
	o, ok := Unwrap(err).(*OneOf)
	return ok && slices.ContainsFunc(o.Alts, func(a Alt) bool { return m.interruptIn(a.V) != nil && !m.keeps(a) })
}

// keeps reports whether a value is the error of an interrupt wherever that is made.
func (m *Machine) keeps(a Alt) bool {
	u := Unwrap(a.V).(*Unknown)
	return slices.ContainsFunc(m.watch[len(m.watch)-1].Effects, func(e Effect) bool {
		return e.Row.Key() == u.Row && e.Pos == u.Pos && a.Guard.holdsWhere(e.Guard)
	})
}

// holdsWhere reports whether g holds where h does and an interrupt gives an error.
func (g Guard) holdsWhere(h Guard) bool {
	return !slices.ContainsFunc(g, func(c Cond) bool {
		if c.any != nil {
			return !slices.ContainsFunc(c.any.of, func(one Guard) bool { return one.holdsWhere(h) })
		}
		return (c.stops == 0 || (c.stops == givenTrue) == c.Neg) && !h.has(c)
	})
}

// mayInterrupt returns the error of an interrupt that v may be, or nil.
func (m *Machine) mayInterrupt(v Value) *Unknown {
	for _, alt := range Alternatives(v) {
		if m.interruptIn(alt.V) != nil {
			return Unwrap(alt.V).(*Unknown)
		}
	}
	return nil
}

// interruptIn returns the row of the interrupt whose error v is, or nil.
func (m *Machine) interruptIn(v Value) *library.Call {
	u, ok := Unwrap(v).(*Unknown)
	if !ok || u.Row == "" {
		return nil
	}
	if r := m.table.Call(u.Row); r != nil && r.IsInterrupt() {
		return r
	}
	return nil
}

// noteResumed notes, on the way where two values are equal, that the run was resumed:
// that one of them, the error of an interrupt, is nil.
func (m *Machine) noteResumed(eq *equality, pos graph.Pos) {
	if u := m.mayInterrupt(eq.u); u != nil && nilness(eq.c) == isNil {
		m.noteInterrupt(stepResumed, u, pos)
	}
}
