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
	seen := make(map[*Term]bool)
	compares := false
	var visit func(t *Term)
	visit = func(t *Term) {
		if seen[t] || len(seen) > maxLiftTerms {
			return
		}
		seen[t] = true
		compares = compares || isCompared(t)
		if t.typ == Bool {
			l.bools = append(l.bools, t)
		} else if t.typ.IsInteger() && !t.IsConst() {
			l.numbers = append(l.numbers, t)
		}
		for _, a := range t.args {
			visit(a)
		}
	}
	for _, t := range all {
		visit(t)
	}
	byID := func(a, b *Term) int { return a.id - b.id }
	slices.SortFunc(l.bools, byID)
	slices.SortFunc(l.numbers, byID)
	return compares && len(seen) <= maxLiftTerms
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

// fact notes that a Bool is decided. It returns what contradicts that.
func (l *lift) fact(kind stepKind, t *Term, holds bool, from *Term, of ...*thing) (clash *thing) {
	s := &step{kind: kind, t: t, holds: holds, from: from}
	why := &thing{asked: -1, step: s, of: of}
	old, known := l.facts[t]
	switch {
	case known && old.holds == holds:
		return nil
	case known:
		why.of = append(why.of, old.why)
		l.steps = append(l.steps, s)
		return why
	case t.IsConst() && (t.bits == 1) != holds:
		l.steps = append(l.steps, s)
		return why
	}
	l.steps = append(l.steps, s)
	l.facts[t] = decided{holds, why}
	return nil
}

// decide notes which Bools are decided by others, and returns a contradiction if there is one.
func (l *lift) decide() *thing {
	for {
		before := len(l.steps)
		for _, t := range l.bools {
			if clash := l.decided(t); clash != nil {
				return clash
			}
		}
		if len(l.steps) == before {
			return nil
		}
	}
}

// decided notes what t and its operands say of one another.
func (l *lift) decided(t *Term) *thing {
	f, known := l.facts[t]
	switch {
	case t.IsConst():
		if !known {
			l.facts[t] = decided{t.bits == 1, nil}
		} else if f.holds != (t.bits == 1) {
			return l.fact(stepFact, t, t.bits == 1, t, f.why)
		}
		return nil
	case t.op == opVar, isAboutText(t):
		return nil
	case isCompared(t):
		return l.compare(t)
	}
	if t.op == And || t.op == Or {
		return l.joint(t)
	}
	args := make([]truth, len(t.args))
	var whys []*thing
	for i, a := range t.args {
		if of, ok := l.facts[a]; ok {
			args[i] = truthOf(of.holds)
			whys = append(whys, of.why)
		}
	}
	if is := logical(t.op, args); is != open {
		if clash := l.fact(stepFact, t, is == holds, t, whys...); clash != nil {
			return clash
		}
	}
	if !known {
		return nil
	}
	for i, a := range t.args {
		if args[i] != open {
			continue
		}
		for _, try := range []truth{holds, fails} {
			other := slices.Clone(args)
			other[i] = try
			if is := logical(t.op, other); is != open && is != truthOf(f.holds) {
				return l.fact(stepFact, a, try == fails, t, append(whys, f.why)...)
			}
		}
	}
	return nil
}

// joint is decided for And and Or.
func (l *lift) joint(t *Term) *thing {
	neutral := t.op == And
	var open []*Term
	var whys []*thing
	for _, a := range t.args {
		of, ok := l.facts[a]
		switch {
		case !ok:
			open = append(open, a)
		case of.holds != neutral:
			return l.fact(stepFact, t, !neutral, t, of.why)
		default:
			whys = append(whys, of.why)
		}
	}
	if len(open) == 0 {
		return l.fact(stepFact, t, neutral, t, whys...)
	}
	f, known := l.facts[t]
	switch {
	case known && f.holds == neutral:
		for _, a := range open {
			if clash := l.fact(stepFact, a, neutral, t, f.why); clash != nil {
				return clash
			}
		}
	case known && len(open) == 1:
		return l.fact(stepFact, open[0], !neutral, t, append(whys, f.why)...)
	}
	return nil
}

// A truth is what is known of a Bool.
type truth int8

const (
	open  truth = 0
	holds truth = 1
	fails truth = -1
)

func truthOf(b bool) truth {
	if b {
		return holds
	}
	return fails
}

// logical returns what Not, If and Equal make of Bools.
func logical(op Op, args []truth) truth {
	switch {
	case op == Not:
		return -args[0]
	case op == Equal:
		return args[0] * args[1]
	case op == If && args[0] == holds, op == If && args[1] == args[2]:
		return args[1]
	case op == If && args[0] == fails:
		return args[2]
	}
	return open
}

