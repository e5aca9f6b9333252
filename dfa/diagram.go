package dfa

// This file holds the decision diagrams that are the transitions of an
// automaton: reduced and ordered, with states as leaves. Equal diagrams have equal
// references.

// A ref is a diagram: the index of a node, or ^q for the leaf q.
type ref int32

// unmade is the reference of no diagram: no automaton has so many states.
const unmade ref = -1 << 31

func leaf(q State) ref     { return ^ref(q) }
func (r ref) isLeaf() bool { return r < 0 }
func (r ref) state() State { return State(^r) }

// A decision goes to hi if its atom holds, else to lo. Both ask for later atoms
// only, and differ.
type decision struct {
	atom   int32
	lo, hi ref
}

// diagrams is a store of decisions; a decision comes after those that it leads
// to.
type diagrams struct {
	nodes []decision
	index map[decision]ref
}

func newDiagrams() diagrams { return diagrams{index: make(map[decision]ref)} }

// node returns the diagram that asks for the atom first. lo and hi ask for later
// ones only.
func (s *diagrams) node(atom int32, lo, hi ref) ref {
	if lo == hi {
		return lo
	}
	n := decision{atom, lo, hi}
	r, ok := s.index[n]
	if !ok {
		r = ref(len(s.nodes))
		s.nodes = append(s.nodes, n)
		s.index[n] = r
	}
	return r
}

// choose returns the diagram that is hi where the atom holds and lo elsewhere,
// whatever atoms they ask for. It takes time in the product of their sizes.
func (s *diagrams) choose(atom int32, lo, hi ref) ref {
	return s.chooser(atom).choose(lo, hi)
}

type chooser struct {
	*diagrams
	atom int32
	memo map[[2]ref]ref
}

func (s *diagrams) chooser(atom int32) *chooser {
	return &chooser{s, atom, make(map[[2]ref]ref)}
}

func (c *chooser) choose(lo, hi ref) ref {
	if lo == hi && (lo.isLeaf() || c.nodes[lo].atom > c.atom) {
		return lo
	}
	key := [2]ref{lo, hi}
	if r, ok := c.memo[key]; ok {
		return r
	}
	top := c.atom
	for _, r := range key {
		if !r.isLeaf() {
			top = min(top, c.nodes[r].atom)
		}
	}
	var r ref
	if top == c.atom {
		_, whenHolds := c.halves(hi, top)
		otherwise, _ := c.halves(lo, top)
		r = c.node(top, otherwise, whenHolds)
	} else {
		lo0, lo1 := c.halves(lo, top)
		hi0, hi1 := c.halves(hi, top)
		r = c.node(top, c.choose(lo0, hi0), c.choose(lo1, hi1))
	}
	c.memo[key] = r
	return r
}

// halves returns what is left of r if the atom does not hold, and if it does. No
// earlier atom occurs in r.
func (s *diagrams) halves(r ref, atom int32) (lo, hi ref) {
	if r.isLeaf() || s.nodes[r].atom != atom {
		return r, r
	}
	n := s.nodes[r]
	return n.lo, n.hi
}

// leaves calls visit for each leaf of r, in the order lo before hi, each once
// for each node that leads to it.
func (s *diagrams) leaves(r ref, visit func(State)) {
	seen := make(map[ref]bool)
	var walk func(ref)
	walk = func(r ref) {
		if r.isLeaf() {
			visit(r.state())
			return
		}
		if seen[r] {
			return
		}
		seen[r] = true
		walk(s.nodes[r].lo)
		walk(s.nodes[r].hi)
	}
	walk(r)
}
