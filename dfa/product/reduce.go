package product

// This file leaves out interleavings that no rule tells apart (partial-order
// reduction: Peled, CAV 1993; Clarke, Grumberg and Peled, Model Checking, ch. 10).
//
// Where one step can move by moves that the automaton does not see, and that do
// not depend on what others do, only these are followed: the others can wait. To
// keep a step that goes round for ever from making the others wait for ever, this
// is done only where all of its moves lead to configurations that are new.

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
		fresh := true
		keep := func(mv move) {
			fresh = fresh && int(mv.to) >= known && t.unseen(mv)
			list = append(list, mv)
		}
		if it.phase > 0 {
			t.proceed(m, it, keep)
		} else {
			t.begin(m, it, keep)
		}
		if fresh && len(list) > 0 {
			out = list
			break
		}
	}
	t.ample[c] = out
	return out
}

// depends reports whether moves of p may depend on what other steps do, or
// these on them, other than by sending tokens.
func (t *tokens) depends(p place) bool {
	b, _ := t.of(p)
	if b.unsaid || t.feeds[p] || b.w.Engine.ExitEnds && !b.supersteps {
		return true
	}
	return slices.ContainsFunc(t.leave(p), func(c choice) bool {
		if len(c.edges) == 0 && b.w.Engine.DeadEnd == graph.DeadEndFails || t.exact && c.assumed != 0 {
			return true
		}
		return t.exact && slices.ContainsFunc(c.edges, func(e graph.EdgeID) bool { return bounded(&b.w.Nodes[b.w.Edges[e].To]) })
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
