package check

// This file searches: forward from the entry, backward from the exits, in the
// workflow as it is known and with everything that its unknowns may add.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A tree is the result of a search in breadth: shortest paths. Nodes that were
// not reached have no entry in order.
type tree struct {
	reached []bool
	edge    []graph.EdgeID // the edge to (forward) or from (backward) the node; None at roots and where an unknown leads
	order   []graph.NodeID // in the order in which nodes were reached
	known   int            // how many of order are reached without unknowns
	rank    []int32        // index in order; see ranks

	ends  []graph.NodeID // of each edge, where the search comes from
	cause []int32        // the unknown without which it is not reached, or None; nil if there are no unknowns
	led   []graph.NodeID // where an unknown leads from (forward) or to (backward), or None; nil if there are no unknowns
}

// newTree returns a tree of which no node is reached; ends are where edges come from
// (forward) or lead to (backward).
func (v *view) newTree(ends []graph.NodeID) *tree {
	s := v.scratch
	return &tree{reached: s.flags.take(v.n), edge: s.edges.take(v.n), order: s.nodes.take(v.n)[:0], ends: ends}
}

// forget gives back all of t but what is reached, and why.
func (t *tree) forget(s *scratch) {
	s.edges.give(t.edge)
	s.nodes.give(t.order)
	t.edge, t.order = nil, nil
}

func (t *tree) add(n graph.NodeID, e graph.EdgeID) {
	t.reached[n], t.edge[n] = true, e
	t.order = append(t.order, n)
}

// because adds a node for which an unknown is needed, and which the edge e or an
// unknown connects to the node next.
func (t *tree) because(n, next graph.NodeID, e graph.EdgeID, cause int32) {
	if !t.reached[n] {
		t.add(n, e)
		t.cause[n], t.led[n] = cause, next
	}
}

// next returns the node before (forward) or after (backward) n; None at roots.
func (t *tree) next(n graph.NodeID) graph.NodeID {
	switch e := t.edge[n]; {
	case e != none:
		return t.ends[e]
	case t.led != nil:
		return t.led[n]
	}
	return none
}

// ranks returns for each reached node its index in order.
func (t *tree) ranks() []int32 {
	if t.rank == nil {
		t.rank = make([]int32, len(t.reached))
		for i, n := range t.order {
			t.rank[n] = int32(i)
		}
	}
	return t.rank
}

// causeOf returns the unknown that n's being reached depends on, or None.
func (t *tree) causeOf(n graph.NodeID) int32 {
	if t.cause == nil {
		return none
	}
	return t.cause[n]
}

// certainly reports whether n is reached without unknowns.
func (t *tree) certainly(n graph.NodeID) bool { return t.reached[n] && t.causeOf(n) == none }

func (t *tree) withCauses() {
	t.known = len(t.order)
	t.cause, t.led = slices.Repeat([]int32{none}, len(t.reached)), slices.Repeat([]graph.NodeID{none}, len(t.reached))
}

// forward searches from the entry over the edges that pass.
func (v *view) forward(pass []bool) *tree {
	t := v.newTree(v.from)
	t.add(v.w.Entry, none)
	v.expand(t, pass)
	return t
}

// expand searches forward from the nodes that t has.
func (v *view) expand(t *tree, pass []bool) {
	order, ends := t.order, v.to
	for i := 0; i < len(order); i++ {
		for _, e := range v.x.Out(order[i]) {
			if to := ends[e]; !t.reached[to] && pass[e] {
				t.reached[to], t.edge[to] = true, e
				order = append(order, to)
			}
		}
	}
	t.order, t.known = order, len(order)
}

// forwardMax continues a forward search with the edges that unknowns may add.
// The known part of t stays as it is.
func (v *view) forwardMax(t *tree, pass []bool) {
	u := &v.unknown
	if !u.any {
		return
	}
	t.withCauses()
	if u.anything != none {
		v.toAll(t, v.w.Entry, u.anything)
	}
	for _, n := range u.entered {
		t.because(n, v.w.Entry, none, u.sources[n])
	}
	for i := 0; i < len(t.order); i++ {
		n := t.order[i]
		if i >= t.known {
			for _, e := range v.x.Out(n) {
				if pass[e] {
					t.because(v.to[e], n, e, t.cause[n])
				}
			}
		}
		if open := u.targets[n]; open != none && len(t.order) < v.n {
			v.toAll(t, n, open)
		}
	}
}

// toAll adds all nodes that are not reached yet: from may lead to them.
func (v *view) toAll(t *tree, from graph.NodeID, cause int32) {
	for i := range v.n {
		t.because(graph.NodeID(i), from, none, cause)
	}
}

// backward searches from the nodes at which seed holds, against the edges
// that pass.
func (v *view) backward(seed func(graph.NodeID) bool, pass []bool) *tree {
	t := v.newTree(v.to)
	for i := range v.n {
		if n := graph.NodeID(i); seed(n) {
			t.add(n, none)
		}
	}
	for i := 0; i < len(t.order); i++ {
		for _, e := range v.x.In(t.order[i]) {
			if from := v.from[e]; !t.reached[from] && pass[e] {
				t.add(from, e)
			}
		}
	}
	t.known = len(t.order)
	return t
}

// backwardMax continues a backward search from exits with what unknowns may
// add: bodies that end the run, targets and sources that are not listed.
func (v *view) backwardMax(t *tree, pass []bool) {
	u := &v.unknown
	if !u.any {
		return
	}
	t.withCauses()
	if u.anything != none {
		v.toAll(t, none, u.anything)
		return
	}
	for i := range v.n {
		if n := graph.NodeID(i); u.body[n] != none {
			t.because(n, none, none, u.body[n])
		}
	}
	opened := false
	for i := 0; i < len(t.order); i++ {
		n := t.order[i]
		if !opened { // there is a node to lead to
			opened = true
			for j := range v.n {
				if m := graph.NodeID(j); u.targets[m] != none {
					t.because(m, n, none, u.targets[m])
				}
			}
		}
		if i >= t.known {
			for _, e := range v.x.In(n) {
				if pass[e] {
					t.because(v.from[e], n, e, t.cause[n])
				}
			}
		}
		if open := u.sources[n]; open != none && len(t.order) < v.n {
			v.toAll(t, n, open)
		}
	}
}

// path returns the path of a forward search to n; for a node that was not
// reached it is that node alone.
func (t *tree) path(n graph.NodeID) graph.Witness {
	length := 0
	for m := n; m != none && t.reached[m]; m = t.next(m) {
		length++
	}
	if length == 0 {
		return graph.Witness{{Node: n, Edge: none}}
	}
	path := make(graph.Witness, length)
	for m := n; m != none; m = t.next(m) {
		length--
		path[length] = graph.Step{Node: m, Edge: t.edge[m]}
	}
	return path
}
