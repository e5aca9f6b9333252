package ssaflow

// This file follows data through a web.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// A step is data that gets to a node, with what it has been through.
type step struct {
	node node
	edge int32  // the edge that leads there, -1 for none
	prev int32  // the step before, -1 for the first
	time moment // when
}

// A search is the paths from one node. Data that lost labels on the way is kept
// apart: what can be reached without loss comes first, shortest paths first.
type search struct {
	*web
	steps  []step
	layers []*layer
	path   []int32     // see hops
	way    []taint.Hop // likewise
	whole  []taint.Hop // see ended
}

// A layer is what data reaches that has lost the same labels.
type layer struct {
	drop  taint.Labels
	to    []*layer // by index in sets: of what loses those, too; nil until somebody asks
	fewer []*layer // those that lost some of these labels at most, this one included
	queue []int32  // steps
	slots slots    // one more than the index of the arrival of a node
	come  []arrival
	taken bits // edges
}

// slots are numbers by node, by pages that are made when one is set: there may be many layers, most of which data hardly reaches.
type slots []*[1 << pageBits]int32

const pageBits = 8

func newSlots(nodes int) slots { return make(slots, nodes>>pageBits+1) }

// at returns the number of a node, 0 if none is set.
func (s slots) at(n node) int32 {
	if page := s[n>>pageBits]; page != nil {
		return page[n&(1<<pageBits-1)]
	}
	return 0
}

func (s slots) set(n node, to int32) {
	page := &s[n>>pageBits]
	if *page == nil {
		*page = new([1 << pageBits]int32)
	}
	(*page)[n&(1<<pageBits-1)] = to
}

// An arrival is when data is at a node.
type arrival struct {
	node   node
	step   int32 // the first
	always bool
	blocks bits // at any time in these
	from   []moment
	calls  []written
}

// written: at a time, a call of a summary has written to its location.
type written struct {
	at        moment
	copy, loc int
}

// notApart is what data loses in a location that is blurred or crossed.
var notApart = taint.Labels{taint.MarkApart}

// newSearch returns a search that can be used again and again.
func (w *web) newSearch() *search {
	s := &search{web: w}
	s.layers = []*layer{s.newLayer(nil)}
	return s
}

func (s *search) newLayer(drop taint.Labels) *layer {
	y := &layer{drop: drop, slots: newSlots(len(s.locs) * numParts), taken: newBits(len(s.edges))}
	for _, o := range s.layers {
		if drop.Contains(o.drop) {
			y.fewer = append(y.fewer, o)
		}
		if o.drop.Contains(drop) {
			o.fewer = append(o.fewer, y)
		}
	}
	y.fewer = append(y.fewer, y)
	return y
}

// layer returns the layer of data that has lost drop.
func (s *search) layer(drop taint.Labels) *layer {
	for _, y := range s.layers {
		if slices.Equal(y.drop, drop) {
			return y
		}
	}
	y := s.newLayer(drop)
	s.layers = append(s.layers, y)
	return y
}

// nothing is the layer of data that has lost all labels.
var nothing = new(layer)

// losing returns the layer of data of y that loses a set of labels.
func (s *search) losing(y *layer, set int32) *layer {
	if set == 0 {
		return y
	}
	if y.to == nil {
		y.to = make([]*layer, len(s.sets))
	}
	if y.to[set] == nil {
		if all := y.drop.Union(s.sets[set]); all.Has(taint.All) {
			y.to[set] = nothing
		} else {
			y.to[set] = s.layer(all)
		}
	}
	return y.to[set]
}

// follow finds what data that is at some nodes reaches.
func (s *search) follow(starts ...node) {
	s.steps = s.steps[:0]
	for _, y := range s.layers {
		for _, a := range y.come {
			y.slots.set(a.node, 0)
		}
		y.come, y.queue = y.come[:0], y.queue[:0]
		clear(y.taken)
	}
	for _, n := range starts {
		s.arrive(s.layers[0], step{node: n, edge: -1, prev: -1, time: anyTime})
	}
	for {
		var y *layer
		for _, o := range s.layers {
			if len(o.queue) > 0 && (y == nil || len(o.drop) < len(y.drop)) {
				y = o
			}
		}
		if y == nil {
			return
		}
		for n := 0; n < len(y.queue); n++ {
			s.advance(y, y.queue[n])
		}
		y.queue = y.queue[:0]
	}
}

// advance goes on from a step.
func (s *search) advance(y *layer, at int32) {
	from := s.steps[at]
	s.nextNodes(from.node, func(n node) { s.arrive(y, step{node: n, edge: -1, prev: at, time: from.time}) })
	for _, n := range s.edgesFrom(from.node) {
		if !y.hasTaken(n) && s.meets(from, n) {
			y.taken.add(n)
			if next := s.losing(y, s.drops[n]); next != nothing {
				s.arrive(next, step{node: s.ends[n], edge: n, prev: at, time: s.times[n]})
			}
		}
	}
}

// hasTaken reports whether data that lost no more than that of y has taken an edge.
func (y *layer) hasTaken(edge int32) bool {
	for _, o := range y.fewer {
		if o.taken.has(edge) {
			return true
		}
	}
	return false
}

// meets reports whether data of a step can take an edge from its node.
func (s *search) meets(from step, n int32) bool {
	t := s.times[n]
	if from.time == anyTime || t == anyTime {
		return true
	}
	if c, ok := s.written(from); ok && t == c.at {
		// One call: the summary has this path as an edge, if it is one.
		e := &s.edges[n]
		return e.copy != c.copy || e.fromLoc != c.loc || e.fromDeep
	}
	return s.order.follows(from.time, t)
}

