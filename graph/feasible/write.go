package feasible

// This file writes proofs down, without what they do not need.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// maxShortened is up to how many clauses and lemmas it is asked which of them are needed.
const maxShortened = 500

// write returns the proof without clauses and lemmas that it does not need. What is given is a clause of its own, and so is
// the literal that holds.
func (p *Proof) write() *graph.Refutation {
	q := &Proof{assumed: p.core, core: p.core, lemmas: p.lemmas}
	q.clauses = slices.Clone(p.clauses)
	for _, l := range p.assumed {
		if !slices.Contains(p.core, l) {
			q.clauses = append(q.clauses, []lit{l})
		}
	}
	// A lemma that is a clause already, or does not follow, says nothing.
	said := make(map[string]bool, len(q.clauses))
	for _, c := range q.clauses {
		said[key(c)] = true
	}
	q.lemmas = slices.DeleteFunc(slices.Clone(q.lemmas), func(lemma []lit) bool { return said[key(lemma)] })
	if len(q.clauses)+len(q.lemmas) <= maxShortened {
		q.lemmas = shortened(q.lemmas, func(list [][]lit) bool { return (&Proof{clauses: q.clauses, assumed: q.assumed, lemmas: list}).Check() })
		q.clauses = shortened(q.clauses, func(list [][]lit) bool { return (&Proof{clauses: list, assumed: q.assumed, lemmas: q.lemmas}).Check() })
	}
	out := &graph.Refutation{Clauses: numbers(q.clauses), Lemmas: numbers(q.lemmas)}
	for _, l := range p.core {
		out.Literals = append(out.Literals, int(l))
	}
	return out
}

// key identifies a clause, whatever the order of its literals.
func key(clause []lit) string {
	clause = slices.Clone(clause)
	slices.Sort(clause)
	return fmt.Sprint(clause)
}

// shortened returns a part of a list that is enough, from which no run of elements that halving finds can be taken.
func shortened(list [][]lit, enough func([][]lit) bool) [][]lit {
	for n := len(list); n > 0; n /= 2 {
		for i := 0; i < len(list); {
			rest := slices.Delete(slices.Clone(list), i, min(i+n, len(list)))
			if enough(rest) {
				list = rest
			} else {
				i += n
			}
		}
	}
	return list
}

func numbers(list [][]lit) [][]int {
	out := make([][]int, len(list))
	for i, clause := range list {
		for _, l := range clause {
			out[i] = append(out[i], int(l))
		}
	}
	return out
}
