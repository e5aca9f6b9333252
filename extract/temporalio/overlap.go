package temporalio

// This file finds activities that run at the same time: the second is started before
// the program asks for the result of the first.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
)

// overlap returns the course of a function with the orders in which what it starts may
// happen: of two that run at the same time either may be first.
func overlap(a *assembly.Assembly, f *assembly.Course) *assembly.Course {
	out := &assembly.Course{First: slices.Clone(f.First)}
	for _, s := range f.Steps {
		c := *s
		c.Next = slices.Clone(s.Next)
		out.Steps = append(out.Steps, &c)
	}
	add := func(next *[]int, i int) {
		if !slices.Contains(*next, i) {
			*next = append(*next, i)
		}
	}
	for i := range f.Steps {
		for _, j := range during(a, f, i) {
			add(&out.Steps[j].Next, i)
			for _, next := range f.Steps[j].Next { // whatever follows the second may follow the first
				if next != i {
					add(&out.Steps[i].Next, next)
				}
			}
			for p := range f.Steps { // whatever leads to the first may lead to the second
				if p != j && slices.Contains(f.Steps[p].Next, i) {
					add(&out.Steps[p].Next, j)
				}
			}
			if slices.Contains(f.First, i) {
				add(&out.First, j)
			}
		}
	}
	return out
}

// during returns the steps that begin while step i, if it was started, still runs:
// those to which control comes before it waits for anything but another of them.
func during(a *assembly.Assembly, f *assembly.Course, i int) []int {
	if !starts(f.Steps[i]) {
		return nil
	}
	var out []int
	seen := map[int]bool{i: true}
	work := slices.Clone(f.Steps[i].Next)
	for len(work) > 0 {
		j := work[len(work)-1]
		work = work[:len(work)-1]
		if j == assembly.CourseEnd || seen[j] {
			continue
		}
		seen[j] = true
		switch s := f.Steps[j]; {
		case starts(s):
			out = append(out, j)
		case s.Kind == "result" && !mayBeOf(a.StepArg(s, "future"), f.Steps[i]):
		default:
			continue // it waits
		}
		work = append(work, f.Steps[j].Next...)
	}
	return out
}

// starts reports whether a step starts something that goes on by itself.
func starts(s *assembly.CourseStep) bool { return slices.Contains(startKinds, s.Kind) }

var startKinds = []string{"activity", "child", "nexus"}

// mayBeOf reports whether a future is that of what a step started, or may be it.
func mayBeOf(future assembly.Value, started *assembly.CourseStep) bool {
	return slices.ContainsFunc(future.Each(), func(x assembly.Value) bool {
		u := x.Opaque()
		return u == nil || u.Row == "" || u.Pos == started.Pos
	})
}
