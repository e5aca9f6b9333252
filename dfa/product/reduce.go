package product

// This file leaves out interleavings that no rule tells apart (partial-order
// reduction: Peled, CAV 1993; Clarke, Grumberg and Peled, Model Checking, ch. 10).
//
// Where one step can move by moves that the automaton does not see, and that do
// not depend on what others do, only these are followed: the others can wait. So
// are moves that it sees, if it comes to the same states whether they are before
// or after all that others can do in the meantime: in a sequence of calls of one
// tool, it makes no difference which step calls. To keep a step that goes round
// for ever from making the others wait for ever, this is done only where all of
// its moves lead to configurations that are new.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// alone returns the moves of one step that stand for all moves from c, none if
// there is no such step. It decides once for each configuration.
func (t *tokens) alone(c config, m *marking) []move {
	if list, ok := t.ample[c]; ok {
		return list
	}
	var out []move
	for _, it := range m.items {
		if it.phase == 0 && (it.wait == 0 || !t.enabled(m, it.at)) || t.depends(it.at) {
			continue
		}
		known := len(t.all)
		var list []move
		fresh, hidden := true, true
		keep := func(mv move) {
			fresh = fresh && int(mv.to) >= known
			hidden = hidden && t.unseen(mv)
			list = append(list, mv)
		}
		if it.phase > 0 {
			t.proceed(m, it, keep)
		} else {
			t.begin(m, it, keep)
		}
		if !fresh || len(list) == 0 {
			continue
		}
		if b, _ := t.of(it.at); hidden && !b.unsaid || t.commutes(m, it, list, hidden) {
			out = list
			t.swapped = t.swapped || !hidden
			break
		}
	}
	t.ample[c] = out
	return out
}

// commutes reports whether it makes no difference for the automaton if the moves of a step
// come before all that others can do without it, and these cannot come to the step.
func (t *tokens) commutes(m *marking, it item, list []move, hidden bool) bool {
	if !hidden && (!t.swaps || !t.calm() || it.phase > 0 && it.wait > 0) {
		return false
	}
	others := t.others(m, it.at)
	if slices.Contains(others, it.at) {
		return false
	}
	if hidden {
		return true
	}
	for _, mv := range list {
		if t.unseen(mv) {
			continue
		}
		for _, p := range others {
			if slices.ContainsFunc(t.eventsAt(p), func(s symbol) bool { return !t.swap(mv.sym, s) }) {
				return false
			}
		}
	}
	return true
}

// calm reports whether nothing that a step does ends other steps.
func (t *tokens) calm() bool {
	return !slices.ContainsFunc(t.bodies, func(b body) bool {
		return b.w.Engine.ExitEnds && !b.supersteps || t.mayFail(&b)
	})
}

// mayFail reports whether a run may fail in a body, at a dead end that it can get to.
func (t *tokens) mayFail(b *body) bool {
	if b.w.Engine.DeadEnd != graph.DeadEndFails || len(b.w.Nodes) == 0 {
		return false
	}
	if v, ok := t.failing[b.first]; ok {
		return v
	}
	v := false
	for id, leads := range t.ledTo(t.entry(t.body[b.first])) {
		v = v || leads && t.failsAt(b.first+place(id))
	}
	t.failing[b.first] = v
	return v
}

// failsAt reports whether a run may fail behind a step, as nothing follows it.
func (t *tokens) failsAt(p place) bool {
	b, n := t.of(p)
	return b.w.Engine.DeadEnd == graph.DeadEndFails && n.Kind != graph.KindExit && !b.edges.Exit[t.id(p)] &&
		slices.ContainsFunc(t.leave(p), func(c choice) bool { return len(c.edges) == 0 })
}

