package product

// This file says when a step at which tokens wait may run.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// overlaps reports whether two runs of p may go on at once, so that their events
// interleave. It matters if the automaton sees more than one of a run, or if the
// end of one run can be the end of the other.
func (t *tokens) overlaps(p place) bool {
	b, _ := t.of(p)
	if b.supersteps {
		return false
	}
	if t.sub[p] != none {
		return true
	}
	seen := 0
	for _, a := range t.programOf(p) {
		if !t.unseen(move{what: a.what, sym: t.event(p, a.what, a.tool)}) {
			seen++
		}
	}
	decides := t.decided(p, b.edges.Index.Out(t.id(p))) != 0
	ends := t.mayFail(b) || b.w.Engine.ExitEnds
	return seen > 1 || seen > 0 && (decides || ends)
}

// enabled reports whether a step at which a token waits may run: in a body in which
// steps wait for all, when each predecessor that can still deliver has.
func (t *tokens) enabled(m *marking, p place) bool {
	b, _ := t.of(p)
	in := b.edges.Index.In(t.id(p))
	if !b.waits || len(in) < 2 {
		return true
	}
	may := t.before(m, p)
	if !t.anyActive(m, p, may) {
		return true
	}
	// In a loop, what may come can come through predecessors that have delivered.
	from := m.get(p).from
	late := make([]graph.NodeID, 0, len(in))
	for i, e := range in {
		if t.exists(m, b, e) && (i >= 64 || from>>i&1 == 0) {
			late = append(late, b.w.Edges[e].From)
		}
	}
	return !t.anyActive(m, p, t.leadTo(m, b, late, t.id(p)))
}

// anyActive reports whether a step of the set, which are of the body of p, is
// active; p itself does not count.
func (t *tokens) anyActive(m *marking, p place, set reaching) bool {
	return slices.ContainsFunc(m.items, func(i item) bool {
		return i.at != p && t.body[i.at] == t.body[p] && i.active() && set[t.id(i.at)]
	})
}

// before returns the nodes from which p can be reached without passing p.
func (t *tokens) before(m *marking, p place) reaching {
	key := placeIn{p, m.value}
	if r, ok := t.reach[key]; ok {
		return r
	}
	b, _ := t.of(p)
	id := t.id(p)
	var first []graph.NodeID
	for _, e := range b.edges.Index.In(id) {
		if t.exists(m, b, e) {
			first = append(first, b.w.Edges[e].From)
		}
	}
	t.reach[key] = t.leadTo(m, b, first, id)
	return t.reach[key]
}

// leadTo returns the nodes from which one of the list can be reached without
// passing n, with the list.
func (t *tokens) leadTo(m *marking, b *body, list []graph.NodeID, n graph.NodeID) reaching {
	r := make(reaching, len(b.w.Nodes))
	var work []graph.NodeID
	add := func(from graph.NodeID) {
		if !r[from] && from != n {
			r[from] = true
			work = append(work, from)
		}
	}
	for _, from := range list {
		add(from)
	}
	for len(work) > 0 {
		last := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range b.edges.Index.In(last) {
			if t.exists(m, b, e) {
				add(b.w.Edges[e].From)
			}
		}
	}
	return r
}

// deliveredBy returns the bits of item.from for a token that n sends to the step.
func (b *body) deliveredBy(n, to graph.NodeID) uint64 {
	var from uint64
	for i, e := range b.edges.Index.In(to) {
		if i < 64 && b.w.Edges[e].From == n {
			from |= 1 << i
		}
	}
	return from
}

// ready reports whether all predecessors of a join have run.
func (t *tokens) ready(m *marking, b *body, to place) bool {
	for _, e := range b.edges.Index.In(t.id(to)) {
		if from := b.first + place(b.w.Edges[e].From); t.exists(m, b, e) && !m.get(from).done {
			return false
		}
	}
	return true
}
