package feasible

// This file checks proofs over the integers. It shares no code with what looks for them: it knows the terms, what Go says
// of integers of the machine, and how to add.

import (
	"maps"
	"math/big"
)

// A poly is an integer, the factor of nil, plus multiples of unknowns.
type poly map[*Term]*big.Int

// add returns p and m times q.
func (p poly) add(q poly, m *big.Int) poly {
	out := maps.Clone(p)
	for t, c := range q {
		x := new(big.Int).Mul(c, m)
		if old, ok := out[t]; ok {
			x.Add(x, old)
		}
		out[t] = x
	}
	for t, c := range out {
		if c.Sign() == 0 && t != nil {
			delete(out, t)
		}
	}
	return out
}

func (p poly) sub(q poly) poly      { return p.add(q, big.NewInt(-1)) }
func (p poly) neg() poly            { return just(new(big.Int)).sub(p) }
func (p poly) plus(k *big.Int) poly { return p.add(just(k), big.NewInt(1)) }
func just(k *big.Int) poly          { return poly{nil: k} }
func (p poly) isInteger() bool      { return len(p) == 1 }
func (p poly) integer() *big.Int    { return p[nil] }

// A ledger is what a proof has shown so far, in one case.
type ledger struct {
	is        map[*Term]bool
	worth     map[*Term]poly // of operations that do not wrap around
	low, high map[*Term]*big.Int
	rows      map[rowID]poly // none is positive
	clash     bool           // a Bool holds and does not
}

// check reports whether r shows that terms cannot hold together.
func (r *refutation) check(terms []*Term) bool {
	return newLedger(terms).refutes(r)
}

// newLedger returns a ledger in which terms hold.
func newLedger(terms []*Term) *ledger {
	l := &ledger{make(map[*Term]bool), make(map[*Term]poly), make(map[*Term]*big.Int), make(map[*Term]*big.Int), make(map[rowID]poly), false}
	for _, t := range terms {
		l.is[t] = true
	}
	return l
}

// with returns the ledger of a case.
func (l *ledger) with(t *Term, holds bool) *ledger {
	in := &ledger{maps.Clone(l.is), maps.Clone(l.worth), maps.Clone(l.low), maps.Clone(l.high), maps.Clone(l.rows), false}
	in.set(t, holds)
	return in
}

func (l *ledger) refutes(r *refutation) bool {
	if r == nil {
		return false
	}
	for _, s := range r.steps {
		if !l.follows(s) {
			return false
		}
	}
	switch {
	case l.clash:
		return true
	case r.split != nil && r.split.typ == Bool:
		for i, in := range r.cases {
			if !l.with(r.split, i == 0).refutes(in) {
				return false
			}
		}
		return true
	}
	return l.contradicts(r.sum, nil)
}

func (l *ledger) set(t *Term, holds bool) {
	if old, known := l.is[t]; known && old != holds {
		l.clash = true
	}
	l.is[t] = holds
}

// follows reports whether a step follows, and notes what it says.
func (l *ledger) follows(s *step) bool {
	switch s.kind {
	case stepFact:
		if s.from == nil || !l.decides(s.from, s.t, s.holds) {
			return false
		}
		l.set(s.t, s.holds)
		return true
	case stepCompared:
		if !l.comparesAs(s.t, s.holds) {
			return false
		}
		l.set(s.t, s.holds)
		return true
	case stepRow:
		return l.note(s, l.comparison(s.t))
	case stepKnown:
		return l.note(s, l.operation(s.t))
	case stepTight:
		return l.tighten(s)
	case stepExact:
		return l.exact(s)
	case stepChosen:
		holds, known := l.is[s.t.args[0]]
		if s.t.op != If || !known || !s.t.typ.IsInteger() {
			return false
		}
		l.worth[s.t] = l.valueOf(s.t.args[2])
		if holds {
			l.worth[s.t] = l.valueOf(s.t.args[1])
		}
		return true
	}
	return false
}

// note notes what a step makes.
func (l *ledger) note(s *step, list []poly) bool {
	for i, p := range list {
		l.rows[rowID{s, i}] = p
	}
	return len(list) > 0
}

