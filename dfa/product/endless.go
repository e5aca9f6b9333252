package product

// This file finds runs that never end and never keep the rule: cycles of the
// product in which no state is accepting.
//
// What a model calls between two questions is finite: a cycle has another move.
//
// With fairness, a run that comes to a choice again and again takes each way in
// the end. Then it stays in a strongly connected component that nothing leaves:
// only such components count. Without, any cycle does.

import "slices"

// A lasso is a run that never ends: the moves to a cycle, then once round it.
type lasso struct {
	stem, loop []stage
}

// endless returns the lasso whose stem is shortest, if there is one. It is linear
// in the part of the product whose states are not accepting.
func (x *search) endless(fair bool) (lasso, bool) {
	t := &tarjan{search: x, fair: fair, at: make([]visit, len(x.pairs)), best: none}
	for i := range x.pairs {
		if t.counts(int32(i)) && t.at[i].low == 0 {
			t.visit(int32(i))
		}
	}
	if t.best == none {
		return lasso{}, false
	}
	return lasso{x.path(t.best), x.round(t.best, t.members)}, true
}

// A visit is what the search for components knows of a pair.
type visit struct {
	index, low int32 // from 1
	on         bool  // on the stack
	leaves     bool  // a move leads out of what counts
}

// tarjan finds the strongly connected components of the pairs that count (Tarjan,
// SIAM J. Comput. 1(2), 1972), without recursion.
type tarjan struct {
	*search
	fair    bool
	at      []visit
	next    int32
	stack   []int32
	best    int32   // the first pair of the best component so far, or none
	members []int32 // of that component
}

// counts reports whether a run that stays here keeps on not keeping the rule.
func (t *tarjan) counts(i int32) bool {
	p := t.pairs[i]
	return !t.d.Accepting(p.q) && !t.ended(p.c)
}

// A frame is a pair whose successors are being visited.
type frame struct {
	i    int32
	succ []int32
}

func (t *tarjan) visit(root int32) {
	work := []frame{t.open(root)}
	for len(work) > 0 {
		f := &work[len(work)-1]
		v := &t.at[f.i]
		if len(f.succ) > 0 {
			j := f.succ[0]
			f.succ = f.succ[1:]
			switch w := &t.at[j]; {
			case w.low == 0:
				work = append(work, t.open(j))
			case w.on:
				v.low = min(v.low, w.index)
			default:
				v.leaves = true // another component
			}
			continue
		}
		work = work[:len(work)-1]
		if v.low == v.index {
			t.component(f.i)
		}
		if len(work) > 0 {
			parent := &t.at[work[len(work)-1].i]
			parent.low = min(parent.low, v.low)
			parent.leaves = parent.leaves || !v.on
		}
	}
}

func (t *tarjan) open(i int32) frame {
	t.next++
	t.at[i] = visit{index: t.next, low: t.next, on: true}
	t.stack = append(t.stack, i)
	f := frame{i: i}
	t.successors(t.pairs[i], func(_ move, p pair) {
		j := t.number(p)
		if j == none || !t.counts(j) {
			t.at[i].leaves = true
			return
		}
		f.succ = append(f.succ, j)
	})
	return f
}

// component takes the component of root off the stack, and keeps it if it has
// a cycle, counts, and is the first.
func (t *tarjan) component(root int32) {
	at := len(t.stack) - 1
	for t.stack[at] != root {
		at--
	}
	members := slices.Clone(t.stack[at:])
	t.stack = t.stack[:at]
	leaves := false
	for _, i := range members {
		t.at[i].on = false
		leaves = leaves || t.at[i].leaves
	}
	first := slices.Min(members)
	if t.fair && leaves || t.best != none && t.best < first {
		return
	}
	slices.Sort(members)
	if t.cycles(members) {
		t.best, t.members = first, members
	}
}

// cycles reports whether a component has a cycle.
func (t *tarjan) cycles(members []int32) bool {
	for _, i := range members {
		found := false
		t.successors(t.pairs[i], func(m move, p pair) {
			_, inside := slices.BinarySearch(members, t.number(p))
			found = found || inside && m.advances()
		})
		if found {
			return true
		}
	}
	return false
}

// advances reports whether m is more than a call that a model chooses.
func (m *move) advances() bool {
	return m.starts || m.left || m.what != Call && m.what != Ask && m.what != Pass
}

// round returns the shortest way from a pair back to itself within members.
func (x *search) round(from int32, members []int32) []stage {
	type point struct {
		i        int32
		advanced bool // a move on the way was more than a call
	}
	start := point{from, false}
	prev := map[point]point{start: start}
	work := []point{start}
	for k := 0; k < len(work); k++ {
		at := work[k]
		x.successors(x.pairs[at.i], func(m move, p pair) {
			to := point{x.number(p), at.advanced || m.advances()}
			if _, inside := slices.BinarySearch(members, to.i); !inside {
				return
			}
			if _, seen := prev[to]; !seen {
				prev[to] = at
				work = append(work, to)
			}
		})
		end := point{from, true}
		if _, ok := prev[end]; !ok {
			continue
		}
		var out []stage
		for p := end; p != start; p = prev[p] {
			out = append(out, x.step(prev[p].i, p.i, prev[p].advanced != p.advanced))
		}
		slices.Reverse(out)
		return out
	}
	panic("product: internal error: a component without a cycle")
}

// step returns the first move from one pair to another, of those that are more
// than a call if advance is set.
func (x *search) step(from, to int32, advance bool) stage {
	var out stage
	found := false
	x.successors(x.pairs[from], func(m move, next pair) {
		if !found && next == x.pairs[to] && (!advance || m.advances()) {
			out, found = stage{m, x.pairs[to].q}, true
		}
	})
	if !found {
		panic("product: internal error: a step of a path that is no move")
	}
	return out
}
