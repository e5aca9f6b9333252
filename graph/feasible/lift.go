package feasible

// This file looks for proofs over the integers. What it finds is checked by code that shares nothing with it
// (farkas.go), so that a mistake here loses a proof and makes none.
//
// Four things are repeated until nothing new comes of them: which Bools are decided by others; which operations do not wrap
// around, by the bounds of what they are made of; the decided comparisons as inequalities; and what these say of the bounds. Then
// the simplex method looks for a sum that is a contradiction. If there is none, it is asked for each operation that may wrap
// around for all that bounds say; and if nothing helps, a Bool that is open makes two cases.

import (
	"maps"
	"math/big"
	"slices"
)

// Limits of a search. They are of its size, so that an answer does not depend on how busy the machine is.
const (
	maxLiftTerms = 1500 // of a question
	maxUnknowns  = 160  // of the inequalities
	maxRows      = 300
	maxCases     = 32        // that a proof tells apart
	maxRounds    = 6         // of one case
	maxOpen      = 32        // operations about which inequalities are asked, in one round
	maxWork      = 4_000_000 // of the simplex method, in entries of tables: a second, where it comes to that
	maxPasses    = 4         // over the inequalities, in one round, for bounds
)

// A thing is what a proof is made of: something that is asked, a case, or a step and what that needs.
type thing struct {
	asked int // its index; -1 for others
	step  *step
	of    []*thing
}

type (
	decided struct {
		holds bool
		why   *thing
	}
	end struct { // of the range of an unknown
		x   *big.Int
		why *thing
	}
	meaning struct { // what a term is worth, as a sum
		sum
		why *thing
	}
	inequality struct { // the sum is not positive
		sum
		id  rowID
		why *thing
	}
)

// A lift is a case of a search.
type lift struct {
	ts        *Terms
	left      *int // cases that may still be told apart
	bools     []*Term
	numbers   []*Term
	facts     map[*Term]decided
	means     map[*Term]meaning
	low, high map[*Term]end
	rows      []inequality
	compared  map[*Term][]inequality // the rows of comparisons
	known     map[*Term][]inequality // the rows of operations that are unknowns
	open      []*Term                // operations that may wrap around
	steps     []*step
	spent     *int // of maxWork
}

// refute looks for a proof that some Bools, of which the first are given, cannot hold together. Used are the indices of those
// that it needs.
func (ts *Terms) refute(all []*Term) (r *refutation, used []int) {
	left, spent := maxCases, 0
	l := &lift{
		ts: ts, left: &left, spent: &spent, facts: make(map[*Term]decided), means: make(map[*Term]meaning), low: make(map[*Term]end), high: make(map[*Term]end),
		compared: make(map[*Term][]inequality), known: make(map[*Term][]inequality),
	}
	if !l.collect(all) {
		return nil, nil
	}
	for i, t := range all {
		if _, again := l.facts[t]; !again {
			l.facts[t] = decided{true, &thing{asked: i}}
		}
	}
	r, needs := l.search()
	if r == nil {
		return nil, nil
	}
	steps := make(map[*step]bool)
	seen := make(map[*thing]bool)
	var visit func(*thing)
	visit = func(x *thing) {
		if x == nil || seen[x] {
			return
		}
		seen[x] = true
		if x.step != nil {
			steps[x.step] = true
		} else if x.asked >= 0 {
			used = append(used, x.asked)
		}
		for _, y := range x.of {
			visit(y)
		}
	}
	for _, x := range needs {
		visit(x)
	}
	r.keep(steps)
	slices.Sort(used)
	return r, used
}

// keep leaves out the steps that a proof does not need.
func (r *refutation) keep(steps map[*step]bool) {
	if r == nil {
		return
	}
	r.steps = slices.DeleteFunc(r.steps, func(s *step) bool { return !steps[s] })
	r.cases[0].keep(steps)
	r.cases[1].keep(steps)
}

