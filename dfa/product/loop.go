package product

// This file counts the iterations of loops whose bound is known, and says what
// may happen where interleavings are too many to be followed.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// looped reports whether the bound of p limits a loop of edges, not the rounds
// within the step: an edge of kind LOOP leads to it or away from it.
func (t *tokens) looped(p place) bool {
	b, _ := t.of(p)
	return b.hasLoop(b.edges.Index.In(t.id(p))) || b.hasLoop(b.edges.Index.Out(t.id(p)))
}

func (b *body) hasLoop(edges []graph.EdgeID) bool {
	return slices.ContainsFunc(edges, func(e graph.EdgeID) bool { return b.w.Edges[e].Kind == graph.EdgeLoop })
}

// countLoop counts iterations when p sends tokens along edges. It reports false
// if that would exceed the bound of p, or of a step that it goes back to.
//
// Where LOOP edges lead to a bounded step, its count is of the times that it was
// gone back to since it was come to by another edge; where they only lead away
// from it, of the times that it went back since it went on.
func (t *tokens) countLoop(m *marking, p place, edges []graph.EdgeID) bool {
	if !t.exact {
		return true
	}
	b, n := t.of(p)
	if bounded(n) && !b.hasLoop(b.edges.Index.In(t.id(p))) {
		if !b.hasLoop(edges) {
			m.put(p).count = 0
		} else if !m.count(p, n) {
			return false
		}
	}
	for _, e := range edges {
		to := b.w.Edges[e].To
		if target := &b.w.Nodes[to]; bounded(target) && b.hasLoop(b.edges.Index.In(to)) {
			if b.w.Edges[e].Kind != graph.EdgeLoop {
				m.put(b.first + place(to)).count = 0
			} else if !m.count(b.first+place(to), target) {
				return false
			}
		}
	}
	return true
}

func bounded(n *graph.Node) bool {
	return n.Bound.State == graph.BoundKnown && n.Bound.N <= maxRounds && n.Sub == nil
}

// count notes another iteration at p, if there may be one: n iterations go back
// n-1 times.
func (m *marking) count(p place, n *graph.Node) bool {
	x := m.put(p)
	x.count++
	return int(x.count) < n.Bound.N
}

// region returns the steps that the tokens of m can come to, in order, if there
// are several tokens; else nil.
func (t *tokens) region(m *marking) []place {
	moving := 0
	for i := range m.items {
		if it := &m.items[i]; it.active() && !(t.sub[it.at] != none && it.phase == 1+bodyDone) {
			moving += int(max(it.wait+it.next, 1))
		}
	}
	if moving < 2 {
		return nil
	}
	seen := make([]bool, len(t.body))
	var order []place
	add := func(p place) {
		if !seen[p] {
			seen[p] = true
			order = append(order, p)
		}
	}
	for i := range m.items {
		if m.items[i].active() {
			add(m.items[i].at)
		}
	}
	for i := 0; i < len(order); i++ {
		p := order[i]
		b, _ := t.of(p)
		for _, e := range b.edges.Index.Out(t.id(p)) {
			if b.edges.Live[e] {
				add(b.first + place(b.w.Edges[e].To))
			}
		}
		if t.sub[p] != none {
			add(t.entry(t.sub[p]))
		}
	}
	slices.Sort(order)
	// One configuration for all markings with the region.
	m.items = m.items[:0]
	for _, p := range order {
		m.items = append(m.items, item{at: p, wait: 1})
	}
	return order
}

// anything yields each event of a step in the region, and the end of the run.
func (t *tokens) anything(c config, region []place, yield func(move)) {
	for _, p := range region {
		b, n := t.of(p)
		var decisions []graph.EdgeID
		for _, e := range b.edges.Index.Out(t.id(p)) {
			if t.decided(p, []graph.EdgeID{e}) != 0 {
				decisions = append(decisions, e)
			}
		}
		w, ok := simple(n)
		if ok && (w != Pass || len(decisions) > 0) {
			t.freely(move{to: c, at: p, what: w, sym: t.event(p, w, none), starts: true, edge: none}, p, decisions, yield)
		}
		if asks := b.before[t.id(p)] || b.behind[t.id(p)]; asks || !ok {
			for _, a := range program(n, asks, false, 0) {
				t.freely(move{to: c, at: p, what: a.what, tool: a.tool, sym: t.event(p, a.what, a.tool), edge: none}, p, decisions, yield)
			}
		}
	}
	yield(move{to: t.intern(&marking{}), at: none, edge: none})
}

// freely yields a move that happens with none or any of the decisions.
func (t *tokens) freely(m move, p place, decisions []graph.EdgeID, yield func(move)) {
	if m.what != Pass {
		yield(m)
	}
	for _, e := range decisions {
		d := m
		t.decides(&d, p, e)
		yield(d)
	}
}
