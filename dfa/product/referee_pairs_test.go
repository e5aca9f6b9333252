package product_test

// This file follows automata along the runs that a referee allows.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
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
	advance   map[[2]pair]bool // not only by calls
}

// newPairs follows an automaton that reads what the reader sees.
func newPairs(r *reader, start dfa.State, next func(dfa.State, dfa.Symbol) []dfa.State, accepting func(dfa.State) bool) *pairs {
	p := &pairs{accepting: accepting, next: make(map[pair][]pair), advance: make(map[[2]pair]bool)}
	p.order = []pair{{first, start}}
	p.next[p.order[0]] = nil
	for i := 0; i < len(p.order); i++ {
		a := p.order[i]
		for _, arc := range r.x.from(a.at) {
			symbols := r.symbols(arc.letter)
			if len(symbols) == 0 {
				p.add(a, pair{arc.to, a.q}, arc)
			}
			for _, s := range symbols {
				for _, q := range next(a.q, s) {
					p.add(a, pair{arc.to, q}, arc)
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

// withDebt follows what one event owes for a chain a -> F b -> F c, after any a or
// none: state k waits for operand k, state 0 for an a. It is not enough to follow
// the automaton: obligations may overlap for ever, and each be met.
func withDebt(x *runs, chain *syntax.Rule) *pairs {
	r := newReader(x, chain.Atoms())
	done := len(chain.Operands)
	met := func(k int, s dfa.Symbol) bool { return kept(chain.Operands[k], r.atoms, trace{s}) }
	next := func(q dfa.State, s dfa.Symbol) []dfa.State {
		k := int(q)
		if k == 0 && !met(0, s) {
			return []dfa.State{0}
		}
		for k = max(k, 1); k < done && met(k, s); k++ {
		}
		if q == 0 {
			return []dfa.State{0, dfa.State(k)}
		}
		return []dfa.State{dfa.State(k)}
	}
	return newPairs(r, 0, next, func(q dfa.State) bool { return q == 0 || int(q) == done })
}

func (p *pairs) add(a, b pair, by arc) {
	if _, known := p.next[b]; !known {
		p.next[b] = nil
		p.order = append(p.order, b)
	}
	p.next[a] = append(p.next[a], b)
	if !by.calls {
		p.advance[[2]pair{a, b}] = true
	}
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

// endless reports whether a run goes on for ever in states that are not accepting:
// if it is fair, in pairs that it cannot leave for others.
func (p *pairs) endless(fair bool) bool {
	open := make(map[pair]bool)
	for _, a := range p.order {
		open[a] = a.at >= first && !p.accepting(a.q)
	}
	if !fair {
		return p.cycle(open)
	}
	// What can come to an accepting state or an end is not in an open trap.
	for changed := true; changed; {
		changed = false
		for _, a := range p.order {
			if open[a] && slices.ContainsFunc(p.next[a], func(b pair) bool { return !open[b] }) {
				open[a], changed = false, true
			}
		}
	}
	return p.cycle(open)
}

// cycle reports whether there is a cycle in the set, of more than calls.
func (p *pairs) cycle(set map[pair]bool) bool {
	for step := range p.advance {
		if !set[step[0]] || !set[step[1]] {
			continue
		}
		seen := map[pair]bool{step[1]: true}
		for work := []pair{step[1]}; len(work) > 0; work = work[1:] {
			for _, b := range p.next[work[0]] {
				if set[b] && !seen[b] {
					seen[b] = true
					work = append(work, b)
				}
			}
		}
		if seen[step[0]] {
			return true
		}
	}
	return false
}
