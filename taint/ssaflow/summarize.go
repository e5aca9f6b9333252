package ssaflow

// This file turns a frame into a summary.

import (
	"go/types"
	"maps"
	"slices"

	"github.com/agentvet/agentvet/taint"
)

// markGiven marks the locations that callers fill, as isGiven tells until it is called again:
// what can be reached from parameters, captured variables, globals, and results of calls of
// what callers give.
func (f *frame) markGiven() {
	f.givens++
	for _, roots := range [][]*loc{f.params, f.free, list(f.control)} {
		f.addGiven(roots...)
	}
	for _, l := range f.globals {
		f.addGiven(l)
	}
	for more := true; more; {
		more = false
		for _, k := range f.calls {
			if f.isGiven(k.fun) && !f.isGiven(k.result) && !f.isProvided(k) {
				more = true
				f.addGiven(k.result)
				f.addGiven(k.args...)
			}
		}
	}
}

// isGiven reports whether callers fill l.
func (f *frame) isGiven(l *loc) bool { return l.find().given == f.givens }

func (f *frame) addGiven(roots ...*loc) {
	work := slices.Clone(roots)
	for len(work) > 0 {
		l := work[len(work)-1].find()
		work = work[:len(work)-1]
		if l.given == f.givens {
			continue
		}
		l.given = f.givens
		for _, k := range l.kids {
			work = append(work, k.loc)
		}
	}
}

// limit collapses what callers can see only by many steps, so that summaries of
// recursive functions are finite. It reports whether it did. Steps are counted anew from
// what a function has captured, once: a workflow holds its functions deep inside, and
// these the configuration that all of the program uses.
func (f *frame) limit() (did bool) {
	type visit struct {
		l             *loc
		fields, steps int
		captured      bool
	}
	var work, far []visit
	for _, l := range f.roots() {
		work = append(work, visit{l: l})
	}
	near := make(map[*loc]bool)
	for n := 0; n < len(work); n++ {
		v := work[n]
		l := v.l.find()
		if near[l] {
			continue
		}
		isFar := len(l.kids) > 0 && (v.fields >= f.fields || v.steps >= f.steps) && l.collapsed|f.collapseFar(v.captured) != l.collapsed
		if isFar {
			far = append(far, v)
		} else {
			near[l] = true
		}
		for _, k := range l.kids {
			next := visit{k.loc, v.fields, v.steps + 1, v.captured}
			switch {
			case !v.captured && isCaptured(k.step):
				next.fields, next.steps, next.captured = 0, 0, true
			case isFar:
				continue
			case isField(k.step) || isEntry(k.step) && !isPlace(k.step):
				next.fields++
			}
			work = append(work, next)
		}
	}
	for _, v := range far {
		l := v.l.find()
		how := f.collapseFar(v.captured)
		beyond := func(k kid) bool { return leadsBack(how, k.step) && !near[k.loc.find()] && !k.isPlain(2) }
		if !near[l] && slices.ContainsFunc(l.kids, beyond) {
			f.collapse(l, how)
			did = true
		}
	}
	return did
}

// isPlain reports whether a kid is what a reference refers to, what is in an interface or in a list, and consists of nothing and refers to
// nothing else: the argument args["name"].(string). It is the end of a way, which it makes no longer. Of references to
// references, those by steps are looked at.
func (k kid) isPlain(steps int) bool {
	l := k.loc.find()
	if k.step != stepRef && !isType(k.step) && !isPlace(k.step) || len(l.funcs) > 0 || steps == 0 {
		return false
	}
	return !slices.ContainsFunc(l.kids, func(k kid) bool { return !k.isPlain(steps - 1) })
}

// collapseFar returns how what callers see only by many steps is collapsed, by way of
// what a function has captured or not.
func (d detail) collapseFar(captured bool) taint.Collapse {
	how := taint.CollapsedSteps | taint.Blurred
	if captured {
		how |= taint.CollapsedCaptures
	}
	return how
}

// roots returns the locations that callers bind.
func (f *frame) roots() []*loc {
	roots := slices.Concat(f.params, f.free, f.results)
	for _, name := range slices.Sorted(maps.Keys(f.globals)) {
		roots = append(roots, f.globals[name])
	}
	for _, k := range f.calls {
		if k.given {
			roots = append(append(roots, k.fun, k.result), k.args...)
		}
	}
	return roots
}

// summarizer numbers the locations of a summary.
type summarizer struct {
	*frame
	s        *taint.Summary
	number   map[*loc]int
	locs     []*loc
	sinkLocs map[int]int // location of a sink, by its index in the frame
	most     int         // what it may come to; 0 for no limit
}

// summarize returns the summary of f. It stops as too large what comes to more than most.
func (f *frame) summarize(most int) *taint.Summary {
	z := &summarizer{
		frame: f, s: &taint.Summary{Loose: f.loose}, number: make(map[*loc]int),
		sinkLocs: make(map[int]int), most: most,
	}
	if recv := f.fn.Signature.Recv(); recv != nil {
		z.s.ByValue = !isPointer(recv.Type())
	}
	z.bindings()
	z.shape()
	z.paths()
	z.prune()
	return z.s
}

func (z *summarizer) of(l *loc) int {
	l = l.find()
	n, ok := z.number[l]
	if !ok {
		n = len(z.locs)
		z.number[l] = n
		z.locs = append(z.locs, l)
	}
	return n
}

func (z *summarizer) all(ls []*loc) (out []int) {
	for _, l := range ls {
		out = append(out, z.of(l))
	}
	return out
}

func (z *summarizer) bindings() {
	z.s.Params, z.s.Free, z.s.Results = z.all(z.params), z.all(z.free), z.all(z.results)
	z.s.Control = z.all(list(z.control))
	for _, name := range slices.Sorted(maps.Keys(z.globals)) {
		z.s.Globals = append(z.s.Globals, taint.Global{Name: name, Loc: z.of(z.globals[name])})
	}
	for _, k := range z.calls {
		if k.given {
			z.s.Calls = append(z.s.Calls, taint.Call{
				Fun: z.of(k.fun), Held: k.held, Method: k.method, Iface: k.key, Args: z.all(k.args), Result: z.of(k.result),
				Control: z.all(list(k.control)), Loose: k.loose, Pos: k.origin, Texts: z.argTexts(k),
			})
		}
	}
}

// shape numbers everything that callers can reach.
func (z *summarizer) shape() {
	for n := 0; n < len(z.locs); n++ {
		l := z.locs[n]
		out := taint.Loc{Funcs: l.funcs, Collapsed: l.collapsed, Crossed: l.crossed}
		for _, k := range l.kids {
			out.Kids = append(out.Kids, taint.Kid{Step: k.step, Loc: z.of(k.loc)})
		}
		z.s.Locs = append(z.s.Locs, out)
	}
}

// sinkLoc returns the number of the location of a sink.
func (z *summarizer) sinkLoc(n int) int {
	l, ok := z.sinkLocs[n]
	if !ok {
		l = len(z.s.Locs)
		z.sinkLocs[n] = l
		z.s.Locs = append(z.s.Locs, taint.Loc{})
		z.s.Sinks = append(z.s.Sinks, taint.SinkAt{Sink: z.sinks[n].Sink, Loc: l, Cond: z.sinks[n].Cond})
	}
	return l
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
