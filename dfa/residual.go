package dfa

// This file holds residuals: monotone boolean combinations of goals, in their
// normal form. A monotone function has exactly one smallest disjunction of
// conjunctions, so equal residuals are equal sets.

import (
	"encoding/binary"
	"slices"
)

// A residual is a number of residuals.all.
type residual int32

const (
	never  residual = iota // no clause
	always                 // the empty clause
)

// A clause is a conjunction of goals, sorted, none of which implies another.
type clause []goal

// residuals is a store. Clauses of a residual are sorted, and none implies
// another.
type residuals struct {
	goals *goals
	all   [][]clause
	index map[string]residual
	ands  map[[2]residual]residual
	ors   map[[2]residual]residual
	work  int // clauses made for the state at hand
	spent int // clauses made for all states
	size  int // bytes of all clauses, about
}

func newResiduals(g *goals) *residuals {
	r := &residuals{goals: g, index: make(map[string]residual), ands: make(map[[2]residual]residual), ors: make(map[[2]residual]residual)}
	r.make(nil)
	r.make([]clause{{}})
	return r
}

func (r *residuals) make(clauses []clause) residual {
	var key []byte
	for _, c := range clauses {
		key = binary.AppendVarint(key, int64(len(c)))
		for _, g := range c {
			key = binary.AppendVarint(key, int64(g))
		}
	}
	if i, ok := r.index[string(key)]; ok {
		return i
	}
	if r.size += 5*len(key) + 24*len(clauses); r.size > maxKept {
		panic(&LimitError{"maxKept", maxKept})
	}
	i := residual(len(r.all))
	r.all = append(r.all, clauses)
	r.index[string(key)] = i
	return i
}

// of returns the residual that a goal is: its boolean operators are taken apart.
func (r *residuals) of(g goal) residual {
	n := r.goals.all[g]
	switch n.kind {
	case isFalse:
		return never
	case isTrue:
		return always
	case both:
		return r.and(r.of(n.l), r.of(n.r))
	case either:
		return r.or(r.of(n.l), r.of(n.r))
	}
	return r.make([]clause{{g}})
}

func (r *residuals) and(a, b residual) residual {
	switch {
	case a == never || b == never:
		return never
	case a == always || a == b:
		return b
	case b == always:
		return a
	}
	key := [2]residual{min(a, b), max(a, b)}
	if i, ok := r.ands[key]; ok {
		return i
	}
	var clauses []clause
	for _, c := range r.all[a] {
		for _, d := range r.all[b] {
			clauses = append(clauses, r.conjoin(c, d))
		}
	}
	r.count(len(clauses))
	i := r.make(r.weakest(clauses))
	r.ands[key] = i
	return i
}

func (r *residuals) or(a, b residual) residual {
	switch {
	case a == always || b == always:
		return always
	case a == never || a == b:
		return b
	case b == never:
		return a
	}
	key := [2]residual{min(a, b), max(a, b)}
	if i, ok := r.ors[key]; ok {
		return i
	}
	clauses := slices.Concat(r.all[a], r.all[b])
	r.count(len(clauses))
	i := r.make(r.weakest(clauses))
	r.ors[key] = i
	return i
}

// count notes that so many clauses were made.
func (r *residuals) count(clauses int) {
	r.work += clauses
	if r.spent += clauses * clauses; r.spent > maxSpent { // each is compared with each
		panic(&LimitError{"maxSpent", maxSpent})
	}
}

// conjoin returns the goals of both clauses but for those that others imply.
func (r *residuals) conjoin(c, d clause) clause {
	all := slices.Concat(c, d)
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(slices.Clone(all), func(g goal) bool {
		return slices.ContainsFunc(all, func(h goal) bool { return h != g && r.goals.implies(h, g) })
	})
}

// weakest returns the clauses that imply no other, sorted.
func (r *residuals) weakest(clauses []clause) []clause {
	slices.SortFunc(clauses, func(c, d clause) int {
		if len(c) != len(d) {
			return len(c) - len(d)
		}
		return slices.Compare(c, d)
	})
	clauses = slices.CompactFunc(clauses, slices.Equal[clause])
	var out []clause
	for i, c := range clauses {
		absorbed := false
		for j, d := range clauses {
			absorbed = absorbed || i != j && r.implies(c, d)
		}
		if !absorbed {
			out = append(out, c)
		}
	}
	return out
}

// implies reports whether each goal of d is implied by one of c.
func (r *residuals) implies(c, d clause) bool {
	for _, g := range d {
		if !slices.ContainsFunc(c, func(h goal) bool { return r.goals.implies(h, g) }) {
			return false
		}
	}
	return true
}

// atEnd reports whether a residual holds where no event is left.
func (r *residuals) atEnd(i residual) bool {
	return slices.ContainsFunc(r.all[i], func(c clause) bool {
		return !slices.ContainsFunc(c, func(g goal) bool { return !r.goals.atEnd(g) })
	})
}
