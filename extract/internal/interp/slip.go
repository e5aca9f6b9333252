package interp

// This file finds what gets past a question: what a function does after it although nobody agreed.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

// A Slip is what a function does after a question although nobody agreed.
type Slip struct {
	Way   graph.SlipWay
	Words string      // see graph.Slip
	Step  *CourseStep // that it comes to, nil for all that the question should hold back
}

// Slip returns what gets past the questions of a function that was read to its end, of what is
// reports true for, or, without is, of what it does after somebody agreed, or of all that it does if
// it does nothing after that. A question is one whether to go on: it has words that refuse, or some
// condition says that somebody agreed. A part gets past only if it changes something.
func (b *Behaviour) Slip(is func(*CourseStep) bool) Slip {
	f := b.Course
	if f == nil || !b.Known || !slices.ContainsFunc(f.Steps, (*CourseStep).confirms) {
		return Slip{}
	}
	held := f.toHold(is)
	counts := func(s *CourseStep) bool { return s.Kind == stepUnclear || f.counts(s, held) }
	var all, part Slip
	some, every := false, true
	for _, s := range f.Steps {
		if !held(s) {
			continue
		}
		some = true
		one := f.slip(s, counts)
		every = every && one.Way != graph.SlipNone
		if one.Way > all.Way {
			all = one
		}
		if part.Way == graph.SlipNone && s.acts() {
			part = one
		}
	}
	switch {
	case !some:
		return Slip{}
	case every:
		all.Step = nil
		return all
	}
	return part
}

// toHold returns what a question should hold back.
func (f *Course) toHold(is func(*CourseStep) bool) func(*CourseStep) bool {
	does := func(s *CourseStep) bool { return s.Kind == stepDoes }
	if is != nil {
		return is
	}
	is = f.held(nil)
	if is == nil || !slices.ContainsFunc(f.Steps, func(s *CourseStep) bool { return does(s) && is(s) }) {
		return does
	}
	return is
}

// slip returns the way on which a function comes from a question to a step although nobody agreed:
// of several the one that says the most.
func (f *Course) slip(to *CourseStep, counts func(*CourseStep) bool) Slip {
	return f.slipFrom(func(s *CourseStep) bool { return s.Kind == "human" }, to, counts)
}

// slipFrom is slip for the questions, or the answers to them, for which from reports true.
func (f *Course) slipFrom(from func(*CourseStep) bool, to *CourseStep, counts func(*CourseStep) bool) Slip {
	past := func(stops ...string) bool {
		return slices.ContainsFunc(f.Steps, func(q *CourseStep) bool {
			rest := &Course{First: q.Next, Steps: f.Steps}
			return from(q) && rest.Reaches(func(s *CourseStep) bool { return s == to }, func(s *CourseStep) bool {
				return counts(s) || slices.Contains(stops, s.Kind)
			})
		})
	}
	switch {
	case past(stepFailed, stepLeft):
		way := graph.SlipAny
		if slices.ContainsFunc(f.Steps, func(s *CourseStep) bool {
			return s.consents() && !f.leads(s, func(s *CourseStep) bool { return s == to })
		}) {
			way = graph.SlipRefusal
		}
		return Slip{Way: way, Step: to}
	case past(stepFailed):
		return Slip{Way: graph.SlipWord, Words: f.wordsLeft(to, counts), Step: to}
	case past():
		return Slip{Way: graph.SlipFailure, Step: to}
	}
	return Slip{}
}

// Disregards returns what a function that was read to its end does where somebody answered no, of what is reports true for, or,
// without is, of what the question should hold back. It is for functions that are called again with the answer: what they do
// where there is no answer yet, or none was given, is left to the framework. Where the row of the answer names the field that says
// yes, there is an answer where it is looked for, and it may be no.
func (b *Behaviour) Disregards(is func(*CourseStep) bool) Slip {
	f := b.Course
	if f == nil || !b.Known {
		return Slip{}
	}
	held := f.toHold(is)
	counts := func(s *CourseStep) bool { return s.asked() || s.Kind == stepUnclear || f.counts(s, held) }
	for _, s := range f.Steps {
		if !held(s) {
			continue
		}
		for _, no := range f.Steps {
			rest := &Course{First: no.Next, Steps: f.Steps}
			if no.mayRefuse(b.Inquires()) && rest.Reaches(func(x *CourseStep) bool { return x == s }, counts) {
				return Slip{Way: graph.SlipRefusal}
			}
		}
	}
	return Slip{}
}

