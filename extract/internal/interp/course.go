package interp

// This file records in which order the effects of an observed function may
// happen: the control flow of the function, with everything but effects removed.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
)

// A Course is the order of effects. Steps refer to each other by index.
type Course struct {
	First []int // steps that may come first, CourseEnd if there may be none
	Steps []*CourseStep
}

// CourseEnd stands for the end of the function in Course.First and CourseStep.Next.
const CourseEnd = -1

// A CourseStep is an effect at one place of the function, on one object.
type CourseStep struct {
	Effect
	Next []int
	// Spawned: it happens in a goroutine, so its place among the other spawned
	// steps is not fixed.
	Spawned bool
	holds   bool // the side of the condition that says what a human answered
	nothing bool // of stepReturns: what is returned first may be nil
}

// Avoids reports whether the function may run to its end without a step that
// stops reports true for.
func (f *Course) Avoids(stops func(*CourseStep) bool) bool {
	seen := make(map[int]bool)
	work := slices.Clone(f.First)
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if i == CourseEnd {
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
func (f *Course) Returns() bool {
	return slices.Contains(f.First, CourseEnd) ||
		slices.ContainsFunc(f.Steps, func(s *CourseStep) bool { return slices.Contains(s.Next, CourseEnd) })
}

// Reaches reports whether the function may come to a step that target reports true
// for without one before it that stops reports true for.
func (f *Course) Reaches(target, stops func(*CourseStep) bool) bool {
	seen := make(map[int]bool)
	work := slices.Clone(f.First)
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if i == CourseEnd || seen[i] {
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
func (f *Course) Once(is func(*CourseStep) bool) bool {
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
	after := &Course{First: f.Steps[found].Next, Steps: f.Steps}
	return !after.Reaches(is, func(*CourseStep) bool { return false })
}

// Or returns the course of a function that does what f says or what g says.
func (f *Course) Or(g *Course) *Course {
	out := &Course{First: slices.Clone(f.First), Steps: slices.Clone(f.Steps)}
	add := func(to *[]int, next []int) {
		for _, i := range next {
			if i != CourseEnd {
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

// courseStart stands for the beginning of the function in recorder.now.
const courseStart = -2

// A recorder follows control from effect to effect. Each way through the function
// carries the set of effects that may be the last so far.
type recorder struct {
	course Course
	byKey  map[string]int
	now    []int           // sorted
	spawn  int             // depth of goroutines
	asked  int             // how often a human was asked
	human  map[string]bool // keys of rows by which a human was asked or answers
	since  int             // the last birth before it
}

func newRecorder() *recorder {
	return &recorder{byKey: make(map[string]int), now: []int{courseStart}, human: make(map[string]bool)}
}

// step notes that e happens now, and returns the step that it is.
func (r *recorder) step(e Effect) *CourseStep {
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
		i = len(r.course.Steps)
		r.byKey[key] = i
		r.course.Steps = append(r.course.Steps, &CourseStep{Effect: e, Spawned: r.spawn > 0})
	}
	r.goTo(i)
	r.now = []int{i}
	return r.course.Steps[i]
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
		next := &r.course.First
		if from != courseStart {
			next = &r.course.Steps[from].Next
		}
		if !slices.Contains(*next, i) {
			*next = append(*next, i)
		}
	}
}

// end closes the course.
func (r *recorder) end() *Course {
	r.goTo(CourseEnd)
	for i, s := range r.course.Steps {
		for j, t := range r.course.Steps {
			if i != j && s.Spawned && t.Spawned && !slices.Contains(s.Next, j) {
				s.Next = append(s.Next, j)
			}
		}
	}
	return &r.course
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
	if len(r.now) != 1 || r.now[0] == courseStart {
		return false
	}
	last := r.course.Steps[r.now[0]]
	return last.Kind == "answered" && last.Row == row
}

// steps returns the number of effects seen.
func (r *recorder) steps() int {
	if r == nil {
		return 0
	}
	return len(r.course.Steps)
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
func (f *Course) Follow(nodes [][]string, next []int) []int {
	var out []int
	seen := make(map[int]bool)
	work := slices.Clone(next)
	for len(work) > 0 {
		i := work[0]
		work = work[1:]
		switch {
		case seen[i]:
		case i == CourseEnd || len(nodes[i]) > 0:
			out = append(out, i)
		default:
			work = append(work, f.Steps[i].Next...)
		}
		seen[i] = true
	}
	return out
}