// compare decides a comparison by the bounds of its sides, and of two that are not equal which one is less.
func (l *lift) compare(t *Term) *thing {
	x, y := l.meaning(t.args[0]), l.meaning(t.args[1])
	d := x.minus(y.sum)
	low, lowWhy := l.least(d)
	high, highWhy := l.most(d)
	side := func(of []*thing) []*thing { return append(of, x.why, y.why) }
	is, whys := open, []*thing(nil)
	switch {
	case high.Sign() < 0:
		is, whys = truthOf(t.op != Equal), side(highWhy)
	case high.Sign() == 0 && t.op == LessEqual:
		is, whys = holds, side(highWhy)
	case low.Sign() > 0, low.Sign() == 0 && t.op == Less:
		is, whys = fails, side(lowWhy)
	case low.Sign() == 0 && high.Sign() == 0 && t.op == Equal:
		is, whys = holds, side(append(lowWhy, highWhy...))
	}
	if is != open {
		return l.fact(stepCompared, t, is == holds, nil, whys...)
	}
	f, known := l.facts[t]
	if !known || f.holds || t.op != Equal {
		return nil
	}
	for i := range 2 {
		less, more := l.ts.Op(Less, t.args[i], t.args[1-i]), l.ts.Op(Less, t.args[1-i], t.args[i])
		if no, ok := l.facts[less]; ok && !no.holds {
			if !slices.Contains(l.bools, more) {
				l.bools = append(l.bools, more)
			}
			return l.fact(stepFact, more, true, t, f.why, no.why)
		}
	}
	return nil
}

// meaning returns what a term is worth.
func (l *lift) meaning(t *Term) meaning {
	if t.IsConst() {
		return meaning{sum: whole(t.integer())}
	}
	if m, ok := l.means[t]; ok {
		return m
	}
	return meaning{sum: unknown(t)}
}

// lowest returns the lower bound of an unknown, highest its upper bound.
func (l *lift) lowest(t *Term) end {
	if e, ok := l.low[t]; ok {
		return e
	}
	low, _ := t.typ.Range()
	return end{x: low}
}

func (l *lift) highest(t *Term) end {
	if e, ok := l.high[t]; ok {
		return e
	}
	_, high := t.typ.Range()
	return end{x: high}
}

// least returns a lower bound of a sum, and most an upper bound.
func (l *lift) least(s sum) (*big.Int, []*thing) { return l.extreme(s, -1) }
func (l *lift) most(s sum) (*big.Int, []*thing)  { return l.extreme(s, 1) }

func (l *lift) extreme(s sum, sign int) (x *big.Int, why []*thing) {
	x = new(big.Int).Set(s.k)
	for _, p := range s.parts {
		e := l.lowest(p.t)
		if p.c.Sign() == sign {
			e = l.highest(p.t)
		}
		x.Add(x, new(big.Int).Mul(p.c, e.x))
		why = append(why, e.why)
	}
	return x, why
}

// mean finds out what terms are worth, and writes comparisons as inequalities. It reports whether there is anything new.
func (l *lift) mean() (changed bool) {
	l.open = nil
	for _, t := range l.numbers {
		if l.interpret(t) {
			changed = true
		}
	}
	l.rows = nil
	for _, t := range l.numbers {
		l.rows = append(l.rows, l.known[t]...)
	}
	for _, t := range l.bools {
		if f, ok := l.facts[t]; ok && isCompared(t) {
			l.rows = append(l.rows, l.rowsOf(t, f)...)
		}
	}
	return changed
}

// interpret finds out what one term is worth. It reports whether that is new.
func (l *lift) interpret(t *Term) (changed bool) {
	old, had := l.means[t]
	if t.op == If {
		if f, ok := l.facts[t.args[0]]; ok {
			of := l.meaning(t.args[2])
			if f.holds {
				of = l.meaning(t.args[1])
			}
			if had && old.equal(of.sum) {
				return false
			}
			l.means[t] = meaning{of.sum, l.note(&step{kind: stepChosen, t: t}, f.why, of.why)}
			return true
		}
	}
	s, whys, linear := l.operation(t)
	if !linear {
		return l.describe(t)
	}
	if had && old.equal(s) {
		return false
	}
	low, high := t.typ.Range()
	least, lowWhy := l.least(s)
	most, highWhy := l.most(s)
	if least.Cmp(low) >= 0 && most.Cmp(high) <= 0 {
		l.means[t] = meaning{s, l.note(&step{kind: stepExact, t: t}, slices.Concat(whys, lowWhy, highWhy)...)}
		return true
	}
	if !had {
		l.open = append(l.open, t)
	}
	return false
}

