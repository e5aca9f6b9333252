package dfa

// This file is the automaton and its transitions.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// A State is a state of one DFA.
type State int32

// A Symbol is a set of atoms of one DFA: bit i is Atoms[i].
type Symbol uint64

// MaxAtoms is the number of different atoms in one formula: a Symbol has a bit
// for each.
const MaxAtoms = 64

// A DFA is a deterministic finite automaton over events. It is not changed by
// use, unless it is Unfolding: then one goroutine at a time may use it.
type DFA struct {
	Atoms []*syntax.Atom
	Start State
	// next is the decision diagram of each state; unmade if the state was not
	// unfolded yet.
	next     []ref
	diagrams diagrams
	class    []class
	source   *unfolder // of a DFA that is unfolded on demand, else nil
}

// class says what is settled in a state.
type class uint8

const (
	accepting class = 1 << iota // a run may end here
	violating                   // no accepting state can be reached
	satisfied                   // only accepting states can be reached
)

// Len returns the number of states, so far if d is unfolding.
func (d *DFA) Len() int { return len(d.next) }

// Accepting reports whether a run that ends in q keeps the rule.
func (d *DFA) Accepting(q State) bool { return d.class[q]&accepting != 0 }

// Violating reports whether no continuation from q keeps the rule. If d is
// unfolding, it may be false though none does.
func (d *DFA) Violating(q State) bool { return d.class[q]&violating != 0 }

// Satisfied reports whether every continuation from q keeps the rule. If d is
// unfolding, it may be false though every one does.
func (d *DFA) Satisfied(q State) bool { return d.class[q]&satisfied != 0 }

// Unfolding reports whether the states of d are made on demand, because there
// are more than MaxStates of them.
func (d *DFA) Unfolding() bool { return d.source != nil }

// Symbol returns the atoms that hold of e. Those that are not certain count as
// holding.
func (d *DFA) Symbol(e *Event) Symbol {
	var s Symbol
	for i, a := range d.Atoms {
		if holds, _ := Match(a, e); holds {
			s |= 1 << i
		}
	}
	return s
}

// Symbols returns the atoms that certainly hold of e, and those that may.
func (d *DFA) Symbols(e *Event) (must, may Symbol) { return symbols(d.Atoms, e) }

func symbols(atoms []*syntax.Atom, e *Event) (must, may Symbol) {
	for i, a := range atoms {
		switch holds, certain := Match(a, e); {
		case holds && certain:
			must |= 1 << i
		case holds:
			may |= 1 << i
		}
	}
	return must, may
}

// Ignores reports whether d stays where it is by an event, whatever its state.
func (d *DFA) Ignores(must, may Symbol) bool {
	if d.Unfolding() {
		return false
	}
	for q := range State(d.Len()) {
		if !d.Each(q, must, may, func(to State) bool { return to == q }) {
			return false
		}
	}
	return true
}

// Swaps reports whether d comes to the same states by two events in either order, whatever
// its state.
func (d *DFA) Swaps(must, may, otherMust, otherMay Symbol) bool {
	if d.Unfolding() {
		return false
	}
	if must == otherMust && may == otherMay {
		return true
	}
	after := func(q State, must, may, otherMust, otherMay Symbol) (list []State) {
		d.Each(q, must, may, func(q State) bool {
			return d.Each(q, otherMust, otherMay, func(to State) bool {
				list = append(list, to)
				return true
			})
		})
		slices.Sort(list)
		return slices.Compact(list)
	}
	for q := range State(d.Len()) {
		if !slices.Equal(after(q, must, may, otherMust, otherMay), after(q, otherMust, otherMay, must, may)) {
			return false
		}
	}
	return true
}

// Next returns the state after q and an event of which the atoms in s hold. It
// takes time linear in the number of atoms, at most; it allocates only if d is
// unfolding.
func (d *DFA) Next(q State, s Symbol) State {
	r := d.root(q)
	for !r.isLeaf() {
		n := &d.diagrams.nodes[r]
		if s&(1<<n.atom) != 0 {
			r = n.hi
		} else {
			r = n.lo
		}
	}
	return r.state()
}

// Each calls yield for each state that may follow q by an event of which the
// atoms in must hold and those in may can; a state may be given twice. It stops if
// yield returns false.
func (d *DFA) Each(q State, must, may Symbol, yield func(State) bool) bool {
	if may == 0 {
		return yield(d.Next(q, must))
	}
	return d.each(d.root(q), must, may, yield)
}

func (d *DFA) each(r ref, must, may Symbol, yield func(State) bool) bool {
	for !r.isLeaf() {
		n := d.diagrams.nodes[r]
		bit := Symbol(1) << n.atom
		switch {
		case may&bit != 0:
			if !d.each(n.lo, must, may, yield) {
				return false
			}
			r = n.hi
		case must&bit != 0:
			r = n.hi
		default:
			r = n.lo
		}
	}
	return yield(r.state())
}

// root returns the diagram of q, and makes it if need be.
func (d *DFA) root(q State) ref {
	if d.next[q] == unmade {
		d.source.unfold(q)
	}
	return d.next[q]
}