// decides reports whether a Bool t has to be as it is said to be because of from: because that is t and its operands say so, or
// because from would be another one else.
func (l *ledger) decides(from, t *Term, holds bool) bool {
	if from == t {
		is, known := l.evaluated(from, nil, false)
		return known && is == holds
	}
	was, known := l.is[from]
	if !known {
		return false
	}
	if from.op == Equal && from.args[0].typ.IsInteger() { // of two that are not equal, one is less
		if was || !holds || t.op != Less {
			return false
		}
		for other, is := range l.is {
			if !is && other.op == Less && other.args[0] == t.args[1] && other.args[1] == t.args[0] {
				return from.args[0] == t.args[0] && from.args[1] == t.args[1] || from.args[0] == t.args[1] && from.args[1] == t.args[0]
			}
		}
		return false
	}
	is, known := l.evaluated(from, t, !holds)
	return known && is != was
}

// evaluated works a Bool out of its operands, as far as these are known; one of them is taken to be something.
func (l *ledger) evaluated(t, taken *Term, as bool) (is, known bool) {
	value := func(a *Term) (is, known bool) {
		if a == taken {
			return as, true
		}
		if a.op == opConst {
			return a.bits == 1, true
		}
		is, known = l.is[a]
		return is, known
	}
	switch {
	case t.op == opConst:
		return t.bits == 1, true
	case t.op == Not:
		is, known = value(t.args[0])
		return !is, known
	case t.op == And || t.op == Or:
		all := true
		for _, a := range t.args {
			is, known := value(a)
			if known && is == (t.op == Or) {
				return is, true
			}
			all = all && known
		}
		return t.op == And, all
	case t.op == If && t.typ == Bool:
		if is, known := value(t.args[0]); known && is {
			return value(t.args[1])
		} else if known {
			return value(t.args[2])
		}
		x, known1 := value(t.args[1])
		y, known2 := value(t.args[2])
		return x, known1 && known2 && x == y
	case t.op == Equal && t.args[0].typ == Bool:
		x, known1 := value(t.args[0])
		y, known2 := value(t.args[1])
		return x == y, known1 && known2
	}
	return false, false
}

// valueOf returns what an integer is worth.
func (l *ledger) valueOf(t *Term) poly {
	if t.op == opConst {
		x := new(big.Int).SetUint64(t.bits)
		if t.typ.signed() {
			x.SetInt64(t.typ.extend(t.bits))
		}
		return just(x)
	}
	if p, ok := l.worth[t]; ok {
		return p
	}
	return poly{nil: new(big.Int), t: big.NewInt(1)}
}

// bounds returns the bounds of an unknown.
func (l *ledger) bounds(t *Term) (low, high *big.Int) {
	low, high = l.low[t], l.high[t]
	bits := uint(t.typ.width())
	first, last := new(big.Int), new(big.Int).Lsh(big.NewInt(1), bits)
	if t.typ.signed() {
		last.Rsh(last, 1)
		first.Neg(last)
	}
	if low == nil {
		low = first
	}
	if high == nil {
		high = last.Sub(last, big.NewInt(1))
	}
	return low, high
}

// span returns the bounds of a poly, by those of its unknowns.
func (l *ledger) span(p poly) (low, high *big.Int) {
	low, high = new(big.Int).Set(p[nil]), new(big.Int).Set(p[nil])
	for t, c := range p {
		if t == nil {
			continue
		}
		a, b := l.bounds(t)
		x, y := new(big.Int).Mul(c, a), new(big.Int).Mul(c, b)
		if c.Sign() < 0 {
			x, y = y, x
		}
		low.Add(low, x)
		high.Add(high, y)
	}
	return low, high
}

// sides returns the sides of a comparison of integers.
func (l *ledger) sides(t *Term) (x, y poly, ok bool) {
	if t.op != Equal && t.op != Less && t.op != LessEqual || !t.args[0].typ.IsInteger() {
		return nil, nil, false
	}
	return l.valueOf(t.args[0]), l.valueOf(t.args[1]), true
}

// comparesAs reports whether the bounds of the sides of a comparison say that it is so.
func (l *ledger) comparesAs(t *Term, holds bool) bool {
	x, y, ok := l.sides(t)
	if !ok {
		return false
	}
	low, high := l.span(x.sub(y))
	switch {
	case t.op == Less && holds:
		return high.Sign() < 0
	case t.op == Less:
		return low.Sign() >= 0
	case t.op == LessEqual && holds:
		return high.Sign() <= 0
	case t.op == LessEqual:
		return low.Sign() > 0
	case holds:
		return low.Sign() == 0 && high.Sign() == 0
	}
	return low.Sign() > 0 || high.Sign() < 0
}

