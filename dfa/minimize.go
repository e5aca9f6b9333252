package dfa

// This file merges the states of an automaton that no continuation tells apart.

// minimize returns the minimal automaton of what d accepts, its states in the
// order of a search from the start. It refines the partition into accepting and
// other states until the states of a block have transitions to the same blocks;
// transitions are compared as diagrams over blocks, which are equal if their
// references are. Each round is linear in the states and decisions, and there are
// at most as many rounds as states.
func minimize(d *DFA) *DFA {
	block := make([]State, d.Len())
	for q := range block {
		if d.Accepting(State(q)) {
			block[q] = 1
		}
	}
	for count := 0; ; {
		image := newDiagrams()
		roots := d.image(&image, block)
		type signature struct {
			old  State
			next ref
		}
		index := make(map[signature]State)
		for q := range block {
			s := signature{block[q], roots[q]}
			b, ok := index[s]
			if !ok {
				b = State(len(index))
				index[s] = b
			}
			block[q] = b
		}
		if len(index) == count {
			return d.quotient(block, count)
		}
		count = len(index)
	}
}

// image copies the diagrams of d into a store, with the blocks of states as
// leaves, and returns the copy of each state's.
func (d *DFA) image(to *diagrams, block []State) []ref {
	copies := make([]ref, len(d.diagrams.nodes))
	of := func(r ref) ref {
		if r.isLeaf() {
			return leaf(block[r.state()])
		}
		return copies[r]
	}
	for i, n := range d.diagrams.nodes { // what n leads to comes before it
		copies[i] = to.node(n.atom, of(n.lo), of(n.hi))
	}
	roots := make([]ref, len(d.next))
	for q, r := range d.next {
		roots[q] = of(r)
	}
	return roots
}

// quotient returns the automaton of which the blocks are the states, numbered
// in the order of a search from the start.
func (d *DFA) quotient(block []State, count int) *DFA {
	member := make([]State, count) // some state of each block
	for q := range block {
		member[block[q]] = State(q)
	}
	order := []State{block[d.Start]} // blocks
	number := make([]State, count)
	for b := range number {
		number[b] = -1
	}
	number[order[0]] = 0
	for i := 0; i < len(order); i++ {
		d.diagrams.leaves(d.next[member[order[i]]], func(q State) {
			if b := block[q]; number[b] < 0 {
				number[b] = State(len(order))
				order = append(order, b)
			}
		})
	}
	out := &DFA{Atoms: d.Atoms, diagrams: newDiagrams()}
	renamed := make([]State, len(block))
	for q := range block {
		renamed[q] = number[block[q]]
	}
	roots := d.image(&out.diagrams, renamed)
	for _, b := range order {
		out.next = append(out.next, roots[member[b]])
		out.class = append(out.class, d.class[member[b]]&accepting)
	}
	out.diagrams.index = nil
	out.settle()
	return out
}

// settle marks the states from which no accepting state can be reached, and
// those from which only accepting ones can. In a minimal automaton each is one
// state, which leads to itself only.
func (d *DFA) settle() {
	for q, r := range d.next {
		if r == leaf(State(q)) {
			if d.class[q]&accepting != 0 {
				d.class[q] |= satisfied
			} else {
				d.class[q] |= violating
			}
		}
	}
}
