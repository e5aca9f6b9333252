package ssaflow

// This file spells the edges of a frame out as a graph.

import (
	"slices"

	"github.com/agentvet/agentvet/taint"
)

// A web is the edges of a frame as a graph. A location has three nodes: its cell, and
// two that stand for everything that can be reached from it: deep edges start at
// above, where all cells below lead, and end at below, which leads to all cells
// below. So the graph is as large as edges and shape together.
type web struct {
	*frame
	locs  []*loc
	kids  [][]int32 // by location, of those that have a node above or below
	up    []bool    // by location: something below a deep edge's start
	down  []bool    // by location: something below a deep edge's end
	upper [][]int32 // by location: where one step leads to it, of those with a node above
	root  []bool    // by location: a deep edge starts there
	first []int32   // by node: its edges in next, from here to first of the next node
	next  []int32   // edges by the node where they start
	times []moment  // by edge
	drops []taint.Labels
}

// node is one of the three nodes of a location.
type node int32

const (
	cell = iota
	above
	below
	numParts
)

func nodeOf(index int32, part int) node { return node(index)*numParts + node(part) }

func (n node) index() int32 { return int32(n) / numParts }
func (n node) part() int    { return int(n) % numParts }

// newWeb costs O(edges + locations).
func (f *frame) newWeb() *web {
	f.webs++
	w := &web{frame: f, times: make([]moment, len(f.edges)), drops: make([]taint.Labels, len(f.edges))}
	starts := make([]node, len(f.edges))
	for n := range f.edges {
		e := &f.edges[n]
		w.times[n], w.drops[n] = anyTime, f.dropped(e)
		if e.at != nil && !e.loose {
			w.times[n] = f.order.number[e.at]
		}
		from, to := w.number(e.from), w.number(e.to)
		starts[n] = nodeOf(from, cell)
		if e.fromDeep {
			starts[n] = nodeOf(from, above)
			w.root[from] = true
			w.spread(from, &w.up)
		}
		if e.toDeep {
			w.spread(to, &w.down)
		}
	}
	w.link()
	w.sort(starts)
	return w
}

// number returns the index of the location that l is part of.
func (w *web) number(l *loc) int32 {
	l = l.find()
	if l.indexed != w.webs {
		l.indexed, l.index = w.webs, int32(len(w.locs))
		w.locs = append(w.locs, l)
		w.up, w.down, w.root = append(w.up, false), append(w.down, false), append(w.root, false)
		w.kids = append(w.kids, nil)
	}
	return l.index
}

// known returns the index of the location that l is part of, if an edge may touch it.
func (w *web) known(l *loc) (int32, bool) {
	l = l.find()
	return l.index, l.indexed == w.webs
}

// spread marks what can be reached from a location.
func (w *web) spread(root int32, marks *[]bool) {
	work := []int32{root}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if (*marks)[n] {
			continue
		}
		(*marks)[n] = true
		if w.kids[n] == nil {
			for _, k := range w.locs[n].kids {
				w.kids[n] = append(w.kids[n], w.number(k.loc))
			}
		}
		work = append(work, w.kids[n]...)
	}
}

// link finds where one step leads to each location.
func (w *web) link() {
	w.upper = make([][]int32, len(w.locs))
	for n := range w.locs {
		if !w.up[n] {
			continue
		}
		for _, k := range w.kids[n] {
			w.upper[k] = append(w.upper[k], int32(n))
		}
	}
}

// sort sorts edges by the node where they start.
func (w *web) sort(starts []node) {
	w.first = make([]int32, len(w.locs)*numParts+1)
	for _, n := range starts {
		w.first[n+1]++
	}
	for n := 1; n < len(w.first); n++ {
		w.first[n] += w.first[n-1]
	}
	w.next = make([]int32, len(starts))
	at := slices.Clone(w.first)
	for e, n := range starts {
		w.next[at[n]] = int32(e)
		at[n]++
	}
}

// edgesFrom returns the edges that start at a node.
func (w *web) edgesFrom(n node) []int32 { return w.next[w.first[n]:w.first[n+1]] }

// end returns the node where an edge ends.
func (w *web) end(e *edge) node {
	part := cell
	if e.toDeep {
		part = below
	}
	return nodeOf(e.to.find().index, part)
}