// note notes a step.
func (l *lift) note(s *step, of ...*thing) *thing {
	l.steps = append(l.steps, s)
	return &thing{asked: -1, step: s, of: of}
}

// operation returns what an operation makes of integers, as a sum: where it does not wrap around, it is worth that.
func (l *lift) operation(t *Term) (s sum, why []*thing, linear bool) {
	if len(t.args) == 0 || isAboutText(t) || t.op == If {
		return s, nil, false
	}
	x := l.meaning(t.args[0])
	if t.op == Convert {
		return x.sum, []*thing{x.why}, true
	}
	y := l.meaning(t.args[1])
	why = []*thing{x.why, y.why}
	switch {
	case t.op == Add:
		return x.plus(y.sum, one), why, true
	case t.op == Sub:
		return x.minus(y.sum), why, true
	case t.op == Mul && y.constant():
		return x.times(y.k), why, true
	case t.op == Mul && x.constant():
		return y.times(x.k), why, true
	case t.op == Shl && y.constant() && y.k.Sign() >= 0 && y.k.Cmp(big.NewInt(64)) < 0:
		return x.times(new(big.Int).Lsh(one, uint(y.k.Int64()))), why, true
	}
	return s, nil, false
}

// describe notes what holds of an operation that is an unknown.
func (l *lift) describe(t *Term) (changed bool) {
	list, whys := l.described(t)
	if len(list) == 0 || sameRows(l.known[t], list) {
		return false
	}
	s := &step{kind: stepKnown, t: t}
	why := l.note(s, whys...)
	l.known[t] = nil
	for i, row := range list {
		l.known[t] = append(l.known[t], inequality{row, rowID{s, i}, why})
	}
	return true
}

func sameRows(old []inequality, list []sum) bool {
	return slices.EqualFunc(old, list, func(a inequality, b sum) bool { return a.equal(b) })
}

// described returns what holds of an operation, whatever it is worth.
func (l *lift) described(t *Term) (rows []sum, why []*thing) {
	if len(t.args) < 2 {
		return nil, nil
	}
	q := unknown(t)
	if t.op == If {
		return l.between(q, l.meaning(t.args[1]), l.meaning(t.args[2]))
	}
	x, y := l.meaning(t.args[0]), l.meaning(t.args[1])
	if t.op == BitAnd && x.constant() {
		x, y = y, x
	}
	low, lowWhy := l.least(x.sum)
	high, highWhy := l.most(x.sum)
	why = []*thing{x.why, y.why}
	if t.op == Mul {
		return l.product(t, x, y)
	}
	if !y.constant() || y.k.Sign() < 0 || y.k.Sign() == 0 && (t.op == Div || t.op == Rem) {
		return nil, nil
	}
	k := y.k
	positive, negative := low.Sign() >= 0, high.Sign() <= 0
	if positive {
		why = append(why, lowWhy...)
	} else if negative {
		why = append(why, highWhy...)
	}
	rest := new(big.Int).Sub(k, one)
	switch t.op {
	case Div: // kq = x - r, and r has the sign of x
		d := x.minus(q.times(k))
		if !negative {
			rows = append(rows, d.minus(whole(rest)))
		} else {
			rows = append(rows, d)
		}
		if !positive {
			rows = append(rows, whole(rest).times(minusOne).minus(d))
		} else {
			rows = append(rows, d.times(minusOne))
		}
	case Rem:
		switch {
		case positive:
			rows = []sum{q.minus(whole(rest)), q.times(minusOne), q.minus(x.sum)}
		case negative:
			rows = []sum{q.times(minusOne).minus(whole(rest)), q, x.minus(q)}
		default:
			rows = []sum{q.minus(whole(rest)), q.times(minusOne).minus(whole(rest))}
		}
	case Shr: // rounded down, whatever the sign
		if k.Cmp(big.NewInt(64)) >= 0 {
			return nil, nil
		}
		by := new(big.Int).Lsh(one, uint(k.Int64()))
		d := x.minus(q.times(by))
		rows = []sum{d.times(minusOne), d.minus(whole(new(big.Int).Sub(by, one)))}
		why = why[:2]
	case BitAnd:
		rows = []sum{q.times(minusOne), q.minus(whole(k))}
		if positive {
			rows = append(rows, q.minus(x.sum))
		} else {
			why = why[:2]
		}
	}
	return rows, why
}

