package condition

// This file defines limits, and what it means that a number keeps one.

import (
	"go/types"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph/feasible"
)

// A Limit is a comparison that a number keeps.
type Limit struct {
	Op string   // one of < <= > >= ==
	To *big.Int // a constant; nil for what Options.IsLimit or Options.Beside says
}

// terms makes terms of numbers.
type terms struct{ *feasible.Terms }

// A number is what is known of a value: of an integer or a truth value its term, of a
// float its place in the order of floats, an Int64.
type number struct {
	t     *feasible.Term // nil if nothing is known
	float bool
	// nan holds if the float is no number; nil if it always is one.
	nan *feasible.Term
	// is holds if it is the argument itself, in some form, or a constant; nil if it never is.
	is *feasible.Term
	// owes holds if the value keeps the limit that is asked about, or what it was made
	// of does: see doc.go. Nil stands for a value that never does.
	owes *feasible.Term
	// limit is that of an argument whose limit is another one; nil if there is none, or nothing is known of it.
	limit *number
}

// keeps returns the term for that n keeps a limit, nil if there is none.
func (ts terms) keeps(n number, l Limit) *feasible.Term {
	switch {
	case n.t == nil || n.t.Type() == feasible.Bool:
		return nil
	case n.float:
		x, _ := new(big.Float).SetInt(l.To).Float64()
		if exact, _ := new(big.Float).SetFloat64(x).Int(nil); exact.Cmp(l.To) != 0 {
			return nil
		}
		is := ts.compare(l.Op, n.t, ts.Int(feasible.Int64, place(x)))
		if n.nan != nil {
			is = ts.And(ts.Not(n.nan), is)
		}
		return is
	}
	low, high := n.t.Type().Range()
	switch {
	case l.To.Cmp(low) < 0:
		return ts.Bool(l.Op == ">" || l.Op == ">=")
	case l.To.Cmp(high) > 0:
		return ts.Bool(l.Op == "<" || l.Op == "<=")
	}
	return ts.compare(l.Op, n.t, ts.constant(n.t.Type(), l.To))
}

// constant returns the term for an integer that the type has.
func (ts terms) constant(typ feasible.Type, x *big.Int) *feasible.Term {
	if x.IsInt64() {
		return ts.Int(typ, x.Int64())
	}
	return ts.Int(typ, int64(x.Uint64()))
}

func (ts terms) compare(op string, x, y *feasible.Term) *feasible.Term {
	switch op {
	case "<":
		return ts.Op(feasible.Less, x, y)
	case "<=":
		return ts.Op(feasible.LessEqual, x, y)
	case ">":
		return ts.Op(feasible.Less, y, x)
	case ">=":
		return ts.Op(feasible.LessEqual, y, x)
	case "==":
		return ts.Op(feasible.Equal, x, y)
	case "!=":
		return ts.Not(ts.Op(feasible.Equal, x, y))
	}
	panic("condition: internal error: comparison " + op)
}

// beside returns integers at a limit that keep it, and that do not: of numbers from low to high, where the limit is no constant.
func (l Limit) beside(low, high *big.Int) (good, bad []*big.Int) {
	if l.To == nil {
		if strings.HasPrefix(l.Op, ">") {
			low, high = high, low
		}
		return []*big.Int{low, new(big.Int)}, []*big.Int{high}
	}
	at := func(d int64) *big.Int { return new(big.Int).Add(l.To, big.NewInt(d)) }
	switch l.Op {
	case "<":
		return []*big.Int{at(-1)}, []*big.Int{at(0)}
	case "<=":
		return []*big.Int{at(0)}, []*big.Int{at(1)}
	case ">":
		return []*big.Int{at(1)}, []*big.Int{at(0)}
	case ">=":
		return []*big.Int{at(0)}, []*big.Int{at(-1)}
	}
	return []*big.Int{at(0)}, []*big.Int{at(1), at(-1)}
}

// CanBreak reports whether a number of a type of Go may break a limit: an unsigned integer is
// never negative.
func (l Limit) CanBreak(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 {
		return true
	}
	ts := terms{feasible.NewTerms()}
	typ := feasible.TypeNamed(types.Typ[basic.Kind()].Name())
	is := ts.keeps(number{t: ts.Var("x", typ)}, l)
	low, high := typ.Range()
	return is == ts.Bool(false) || !is.IsConst() &&
		!(l.Op == ">=" && l.To.Cmp(low) == 0 || l.Op == "<=" && l.To.Cmp(high) == 0)
}

// place returns the place of a float, which is a number, in the order of all of them: it is less
// than another one if its place is. There is one zero.
func place(x float64) int64 {
	bits := int64(math.Float64bits(x))
	if bits < 0 {
		return -(bits & math.MaxInt64)
	}
	return bits
}

// floatAt returns the float at a place.
func floatAt(place int64) float64 {
	if place < 0 {
		return math.Copysign(math.Float64frombits(uint64(-place)), -1)
	}
	return math.Float64frombits(uint64(place))
}

// largestPlace is that of infinity: there are no floats beyond it.
var largestPlace = place(math.Inf(1))

// shown returns a value as Go writes it.
func (n number) shown(v feasible.Value) string {
	if n.float {
		return strconv.FormatFloat(floatAt(v.Int64()), 'g', -1, 64)
	}
	return v.String()
}
