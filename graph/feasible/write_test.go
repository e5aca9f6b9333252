package feasible

import (
	"slices"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// follows reports whether a clause follows from others by looking at one after the other, in the most direct way: what is
// false is found by going through all of them again and again.
func follows(clauses [][]int, lemma []int) bool {
	holds := make(map[int]bool)
	for _, l := range lemma {
		holds[-l] = true
	}
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			open := slices.DeleteFunc(slices.Clone(c), func(l int) bool { return holds[-l] })
			slices.Sort(open)
			open = slices.Compact(open)
			switch {
			case len(open) == 0:
				return true
			case len(open) == 1 && !holds[open[0]]:
				holds[open[0]], changed = true, true
			}
		}
	}
	return false
}

// shows reports whether a proof as it is written shows that its literals cannot hold together.
func shows(r *graph.Refutation) bool {
	clauses := slices.Clone(r.Clauses)
	for _, l := range r.Literals {
		clauses = append(clauses, []int{l})
	}
	for _, lemma := range r.Lemmas {
		if !follows(clauses, lemma) {
			return false
		}
		clauses = append(clauses, lemma)
	}
	return follows(clauses, nil)
}

// TestWrite: what is written of a proof is one, by a checker that is as simple as can be, and none of its conditions can be
// left out.
func TestWrite(t *testing.T) {
	written, learnt := 0, 0
	for i := range 600 {
		g := newGame()
		texts := i%2 == 0
		var asked []*Term
		for range 4 {
			asked = append(asked, g.truth(2, texts))
		}
		a := g.byBits(nil, asked)
		if a.State != Impossible || len(a.Core) == 0 {
			continue
		}
		r := a.Proof.write()
		if len(r.Clauses)+len(r.Lemmas) > maxShortened { // the checker here is slow
			continue
		}
		if len(r.Literals) != len(a.Core) || !shows(r) {
			t.Fatalf("%v is no proof of %v", r, a.Core)
		}
		for i := range r.Literals {
			if fewer := (&graph.Refutation{Literals: slices.Delete(slices.Clone(r.Literals), i, i+1), Clauses: r.Clauses, Lemmas: r.Lemmas}); shows(fewer) {
				t.Fatalf("%v is a proof without literal %d, too", r, r.Literals[i])
			}
		}
		if again := a.Proof.write(); !slices.EqualFunc(again.Clauses, r.Clauses, slices.Equal) || !slices.EqualFunc(again.Lemmas, r.Lemmas, slices.Equal) {
			t.Fatal("another proof the second time")
		}
		written++
		learnt += len(r.Lemmas)
	}
	t.Log(written, "proofs with", learnt, "lemmas")
	if written < 50 {
		t.Errorf("%d proofs: the test is no good", written)
	}
}