// between: a choice is neither less than both, nor more.
func (l *lift) between(q sum, x, y meaning) (rows []sum, why []*thing) {
	low, w1 := l.least(x.sum)
	if other, w := l.least(y.sum); other.Cmp(low) < 0 {
		low, w1 = other, append(w1, w...)
	} else {
		w1 = append(w1, w...)
	}
	high, w2 := l.most(x.sum)
	if other, w := l.most(y.sum); other.Cmp(high) > 0 {
		high, w2 = other, append(w2, w...)
	} else {
		w2 = append(w2, w...)
	}
	return []sum{whole(low).minus(q), q.minus(whole(high))}, slices.Concat([]*thing{x.why, y.why}, w1, w2)
}

// product: where no product of what both sides may be wraps around, (x-a)(y-b) is not negative for their lower bounds a and b,
// nor for their upper bounds, and it is not positive for one of each (McCormick 1976).
func (l *lift) product(t *Term, x, y meaning) (rows []sum, why []*thing) {
	xLow, w1 := l.least(x.sum)
	xHigh, w2 := l.most(x.sum)
	yLow, w3 := l.least(y.sum)
	yHigh, w4 := l.most(y.sum)
	low, high := t.typ.Range()
	for _, a := range []*big.Int{xLow, xHigh} {
		for _, b := range []*big.Int{yLow, yHigh} {
			if p := new(big.Int).Mul(a, b); p.Cmp(low) < 0 || p.Cmp(high) > 0 {
				return nil, nil
			}
		}
	}
	row := func(a, b *big.Int, sign *big.Int) { // sign (t - b x - a y + ab) <= 0
		s := unknown(t).minus(x.times(b)).minus(y.times(a)).plus(whole(new(big.Int).Mul(a, b)), one)
		rows = append(rows, s.times(sign))
	}
	row(xLow, yLow, minusOne)
	row(xHigh, yHigh, minusOne)
	row(xLow, yHigh, one)
	row(xHigh, yLow, one)
	return rows, slices.Concat([]*thing{x.why, y.why}, w1, w2, w3, w4)
}

// rowsOf returns a comparison that is decided, as inequalities.
func (l *lift) rowsOf(t *Term, f decided) []inequality {
	x, y := l.meaning(t.args[0]), l.meaning(t.args[1])
	d := x.minus(y.sum)
	whys := []*thing{f.why, x.why, y.why}
	var list []sum
	switch {
	case t.op == Less && f.holds:
		list = []sum{d.and(1)}
	case t.op == Less:
		list = []sum{d.times(minusOne)}
	case t.op == LessEqual && f.holds:
		list = []sum{d}
	case t.op == LessEqual:
		list = []sum{d.times(minusOne).and(1)}
	case f.holds:
		list = []sum{d, d.times(minusOne)}
	default: // not equal, so less where it cannot be more
		if high, w := l.most(d); high.Sign() == 0 {
			list, whys = []sum{d.and(1)}, append(whys, w...)
		} else if low, w := l.least(d); low.Sign() == 0 {
			list, whys = []sum{d.times(minusOne).and(1)}, append(whys, w...)
		}
	}
	for i := range list {
		list[i] = list[i].rounded()
	}
	list = slices.DeleteFunc(list, func(s sum) bool { return s.constant() && s.k.Sign() <= 0 })
	if old := l.compared[t]; len(list) == 0 || sameRows(old, list) {
		return old
	}
	s := &step{kind: stepRow, t: t}
	why := l.note(s, whys...)
	out := make([]inequality, len(list))
	for i, row := range list {
		out[i] = inequality{row, rowID{s, i}, why}
	}
	l.compared[t] = out
	return out
}

// rounded returns an inequality of integers divided by what all its factors have in common: 2x <= 1 is x <= 0.
func (s sum) rounded() sum {
	g := new(big.Int)
	for _, p := range s.parts {
		g.GCD(nil, nil, g, new(big.Int).Abs(p.c))
	}
	if g.Cmp(one) <= 0 {
		return s
	}
	out := sum{make([]part, len(s.parts)), ceil(s.k, g)}
	for i, p := range s.parts {
		out.parts[i] = part{p.t, new(big.Int).Quo(p.c, g)}
	}
	return out
}

// floor returns x divided by y, which is positive, rounded down, and ceil rounded up.
func floor(x, y *big.Int) *big.Int { return new(big.Int).Div(x, y) }

func ceil(x, y *big.Int) *big.Int {
	q := floor(new(big.Int).Neg(x), y)
	return q.Neg(q)
}