// comparison returns what a comparison that is decided says, as polys that are not positive.
func (l *ledger) comparison(t *Term) []poly {
	holds, known := l.is[t]
	x, y, ok := l.sides(t)
	if !known || !ok {
		return nil
	}
	less, more := x.sub(y), y.sub(x) // they are not positive if x <= y, and if x >= y
	next := big.NewInt(1)
	var list []poly
	switch low, high := l.span(less); {
	case t.op == Less && holds, t.op == LessEqual && !holds:
		if !holds {
			less = more
		}
		list = []poly{less.plus(next)}
	case t.op == Less:
		list = []poly{more}
	case t.op == LessEqual:
		list = []poly{less}
	case holds:
		list = []poly{less, more}
	case high.Sign() <= 0:
		list = []poly{less.plus(next)}
	case low.Sign() >= 0:
		list = []poly{more.plus(next)}
	}
	out := list[:0]
	for _, p := range list {
		if p = divided(p); len(p) > 1 || p[nil].Sign() > 0 {
			out = append(out, p)
		}
	}
	return out
}

// divided returns what a poly that is not positive says if it is divided by what all its factors have in common: the rest is an integer.
func divided(p poly) poly {
	g := new(big.Int)
	for t, c := range p {
		if t != nil {
			g.GCD(nil, nil, g, new(big.Int).Abs(c))
		}
	}
	if g.Sign() == 0 {
		return p
	}
	out := poly{}
	for t, c := range p {
		q, r := new(big.Int).DivMod(c, g, new(big.Int))
		if r.Sign() > 0 { // only of the integer alone, which is rounded up
			q.Add(q, big.NewInt(1))
		}
		out[t] = q
	}
	return out
}

// tighten checks that an inequality bounds an unknown, and notes the bound.
func (l *ledger) tighten(s *step) bool {
	p, ok := l.rows[s.row]
	c := p[s.t]
	if !ok || s.t == nil || c == nil {
		return false
	}
	rest := maps.Clone(p)
	delete(rest, s.t)
	low, _ := l.span(rest)
	// c t <= -low
	x := new(big.Rat).SetFrac(low.Neg(low), c)
	q, r := new(big.Int).DivMod(x.Num(), x.Denom(), new(big.Int)) // rounded down
	was, is := l.bounds(s.t)
	if c.Sign() > 0 {
		if q.Cmp(is) < 0 {
			l.high[s.t] = q
		}
		return true
	}
	if r.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	if q.Cmp(was) > 0 {
		l.low[s.t] = q
	}
	return true
}

// exact checks that an operation does not wrap around, and notes what it is worth.
func (l *ledger) exact(s *step) bool {
	t := s.t
	if !t.typ.IsInteger() || len(t.args) == 0 || !t.args[0].typ.IsInteger() {
		return false
	}
	x := l.valueOf(t.args[0])
	var p poly
	if t.op == Convert {
		p = x
	} else if len(t.args) == 2 {
		y := l.valueOf(t.args[1])
		switch {
		case t.op == Add:
			p = x.add(y, big.NewInt(1))
		case t.op == Sub:
			p = x.sub(y)
		case t.op == Mul && x.isInteger():
			p = just(new(big.Int)).add(y, x.integer())
		case t.op == Mul && y.isInteger():
			p = just(new(big.Int)).add(x, y.integer())
		case t.op == Shl && y.isInteger() && y.integer().Sign() >= 0 && y.integer().Cmp(big.NewInt(64)) < 0:
			p = just(new(big.Int)).add(x, new(big.Int).Lsh(big.NewInt(1), uint(y.integer().Uint64())))
		}
	}
	if p == nil {
		return false
	}
	first, last := (&ledger{}).bounds(t)
	low, high := l.span(p)
	above := just(last).plus(big.NewInt(1)).sub(p)  // is not positive if p is more than the last
	below := p.sub(just(first)).plus(big.NewInt(1)) // is not positive if p is less than the first
	if high.Cmp(last) > 0 && !l.contradicts(s.over, above) || low.Cmp(first) < 0 && !l.contradicts(s.under, below) {
		return false
	}
	l.worth[t] = p
	return true
}

