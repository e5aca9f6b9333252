package product

// This file knows what holds whatever the order of events, so that no run is searched: most
// rules on most workflows speak of what does not happen there.

import "github.com/agentvet/agentvet/dfa"

// idle reports whether every sequence of the events of the workflow keeps a part, at each of
// its ends: then so does every run.
func (c *Checker) idle(p *Part, l *labels) bool {
	if p.DFA.Unfolding() || p.endless != nil && p.endless.Counts() {
		return false
	}
	symbols := l.all()
	seen := make([]bool, p.DFA.Len())
	work := []dfa.State{p.DFA.Start}
	seen[p.DFA.Start] = true
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		if !p.DFA.Accepting(q) {
			return false
		}
		for s := range symbols {
			p.DFA.Each(q, s.must, s.may&^s.must, func(to dfa.State) bool {
				if !seen[to] {
					seen[to] = true
					work = append(work, to)
				}
				return true
			})
		}
	}
	return true
}

// all returns the symbols of all events. What is decided may be told by any of them.
func (l *labels) all() map[symbol]bool {
	var decisions dfa.Symbol
	for _, d := range l.decisions {
		decisions |= d
	}
	set := make(map[symbol]bool)
	add := func(s symbol) {
		s.may |= decisions
		set[s] = true
	}
	if decisions != 0 {
		add(symbol{})
	}
	for i := range l.body {
		l.each(place(i), add)
	}
	return set
}

// each calls yield for each event of p, but for decisions.
func (l *labels) each(p place, yield func(symbol)) {
	b, n := l.of(p)
	if b.before[l.id(p)] || b.behind[l.id(p)] {
		yield(l.ask)
	}
	if w, ok := simple(n); ok {
		if w != Pass {
			yield(l.event(p, w, none))
		}
		return
	}
	for _, a := range program(n, false, false, 0) {
		if a.what != Pass {
			yield(l.event(p, a.what, a.tool))
		}
	}
}