// mayRefuse reports whether somebody has answered at a step, and may have said no. A text with which the function does something is
// what it asked for: some words then mean that it should go on without.
func (s *CourseStep) mayRefuse(inquires bool) bool {
	return s.Kind == stepRefused && !(inquires && s.Row.Name == refusedInWords) || s.Kind == "answered" && s.Row.Text("yes") != ""
}

// wordsLeft returns the words that refuse and lead to a step all the same.
func (f *Course) wordsLeft(to *CourseStep, counts func(*CourseStep) bool) string {
	for _, s := range f.Steps {
		rest := &Course{First: s.Next, Steps: f.Steps}
		stops := func(s *CourseStep) bool { return counts(s) || s.Kind == stepLeft }
		if s.Kind == stepLeft && rest.Reaches(func(s *CourseStep) bool { return s == to }, stops) {
			return s.Row.Name
		}
	}
	return ""
}

// Inquires reports whether a function asked for more than whether somebody agreed: it does something
// with what was answered, or returns it.
func (b *Behaviour) Inquires() bool { return b.uses }

// noteUse notes that an observed function does something with values, if one is what somebody
// answered.
func (m *Machine) noteUse(vals []Value) {
	if m.noticing() && slices.ContainsFunc(vals, func(v Value) bool { return m.holdsAnswer(v, maxInside) }) {
		m.watch[len(m.watch)-1].uses = true
	}
}

// maxInside is how deep answers are looked for in values.
const maxInside = 4

// holdsAnswer reports whether a value is what somebody answered, or has that inside.
func (m *Machine) holdsAnswer(v Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := Unwrap(v).(type) {
	case *Unknown:
		return m.rec.human[x.Row] && x.equals() == nil || m.onLegs() && m.legHolds(x, depth)
	case *Map:
		return m.onLegs() && slices.ContainsFunc(x.Entries, func(e *entry) bool { return m.holdsAnswer(e.cell.v, depth-1) })
	case *OneOf:
		return slices.ContainsFunc(x.Alts, func(a Alt) bool { return m.holdsAnswer(a.V, depth-1) })
	case Slice:
		return slices.ContainsFunc(x.Elems, func(c *Cell) bool { return m.holdsAnswer(c.v, depth-1) })
	case Ptr:
		return x.Cell != nil && m.holdsAnswer(x.Cell.v, depth-1)
	case *Struct:
		for _, c := range x.Fields {
			if m.holdsAnswer(c.v, depth-1) {
				return true
			}
		}
	}
	return false
}

// inverted reports whether something is done to the world where nobody agreed who was asked. It is
// for functions that do nothing where somebody did.
func (f *Course) inverted() bool {
	return slices.ContainsFunc(f.Steps, func(q *CourseStep) bool {
		rest := &Course{First: q.Next, Steps: f.Steps}
		return q.Kind == "human" && rest.Reaches((*CourseStep).acts, (*CourseStep).consents)
	})
}

// acts reports whether a step is the call of a function that runs a command, changes files or asks
// a database.
func (s *CourseStep) acts() bool {
	return s.Kind == stepDoes && slices.ContainsFunc(library.All().Data(unmarked.Replace(s.Row.Name)), func(r *library.Data) bool {
		return r.Verb == library.VerbSink && slices.Contains([]string{"exec", "path", "sql"}, r.Kind)
	})
}

// Acts reports whether a function that was observed with ObserveDoing runs a command, changes files or asks a database.
func (b *Behaviour) Acts() bool {
	return b.Course != nil && slices.ContainsFunc(b.Course.Steps, (*CourseStep).acts)
}

// unmarked takes from the identity of a function what rows on it do not have.
var unmarked = strings.NewReplacer("(*", "", "(", "", ")", "")
