package product

// This file searches the product of a space and an automaton, in breadth, so
// that what it finds first is shortest.

import (
	"github.com/agentvet/agentvet/dfa"
)

// A node of the product: a configuration and a state.
type pair struct {
	c config
	q dfa.State
}

// A search is one search of a product.
type search struct {
	space
	d     *dfa.DFA
	pairs []pair
	prev  []int32 // the pair before each, or none
	numbers

	bad   int32 // the first pair whose state is violating, or none
	unmet int32 // the first at which a run ends that has not kept the rule
	open  bool  // in some pair a run is not over and has not kept the rule so far
}

func newSearch(s space, d *dfa.DFA) *search {
	states := d.Len()
	if d.Unfolding() {
		states = none
	}
	return &search{space: s, d: d, bad: none, unmet: none, numbers: newNumbers(states)}
}

// run searches until the first bad prefix, or everything. It takes time linear
// in the product that it sees.
func (x *search) run() {
	x.arrive(pair{x.start(), x.d.Start}, none)
	var at int32
	visit := func(m move) {
		x.read(m, x.pairs[at].q, func(q dfa.State) bool {
			x.arrive(pair{m.to, q}, at)
			return true
		})
	}
	for ; int(at) < len(x.pairs) && x.bad == none; at++ {
		p := x.pairs[at]
		if x.d.Satisfied(p.q) {
			continue
		}
		x.moves(p.c, visit)
		if x.d.Accepting(p.q) {
			continue
		}
		if !x.ended(p.c) {
			x.open = true
		} else if x.unmet == none {
			x.unmet = at
		}
	}
}

// read calls yield for each state to which m leads from q.
func (x *search) read(m move, q dfa.State, yield func(dfa.State) bool) {
	if m.what == Pass {
		yield(q)
		return
	}
	x.d.Each(q, m.sym.must, m.sym.may&^m.sym.must, yield)
}

// arrive notes a pair that was not seen before.
func (x *search) arrive(p pair, prev int32) {
	if x.bad != none {
		return
	}
	if !x.add(p, int32(len(x.pairs))) {
		return
	}
	if x.d.Violating(p.q) {
		x.bad = int32(len(x.pairs))
	}
	x.pairs = append(x.pairs, p)
	x.prev = append(x.prev, prev)
}

// numbers are the numbers of pairs: in a table if the states are known, else in a map.
type numbers struct {
	states int
	table  []int32
	index  map[pair]int32
}

// Limits.
const (
	// maxPairs is the number of pairs that one search may see, of about twenty bytes where
	// there is a table.
	maxPairs = 1 << 24
	// maxSparse is the number where there is none, of about a hundred bytes.
	maxSparse = 1 << 22
	// maxDense is the number of states up to which there is a table for all pairs, most of
	// which are reached then.
	maxDense = 16
)

// newNumbers returns the numbers of no pairs, of an automaton of so many states, or none.
func newNumbers(states int) numbers {
	if states == none || states > maxDense {
		return numbers{index: make(map[pair]int32)}
	}
	return numbers{states: states}
}

// add gives a pair its number. It reports false if it has one. It panics with a
// *dfa.LimitError.
func (x *numbers) add(p pair, number int32) bool {
	if x.index != nil && number == maxSparse {
		panic(&dfa.LimitError{Limit: "maxSparse", Max: maxSparse})
	}
	if number == maxPairs {
		panic(&dfa.LimitError{Limit: "maxPairs", Max: maxPairs})
	}
	if x.index != nil {
		if _, ok := x.index[p]; ok {
			return false
		}
		x.index[p] = number
		return true
	}
	i := int(p.c)*x.states + int(p.q)
	for i >= len(x.table) {
		x.table = append(x.table, make([]int32, max(64*x.states, len(x.table)))...)
	}
	if x.table[i] != 0 {
		return false
	}
	x.table[i] = number + 1
	return true
}

// number returns the number of a pair, none if it was not seen.
func (x *numbers) number(p pair) int32 {
	if x.index != nil {
		if i, ok := x.index[p]; ok {
			return i
		}
		return none
	}
	if i := int(p.c)*x.states + int(p.q); i < len(x.table) {
		return x.table[i] - 1
	}
	return none
}

// A stage is one move of a path, and the state after it.
type stage struct {
	move
	q dfa.State
}

// path returns the moves that led to a pair, from the start.
func (x *search) path(i int32) []stage {
	var back []int32
	for ; i != none; i = x.prev[i] {
		back = append(back, i)
	}
	var out []stage
	for k := len(back) - 1; k > 0; k-- {
		out = append(out, x.step(back[k], back[k-1]))
	}
	return out
}

// successors calls yield for each pair after p.
func (x *search) successors(p pair, yield func(move, pair)) {
	x.moves(p.c, func(m move) {
		x.read(m, p.q, func(q dfa.State) bool {
			yield(m, pair{m.to, q})
			return true
		})
	})
}

// step returns the first move from one pair to another.
func (x *search) step(from, to int32) stage {
	var out stage
	found := false
	x.successors(x.pairs[from], func(m move, next pair) {
		if !found && next == x.pairs[to] {
			out, found = stage{m, x.pairs[to].q}, true
		}
	})
	if !found {
		panic("product: internal error: a step of a path that is no move")
	}
	return out
}
