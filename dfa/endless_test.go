package dfa

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// A lasso is the symbols of a run that never ends: those of stem, then those of loop again
// and again.
type lasso struct{ stem, loop trace }

// endlessly returns the events of a lasso at which f holds, by the definition of its
// operators on infinite traces: of stem and of so many turns of loop that what came before
// makes no difference to another one.
func endlessly(f *syntax.Formula, by lasso, turns int) []bool {
	tr := slices.Clone(by.stem)
	for range turns {
		tr = append(tr, by.loop...)
	}
	args := make([][]bool, len(f.Args))
	for i, g := range f.Args {
		args[i] = endlessly(g, by, turns)
	}
	at := func(i int) int { // where i is, also behind the last turn
		if i < len(tr) {
			return i
		}
		return len(tr) - len(by.loop) + (i-len(tr))%len(by.loop)
	}
	first := func(i int) bool { return args[0][at(i)] }
	second := func(i int) bool { return args[1][at(i)] }
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
	far := len(tr) + len(by.loop)
	out := make([]bool, len(tr))
	for i := range out {
		end := far
		if f.Bounded {
			end = i + f.K + 1
		}
		switch f.Op {
		case syntax.OpNext, syntax.OpWeakNext:
			out[i] = first(i + 1)
		case syntax.OpFinally:
			out[i] = some(i, end, first)
		case syntax.OpGlobally:
			out[i] = all(i, end, first)
		case syntax.OpUntil:
			out[i] = some(i, far, func(j int) bool { return second(j) && all(i, j, first) })
		case syntax.OpWeakUntil:
			out[i] = all(i, far, first) || some(i, far, func(j int) bool { return second(j) && all(i, j, first) })
		case syntax.OpRelease:
			out[i] = all(i, far, func(j int) bool { return second(j) || some(i, j, first) })
		default: // of one event, or of the past
			out[i] = defined(f, tr, i, func(arg, at int) bool { return args[arg][at] })
		}
	}
	return out
}

// symbolFor returns what a symbol of the atoms a, b, … is for an automaton with atoms in another
// order.
func symbolFor(atoms []*syntax.Atom, s Symbol) (out Symbol) {
	for i, a := range atoms {
		out |= s >> (a.Name[0] - 'a') & 1 << i
	}
	return out
}

// finds reports whether e has a run on the lasso that goes on for ever and does not put
// off any until for ever.
func finds(e *Endless, by lasso) bool {
	type point struct {
		at int
		q  State
	}
	all := slices.Concat(by.stem, by.loop)
	var order []point
	next := make(map[point][]Move)
	add := func(p point) {
		if _, known := next[p]; !known {
			next[p] = nil
			order = append(order, p)
		}
	}
	after := func(at int) int {
		if at++; at == len(all) {
			return len(by.stem)
		}
		return at
	}
	for _, q := range e.Start {
		add(point{0, q})
	}
	for i := 0; i < len(order); i++ {
		p := order[i]
		e.Each(p.q, symbolFor(e.Atoms, all[p.at]), 0, func(m Move, _ Symbol) {
			next[p] = append(next[p], m)
			add(point{after(p.at), m.To})
		})
	}
	reaches := func(from point) map[point]bool {
		seen := make(map[point]bool)
		for work := []point{from}; len(work) > 0; work = work[1:] {
			for _, m := range next[work[0]] {
				if to := (point{after(work[0].at), m.To}); !seen[to] {
					seen[to] = true
					work = append(work, to)
				}
			}
		}
		return seen
	}
	for _, p := range order {
		ahead := reaches(p)
		if !ahead[p] {
			continue
		}
		var marks Marks
		for r := range ahead {
			if !reaches(r)[p] {
				continue
			}
			for _, m := range next[r] {
				if to := (point{after(r.at), m.To}); ahead[to] && reaches(to)[p] || to == p {
					marks |= m.Marks
				}
			}
		}
		if marks == e.All {
			return true
		}
	}
	return false
}

// TestEndless compares automata with the definition, on random runs that never end.
func TestEndless(t *testing.T) {
	rng := rand.New(rand.NewSource(*seed))
	random := func(n, atoms int) (tr trace) {
		for range n {
			tr = append(tr, Symbol(rng.Intn(1<<atoms)))
		}
		return tr
	}
	count := make(map[string]int)
	for i := range *formulas {
		f := randomFormula(rng, 1+rng.Intn(9), 2)
		e, err := NewEndless(f)
		if err != nil {
			t.Fatalf("seed %d: %q: %v", *seed, f, err)
		}
		d, err := Compile(f)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			by := lasso{random(rng.Intn(4), 2), random(1+rng.Intn(4), 2)}
			want := endlessly(f, by, 12)[0]
			count[map[bool]string{true: "kept", false: "not kept"}[want]]++
			compareEndless(t, f, d, e, by, want)
			if t.Failed() {
				t.Fatalf("seed %d, formula %d", *seed, i)
			}
		}
	}
	t.Log(count)
}

// compareEndless checks that e, or d where there is none, knows whether a run keeps f.
func compareEndless(t *testing.T, f *syntax.Formula, d *DFA, e *Endless, by lasso, kept bool) {
	t.Helper()
	q := d.Start
	for _, s := range by.stem {
		q = d.Next(q, symbolFor(d.Atoms, s))
	}
	for range 50 { // turns
		for _, s := range by.loop {
			q = d.Next(q, symbolFor(d.Atoms, s))
		}
	}
	last := false // accepted in the last turn
	for _, s := range by.loop {
		q = d.Next(q, symbolFor(d.Atoms, s))
		last = last || d.Accepting(q)
	}
	if e == nil {
		if !kept && !d.Violating(q) {
			t.Errorf("%q: no prefix of %v shows that it is not kept", f, by)
		}
		return
	}
	got := finds(e, by)
	switch {
	case got == kept:
		t.Errorf("%q: kept by %v: %v, want %v", f, by, !got, kept)
	case !kept && !e.Counts() && last:
		t.Errorf("%q: %v is not kept, and all is well again and again", f, by)
	}
	for s := range Symbol(4) {
		if !e.Ignores(symbolFor(e.Atoms, s), 0) {
			continue
		}
		same := func(x Symbol) bool { return x == s }
		less := lasso{slices.DeleteFunc(slices.Clone(by.stem), same), slices.DeleteFunc(slices.Clone(by.loop), same)}
		if len(less.loop) > 0 && endlessly(f, less, 12)[0] != kept {
			t.Errorf("%q: %b is ignored, but it makes a difference in %v", f, s, by)
		}
	}
}
