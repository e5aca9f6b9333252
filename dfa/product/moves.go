package product

// This file says how markings follow one another: steps begin, go on and end.

import (
	"github.com/agentvet/agentvet/graph"
)

// moves lets one step after the other go on.
func (t *tokens) moves(c config, yield func(move)) {
	if region, ok := t.free[c]; ok {
		t.anything(c, region, yield)
		return
	}
	m := t.all[c]
	if t.exact && t.ahead && t.decideNext(&m, yield) {
		return
	}
	if t.reduced && !t.cut {
		if list := t.alone(c, &m); list != nil {
			for _, mv := range list {
				yield(mv)
			}
			return
		}
	}
	if t.cut {
		t.cutBodies(&m, yield)
	}
	moving := make(map[int32]bool) // bodies that are not stuck
	for _, it := range m.items {
		if it.phase > 0 {
			moving[t.body[it.at]] = true
			t.twice = t.twice || it.wait > 0 && t.overlaps(it.at)
			t.proceed(&m, it, yield)
		} else if it.wait > 0 && t.enabled(&m, it.at) {
			moving[t.body[it.at]] = true
			t.begin(&m, it, yield)
		}
	}
	for _, it := range m.items { // all of a body wait for each other: each may go first
		if it.wait > 0 && it.phase == 0 && !moving[t.body[it.at]] {
			t.begin(&m, it, yield)
		}
	}
}

// begin lets a waiting step run: it takes one token, or all of them.
func (t *tokens) begin(m *marking, it item, yield func(move)) {
	if t.stopsAt(it.at) {
		return
	}
	b, _ := t.of(it.at)
	all := b.supersteps || b.waits
	if !all || b.unsaid {
		t.beginWith(m, it, it.wait-1, yield)
		if it.wait == maxTokens {
			t.beginWith(m, it, maxTokens, yield) // there may be more than were counted
		}
	}
	if all || b.unsaid && it.wait > 1 {
		t.beginWith(m, it, 0, yield)
	}
}

func (t *tokens) beginWith(m *marking, it item, left uint8, yield func(move)) {
	p := it.at
	next := m.clone()
	x := next.put(p)
	x.wait = left
	x.from = 0
	if t.sub[p] != none {
		x.phase = 1 + goesIn
		if b, _ := t.of(p); b.before[t.id(p)] {
			yield(move{to: t.settle(next), at: p, starts: true, what: Ask, sym: t.ask, edge: none})
			return
		}
		t.enter(next, move{at: p, starts: true, edge: none}, yield)
		return
	}
	b, n := t.of(p)
	id := t.id(p)
	if w, ok := simple(n); ok && !b.before[id] && !b.behind[id] {
		t.leaveBy(next, p, move{at: p, starts: true, what: w, sym: t.event(p, w, none)}, yield)
		return
	}
	x.phase = 1
	t.proceed(next, *x, yield)
}

// proceed lets a step that runs go on.
func (t *tokens) proceed(m *marking, it item, yield func(move)) {
	p := it.at
	if t.sub[p] != none {
		t.proceedBody(m, it, yield)
		return
	}
	for _, a := range t.programOf(p) {
		if a.from != it.phase-1 {
			continue
		}
		next := m.clone()
		mv := move{at: p, starts: a.from == 0, what: a.what, tool: a.tool, sym: t.event(p, a.what, a.tool), edge: none}
		if a.to != after {
			next.put(p).phase = a.to + 1
			mv.to = t.settle(next)
			yield(mv)
			continue
		}
		next.put(p).phase = 0
		t.leaveBy(next, p, mv, yield)
	}
}

func (t *tokens) programOf(p place) []arc {
	if a, ok := t.arcs[p]; ok {
		return a
	}
	b, n := t.of(p)
	rounds := 0
	if t.exact && n.Bound.State == graph.BoundKnown && n.Bound.N <= maxRounds && !t.looped(p) {
		rounds = max(n.Bound.N, 1)
	}
	a := program(n, b.before[t.id(p)], b.behind[t.id(p)], rounds)
	t.arcs[p] = a
	return a
}

// leaveBy yields mv for each way to leave p. The step is over in m.
func (t *tokens) leaveBy(m *marking, p place, mv move, yield func(move)) {
	mv.left = true
	for _, c := range t.leave(p) {
		assumed, value, ok := t.decidedConditions(&c)
		if !ok || m.assumed&assumed&(m.value^value) != 0 {
			continue // the condition was decided otherwise
		}
		next := m.clone()
		next.assumed |= assumed
		next.value |= value & assumed
		if t.related.excludes(next.assumed, next.value) || !t.countLoop(next, p, c.edges) {
			continue
		}
		out := mv
		out.edges, out.edge = c.edges, none
		t.send(next, p, c.edges)
		t.decides(&out, p, c.edges...)
		out.to = t.settle(next)
		yield(out)
	}
}

// exactly is the conditions of which it is kept in mind how they were decided.
func (t *tokens) exactly() uint64 {
	if t.exact {
		return ^uint64(0)
	}
	return 0
}

// send puts tokens on the targets of edges.
func (t *tokens) send(m *marking, p place, edges []graph.EdgeID) {
	b, _ := t.of(p)
	if t.feeds[p] {
		m.put(p).done = true
	}
	if len(edges) == 0 {
		if b.w.Engine.DeadEnd == graph.DeadEndFails && !b.edges.Exit[t.id(p)] {
			m.items = nil // the run fails
		}
		return
	}
	for _, e := range edges {
		to := b.first + place(b.w.Edges[e].To)
		n := &b.w.Nodes[b.w.Edges[e].To]
		switch {
		case n.Kind == graph.KindExit && !b.w.Engine.ExitEnds:
		case n.Kind == graph.KindExit && !b.supersteps:
			t.clear(m, t.body[p])
			return
		case b.joins(b.w.Edges[e].To) && !t.ready(m, b, to):
		case b.supersteps:
			m.put(to).next = 1
		default:
			x := m.put(to)
			x.wait = min(x.wait+1, maxTokens)
			if b.waits {
				x.from |= b.deliveredBy(t.id(p), b.w.Edges[e].To)
			}
		}
	}
}
