package ssaflow

// This file summarises functions until no summary changes.

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// A function is one with a body that the analysis has come across.
type function struct {
	id      string
	body    *ssa.Function
	index   int // callees mostly before callers
	queued  bool
	rounds  int
	detail  int                // index in details
	summary *taint.Summary     // nil if it is too large
	users   map[*function]bool // what calls it
	// What the frame of it has: sources, sinks, calls of what callers give, functions
	// that it leaves to them.
	sources, sinks, given, releases bool
}

// A detail says how much of a function is kept apart.
type detail struct {
	fields, steps int  // of what callers see
	shared        bool // calls of one function are one call, at any time
	copied        int  // how much summaries of callees may come to
	kept          int  // and how large its own may be
}

// details are those that are tried, one after the other.
var details = []detail{
	{fields: maxFields, steps: maxSteps, copied: 5_000, kept: 600},
	{fields: maxFields, steps: maxSteps, shared: true, copied: 10_000, kept: 600},
	{fields: 0, steps: 1, shared: true, copied: 50_000, kept: 5_000},
}

// flowDetails are those that are tried for the flows of a function, which are found once
// and only where there are sources and sinks: there is more time for them than for its
// summary.
var flowDetails = []detail{
	{fields: maxFields, steps: maxSteps, copied: 20_000},
	{fields: maxFields, steps: maxSteps, shared: true, copied: 50_000},
	details[len(details)-1],
}

// packageDetail is for functions that share package-level variables, together.
var packageDetail = detail{fields: maxFields, steps: maxSteps, copied: 100_000}

// coarsePackageDetail is for those that are too many for that.
var coarsePackageDetail = detail{fields: maxFields, steps: maxSteps, shared: true, copied: 200_000}

// Rounds after which a function that still changes is described with less detail,
// and after which it counts as unknown code.
const (
	coarseAfter = 6
	failAfter   = 20
)

// maxSpent is how many parts of summaries may be copied for a package in all; what is
// not read by then is too large. It keeps the time for any package within some ten
// seconds.
const maxSpent = 1_500_000

// maxRounds is how many times it may turn out what the calls of a function call. Most functions need one or
// two rounds, and none was seen that came to an end after more than ten. A function that calls itself by way of an
// interface may go on finding a call of what the last one returned, until it is too large: to see that
// takes seconds, as each round looks at all that is there.
const maxRounds = 64

// errTooLarge stops the analysis of a function in too much detail.
var errTooLarge = errors.New("too large")

func (p *program) enqueue(fn *function) {
	if !fn.queued {
		fn.queued = true
		n, _ := slices.BinarySearchFunc(p.queue, fn, func(a, b *function) int { return a.index - b.index })
		p.queue = slices.Insert(p.queue, n, fn)
	}
}

// fixpoint summarises functions until no summary changes. A summary has a bounded
// number of locations, so that it changes finitely often; the limit on rounds is
// for time, not for termination.
func (p *program) fixpoint() {
	for len(p.queue) > 0 {
		fn := p.queue[0]
		p.queue = p.queue[1:]
		fn.queued = false
		if fn.summary == nil {
			continue // too large
		}
		if fn.rounds++; fn.rounds > coarseAfter {
			fn.detail = len(details) - 1
		}
		s := p.summarize(fn)
		if fn.rounds > failAfter {
			s = nil
		}
		if s != nil && s.Same(fn.summary) {
			continue
		}
		fn.summary = s
		for _, user := range slices.SortedFunc(maps.Keys(fn.users), func(a, b *function) int { return a.index - b.index }) {
			p.enqueue(user)
		}
	}
}

// summarize returns the summary of fn in as much detail as there is time for, nil if
// there is not enough for any.
func (p *program) summarize(fn *function) (s *taint.Summary) {
	for ; fn.detail < len(details); fn.detail++ {
		if p.protect(fn.id, func() { s = p.summaryOf(fn) }) {
			return s
		}
	}
	return nil
}

func (p *program) summaryOf(fn *function) *taint.Summary {
	f := p.solve(fn, details[fn.detail], false)
	defer f.done()
	fn.sources, fn.sinks = len(f.sources) > 0, len(f.sinks) > 0
	fn.given = slices.ContainsFunc(f.calls, func(k *call) bool { return k.given })
	fn.releases = slices.ContainsFunc(f.reach(f.released()...), func(l *loc) bool { return len(l.funcs) > 0 })
	p.sources, p.sinks = p.sources || fn.sources, p.sinks || fn.sinks
	kept := details[fn.detail].kept
	s := f.summarize(kept)
	if s.Size() > kept {
		panic(errTooLarge)
	}
	s.Tests, s.Dials = f.tests(), f.dials()
	for _, c := range p.checks(fn.body) {
		s.Checks = append(s.Checks, taint.Check{Param: c.param, Labels: c.labels, Answer: c.answer, Elements: c.elements, Result: c.result})
	}
	return p.declare(s, fn.body)
}

// done says that nobody uses f any more. The next frame gets the memory of its edges, of which a
// large function has hundreds of thousands.
func (f *frame) done() {
	clear(f.edges)
	f.program.spare, f.edges = f.edges[:0], nil
}

// doneIfStopped is done for a frame whose analysis stops as it is too large.
func (f *frame) doneIfStopped() {
	if r := recover(); r != nil {
		f.done()
		panic(r)
	}
}

// protect runs f on the function id, and reports whether it came to an end. A panic
// is a defect of agentvet, yet what imports the package must not suffer: the function
// counts as unknown code then, as one does that is too large.
func (p *program) protect(id string, f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if debugPanics && r != errTooLarge {
				panic(fmt.Sprintf("%s: %v", id, r))
			}
			ok = false
		}
	}()
	f()
	return true
}

// debugPanics lets panics through; tests set it.
var debugPanics = false

// solve returns the frame of fn with all its calls resolved.
func (p *program) solve(fn *function, d detail, open bool) *frame {
	f := newFrame(p, fn.body)
	defer f.doneIfStopped()
	f.open, f.detail = open, d
	f.read()
	f.checkedLoops()
	f.checkedLetters()
	f.replacedTexts()
	f.checkedFlags()
	f.passCleaned()
	if open {
		for _, l := range f.released() {
			f.release(l)
		}
	}
	f.resolve()
	for f.limit() {
		f.resolve()
	}
	f.markGlobals()
	return f
}

// markGlobals notes what can be reached from package-level variables: it has no
// order.
func (f *frame) markGlobals() {
	for _, name := range slices.Sorted(maps.Keys(f.globals)) {
		for _, l := range f.reach(f.globals[name]) {
			l.global = true
		}
	}
}

// bottom is the summary of a function that has not been read yet: it does nothing.
func bottom(fn *ssa.Function) *taint.Summary {
	s := &taint.Summary{}
	fill := func(n int) (out []int) {
		for range n {
			out = append(out, len(s.Locs))
			s.Locs = append(s.Locs, taint.Loc{})
		}
		return out
	}
	s.Params, s.Free, s.Results = fill(len(fn.Params)), fill(len(fn.FreeVars)), fill(fn.Signature.Results().Len())
	return s
}
