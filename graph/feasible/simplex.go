package feasible

// This file is the simplex method in the form of Dutertre and de Moura (2006), exact, on fractions: it says whether unknowns
// have values within their bounds for which some sums are not positive, and where not, which multiples of the inequalities
// add up to a contradiction. Of two candidates the first is taken, so that it ends (Bland 1977).

import (
	"math/big"
	"slices"
)

// A table has unknowns and sums of them. Each basic one is a sum of the others, which lie at one of their bounds.
type table struct {
	vars      []*Term
	rows      []rowID      // of the sums, which come behind the unknowns
	low, high []*big.Rat   // nil for none
	at        []*big.Rat   // the values
	where     []int        // of each: the index of its line, or -1 minus that of its column
	basic     []int        // of each line: which one it is
	free      []int        // of each column
	lines     [][]*big.Rat // nil for zero
	spent     *int         // entries that were worked on
}

func newTable(vars []*Term, bounds func(*Term) (low, high *big.Int)) *table {
	t := &table{vars: vars}
	for i, v := range vars {
		low, high := bounds(v)
		at := new(big.Int)
		switch {
		case low.Sign() > 0:
			at = low
		case high.Sign() < 0:
			at = high
		}
		t.low, t.high = append(t.low, new(big.Rat).SetInt(low)), append(t.high, new(big.Rat).SetInt(high))
		t.at = append(t.at, new(big.Rat).SetInt(at))
		t.where, t.free = append(t.where, -1-i), append(t.free, i)
	}
	return t
}

// add adds that a sum is not positive.
func (t *table) add(s sum, id rowID) {
	line := make([]*big.Rat, len(t.free))
	at := new(big.Rat)
	for _, p := range s.parts {
		c := new(big.Rat).SetInt(p.c)
		v, _ := slices.BinarySearchFunc(t.vars, p.t, func(a, b *Term) int { return a.id - b.id })
		at.Add(at, new(big.Rat).Mul(c, t.at[v]))
		if n := t.where[v]; n < 0 {
			line[-1-n] = added(line[-1-n], c)
		} else {
			for j, x := range t.lines[n] {
				if x != nil {
					line[j] = added(line[j], new(big.Rat).Mul(c, x))
				}
			}
		}
	}
	t.where, t.basic = append(t.where, len(t.lines)), append(t.basic, len(t.where))
	t.lines, t.rows = append(t.lines, line), append(t.rows, id)
	t.low, t.at = append(t.low, nil), append(t.at, at)
	t.high = append(t.high, new(big.Rat).SetInt(new(big.Int).Neg(s.k)))
}

// added returns x + y, nil for zero; x may be nil.
func added(x, y *big.Rat) *big.Rat {
	if x == nil {
		return y
	}
	if z := new(big.Rat).Add(x, y); z.Sign() != 0 {
		return z
	}
	return nil
}

// refutes returns shares, of which the one without a row is that a sum is not positive, that add up to a contradiction; nil if
// there are none.
func (t *table) refutes(s sum) []share {
	n := &table{vars: t.vars, spent: t.spent}
	n.rows, n.low, n.high = slices.Clone(t.rows), slices.Clone(t.low), slices.Clone(t.high)
	n.at, n.where, n.basic, n.free = slices.Clone(t.at), slices.Clone(t.where), slices.Clone(t.basic), slices.Clone(t.free)
	for _, line := range t.lines {
		n.lines = append(n.lines, slices.Clone(line))
	}
	*t.spent += len(t.lines) * len(t.free)
	n.add(s, rowID{})
	return n.solve()
}

// solve returns shares that add up to a contradiction; nil if it finds none.
func (t *table) solve() []share {
	for ; *t.spent < maxWork; *t.spent += len(t.lines) * len(t.free) {
		v, up := t.broken()
		if v < 0 {
			return nil
		}
		line := t.lines[t.where[v]]
		by := -1
		for j, c := range line {
			if c != nil && t.moves(t.free[j], (c.Sign() > 0) == up) && (by < 0 || t.free[j] < t.free[by]) {
				by = j
			}
		}
		if by < 0 {
			return t.contradiction(v, up)
		}
		t.pivot(v, by, up)
	}
	return nil
}

// broken returns the first that lies outside of its bounds, and whether it has to go up; -1 if there is none.
func (t *table) broken() (v int, up bool) {
	v = -1
	for _, b := range t.basic {
		if v >= 0 && b > v {
			continue
		}
		switch {
		case t.low[b] != nil && t.at[b].Cmp(t.low[b]) < 0:
			v, up = b, true
		case t.high[b] != nil && t.at[b].Cmp(t.high[b]) > 0:
			v, up = b, false
		}
	}
	return v, up
}

// moves reports whether there is room for one to go up or down.
func (t *table) moves(v int, up bool) bool {
	if up {
		return t.high[v] == nil || t.at[v].Cmp(t.high[v]) < 0
	}
	return t.low[v] == nil || t.at[v].Cmp(t.low[v]) > 0
}

// contradiction returns the shares which say that a basic one cannot get to its bound: all that it is a sum of are as far as
// they go.
func (t *table) contradiction(v int, up bool) []share {
	out := []share{t.share(v, !up, big.NewRat(1, 1))}
	for j, c := range t.lines[t.where[v]] {
		if c != nil {
			out = append(out, t.share(t.free[j], (c.Sign() > 0) == up, new(big.Rat).Abs(c)))
		}
	}
	return out
}

// share returns a multiple of what bounds one from above, or from below.
func (t *table) share(v int, high bool, by *big.Rat) share {
	if n := v - len(t.vars); n >= 0 {
		return share{by: by, row: t.rows[n]}
	}
	return share{by: by, bound: t.vars[v], high: high}
}

// pivot exchanges a basic one, which goes to its bound, with the one of a column.
func (t *table) pivot(v, col int, up bool) {
	r := t.where[v]
	line := t.lines[r]
	w, c := t.free[col], line[col]
	to := t.high[v]
	if up {
		to = t.low[v]
	}
	step := new(big.Rat).Sub(to, t.at[v])
	step.Quo(step, c)
	t.at[v], t.at[w] = to, new(big.Rat).Add(t.at[w], step)
	// w = (v - the rest) / c
	inverse := new(big.Rat).Inv(c)
	fresh := make([]*big.Rat, len(line))
	for j, x := range line {
		if x != nil && j != col {
			y := new(big.Rat).Mul(x, inverse)
			fresh[j] = y.Neg(y)
		}
	}
	fresh[col] = inverse
	t.lines[r] = fresh
	t.basic[r], t.free[col] = w, v
	t.where[w], t.where[v] = r, -1-col
	for i, other := range t.lines {
		x := other[col]
		if i == r || x == nil {
			continue
		}
		t.at[t.basic[i]] = new(big.Rat).Add(t.at[t.basic[i]], new(big.Rat).Mul(x, step))
		other[col] = nil
		for j, y := range fresh {
			if y != nil {
				other[j] = added(other[j], new(big.Rat).Mul(x, y))
			}
		}
	}
}