// collect notes the terms of a question, operands first. It reports false if they are too many, or none of them compares numbers.
func (l *lift) collect(all []*Term) (ok bool) {
	compares, size := false, 0
	each(all, func(t *Term) {
		size++
		compares = compares || isCompared(t)
		if t.typ == Bool {
			l.bools = append(l.bools, t)
		} else if t.typ.IsInteger() && !t.IsConst() {
			l.numbers = append(l.numbers, t)
		}
	})
	byID := func(a, b *Term) int { return a.id - b.id }
	slices.SortFunc(l.bools, byID)
	slices.SortFunc(l.numbers, byID)
	return compares && size <= maxLiftTerms
}

// isCompared reports whether t compares integers.
func isCompared(t *Term) bool {
	return (t.op == Equal || t.op == Less || t.op == LessEqual) && t.args[0].typ.IsInteger()
}

// search returns a proof that the case cannot be, and what it needs; nil if it finds none.
func (l *lift) search() (*refutation, []*thing) {
	for round := range maxRounds {
		if clash := l.decide(); clash != nil {
			return &refutation{steps: l.steps}, []*thing{clash}
		}
		changed := l.mean()
		sum, why, more := l.tighten()
		if sum != nil {
			return &refutation{steps: l.steps, sum: sum}, why
		}
		if (changed || more) && round < maxRounds/2 {
			continue
		}
		table := l.table()
		if table == nil {
			return nil, nil
		}
		if sum := table.solve(); sum != nil {
			return &refutation{steps: l.steps, sum: sum}, l.needs(sum)
		}
		if !l.narrow(table) {
			break
		}
	}
	return l.cases()
}

// cases tells two cases apart.
func (l *lift) cases() (*refutation, []*thing) {
	split := l.undecided()
	if split == nil || *l.left <= 0 {
		return nil, nil
	}
	out := &refutation{steps: l.steps, split: split}
	var needs []*thing
	for i := range out.cases {
		*l.left--
		assumed := &thing{asked: -1}
		in := l.with(split, decided{i == 0, assumed})
		r, needed := in.search()
		if r == nil {
			return nil, nil
		}
		if !reaches(needed, assumed) { // it is so in any case
			r.steps = slices.Concat(l.steps, r.steps)
			return r, needed
		}
		out.cases[i] = r
		needs = append(needs, needed...)
	}
	return out, needs
}

// reaches reports whether something is among what is needed.
func reaches(needs []*thing, x *thing) bool {
	seen := make(map[*thing]bool)
	var is func(*thing) bool
	is = func(y *thing) bool {
		if y == nil || seen[y] {
			return false
		}
		seen[y] = true
		return y == x || slices.ContainsFunc(y.of, is)
	}
	return slices.ContainsFunc(needs, is)
}

// with returns a case of l.
func (l *lift) with(t *Term, f decided) *lift {
	in := *l
	in.facts, in.means, in.low, in.high = maps.Clone(l.facts), maps.Clone(l.means), maps.Clone(l.low), maps.Clone(l.high)
	in.compared, in.known = maps.Clone(l.compared), maps.Clone(l.known)
	in.bools, in.steps = slices.Clone(l.bools), nil
	in.facts[t] = f
	if !slices.Contains(in.bools, t) {
		in.bools = append(in.bools, t)
	}
	return &in
}

// undecided returns a Bool that would say more if it were decided: the condition of a choice, an operand of a Bool that is
// decided, or which of two numbers that are not equal is less.
func (l *lift) undecided() *Term {
	for _, t := range l.numbers {
		if t.op == If {
			if _, ok := l.facts[t.args[0]]; !ok {
				return t.args[0]
			}
		}
	}
	for _, t := range l.bools {
		f, known := l.facts[t]
		switch {
		case !known || t.IsConst() || t.op == opVar || isAboutText(t):
		case isCompared(t):
			if t.op == Equal && !f.holds {
				less, more := l.ts.Op(Less, t.args[0], t.args[1]), l.ts.Op(Less, t.args[1], t.args[0])
				_, ok1 := l.facts[less]
				_, ok2 := l.facts[more]
				if !ok1 && !ok2 {
					return less
				}
			}
		default:
			for _, a := range t.args {
				if _, ok := l.facts[a]; !ok && a.typ == Bool {
					return a
				}
			}
		}
	}
	return nil
}
