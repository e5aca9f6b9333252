package product_test

// This file explores the runs that a referee allows, and reads them as automata do.

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
