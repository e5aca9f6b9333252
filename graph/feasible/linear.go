package feasible

// This file defines proofs over the integers, and the sums that they are made of.
//
// A term of a machine integer is an integer, too: the one that it is worth. Of these integers Go says what holds: a comparison
// that is true compares them, each lies in the range of its type, and x + y is worth what the sum of both is, if that lies in
// the range of the type. Then a contradiction can be a matter of adding up: of inequalities, each multiplied by a number that is
// not negative, all unknowns cancel, and what is left says that 1 <= 0 (Farkas 1902). A solver of bits does not see that where
// a sum has four operands; here one of twenty takes milliseconds.
//
// What is an unknown in a sum is any term: a variable, or an operation of which nobody has shown that it does not wrap around.

import (
	"math/big"
	"slices"
)

// A refutation shows that some Bools cannot hold together. It is a tree: in each case the steps lead to a contradiction, or to
// a Bool that decides between two cases.
type refutation struct {
	steps []*step
	sum   []share // of the inequalities, which is a contradiction; nil if a fact is one, or there are two cases
	split *Term
	cases [2]*refutation // the split holds; it does not
}

// size returns how many steps r has.
func (r *refutation) size() int {
	if r == nil {
		return 0
	}
	return len(r.steps) + 1 + r.cases[0].size() + r.cases[1].size()
}

// A stepKind is a rule by which something follows.
type stepKind uint8

const (
	stepFact     stepKind = iota // a Bool holds or does not, because otherwise another one, from, would not be what it is
	stepCompared                 // a comparison holds or does not, because of the bounds of its two sides
	stepRow                      // a comparison that is decided, as an inequality
	stepTight                    // an inequality bounds one of its unknowns
	stepExact                    // an operation does not wrap around: it is worth what its operands say
	stepChosen                   // an If whose condition is decided is what it chooses
	stepKnown                    // what holds of an operation that stays an unknown
)

// A step is one use of a rule. What it makes depends on the steps before.
type step struct {
	kind        stepKind
	t           *Term
	holds       bool    // of a fact
	from        *Term   // of a fact
	row         rowID   // that bounds t
	over, under []share // which show that the operation is not above the range of its type, nor below; nil if bounds do
}

// A rowID names an inequality: a step, and which of those that it makes.
type rowID struct {
	of *step
	n  int
}

// A share is an inequality that is multiplied and added up: that of a step, or that an unknown lies within its bounds.
type share struct {
	by    *big.Rat
	row   rowID // its step is nil for a bound, and for the assumption that the operation wraps around
	bound *Term
	high  bool // it is the upper bound
}

// A sum is an integer plus multiples of unknowns.
type sum struct {
	parts []part // by unknown, none of them zero
	k     *big.Int
}

type part struct {
	t *Term
	c *big.Int
}

// unknown returns a term as an unknown.
func unknown(t *Term) sum { return sum{[]part{{t, big.NewInt(1)}}, new(big.Int)} }

// whole returns an integer.
func whole(k *big.Int) sum { return sum{nil, k} }

// plus returns s and m times o.
func (s sum) plus(o sum, m *big.Int) sum {
	out := sum{make([]part, 0, len(s.parts)+len(o.parts)), new(big.Int).Mul(o.k, m)}
	out.k.Add(out.k, s.k)
	i, j := 0, 0
	for i < len(s.parts) || j < len(o.parts) {
		switch {
		case j == len(o.parts) || i < len(s.parts) && s.parts[i].t.id < o.parts[j].t.id:
			out.parts = append(out.parts, s.parts[i])
			i++
		case i == len(s.parts) || o.parts[j].t.id < s.parts[i].t.id:
			out.parts = append(out.parts, part{o.parts[j].t, new(big.Int).Mul(o.parts[j].c, m)})
			j++
		default:
			c := new(big.Int).Mul(o.parts[j].c, m)
			out.parts = append(out.parts, part{s.parts[i].t, c.Add(c, s.parts[i].c)})
			i, j = i+1, j+1
		}
	}
	out.parts = slices.DeleteFunc(out.parts, func(p part) bool { return p.c.Sign() == 0 })
	return out
}

var one, minusOne = big.NewInt(1), big.NewInt(-1)

func (s sum) minus(o sum) sum      { return s.plus(o, minusOne) }
func (s sum) and(k int64) sum      { return s.plus(whole(big.NewInt(k)), one) }
func (s sum) times(m *big.Int) sum { return whole(new(big.Int)).plus(s, m) }
func (s sum) constant() bool       { return len(s.parts) == 0 }
func (s sum) equal(o sum) bool     { d := s.minus(o); return d.constant() && d.k.Sign() == 0 }
func (t *Term) integer() *big.Int  { return integerOf(t.typ, t.bits) }

// integerOf returns the integer that bits of a type are worth.
func integerOf(typ Type, bits uint64) *big.Int {
	if typ.signed() {
		return big.NewInt(typ.extend(bits))
	}
	return new(big.Int).SetUint64(bits)
}
