package product_test

// This file explores the runs that a referee allows, and compares them with
// automata and with what the product says.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
)

// An arc is a turn from one situation, by number, to another.
type arc struct {
	letter int // by number; 0 is silent
	to     int
	calls  bool
}

// The situations that are no situations: the end of a run, and where the engine
// breaks it off.
const (
	ended = iota
	stopped
	first // where all runs begin
)

// runs are all runs of a workflow in one world, as far as they were asked for.
type runs struct {
	referee
	numbers    map[string]int
	situations []*situation
	arcs       [][]arc // nil where nobody asked yet
	letters    []letter
	cut        bool // some were left out, because there are too many
}

// Limits of what is followed.
const (
	maxSituations = 1000
	maxTokens     = 5 // at once
)

func newRuns(w *graph.Workflow, by referee) *runs {
	x := &runs{referee: by, numbers: make(map[string]int), situations: make([]*situation, first), arcs: [][]arc{{}, {}}, letters: make([]letter, 1)}
	x.number(x.start(w))
	return x
}

func (x *runs) number(s *situation) int {
	key := s.text()
	if i, ok := x.numbers[key]; ok {
		return i
	}
	x.numbers[key] = len(x.situations)
	x.situations = append(x.situations, s)
	x.arcs = append(x.arcs, nil)
	return len(x.situations) - 1
}

func (x *runs) letter(l letter) int {
	if l.what == product.Pass {
		return 0
	}
	if i := slices.Index(x.letters, l); i >= 0 {
		return i
	}
	x.letters = append(x.letters, l)
	return len(x.letters) - 1
}

// from returns the arcs from a situation.
func (x *runs) from(i int) []arc {
	if x.arcs[i] == nil && (len(x.situations) > maxSituations || x.situations[i].size() > maxTokens) {
		x.cut = true
		return nil
	}
	if x.arcs[i] == nil {
		list := []arc{}
		for _, t := range x.turns(x.situations[i]) {
			a := arc{x.letter(t.letter), ended, t.calls}
			switch {
			case t.stopped:
				a.to = stopped
			case !t.ended && !t.failed:
				a.to = x.number(t.next)
			}
			if !slices.Contains(list, a) {
				list = append(list, a)
			}
		}
		x.arcs[i] = list
	}
	return x.arcs[i]
}

// explore follows all of them.
func (x *runs) explore() {
	for i := first; i < len(x.situations); i++ {
		x.from(i)
	}
}

// A reader is what an automaton, or the atoms of a formula, see of letters.
type reader struct {
	x     *runs
	atoms []*syntax.Atom
	seen  [][]dfa.Symbol // by letter; empty if it is no event for this rule
}

func newReader(x *runs, atoms []*syntax.Atom) *reader { return &reader{x: x, atoms: atoms} }

// symbols returns what a letter may be for the atoms; nothing if it is silent.
func (r *reader) symbols(l int) []dfa.Symbol {
	for len(r.seen) <= l {
		r.seen = append(r.seen, r.of(r.x.letters[len(r.seen)]))
	}
	return r.seen[l]
}

func (r *reader) of(l letter) []dfa.Symbol {
	if l.what == product.Pass {
		return nil
	}
	list := []dfa.Symbol{0}
	for i, a := range r.atoms {
		holds, certain := false, true
		for _, e := range l.events() {
			h, c := dfa.Match(a, &e)
			if h && (c || !holds) {
				holds, certain = true, c
			}
		}
		for k, s := range list {
			if holds {
				list[k] |= 1 << i
			}
			if holds && !certain {
				list = append(list, s)
			}
		}
	}
	if l.what == product.Decide && len(list) == 1 && list[0] == 0 {
		return nil // a decision is no step: only rules that name it know of it
	}
	return list
}

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

// closure adds to a set of situations what silent letters lead to.
func (r *reader) closure(set map[int]bool) map[int]bool {
	work := make([]int, 0, len(set))
	for i := range set {
		work = append(work, i)
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range r.x.from(i) {
			if len(r.symbols(a.letter)) == 0 && !set[a.to] {
				set[a.to] = true
				work = append(work, a.to)
			}
		}
	}
	return set
}

// after returns the situations after one more letter that is as wanted.
func (r *reader) after(set map[int]bool, wanted func(l int) bool) map[int]bool {
	out := make(map[int]bool)
	for i := range set {
		for _, a := range r.x.from(i) {
			if len(r.symbols(a.letter)) > 0 && wanted(a.letter) {
				out[a.to] = true
			}
		}
	}
	return r.closure(out)
}

// follow returns the situations that a path of the product may lead to.
func (r *reader) follow(set map[int]bool, path []product.Step) map[int]bool {
	for i := range path {
		if s := &path[i]; s.What != product.Pass {
			set = r.after(set, func(l int) bool { return r.same(r.x.letters[l], s) })
		}
	}
	return set
}

// same reports whether a step of the product is the letter, as far as the atoms see
// which values are decided.
func (r *reader) same(l letter, s *product.Step) bool {
	if l.in != s.In || l.node != s.Node || l.what != s.What || l.tool != s.Tool {
		return false
	}
	heard := func(labels string) dfa.Symbol {
		all := r.of(letter{in: l.in, node: l.node, what: product.Decide, labels: labels})
		return append(all, 0)[0]
	}
	return heard(l.labels) == heard(labels(s.In, s.Sent))
}
