package feasible

// This file says what terms are worth, as sums, for a proof over the integers: a comparison that is decided is an inequality, and so are
// the rules of an operation that is an unknown.

import (
	"math/big"
	"slices"
)

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
