package ssaflow

// This file follows data along edges.

import (
	"github.com/agentvet/agentvet/taint"
)

// A web is the edges of a frame with deep ones spelt out, by the cell that they
// start from.
type web struct {
	*frame
	edges []edge
	from  map[*loc][]int
}

// newWeb costs O(edges · locations) where edges are deep, else O(edges).
func (f *frame) newWeb() *web {
	w := &web{frame: f, from: make(map[*loc][]int)}
	for n := range f.edges {
		e := f.edges[n]
		e.drop = f.dropped(&e)
		if !e.fromDeep && !e.toDeep {
			w.add(e, e.from, e.to)
			continue
		}
		mid := f.newLoc()
		in, out := e, e
		in.toDeep, in.toLoc = false, -1
		out.fromDeep, out.fromLoc, out.drop, out.via, out.hop = false, -2, nil, nil, taint.Hop{}
		w.spread(in, e.from, e.fromDeep, func(e edge, l *loc) { w.add(e, l, mid) })
		w.spread(out, e.to, e.toDeep, func(e edge, l *loc) { w.add(e, mid, l) })
	}
	return w
}

// spread calls add for each location that an end of e stands for. Only the cell
// that the end names stays deep: what can be reached from it, callers know of too.
func (w *web) spread(e edge, root *loc, deep bool, add func(edge, *loc)) {
	if !deep {
		add(e, root)
		return
	}
	for _, l := range reach(root) {
		add(e, l)
	}
}

func (w *web) add(e edge, from, to *loc) {
	e.from, e.to = from.find(), to.find()
	w.from[e.from] = append(w.from[e.from], len(w.edges))
	w.edges = append(w.edges, e)
}

// A step is one edge of a path, with what was lost up to its end.
type step struct {
	edge int
	prev int // index of the step before, -1 for the first
	drop taint.Labels
}

// A search is the paths from one cell, shortest first.
type search struct {
	*web
	steps []step
	seen  map[int][]taint.Labels
	open  map[*loc][]int // by cell, edges that no path without losses has taken yet
}

// follow returns the paths that start at cell: by an edge that is deep there, or by
// one that is not. An edge is looked at until it is taken, so that the cost is that
// of the edges and of those pairs that time keeps apart.
func (w *web) follow(cell *loc, accept func(*edge) bool) *search {
	s := &search{web: w, seen: make(map[int][]taint.Labels), open: make(map[*loc][]int)}
	for _, n := range w.from[cell.find()] {
		if accept(&w.edges[n]) {
			s.push(n, -1, nil)
		}
	}
	for at := 0; at < len(s.steps); at++ {
		s.advance(at)
	}
	return s
}

// advance takes the edges that continue a step.
func (s *search) advance(at int) {
	e := &s.edges[s.steps[at].edge]
	next, ok := s.open[e.to]
	if !ok {
		next = s.from[e.to]
	}
	if len(next) == 0 {
		return
	}
	var rest []int
	for _, n := range next {
		if s.meets(e, &s.edges[n]) {
			s.push(n, at, s.steps[at].drop)
			if len(s.steps[at].drop) == 0 {
				continue
			}
		}
		rest = append(rest, n)
	}
	s.open[e.to] = rest
}

// push adds a step by edge n, unless a path that lost no more has been there.
func (s *search) push(n, prev int, drop taint.Labels) {
	drop = drop.Union(s.edges[n].drop)
	if drop.Has(taint.All) {
		return
	}
	for _, d := range s.seen[n] {
		if drop.Contains(d) {
			return
		}
	}
	s.seen[n] = append(s.seen[n], drop)
	s.steps = append(s.steps, step{edge: n, prev: prev, drop: drop})
}

// hops returns the way to a step.
func (s *search) hops(at int) []taint.Hop {
	var path []int
	for ; at >= 0; at = s.steps[at].prev {
		path = append(path, s.steps[at].edge)
	}
	var out []taint.Hop
	add := func(h taint.Hop) {
		if h.Pos.IsValid() && (len(out) == 0 || out[len(out)-1].Pos != h.Pos) {
			out = append(out, h)
		}
	}
	for n := len(path) - 1; n >= 0; n-- {
		e := &s.edges[path[n]]
		add(e.hop)
		for _, h := range e.via {
			add(h)
		}
	}
	return out
}

// flows returns what the sources of f reach of its sinks.
func (f *frame) flows() (out []taint.Flow) {
	if len(f.sources) == 0 || len(f.sinks) == 0 {
		return nil
	}
	w := f.newWeb()
	sinks := make(map[*loc][]int)
	for n, sink := range f.sinks {
		l := f.nodes[sink.Loc].find()
		sinks[l] = append(sinks[l], n)
	}
	marks := f.marks()
	for _, src := range f.sources {
		s := w.follow(f.nodes[src.Loc], func(*edge) bool { return true })
		all := src.Labels.Union(marks)
		arrived := make(map[int]taint.Labels)
		for at := range s.steps {
			for _, n := range sinks[s.edges[s.steps[at].edge].to] {
				labels := all.Without(s.steps[at].drop)
				if arrived[n].Contains(labels) || !f.sinks[n].Minds(labels) {
					continue // a shorter path has been there, or what is left does no harm
				}
				arrived[n] = arrived[n].Union(labels)
				hops := ended(s.hops(at), src.Source, f.sinks[n].Sink)
				out = append(out, taint.Flow{Source: src.Source, Sink: f.sinks[n].Sink, Labels: labels, Hops: hops})
			}
		}
	}
	return out
}

// marks returns the marks that sinks of f ask for.
func (f *frame) marks() taint.Labels {
	var marks taint.Labels
	for _, kind := range taint.Marked {
		marks = append(marks, taint.MarkOf(kind))
	}
	for _, s := range f.sinks {
		for _, name := range taint.ParseLabels(s.Unless) {
			marks = append(marks, taint.MarkOf(name))
		}
	}
	return taint.NewLabels(marks...)
}

// ended returns hops with the source first and the sink last.
func ended(hops []taint.Hop, src taint.Source, sink taint.Sink) []taint.Hop {
	first := taint.Hop{Op: taint.OpSource, Name: shortName(src.Name), Pos: src.Pos}
	last := taint.Hop{Op: taint.OpSink, Name: shortName(sink.Name), Pos: sink.Pos}
	for len(hops) > 0 && hops[0].Pos == first.Pos {
		hops = hops[1:]
	}
	for len(hops) > 0 && hops[len(hops)-1].Pos == last.Pos {
		hops = hops[:len(hops)-1]
	}
	return append(append([]taint.Hop{first}, hops...), last)
}
