package interp

// This file records in which order the effects of an observed function may
// happen: the control flow of the function, with everything but effects removed.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
)

// A Flow is the order of effects. Steps refer to each other by index.
type Flow struct {
	First []int // steps that may come first, FlowEnd if there may be none
	Steps []*FlowStep
}

// FlowEnd stands for the end of the function in Flow.First and FlowStep.Next.
const FlowEnd = -1

// A FlowStep is an effect at one place of the function, on one object.
type FlowStep struct {
	Effect
	Next []int
	// Spawned: it happens in a goroutine, so its place among the other spawned
	// steps is not fixed.
	Spawned bool
}

// Avoids reports whether the function may run to its end without a step that
// stops reports true for.
func (f *Flow) Avoids(stops func(*FlowStep) bool) bool {
	seen := make(map[int]bool)
	work := slices.Clone(f.First)
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if i == FlowEnd {
			return true
		}
		if seen[i] || stops(f.Steps[i]) {
			continue
		}
		seen[i] = true
		work = append(work, f.Steps[i].Next...)
	}
	return false
}

// Returns reports whether some way comes to the end of the function.
func (f *Flow) Returns() bool {
	return slices.Contains(f.First, FlowEnd) ||
		slices.ContainsFunc(f.Steps, func(s *FlowStep) bool { return slices.Contains(s.Next, FlowEnd) })
}

// Reaches reports whether the function may come to a step that target reports true
// for without one before it that stops reports true for.
func (f *Flow) Reaches(target, stops func(*FlowStep) bool) bool {
	seen := make(map[int]bool)
	work := slices.Clone(f.First)
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if i == FlowEnd || seen[i] {
			continue
		}
		seen[i] = true
		if target(f.Steps[i]) {
			return true
		}
		if !stops(f.Steps[i]) {
			work = append(work, f.Steps[i].Next...)
		}
	}
	return false
}

// Once reports whether the function comes to exactly one step that is reports true
// for, once, on every way to its end.
func (f *Flow) Once(is func(*FlowStep) bool) bool {
	found := -1
	for i, s := range f.Steps {
		switch {
		case !is(s):
		case found >= 0:
			return false
		default:
			found = i
		}
	}
	if found < 0 || f.Avoids(is) {
		return false
	}
	after := &Flow{First: f.Steps[found].Next, Steps: f.Steps}
	return !after.Reaches(is, func(*FlowStep) bool { return false })
}

// Or returns the flow of a function that does what f says or what g says.
func (f *Flow) Or(g *Flow) *Flow {
	out := &Flow{First: slices.Clone(f.First), Steps: slices.Clone(f.Steps)}
	add := func(to *[]int, next []int) {
		for _, i := range next {
			if i != FlowEnd {
				i += len(f.Steps)
			}
			if !slices.Contains(*to, i) {
				*to = append(*to, i)
			}
		}
	}
	add(&out.First, g.First)
	for _, s := range g.Steps {
		c := *s
		c.Next = nil
		add(&c.Next, s.Next)
		out.Steps = append(out.Steps, &c)
	}
	return out
}

// flowStart stands for the beginning of the function in recorder.now.
const flowStart = -2

// A recorder follows control from effect to effect. Each way through the function
// carries the set of effects that may be the last so far.
type recorder struct {
	flow  Flow
	byKey map[string]int
	now   []int           // sorted
	spawn int             // depth of goroutines
	asked int             // how often a human was asked
	human map[string]bool // keys of rows by which a human was asked or answers
}

func newRecorder() *recorder {
	return &recorder{byKey: make(map[string]int), now: []int{flowStart}, human: make(map[string]bool)}
}

// step notes that e happens now, and returns the step that it is.
func (r *recorder) step(e Effect) *FlowStep {
	switch e.Kind {
	case "human":
		r.asked++
		r.human[e.Row.Key()] = true
	case "answer":
		r.human[e.Row.Key()] = true
	}
	name, _ := AsString(e.Args[ChoiceArg])
	key := fmt.Sprint(e.Pos, e.Stack, e.Kind, e.Row.Key(), name)
	for _, name := range sortedKeys(e.Args) {
		key += " " + identity(e.Args[name])
	}
	i, ok := r.byKey[key]
	if !ok {
		i = len(r.flow.Steps)
		r.byKey[key] = i
		r.flow.Steps = append(r.flow.Steps, &FlowStep{Effect: e, Spawned: r.spawn > 0})
	}
	r.goTo(i)
	r.now = []int{i}
	return r.flow.Steps[i]
}

// identity returns a string that values of one identity share.
func identity(v Value) string {
	switch x := Unwrap(v).(type) {
	case *Object:
		return fmt.Sprintf("%p", x)
	case *OneOf:
		var parts []string
		for _, a := range x.Alts {
			parts = append(parts, identity(a.V))
		}
		return strings.Join(parts, "|")
	case Slice:
		var parts []string
		for _, c := range x.Elems {
			parts = append(parts, identity(c.v))
		}
		return strings.Join(parts, ",")
	}
	return ""
}

// goTo notes that step i, or the end, may come next.
func (r *recorder) goTo(i int) {
	for _, from := range r.now {
		next := &r.flow.First
		if from != flowStart {
			next = &r.flow.Steps[from].Next
		}
		if !slices.Contains(*next, i) {
			*next = append(*next, i)
		}
	}
}

// end closes the flow.
func (r *recorder) end() *Flow {
	r.goTo(FlowEnd)
	for i, s := range r.flow.Steps {
		for j, t := range r.flow.Steps {
			if i != j && s.Spawned && t.Spawned && !slices.Contains(s.Next, j) {
				s.Next = append(s.Next, j)
			}
		}
	}
	return &r.flow
}

// at returns the effects that may be the last so far.
func (r *recorder) at() []int {
	if r == nil {
		return nil
	}
	return r.now
}

// set continues after any of the given effects.
func (r *recorder) set(now ...[]int) {
	if r == nil {
		return
	}
	r.now = nil
	for _, set := range now {
		r.now = append(r.now, set...)
	}
	slices.Sort(r.now)
	r.now = slices.Compact(r.now)
}

// hasAnswer reports whether the last effect is that the answer which row reads is
// there.
func (r *recorder) hasAnswer(row *library.Call) bool {
	if len(r.now) != 1 || r.now[0] == flowStart {
		return false
	}
	last := r.flow.Steps[r.now[0]]
	return last.Kind == "answered" && last.Row == row
}

// steps returns the number of effects seen.
func (r *recorder) steps() int {
	if r == nil {
		return 0
	}
	return len(r.flow.Steps)
}

// spawned runs f as something that happens in a goroutine.
func (r *recorder) spawned(f func()) {
	if r == nil {
		f()
		return
	}
	r.spawn++
	f()
	r.spawn--
}

// Follow returns the steps with nodes that come next, looking through those
// without.
func (f *Flow) Follow(nodes [][]string, next []int) []int {
	var out []int
	seen := make(map[int]bool)
	work := slices.Clone(next)
	for len(work) > 0 {
		i := work[0]
		work = work[1:]
		switch {
		case seen[i]:
		case i == FlowEnd || len(nodes[i]) > 0:
			out = append(out, i)
		default:
			work = append(work, f.Steps[i].Next...)
		}
		seen[i] = true
	}
	return out
}
