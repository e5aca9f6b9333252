package feasible

// This file looks for bounds of unknowns, for a proof over the integers: by the inequalities one after the other, and by the simplex
// method where operations may wrap around.

import (
	"math/big"
	"slices"
)

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