// tighten notes what inequalities say of the bounds of their unknowns. It returns a sum that is a contradiction if bounds make
// one of an inequality, and whether there is anything new.
func (l *lift) tighten() (out []share, why []*thing, more bool) {
	for pass, again := 0, true; again && pass < maxPasses; pass++ {
		again = false
		for i := range l.rows {
			row := &l.rows[i]
			least, _ := l.least(row.sum)
			if least.Sign() > 0 {
				out = []share{{by: big.NewRat(1, 1), row: row.id}}
				for _, p := range row.parts {
					c := new(big.Int).Abs(p.c)
					out = append(out, share{by: new(big.Rat).SetInt(c), bound: p.t, high: p.c.Sign() < 0})
				}
				return out, l.needs(out), true
			}
			for n := range row.parts {
				if !l.tight(row, n, least) {
					continue
				}
				again, more = true, true
				if p := row.parts[n].t; l.lowest(p).x.Cmp(l.highest(p).x) > 0 {
					out = []share{{by: big.NewRat(1, 1), bound: p}, {by: big.NewRat(1, 1), bound: p, high: true}}
					return out, l.needs(out), true
				}
				least, _ = l.least(row.sum)
			}
		}
	}
	return nil, nil, more
}

// tight notes what an inequality, which is at least least, says of one of its unknowns.
func (l *lift) tight(row *inequality, n int, least *big.Int) bool {
	p := row.parts[n]
	upper := p.c.Sign() > 0
	now := l.highest(p.t)
	from := l.lowest(p.t)
	if !upper {
		now, from = from, now
	}
	// What the rest leaves: c x <= c from - least.
	room := new(big.Int).Mul(p.c, from.x)
	room.Sub(room, least)
	c := new(big.Int).Abs(p.c)
	var x *big.Int
	if upper {
		x = floor(room, c)
	} else {
		x = ceil(room.Neg(room), c)
	}
	if better := x.Cmp(now.x); upper && better >= 0 || !upper && better <= 0 {
		return false
	}
	whys := []*thing{row.why, now.why}
	for i, other := range row.parts {
		if i == n {
			continue
		}
		e := l.lowest(other.t)
		if other.c.Sign() < 0 {
			e = l.highest(other.t)
		}
		whys = append(whys, e.why)
	}
	e := end{x, l.note(&step{kind: stepTight, t: p.t, row: row.id}, whys...)}
	if upper {
		l.high[p.t] = e
	} else {
		l.low[p.t] = e
	}
	return true
}

// needs returns what a sum of shares needs.
func (l *lift) needs(list []share) (why []*thing) {
	for _, s := range list {
		switch {
		case s.row.of != nil:
			for i := range l.rows {
				if l.rows[i].id == s.row {
					why = append(why, l.rows[i].why)
				}
			}
		case s.bound != nil && s.high:
			why = append(why, l.highest(s.bound).why)
		case s.bound != nil:
			why = append(why, l.lowest(s.bound).why)
		}
	}
	return why
}

// table returns the inequalities for the simplex method, nil if they are too many.
func (l *lift) table() *table {
	if len(l.rows) > maxRows {
		return nil
	}
	var vars []*Term
	for i := range l.rows {
		for _, p := range l.rows[i].parts {
			vars = append(vars, p.t)
		}
	}
	for _, t := range l.open {
		s, _, _ := l.operation(t)
		for _, p := range s.parts {
			vars = append(vars, p.t)
		}
	}
	slices.SortFunc(vars, func(a, b *Term) int { return a.id - b.id })
	vars = slices.Compact(vars)
	if len(vars) > maxUnknowns {
		return nil
	}
	t := newTable(vars, func(v *Term) (low, high *big.Int) { return l.lowest(v).x, l.highest(v).x })
	t.spent = l.spent
	for i := range l.rows {
		t.add(l.rows[i].sum, l.rows[i].id)
	}
	return t
}

// narrow asks, of operations that may wrap around, whether the inequalities exclude that. It reports whether they do of one.
func (l *lift) narrow(base *table) (changed bool) {
	for _, t := range l.open[:min(len(l.open), maxOpen)] {
		s, whys, _ := l.operation(t)
		low, high := t.typ.Range()
		st := &step{kind: stepExact, t: t}
		if most, w := l.most(s); most.Cmp(high) <= 0 {
			whys = append(whys, w...)
		} else if st.over = base.refutes(whole(high).and(1).minus(s)); st.over == nil {
			continue
		}
		if least, w := l.least(s); least.Cmp(low) >= 0 {
			whys = append(whys, w...)
		} else if st.under = base.refutes(s.minus(whole(low)).and(1)); st.under == nil {
			continue
		}
		whys = append(whys, l.needs(st.over)...)
		whys = append(whys, l.needs(st.under)...)
		l.means[t] = meaning{s, l.note(st, whys...)}
		changed = true
	}
	return changed
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
