package feasible

// This file looks for values that show that a question can be which is too hard for the solver, as one that multiplies large
// numbers: it tries some. Most mistakes with such numbers show at the ends of their types, and at constants of the question.

import (
	"math/big"
	"slices"
)

// Limits of what is tried.
const (
	maxExamples = 6000
	maxTryVars  = 8
)

// byExample answers that the terms can hold together if one of the values that it tries shows that.
func (ts *Terms) byExample(all []*Term) Answer {
	rest, given := ts.solved(all)
	vars := Vars(rest...)
	if len(vars) > maxTryVars || slices.ContainsFunc(vars, func(t *Term) bool { return t.typ == String }) {
		return Answer{Why: WhyHard}
	}
	constants := Integers(rest...)
	values := make([][]Value, len(vars))
	total := uint64(1)
	for i, t := range vars {
		values[i] = tried(t.typ, constants)
		total *= uint64(len(values[i])) // of eight times fewer than 256
	}
	// All of them, or every so many: a prime, so that each variable takes all of its values.
	stride := uint64(1)
	if total > maxExamples {
		stride = 2_147_483_647
	}
	for i := range min(total, maxExamples) {
		n := i % total * (stride % total) % total
		m := make(Model, len(vars))
		for k, t := range vars {
			size := uint64(len(values[k]))
			m[t] = values[k][n%size]
			n /= size
		}
		if slices.ContainsFunc(rest, func(t *Term) bool { return !m.Eval(t).Holds() }) {
			continue
		}
		for _, g := range slices.Backward(given) {
			m[g[0]] = m.Eval(g[1])
		}
		if !slices.ContainsFunc(all, func(t *Term) bool { return !m.Eval(t).Holds() }) {
			return Answer{State: Possible, Model: m}
		}
	}
	return Answer{Why: WhyHard}
}

// solved returns the terms without variables that one of them says what they are, and what these are, in terms of those
// behind them.
func (ts *Terms) solved(all []*Term) (rest []*Term, given [][2]*Term) {
	rest = slices.Clone(all)
	for again := true; again; {
		again = false
		for i, t := range rest {
			v, is := ts.defined(t)
			if v == nil {
				continue
			}
			with := map[*Term]*Term{v: is}
			rest = slices.Delete(rest, i, i+1)
			for k := range rest {
				rest[k] = ts.Replace(rest[k], with)
			}
			given = append(given, [2]*Term{v, is})
			again = true
			break
		}
	}
	return rest, given
}

// defined returns the variable that a term says what it is, if it is such a one.
func (ts *Terms) defined(t *Term) (v, is *Term) {
	switch {
	case t.op == opVar:
		return t, ts.Bool(true)
	case t.op == Not && t.args[0].op == opVar:
		return t.args[0], ts.Bool(false)
	case t.op == Equal && t.args[0].typ != String:
		for i, a := range t.args {
			if other := t.args[1-i]; a.op == opVar && !slices.Contains(Vars(other), a) {
				return a, other
			}
		}
	}
	return nil, nil
}

// Integers returns the constants of some terms that are integers, sorted.
func Integers(terms ...*Term) (out []*big.Int) {
	each(terms, func(t *Term) {
		if t.op == opConst && t.typ.IsInteger() {
			out = append(out, t.integer())
		}
	})
	slices.SortFunc(out, (*big.Int).Cmp)
	return slices.CompactFunc(out, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
}

// maxConstants is how many constants of a question are tried for each variable.
const maxConstants = 16

// tried returns the values of a type that are tried: small ones first.
func tried(typ Type, constants []*big.Int) (out []Value) {
	if typ == Bool {
		return []Value{BoolOf(false), BoolOf(true)}
	}
	low, high := typ.Range()
	add := func(x *big.Int) {
		if x.Cmp(low) < 0 || x.Cmp(high) > 0 {
			return
		}
		v := Value{typ: typ, bits: typ.wrap(new(big.Int).And(x, new(big.Int).SetUint64(1<<64-1)).Uint64())}
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	root := new(big.Int).Lsh(one, uint(typ.width()/2))
	for _, x := range []*big.Int{new(big.Int), one, big.NewInt(2), big.NewInt(3), minusOne, root, high, low, new(big.Int).Rsh(high, 1)} {
		add(x)
	}
	for _, c := range constants[:min(len(constants), maxConstants)] {
		for d := int64(-1); d <= 1; d++ {
			add(new(big.Int).Add(c, big.NewInt(d)))
		}
	}
	return out
}
