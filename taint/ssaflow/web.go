package ssaflow

// This file spells the edges of a frame out as a graph.

import (
	"slices"

	"github.com/agentvet/agentvet/taint"
)

// A web is the edges of a frame as a graph. A location has up to five nodes: its cell, two
// that stand for everything that can be reached from it, and two for that without what
// functions have captured. Deep edges start at above or around, where all those cells lead,
// and end at below or inside, which lead to them, but for what contexts hold. So the graph is as
// large as edges and shape together.
type web struct {
	*frame
	locs     []*loc
	kids     [][]branch     // by location, of those that have more nodes than a cell
	upper    [][]branch     // by location: where one step leads to it, of those with a node above
	isAbove  []bool         // by location: something below a deep edge's start
	isAround []bool         // likewise, for an edge that leaves out what functions have captured
	isBelow  []bool         // by location: something below a deep edge's end
	root     []bool         // by location: a deep edge starts there
	first    []int32        // by node: its edges in next, from here to first of the next node
	next     []int32        // edges by the node where they start
	times    []moment       // by edge
	ends     []node         // by edge
	drops    []int32        // by edge, indices in sets
	sets     []taint.Labels // of labels that data loses: nothing, notApart, others
}

// A branch is a step from a location, or to one.
type branch struct {
	loc      int32
	captured bool // it leads to what a function has captured
	context  bool // it leads to a context, see isToContext
	held     bool // which is the one that unknown code was given
}

// node is one of the nodes of a location.
type node int32

const (
	cell = iota
	above
	around
	below
	inside
	numParts
)

func nodeOf(index int32, part int) node { return node(index)*numParts + node(part) }

func (n node) index() int32 { return int32(n) / numParts }
func (n node) part() int    { return int(n) % numParts }

// newWeb costs O(edges + locations).
func (f *frame) newWeb() *web {
	f.webs++
	w := &web{
		frame: f, times: make([]moment, len(f.edges)), ends: make([]node, len(f.edges)), drops: make([]int32, len(f.edges)),
		sets: []taint.Labels{nil, notApart},
	}
	starts := make([]node, len(f.edges))
	index := make(map[string]int32) // of sets, by their text
	for n := range f.edges {
		e := &f.edges[n]
		w.times[n] = anyTime
		if drop := f.dropped(e); len(drop) > 0 {
			text := drop.String()
			if index[text] == 0 {
				index[text] = int32(len(w.sets))
				w.sets = append(w.sets, drop)
			}
			w.drops[n] = index[text]
		}
		if e.at != nil && !e.loose {
			w.times[n] = f.order.number[e.at]
		}
		from, to := w.number(e.from), w.number(e.to)
		starts[n], w.ends[n] = nodeOf(from, cell), nodeOf(to, cell)
		if e.fromDeep {
			starts[n] = nodeOf(from, above)
			w.root[from] = true
			w.spread(from, &w.isAbove, true)
			if e.outside {
				starts[n] = nodeOf(from, around)
				w.spread(from, &w.isAround, false)
			}
		}
		if e.toDeep {
			w.ends[n] = nodeOf(to, below)
			if e.outside {
				w.ends[n] = nodeOf(to, inside)
			}
			w.spread(to, &w.isBelow, true)
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
		w.locs, w.kids = append(w.locs, l), append(w.kids, nil)
		w.isAbove, w.isAround, w.isBelow, w.root = append(w.isAbove, false), append(w.isAround, false), append(w.isBelow, false), append(w.root, false)
	}
	return l.index
}

// known returns the index of the location that l is part of, if an edge may touch it.
func (w *web) known(l *loc) (int32, bool) {
	l = l.find()
	return l.index, l.indexed == w.webs
}

// spread marks what can be reached from a location, with what functions have captured or
// without.
func (w *web) spread(root int32, marks *[]bool, captured bool) {
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
				w.kids[n] = append(w.kids[n], branch{w.number(k.loc), isCaptured(k.step), isToContext(k.step), isHeldContext(k.step)})
			}
		}
		for _, k := range w.kids[n] {
			if captured || !k.captured {
				work = append(work, k.loc)
			}
		}
	}
}

// link finds where one step leads to each location.
func (w *web) link() {
	w.upper = make([][]branch, len(w.locs))
	for n := range w.locs {
		if !w.isAbove[n] {
			continue
		}
		for _, k := range w.kids[n] {
			w.upper[k.loc] = append(w.upper[k.loc], branch{int32(n), k.captured, k.context, k.held})
		}
	}
}

// nextNodes visits the nodes that data gets to from a node without an edge.
func (w *web) nextNodes(n node, visit func(node)) {
	i := n.index()
	switch n.part() {
	case cell:
		if w.isAbove[i] {
			visit(nodeOf(i, above))
		}
		if w.isAround[i] {
			visit(nodeOf(i, around))
		}
	case above:
		for _, u := range w.upper[i] {
			visit(nodeOf(u.loc, above))
		}
	case around:
		for _, u := range w.upper[i] {
			if !u.captured && w.isAround[u.loc] {
				visit(nodeOf(u.loc, around))
			}
		}
	case below:
		visit(nodeOf(i, cell))
		for _, k := range w.kids[i] {
			k.enter(below, visit)
		}
	case inside:
		visit(nodeOf(i, cell))
		for _, k := range w.kids[i] {
			if !k.captured {
				k.enter(inside, visit)
			}
		}
	}
}

// enter visits what data gets to that gets to a part of all that one step is before: another context may be put into a field, and nothing
// into a context.
func (b branch) enter(part int, visit func(node)) {
	switch {
	case b.held:
	case b.context:
		visit(nodeOf(b.loc, cell))
	default:
		visit(nodeOf(b.loc, part))
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
