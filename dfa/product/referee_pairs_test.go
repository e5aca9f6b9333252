package product_test

// This file follows automata along the runs that a referee allows.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa"
)

// A pair is a situation and a state.
type pair struct {
	at int
	q  dfa.State
}

// pairs are what of runs and an automaton is reached together.
type pairs struct {
	accepting func(dfa.State) bool
	order     []pair
	next      map[pair][]pair
}

// newPairs follows an automaton that reads what the reader sees.
func newPairs(r *reader, start dfa.State, next func(dfa.State, dfa.Symbol) []dfa.State, accepting func(dfa.State) bool) *pairs {
	p := &pairs{accepting: accepting, next: make(map[pair][]pair)}
	p.order = []pair{{first, start}}
	p.next[p.order[0]] = nil
	for i := 0; i < len(p.order); i++ {
		a := p.order[i]
		for _, arc := range r.x.from(a.at) {
			symbols := r.symbols(arc.letter)
			if len(symbols) == 0 {
				p.add(a, pair{arc.to, a.q})
			}
			for _, s := range symbols {
				for _, q := range next(a.q, s) {
					p.add(a, pair{arc.to, q})
				}
			}
		}
	}
	return p
}

// withDFA follows d.
func withDFA(x *runs, d *dfa.DFA) *pairs {
	next := func(q dfa.State, s dfa.Symbol) []dfa.State { return []dfa.State{d.Next(q, s)} }
	return newPairs(newReader(x, d.Atoms), d.Start, next, d.Accepting)
}

func (p *pairs) add(a, b pair) {
	if _, known := p.next[b]; !known {
		p.next[b] = nil
		p.order = append(p.order, b)
	}
	p.next[a] = append(p.next[a], b)
}

// finite reports whether runs violate the rule by a prefix or at the end.
func (p *pairs) finite(d *dfa.DFA) bool {
	return slices.ContainsFunc(p.order, func(a pair) bool {
		return d.Violating(a.q) || a.at == ended && !d.Accepting(a.q)
	})
}

// broken reports whether a run is broken off before the rule is kept.
func (p *pairs) broken() bool {
	return slices.ContainsFunc(p.order, func(a pair) bool { return a.at == stopped && !p.accepting(a.q) })
}
