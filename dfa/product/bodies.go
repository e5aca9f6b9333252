package product

// This file lets bodies begin and end, and go from one superstep to the next.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// enter lets a SUBGRAPH node begin its body.
func (t *tokens) enter(m *marking, mv move, yield func(move)) {
	t.clear(m, t.sub[mv.at]) // nothing is left of an earlier run
	x := m.put(mv.at)
	x.phase = 1 + bodyDone
	if _, n := t.of(mv.at); repeats(n) {
		x.count = 1
	}
	m.put(t.entry(t.sub[mv.at])).wait = 1
	mv.to = t.settle(m)
	yield(mv)
}

// proceedBody lets a SUBGRAPH node go on, if its body is not at work: to enter it,
// to begin it again, to end.
func (t *tokens) proceedBody(m *marking, it item, yield func(move)) {
	p := it.at
	if it.phase == 1+goesIn {
		t.enter(m.clone(), move{at: p, edge: none}, yield)
		return
	}
	if slices.ContainsFunc(m.items, func(i item) bool { return i.active() && t.bodies[t.body[i.at]].parent == p }) {
		return
	}
	b, n := t.of(p)
	if it.phase == 1+bodyDone && repeats(n) {
		t.again(m, it, n, yield)
	}
	next := m.clone()
	x := next.put(p)
	if it.phase == 1+bodyDone && b.behind[t.id(p)] {
		x.phase = 1 + goesOn
		yield(move{to: t.settle(next), at: p, what: Ask, sym: t.ask, edge: none})
		return
	}
	x.phase, x.count = 0, 0
	t.leaveBy(next, p, move{at: p}, yield)
}

// again begins the body of n once more, if its bound allows.
func (t *tokens) again(m *marking, it item, n *graph.Node, yield func(move)) {
	bounded := t.exact && n.Bound.State == graph.BoundKnown && n.Bound.N <= maxRounds
	if bounded && int(it.count) >= n.Bound.N {
		return
	}
	next := m.clone()
	t.clear(next, t.sub[it.at])
	if bounded {
		next.put(it.at).count++
	}
	next.put(t.entry(t.sub[it.at])).wait = 1
	yield(move{to: t.settle(next), at: it.at, edge: none})
}

// cutBodies ends each body that its engine may cut short, if no step of it runs.
func (t *tokens) cutBodies(m *marking, yield func(move)) {
	for b := range t.bodies {
		of := func(i item) bool { return t.body[i.at] == int32(b) && i.active() }
		if !t.bodies[b].cut || !slices.ContainsFunc(m.items, of) || slices.ContainsFunc(m.items, func(i item) bool { return of(i) && i.phase > 0 }) {
			continue
		}
		next := m.clone()
		t.clear(next, int32(b))
		yield(move{to: t.settle(next), at: none, edge: none})
	}
}

// clear ends a body and those within it.
func (t *tokens) clear(m *marking, b int32) {
	within := func(p place) bool {
		for x := t.body[p]; ; x = t.body[t.bodies[x].parent] {
			if x == b {
				return true
			}
			if t.bodies[x].parent == none {
				return false
			}
		}
	}
	m.items = slices.DeleteFunc(m.items, func(i item) bool { return within(i.at) })
}

// settle begins the next superstep of each body in which nothing is left to do
// in this one, and returns the configuration.
func (t *tokens) settle(m *marking) config {
	for i := 0; i < len(m.items); i++ {
		it := &m.items[i]
		if it.next == 0 || t.busy(m, t.body[it.at]) {
			continue
		}
		t.tick(m, t.body[it.at])
		i = -1 // the items have changed
	}
	return t.intern(m)
}

func (t *tokens) busy(m *marking, b int32) bool {
	return slices.ContainsFunc(m.items, func(i item) bool { return t.body[i.at] == b && (i.wait > 0 || i.phase > 0) })
}

func (t *tokens) tick(m *marking, b int32) {
	w := t.bodies[b].w
	for _, it := range m.items {
		if t.body[it.at] == b && it.next > 0 && w.Nodes[t.id(it.at)].Kind == graph.KindExit {
			t.clear(m, b)
			return
		}
	}
	for i := range m.items {
		if it := &m.items[i]; t.body[it.at] == b {
			it.wait, it.next = it.next, 0
		}
	}
}