// operation returns what holds of an operation whatever it is worth, as polys that are not positive.
func (l *ledger) operation(t *Term) []poly {
	if !t.typ.IsInteger() || len(t.args) < 2 {
		return nil
	}
	is := poly{nil: new(big.Int), t: big.NewInt(1)}
	if t.op == If {
		low, high := l.span(l.valueOf(t.args[1]))
		low2, high2 := l.span(l.valueOf(t.args[2]))
		if low2.Cmp(low) < 0 {
			low = low2
		}
		if high2.Cmp(high) > 0 {
			high = high2
		}
		return []poly{just(low).sub(is), is.sub(just(high))}
	}
	x, y := l.valueOf(t.args[0]), l.valueOf(t.args[1])
	if t.op == BitAnd && x.isInteger() {
		x, y = y, x
	}
	if t.op == Mul {
		return l.product(t, is, x, y)
	}
	if !y.isInteger() || y.integer().Sign() < 0 {
		return nil
	}
	k := y.integer()
	low, high := l.span(x)
	last := new(big.Int).Sub(k, big.NewInt(1))
	switch {
	case t.op == Div && k.Sign() > 0:
		return division(x.sub(just(new(big.Int)).add(is, k)), low, high, last)
	case t.op == Rem && k.Sign() > 0:
		switch {
		case low.Sign() >= 0:
			return []poly{is.sub(just(last)), is.neg(), is.sub(x)}
		case high.Sign() <= 0:
			return []poly{is.neg().sub(just(last)), is, x.sub(is)}
		}
		return []poly{is.sub(just(last)), is.neg().sub(just(last))}
	case t.op == Shr && k.Cmp(big.NewInt(64)) < 0:
		by := new(big.Int).Lsh(big.NewInt(1), uint(k.Uint64()))
		rest := x.sub(just(new(big.Int)).add(is, by)) // of rounding down
		return []poly{rest.neg(), rest.sub(just(by.Sub(by, big.NewInt(1))))}
	case t.op == BitAnd:
		list := []poly{is.neg(), is.sub(just(k))}
		if low.Sign() >= 0 {
			list = append(list, is.sub(x))
		}
		return list
	}
	return nil
}

// division returns what holds of the rest of a division of a number from low to high: it is at most last, and has the sign of the number.
func division(rest poly, low, high, last *big.Int) []poly {
	upper, lower := rest.sub(just(last)), rest.neg().sub(just(last))
	if high.Sign() <= 0 {
		upper = rest
	}
	if low.Sign() >= 0 {
		lower = rest.neg()
	}
	return []poly{upper, lower}
}

// product returns what holds of a product that does not wrap around.
func (l *ledger) product(t *Term, is, x, y poly) []poly {
	first, last := (&ledger{}).bounds(t)
	xs, ys := [2]*big.Int{}, [2]*big.Int{}
	xs[0], xs[1] = l.span(x)
	ys[0], ys[1] = l.span(y)
	var list [4]poly
	for i, a := range xs {
		for j, b := range ys {
			ab := new(big.Int).Mul(a, b)
			if ab.Cmp(first) < 0 || ab.Cmp(last) > 0 {
				return nil
			}
			// (x - a)(y - b) = is - b x - a y + ab
			p := is.add(x, new(big.Int).Neg(b)).add(y, new(big.Int).Neg(a)).plus(ab)
			switch {
			case i == 0 && j == 0:
				list[0] = p.neg()
			case i == 1 && j == 1:
				list[1] = p.neg()
			case i == 0:
				list[2] = p
			default:
				list[3] = p
			}
		}
	}
	return list[:]
}

// contradicts reports whether shares add up to an integer that is positive, though none of them is. One may be assumed.
func (l *ledger) contradicts(list []share, assumed poly) bool {
	total := make(map[*Term]*big.Rat)
	for _, s := range list {
		var p poly
		switch {
		case s.by == nil || s.by.Sign() < 0:
			return false
		case s.row.of != nil:
			p = l.rows[s.row]
		case s.bound == nil:
			p = assumed
		default:
			low, high := l.bounds(s.bound)
			unknown := poly{nil: new(big.Int), s.bound: big.NewInt(1)}
			p = just(low).sub(unknown)
			if s.high {
				p = unknown.sub(just(high))
			}
		}
		if p == nil {
			return false
		}
		for t, c := range p {
			if total[t] == nil {
				total[t] = new(big.Rat)
			}
			total[t].Add(total[t], new(big.Rat).Mul(s.by, new(big.Rat).SetInt(c)))
		}
	}
	for t, c := range total {
		if t != nil && c.Sign() != 0 {
			return false
		}
	}
	return total[nil] != nil && total[nil].Sign() > 0
}