// written returns what a step has written, if it is a call of a summary that does so
// once.
func (s *search) written(at step) (written, bool) {
	if at.edge < 0 || at.time == anyTime {
		return written{}, false
	}
	e := &s.edges[at.edge]
	if e.copy == 0 || e.toDeep || s.order.repeats(at.time) {
		return written{}, false
	}
	return written{at.time, e.copy, e.toLoc}, true
}

// arrive notes that data gets to a node, if that is news.
func (s *search) arrive(y *layer, at step) {
	l := s.locs[at.node.index()]
	if l.global {
		at.time = anyTime
	}
	if l.collapsed&taint.Blurred != 0 || l.crossed {
		y = s.losing(y, 1)
	}
	c, call := s.written(at)
	for _, o := range y.fewer {
		if n := o.slots.at(at.node); n > 0 && o.come[n-1].covers(s.order, at.time, c, call) {
			return
		}
	}
	n := y.slots.at(at.node)
	if n == 0 {
		n = y.slot(at.node, int32(len(s.steps)))
	}
	y.come[n-1].add(s.order, at.time, c, call)
	y.queue = append(y.queue, int32(len(s.steps)))
	s.steps = append(s.steps, at)
}

// slot makes the arrival of a node, with the memory of an earlier one if there is any.
func (y *layer) slot(at node, first int32) int32 {
	n := len(y.come)
	if n < cap(y.come) {
		y.come = y.come[:n+1]
	} else {
		y.come = append(y.come, arrival{})
	}
	a := &y.come[n]
	clear(a.blocks)
	*a = arrival{node: at, step: first, blocks: a.blocks, from: a.from[:0], calls: a.calls[:0]}
	y.slots.set(at, int32(n+1))
	return int32(n + 1)
}

// covers reports whether a has what data that arrives at t adds.
func (a *arrival) covers(o *order, t moment, c written, call bool) bool {
	if a.always || t != anyTime && a.holds(o, t) {
		return true
	}
	if !call {
		return false
	}
	others := 0
	for _, w := range a.calls {
		if w == c {
			return true
		}
		if w.at == c.at {
			others++
		}
	}
	return others > 1 // any edge is of another copy or location than one of them
}

// holds reports whether data is there at t.
func (a *arrival) holds(o *order, t moment) bool {
	b := o.block[t]
	if a.blocks != nil && a.blocks.has(b) {
		return true
	}
	for _, m := range a.from {
		if m <= t && o.block[m] == b {
			return true
		}
	}
	return false
}

// add notes data that arrives at t, of a call just after it.
func (a *arrival) add(o *order, t moment, c written, call bool) {
	if t == anyTime {
		a.always = true
		return
	}
	if a.blocks == nil {
		a.blocks = newBits(len(o.after))
	}
	b := o.block[t]
	a.blocks.union(o.after[b])
	if call {
		a.calls = append(a.calls, c)
		if t++; int(t) == len(o.block) || o.block[t] != b {
			return
		}
	}
	a.from = append(a.from, t)
}

// byLoss returns the layers, those with fewer labels lost first.
func (s *search) byLoss() []*layer {
	return slices.SortedStableFunc(slices.Values(s.layers), func(a, b *layer) int { return len(a.drop) - len(b.drop) })
}

// hops returns the way to a step. It is overwritten by the next call: ways are many, and most of
// what they come to is left out of what is kept.
func (s *search) hops(at int32) []taint.Hop {
	path := s.path[:0]
	for ; at >= 0; at = s.steps[at].prev {
		if n := s.steps[at].edge; n >= 0 {
			path = append(path, n)
		}
	}
	out := s.way[:0]
	var last graph.Pos // of the last that says where the data goes
	add := func(h taint.Hop) {
		switch {
		case !h.Pos.IsValid():
		case h.Op.IsRemark() || h.Op == taint.OpPut: // which stands where the data goes into the call
			out = append(out, h)
		case h.Pos != last:
			out, last = append(out, h), h.Pos
		}
	}
	limits, judged, end := s.limitHops(path)
	for n := len(path) - 1; n >= 0; n-- {
		e := &s.edges[path[n]]
		if h, ok := s.doubtOf(e); ok {
			add(h)
		}
		if h, ok := s.escapedBy(e); ok {
			add(h)
		}
		for _, h := range s.weakOf(e) {
			if !slices.Contains(out, h) {
				add(h)
			}
		}
		if isRemade(e.at) {
			add(taint.Hop{Op: taint.OpRemake, Name: e.hop.Name, Pos: s.hopOf(e).Pos})
		}
		if n == end && e.hop.Op == taint.OpSink {
			out = append(out, limits...)
		}
		if e.open {
			add(taint.Hop{Op: taint.OpOpen, Pos: s.hopOf(e).Pos})
		}
		if e.word {
			add(taint.Hop{Op: taint.OpWord, Pos: s.hopOf(e).Pos})
		}
		if e.perhaps {
			add(taint.Hop{Op: taint.OpIf, Pos: s.hopOf(e).Pos})
		}
		add(s.hopOf(e))
		if n == end && e.hop.Op != taint.OpSink {
			out = append(out, limits...)
		}
		for _, h := range e.via {
			if h.Op != taint.OpLimit || n <= judged || !s.knows(e, h) {
				add(h)
			}
		}
		if lost := s.sets[s.drops[path[n]]]; e.copy == 0 && slices.ContainsFunc(lost, isConfiningMark) {
			add(taint.Hop{Op: taint.OpClean, Name: lost.String(), Pos: s.hopOf(e).Pos})
		}
	}
	s.path, s.way = path, out
	return out
}

// isConfiningMark reports whether data that has lost a mark is confined for some effect.
func isConfiningMark(mark string) bool {
	switch mark {
	case taint.MarkURL, taint.MarkOf("path"), taint.MarkOf("exec"), taint.MarkOf("sql"):
		return true
	}
	return false
}
