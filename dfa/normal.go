package dfa

// This file brings formulas into negation normal form, with equal parts shared.
// Only atoms are negated then; each operator has its dual.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa/syntax"
)

type kind uint8

const (
	isFalse kind = iota
	isTrue
	holds      // atom
	fails      // !atom
	both       // l && r
	either     // l || r
	next       // X l
	weakNext   // WX l
	until      // l U r; F r if l is true
	release    // l R r; G r if l is false
	within     // F[<=k] l
	throughout // G[<=k] l
	before     // Y l
	weakBefore // the dual of Y: there is no event before, or l held there
	since      // l S r; O r if l is true
	trigger    // the dual of S; H r if l is false
	nonEmpty   // an event follows
	empty      // no event follows
	promise    // l, an until, is put off by this event: see Endless
)

// duals pairs each kind with what its negation is.
var duals = [...]kind{
	isFalse: isTrue, isTrue: isFalse, holds: fails, fails: holds, both: either, either: both, next: weakNext, weakNext: next,
	until: release, release: until, within: throughout, throughout: within, before: weakBefore, weakBefore: before,
	since: trigger, trigger: since, nonEmpty: empty, empty: nonEmpty, promise: promise,
}

// A goal is a normalized formula: an index into goals.all.
type goal int32

type goalNode struct {
	kind kind
	l, r goal
	n    int32 // the atom of holds and fails; the bound of within and throughout
}

// goals is a store of normalized formulas. Equal ones have equal numbers.
type goals struct {
	all   []goalNode
	index map[goalNode]goal
	atoms []*syntax.Atom
	past  []goal // the goals with a memory: before, weakBefore, since, trigger
}

const (
	falseGoal goal = iota
	trueGoal
	nonEmptyGoal
	emptyGoal
)

func newGoals() *goals {
	g := &goals{index: make(map[goalNode]goal)}
	for _, k := range []kind{isFalse, isTrue, nonEmpty, empty} {
		g.make(goalNode{kind: k})
	}
	return g
}

func (g *goals) make(n goalNode) goal {
	if i, ok := g.index[n]; ok {
		return i
	}
	i := goal(len(g.all))
	g.all = append(g.all, n)
	g.index[n] = i
	switch n.kind {
	case before, weakBefore, since, trigger:
		g.past = append(g.past, i)
	}
	return i
}

// add returns the goal of f, or of its negation. A formula is visited twice at
// most: the visits are kept in done.
func (g *goals) add(f *syntax.Formula, negated bool, done map[signed]goal) goal {
	key := signed{f, negated}
	if i, ok := done[key]; ok {
		return i
	}
	i := g.convert(f, negated, done)
	done[key] = i
	return i
}

type signed struct {
	f       *syntax.Formula
	negated bool
}

func (g *goals) convert(f *syntax.Formula, negated bool, done map[signed]goal) goal {
	arg := func(i int) goal { return g.add(f.Args[i], negated, done) }
	op := func(k kind, l, r goal, n int) goal {
		if negated {
			k = duals[k]
		}
		return g.simplify(goalNode{k, l, r, int32(n)})
	}
	// The constant in front of what U and S abbreviate, by the same duality.
	constant := trueGoal
	if negated {
		constant = falseGoal
	}
	opposite := 1 - constant
	switch f.Op {
	case syntax.OpTrue:
		return constant
	case syntax.OpFalse:
		return opposite
	case syntax.OpAtom:
		return op(holds, 0, 0, g.atom(f.Atom))
	case syntax.OpNot:
		return g.add(f.Args[0], !negated, done)
	case syntax.OpAnd:
		return op(both, arg(0), arg(1), 0)
	case syntax.OpOr:
		return op(either, arg(0), arg(1), 0)
	case syntax.OpImplies:
		return op(either, g.add(f.Args[0], !negated, done), arg(1), 0)
	case syntax.OpIff:
		a, b := g.add(f.Args[0], false, done), g.add(f.Args[1], negated, done)
		notA, notB := g.add(f.Args[0], true, done), g.add(f.Args[1], !negated, done)
		return g.simplify(goalNode{either, g.simplify(goalNode{both, a, b, 0}), g.simplify(goalNode{both, notA, notB, 0}), 0})
	case syntax.OpNext:
		return op(next, arg(0), 0, 0)
	case syntax.OpWeakNext:
		return op(weakNext, arg(0), 0, 0)
	case syntax.OpFinally:
		if f.Bounded {
			return op(within, arg(0), 0, f.K)
		}
		return op(until, constant, arg(0), 0)
	case syntax.OpGlobally:
		if f.Bounded {
			return op(throughout, arg(0), 0, f.K)
		}
		return op(release, opposite, arg(0), 0)
	case syntax.OpUntil:
		return op(until, arg(0), arg(1), 0)
	case syntax.OpRelease:
		return op(release, arg(0), arg(1), 0)
	case syntax.OpWeakUntil: // f W g is g R (f || g)
		return op(release, arg(1), op(either, arg(0), arg(1), 0), 0)
	case syntax.OpYesterday:
		return op(before, arg(0), 0, 0)
	case syntax.OpOnce:
		return op(since, constant, arg(0), 0)
	case syntax.OpHistorically:
		return op(trigger, opposite, arg(0), 0)
	case syntax.OpSince:
		return op(since, arg(0), arg(1), 0)
	}
	panic("dfa: internal error: a formula with the operator " + f.Op.String())
}

// atom returns the number of a.
func (g *goals) atom(a *syntax.Atom) int {
	if i := slices.IndexFunc(g.atoms, a.Equal); i >= 0 {
		return i
	}
	g.atoms = append(g.atoms, a)
	return len(g.atoms) - 1
}

// simplify returns the goal of n, without constants where they say nothing. It
// keeps what holds of the trace without events: X true is false there.
func (g *goals) simplify(n goalNode) goal {
	switch n.kind {
	case both, either:
		zero, one := falseGoal, trueGoal
		if n.kind == either {
			zero, one = one, zero
		}
		switch {
		case n.l == zero || n.r == zero:
			return zero
		case n.l == one || n.l == n.r:
			return n.r
		case n.r == one:
			return n.l
		}
		if n.l > n.r {
			n.l, n.r = n.r, n.l
		}
	case next, until, within, before, since:
		if n.kind == next && n.l == falseGoal || n.kind == within && n.l == falseGoal || n.kind == before && n.l == falseGoal ||
			(n.kind == until || n.kind == since) && n.r == falseGoal {
			return falseGoal
		}
	case weakNext, release, throughout, weakBefore, trigger:
		if n.kind == weakNext && n.l == trueGoal || n.kind == throughout && n.l == trueGoal || n.kind == weakBefore && n.l == trueGoal ||
			(n.kind == release || n.kind == trigger) && n.r == trueGoal {
			return trueGoal
		}
	}
	return g.make(n)
}

// atEnd reports whether a goal holds where no event is left.
func (g *goals) atEnd(i goal) bool {
	n := &g.all[i]
	switch n.kind {
	case isTrue, fails, weakNext, release, throughout, weakBefore, trigger, empty:
		return true
	case both:
		return g.atEnd(n.l) && g.atEnd(n.r)
	case either:
		return g.atEnd(n.l) || g.atEnd(n.r)
	}
	return false
}

// implies reports whether a implies b because they are bounds of one formula.
func (g *goals) implies(a, b goal) bool {
	if a == b {
		return true
	}
	m, n := &g.all[a], &g.all[b]
	if m.kind != n.kind || m.l != n.l {
		return false
	}
	return m.kind == within && m.n <= n.n || m.kind == throughout && m.n >= n.n
}
