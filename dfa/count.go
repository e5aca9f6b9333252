package dfa

// This file makes the automata of rules that count. Formulas that count to n are n deep, and
// what is left of one after each event is as long again; the automaton is a chain.

import "github.com/agentvet/agentvet/dfa/syntax"

// CompileRule returns the minimal automaton of r, as Compile does of its formula.
func CompileRule(r *syntax.Rule) (*DFA, error) {
	if r.Form == syntax.FormAtMost || r.Form == syntax.FormAtLeast {
		if d := counter(r); d != nil {
			return d, nil
		}
	}
	return Compile(r.Formula())
}

// maxOperandAtoms is the number of atoms up to which the operands of a rule that counts are
// decided by trying what holds.
const maxOperandAtoms = 8

// counter returns the automaton of a rule that counts, nil if an operand speaks of more than
// one event or has many atoms.
func counter(r *syntax.Rule) *DFA {
	atoms := r.Atoms()
	if len(atoms) > maxOperandAtoms {
		return nil
	}
	for _, f := range r.Operands {
		if !ofOneEvent(f) {
			return nil
		}
	}
	most := r.Form == syntax.FormAtMost
	last := State(r.N) // all is settled here
	if most {
		last++
	}
	d := &DFA{Atoms: atoms, diagrams: newDiagrams()}
	add := func(next ref, c class) {
		d.next = append(d.next, next)
		d.class = append(d.class, c)
	}
	broken := last + 1 // of FormAtLeast
	for q := range last {
		add(d.diagrams.count(r, atoms, 0, 0, q, q+1, broken), accepting)
	}
	if most {
		add(leaf(last), 0)
	} else {
		add(leaf(last), accepting)
		add(leaf(broken), 0)
	}
	leads := make([]bool, d.Len()) // the first state does
	d.diagrams.leaves(d.next[0], func(q State) { leads[q] = true })
	switch {
	case leads[1] && (most || leads[broken]): // the chain is minimal
		block := make([]State, d.Len())
		for q := range block {
			block[q] = State(q)
		}
		return d.quotient(block, d.Len())
	case r.N > 1: // nothing is counted
		once := *r
		once.N = 1
		return counter(&once)
	}
	return minimize(d)
}

// count returns the transitions of a state that stays, goes on or is broken, under what is
// known of the first atoms.
func (s *diagrams) count(r *syntax.Rule, atoms []*syntax.Atom, i int, value Symbol, stay, on, broken State) ref {
	if i < len(atoms) {
		lo := s.count(r, atoms, i+1, value, stay, on, broken)
		hi := s.count(r, atoms, i+1, value|1<<i, stay, on, broken)
		return s.node(int32(i), lo, hi)
	}
	holds := func(f *syntax.Formula) bool { return holdsOf(f, atoms, value) }
	switch {
	case r.Form == syntax.FormAtLeast && holds(r.Operands[1]):
		return leaf(broken)
	case holds(r.Operands[0]):
		return leaf(on)
	}
	return leaf(stay)
}

// ofOneEvent reports whether what f says depends on one event only.
func ofOneEvent(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.OpTrue, syntax.OpFalse, syntax.OpAtom:
		return true
	case syntax.OpNot, syntax.OpAnd, syntax.OpOr, syntax.OpImplies, syntax.OpIff:
		for _, g := range f.Args {
			if !ofOneEvent(g) {
				return false
			}
		}
		return true
	}
	return false
}

// holdsOf reports whether a formula of one event holds of it.
func holdsOf(f *syntax.Formula, atoms []*syntax.Atom, s Symbol) bool {
	arg := func(i int) bool { return holdsOf(f.Args[i], atoms, s) }
	switch f.Op {
	case syntax.OpTrue:
		return true
	case syntax.OpAtom:
		for i, a := range atoms {
			if a.Equal(f.Atom) {
				return s>>i&1 != 0
			}
		}
	case syntax.OpNot:
		return !arg(0)
	case syntax.OpAnd:
		return arg(0) && arg(1)
	case syntax.OpOr:
		return arg(0) || arg(1)
	case syntax.OpImplies:
		return !arg(0) || arg(1)
	case syntax.OpIff:
		return arg(0) == arg(1)
	}
	return false
}
