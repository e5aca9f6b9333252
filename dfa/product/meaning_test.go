package product_test

// This file says when a formula holds, by the definition of its operators.

import (
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// A trace is what the events of a run are for the atoms of a formula.
type trace []dfa.Symbol

// meaning returns at which events of tr f holds; the last entry is for the trace
// behind the last event.
func meaning(f *syntax.Formula, atoms []*syntax.Atom, tr trace) []bool {
	args := make([][]bool, len(f.Args))
	for i, g := range f.Args {
		args[i] = meaning(g, atoms, tr)
	}
	out := make([]bool, len(tr)+1)
	for i := range out {
		out[i] = holdsAt(f, atoms, tr, i, args)
	}
	return out
}

func holdsAt(f *syntax.Formula, atoms []*syntax.Atom, tr trace, i int, args [][]bool) bool {
	n := len(tr)
	some := func(from, to int, what func(int) bool) bool {
		for j := from; j < to; j++ {
			if what(j) {
				return true
			}
		}
		return false
	}
	all := func(from, to int, what func(int) bool) bool {
		return !some(from, to, func(j int) bool { return !what(j) })
	}
	first := func(j int) bool { return args[0][j] }
	second := func(j int) bool { return args[1][j] }
	end := n
	if f.Bounded {
		end = min(n, i+f.K+1)
	}
	switch f.Op {
	case syntax.OpTrue:
		return true
	case syntax.OpFalse:
		return false
	case syntax.OpAtom:
		for k, a := range atoms {
			if a.Equal(f.Atom) {
				return i < n && tr[i]>>k&1 != 0
			}
		}
		panic("an atom that is not listed")
	case syntax.OpNot:
		return !first(i)
	case syntax.OpAnd:
		return first(i) && second(i)
	case syntax.OpOr:
		return first(i) || second(i)
	case syntax.OpImplies:
		return !first(i) || second(i)
	case syntax.OpIff:
		return first(i) == second(i)
	case syntax.OpNext:
		return i+1 < n && first(i+1)
	case syntax.OpWeakNext:
		return i+1 >= n || first(i+1)
	case syntax.OpFinally:
		return some(i, end, first)
	case syntax.OpGlobally:
		return all(i, end, first)
	case syntax.OpUntil:
		return some(i, n, func(j int) bool { return second(j) && all(i, j, first) })
	case syntax.OpWeakUntil:
		return all(i, n, first) || some(i, n, func(j int) bool { return second(j) && all(i, j, first) })
	case syntax.OpRelease:
		return all(i, n, func(j int) bool { return second(j) || some(i, j, first) })
	case syntax.OpYesterday:
		return 0 < i && i < n && first(i-1)
	case syntax.OpOnce:
		return i < n && some(0, i+1, first)
	case syntax.OpHistorically:
		return i == n || all(0, i+1, first)
	case syntax.OpSince:
		return i < n && some(0, i+1, func(j int) bool { return second(j) && all(j+1, i+1, first) })
	}
	panic("no such operator")
}

// kept reports whether f holds of the whole trace.
func kept(f *syntax.Formula, atoms []*syntax.Atom, tr trace) bool {
	return meaning(f, atoms, tr)[0]
}

// keptForever reports whether f holds of the run that never ends after stem: round comes
// again and again. It follows so many rounds that what came before makes no difference to
// another one.
func keptForever(f *syntax.Formula, atoms []*syntax.Atom, stem, round trace) bool {
	tr := stem[:len(stem):len(stem)]
	for range 14 {
		tr = append(tr, round...)
	}
	return forever(f, atoms, tr, len(round))[0]
}

// forever is meaning for the run that never ends, of which the last events of tr, so many,
// come again and again.
func forever(f *syntax.Formula, atoms []*syntax.Atom, tr trace, round int) []bool {
	args := make([][]bool, len(f.Args))
	for i, g := range f.Args {
		args[i] = forever(g, atoms, tr, round)
	}
	n := len(tr)
	far := n + round // what comes later has come before
	long := make([][]bool, len(args))
	for i, list := range args {
		for j := range far + 1 {
			if j >= n {
				j = n - round + (j-n)%round
			}
			long[i] = append(long[i], list[j])
		}
	}
	more := append(tr[:n:n], tr[n-round:]...)
	out := make([]bool, n)
	for i := range out {
		out[i] = holdsAt(f, atoms, more, i, long)
	}
	return out
}