// others returns the steps that can run before p does anything: those that tokens are at,
// and what these lead to without p.
func (t *tokens) others(m *marking, p place) []place {
	in := make([]bool, len(t.body))
	var list []place
	var blocked []place
	above := make(map[place]bool) // they wait for p
	for x := t.bodies[t.body[p]].parent; x != none; x = t.bodies[t.body[x]].parent {
		above[x] = true
	}
	own := t.body[p]
	ahead := reaching(nil)
	add := func(x place) {
		if in[x] || above[x] {
			return
		}
		if b, _ := t.of(x); x != p && t.body[x] == own && b.waits && len(b.edges.Index.In(t.id(x))) > 1 {
			if ahead == nil {
				ahead = t.ledTo(p)
			}
			if t.awaits(m, x, ahead, in) {
				blocked = append(blocked, x)
				return
			}
		}
		in[x] = true
		list = append(list, x)
	}
	for i := range m.items {
		it := &m.items[i]
		if it.at == p || !it.active() || t.body[it.at] == own && t.bodies[own].supersteps && it.wait == 0 && it.phase == 0 {
			continue
		}
		if it.phase > 0 && !in[it.at] && !above[it.at] {
			in[it.at] = true
			list = append(list, it.at)
		}
		add(it.at)
	}
	for i := 0; i < len(list); i++ {
		for ; i < len(list); i++ {
			x := list[i]
			b, _ := t.of(x)
			if t.sub[x] != none {
				add(t.entry(t.sub[x]))
			}
			if t.body[x] == own && b.supersteps {
				continue // what it leads to waits for p
			}
			for _, e := range b.edges.Index.Out(t.id(x)) {
				if b.edges.Live[e] {
					add(b.first + place(b.w.Edges[e].To))
				}
			}
		}
		again := blocked
		blocked = nil
		for _, x := range again { // what it waits for may have come
			add(x)
		}
		i--
	}
	return list
}

// ledTo returns the nodes of the body of p that p leads to, with p.
func (t *tokens) ledTo(p place) reaching {
	b, _ := t.of(p)
	r := make(reaching, len(b.w.Nodes))
	work := []graph.NodeID{t.id(p)}
	r[work[0]] = true
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range b.edges.Index.Out(n) {
			if to := b.w.Edges[e].To; b.edges.Live[e] && !r[to] {
				r[to] = true
				work = append(work, to)
			}
		}
	}
	return r
}

// awaits reports whether x, in a body in which steps wait for all, cannot run before p does:
// a predecessor that p leads to has not delivered, and cannot run without p.
func (t *tokens) awaits(m *marking, x place, ahead reaching, in []bool) bool {
	b, _ := t.of(x)
	from := m.get(x).from
	for i, e := range b.edges.Index.In(t.id(x)) {
		pred := b.w.Edges[e].From
		if i < 64 && from>>i&1 == 0 && b.edges.Live[e] && !b.w.Edges[e].Optional() && ahead[pred] && !in[b.first+place(pred)] {
			return true
		}
	}
	return false
}

// eventsAt returns the symbols of what p may do.
func (t *tokens) eventsAt(p place) []symbol {
	if list, ok := t.events[p]; ok {
		return list
	}
	b, _ := t.of(p)
	var list []symbol
	add := func(s symbol) {
		if t.decided(p, b.edges.Index.Out(t.id(p))) != 0 {
			for _, e := range b.edges.Index.Out(t.id(p)) {
				s.may |= t.decided(p, []graph.EdgeID{e})
			}
		}
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	t.labels.each(p, add)
	if t.decided(p, b.edges.Index.Out(t.id(p))) != 0 {
		add(symbol{})
	}
	t.events[p] = list
	return list
}

// swap reports whether the automaton comes to the same states by two events in either order,
// whatever its state.
func (t *tokens) swap(a, b symbol) bool {
	key := [2]symbol{a, b}
	if v, ok := t.swappable[key]; ok {
		return v
	}
	v := t.d.Swaps(a.must, a.may&^a.must, b.must, b.may&^b.must)
	t.swappable[key] = v
	return v
}

// depends reports whether moves of p may depend on what other steps do, or
// these on them, other than by sending tokens.
func (t *tokens) depends(p place) bool {
	b, _ := t.of(p)
	if t.feeds[p] || b.w.Engine.ExitEnds && !b.supersteps || t.failsAt(p) {
		return true
	}
	return slices.ContainsFunc(t.leave(p), func(c choice) bool {
		return t.exact && (c.assumed != 0 || slices.ContainsFunc(c.edges, func(e graph.EdgeID) bool { return bounded(&b.w.Nodes[b.w.Edges[e].To]) }))
	})
}

// unseen reports whether the automaton stays where it is by the event of m,
// whatever its state.
func (t *tokens) unseen(m move) bool {
	if m.what == Pass {
		return true
	}
	if u, ok := t.stays[m.sym]; ok {
		return u
	}
	u := t.d.Ignores(m.sym.must, m.sym.may&^m.sym.must)
	t.stays[m.sym] = u
	return u
}
