package ssaflow

// This file turns a frame into a summary.

import (
	"fmt"
	"go/types"
	"maps"
	"slices"

	"github.com/agentvet/agentvet/taint"
)

// given returns the locations that callers fill: what can be reached from
// parameters, captured variables, globals, and results of calls of what callers give.
func (f *frame) given() map[*loc]bool {
	in := make(map[*loc]bool)
	add := func(l *loc) {
		for _, k := range reach(l) {
			in[k] = true
		}
	}
	for _, l := range slices.Concat(f.params, f.free) {
		add(l)
	}
	for _, name := range slices.Sorted(maps.Keys(f.globals)) {
		add(f.globals[name])
	}
	for more := true; more; {
		more = false
		for _, k := range f.calls {
			if in[k.fun.find()] && !in[k.result.find()] {
				more = true
				add(k.result)
				for _, a := range k.args {
					add(a)
				}
			}
		}
	}
	return in
}

// limit collapses what callers can see only by many steps, so that summaries of
// recursive functions are finite. It reports whether it did.
func (f *frame) limit(fields, steps int) (did bool) {
	type visit struct {
		l             *loc
		fields, steps int
	}
	var work []visit
	for _, l := range f.roots() {
		work = append(work, visit{l: l})
	}
	seen := make(map[*loc]bool)
	for n := 0; n < len(work); n++ {
		v := work[n]
		l := v.l.find()
		if seen[l] {
			continue
		}
		seen[l] = true
		if len(l.kids) > 0 && (v.fields >= fields || v.steps >= steps) {
			f.collapse(l)
			did = true
			continue
		}
		for _, step := range l.steps() {
			next := visit{l: l.kids[step], fields: v.fields, steps: v.steps + 1}
			if isField(step) {
				next.fields++
			}
			work = append(work, next)
		}
	}
	return did
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
	sinkLocs map[int]int     // location of a sink, by its index in the frame
	seen     map[string]bool // edges
}

// summarize returns the summary of f.
func (f *frame) summarize() *taint.Summary {
	z := &summarizer{
		frame: f, s: &taint.Summary{Loose: f.loose}, number: make(map[*loc]int),
		sinkLocs: make(map[int]int), seen: make(map[string]bool),
	}
	if recv := f.fn.Signature.Recv(); recv != nil {
		z.s.ByValue = !isPointer(recv.Type())
	}
	z.bindings()
	z.shape()
	z.paths()
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
	for _, name := range slices.Sorted(maps.Keys(z.globals)) {
		z.s.Globals = append(z.s.Globals, taint.Global{Name: name, Loc: z.of(z.globals[name])})
	}
	for _, k := range z.calls {
		if k.given {
			z.s.Calls = append(z.s.Calls, taint.Call{
				Fun: z.of(k.fun), Method: k.method, Iface: k.key, Args: z.all(k.args), Result: z.of(k.result),
				Loose: k.loose, Pos: k.origin,
			})
		}
	}
}

// shape numbers everything that callers can reach.
func (z *summarizer) shape() {
	for n := 0; n < len(z.locs); n++ {
		l := z.locs[n]
		out := taint.Loc{Funcs: l.funcIDs(), Collapsed: l.collapsed}
		for _, step := range l.steps() {
			out.Kids = append(out.Kids, taint.Kid{Step: step, Loc: z.of(l.kids[step])})
		}
		z.s.Locs = append(z.s.Locs, out)
	}
}

// paths adds an edge for each path between what callers can see, from each source
// to it, and from it to each sink.
func (z *summarizer) paths() {
	ports := z.locs
	w := z.newWeb()
	sinks := make(map[*loc]int)
	for n, sink := range z.sinks {
		sinks[z.nodes[sink.Loc].find()] = n
	}
	given := z.given()
	for n, l := range ports {
		if !given[l] && !z.loose {
			continue // fresh memory: callers write to it only afterwards
		}
		for _, deep := range []bool{false, true} {
			s := w.follow(l, func(e *edge) bool { return e.fromDeep == deep })
			z.ends(s, taint.Edge{From: n, FromDeep: deep}, len(ports), sinks)
		}
	}
	for _, src := range z.sources {
		s := w.follow(z.nodes[src.Loc], func(*edge) bool { return true })
		at := taint.SourceAt{Source: src.Source, Loc: len(z.s.Locs)}
		if before := len(z.s.Edges); z.ends(s, taint.Edge{From: at.Loc}, len(ports), nil) > before {
			z.s.Locs = append(z.s.Locs, taint.Loc{})
			z.s.Sources = append(z.s.Sources, at)
		}
	}
}

// ends adds an edge like e for each place that s leads to and callers know of, and
// returns how many edges there are then.
func (z *summarizer) ends(s *search, e taint.Edge, ports int, sinks map[*loc]int) int {
	for at, step := range s.steps {
		last := &s.edges[step.edge]
		e.Drop, e.ToDeep = step.drop, last.toDeep
		if n, ok := z.number[last.to]; ok && n < ports {
			e.To = n
			z.edge(s, at, e)
		}
		if n, ok := sinks[last.to]; ok {
			e.To, e.ToDeep = z.sinkLoc(n), false
			z.edge(s, at, e)
		}
	}
	return len(z.s.Edges)
}

// edge adds e, the path of s that ends with a step, if it is not known.
func (z *summarizer) edge(s *search, at int, e taint.Edge) {
	key := fmt.Sprint(e.From, e.FromDeep, e.To, e.ToDeep, e.Drop)
	if z.seen[key] || e.From == e.To && !e.FromDeep && !e.ToDeep {
		return
	}
	z.seen[key] = true
	e.Via = taint.TrimHops(s.hops(at))
	z.s.Edges = append(z.s.Edges, e)
}

// sinkLoc returns the number of the location of a sink.
func (z *summarizer) sinkLoc(n int) int {
	l, ok := z.sinkLocs[n]
	if !ok {
		l = len(z.s.Locs)
		z.sinkLocs[n] = l
		z.s.Locs = append(z.s.Locs, taint.Loc{})
		z.s.Sinks = append(z.s.Sinks, taint.SinkAt{Sink: z.sinks[n].Sink, Loc: l})
	}
	return l
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
