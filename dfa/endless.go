package dfa

// This file makes automata over runs that never end. What a formula says of these is what
// linear temporal logic says of infinite traces: F G a holds if a holds from some event
// on. The automaton over finite runs does not know: in a loop of a b a c, that each a is
// followed by b and then c is owed all the time, and kept.

import (
	"encoding/binary"
	"slices"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// An Endless reads runs that never end, and finds those that do not keep a formula: it is
// a Büchi automaton of the negation (Couvreur, FM 1999). It is not deterministic: a state
// is a conjunction of goals, and after an event follows each of those that would show the
// rest. A run is found if, again and again, there is an event that does not put off the
// first until, one that does not put off the second, and so on. States are made when they
// are reached; one goroutine at a time may use it.
type Endless struct {
	Atoms []*syntax.Atom
	Start []State
	All   Marks // of all untils

	source *unfolder
	untils []goal
	states []configuration
	index  map[string]State
	next   []ref    // the diagram of each state, unmade if nobody asked yet; its leaves are numbers of
	leaves [][]Move // what follows
	counts bool     // see Counts
	whole  bool     // all states are made
}

// Marks is a set of untils that an event does not put off.
type Marks uint64

// A Move is a state that may follow, and the untils that are not put off on the way.
type Move struct {
	To    State
	Marks Marks
}

// maxWhole is the number of states up to which an Endless is made whole, to know which
// events it ignores.
const maxWhole = 1 << 8

// NewEndless returns the automaton of the endless runs that do not keep f; nil if each of
// them begins with events after which nothing can keep f, so that Compile's automaton
// knows. The error is a *LimitError.
func NewEndless(f *syntax.Formula) (e *Endless, err error) {
	defer catchLimit(&err)
	positive := newGoals()
	positive.add(f, false, make(map[signed]goal))
	if !positive.owes() {
		return nil, nil
	}
	g := newGoals()
	root := g.add(f, true, make(map[signed]goal))
	if len(g.atoms) > MaxAtoms {
		return nil, &LimitError{"MaxAtoms", MaxAtoms}
	}
	e = &Endless{Atoms: g.atoms, index: make(map[string]State), counts: g.counts(root, false)}
	for i := range g.all {
		if g.all[i].kind == until {
			e.untils = append(e.untils, goal(i))
		}
	}
	if len(e.untils) > 64 {
		return nil, &LimitError{"MaxAtoms", MaxAtoms}
	}
	e.All = Marks(1)<<len(e.untils) - 1
	e.source = &unfolder{d: &DFA{Atoms: g.atoms, diagrams: newDiagrams()}}
	e.source.stepper = stepper{residuals: newResiduals(g), restAt: make(map[residual]residual), promises: true}
	for _, m := range e.moves(e.source.stepper.of(root), g.before()) {
		e.Start = append(e.Start, m.To)
	}
	e.whole = true
	for q := State(0); int(q) < len(e.states) && e.whole; q++ {
		if e.whole = len(e.states) <= maxWhole; e.whole {
			e.root(q)
		}
	}
	return e, nil
}

// owes reports whether there is an until, also below past operators: without, what an
// endless run does wrong is seen in some prefix of it.
func (g *goals) owes() bool {
	return slices.ContainsFunc(g.all, func(n goalNode) bool { return n.kind == until })
}

// counts reports whether i asks again and again for what an event must show later: then
// it may hold of a run that never ends and not of any prefix.
func (g *goals) counts(i goal, again bool) bool {
	n := &g.all[i]
	switch n.kind {
	case holds, fails, isTrue, isFalse, empty, nonEmpty, promise:
		return false
	case until, next, within:
		if again {
			return true
		}
	case release:
		again = true
	}
	return g.counts(n.l, again) || g.counts(n.r, again)
}

// Len returns the number of states, -1 if not all of them are made.
func (e *Endless) Len() int {
	if !e.whole {
		return -1
	}
	return len(e.states)
}

// Symbols returns the atoms that certainly hold of an event, and those that may.
func (e *Endless) Symbols(of *Event) (must, may Symbol) { return symbols(e.Atoms, of) }

// Counts reports whether a run that never ends may not keep the formula though all its
// prefixes do.
func (e *Endless) Counts() bool { return e.counts }

// Ignores reports whether e stays where it is by an event, whatever its state.
func (e *Endless) Ignores(must, may Symbol) bool {
	if !e.whole {
		return false
	}
	for q := range State(len(e.states)) {
		stays := func(list []Move, _ Symbol) bool {
			return len(list) > 0 && !slices.ContainsFunc(list, func(m Move) bool { return m.To != q })
		}
		if !e.each(e.root(q), must, may, stays) {
			return false
		}
	}
	return true
}

// Swaps is false: how two events may be put off by turns is not compared.
func (e *Endless) Swaps(must, may, otherMust, otherMay Symbol) bool { return false }

// Broken reports whether a run that comes to q and in which nothing happens any more does
// not keep the formula.
func (e *Endless) Broken(q State) bool { return e.source.stepper.atEnd(e.states[q].rest) }

// Each calls yield for each state that may follow q by an event of which the atoms in must
// hold and those in may can, with those that do; it may give a state twice. It panics with
// a *LimitError.
func (e *Endless) Each(q State, must, may Symbol, yield func(Move, Symbol)) {
	e.each(e.root(q), must, may, func(list []Move, s Symbol) bool {
		for _, m := range list {
			yield(m, s)
		}
		return true
	})
}

// each calls yield for each leaf of r that an event may come to, until that is false.
func (e *Endless) each(r ref, must, may Symbol, yield func([]Move, Symbol) bool) bool {
	for !r.isLeaf() {
		n := e.source.d.diagrams.nodes[r]
		bit := Symbol(1) << n.atom
		switch {
		case may&bit != 0:
			if !e.each(n.lo, must, may&^bit, yield) {
				return false
			}
			r, must, may = n.hi, must|bit, may&^bit
		case must&bit != 0:
			r = n.hi
		default:
			r = n.lo
		}
	}
	return yield(e.leaves[r.state()], must)
}

func (e *Endless) root(q State) ref {
	if e.next[q] == unmade {
		e.source.stepper.memory = e.states[q].memory
		e.source.stepper.work = 0
		e.next[q] = e.branch(e.states[q].rest, 0, 0)
	}
	return e.next[q]
}

// branch is unfolder.branch, with all that may follow at each leaf.
func (e *Endless) branch(rest residual, known, value Symbol) ref {
	p := &e.source.stepper
	if p.work > maxWork {
		panic(&LimitError{"maxWork", maxWork})
	}
	p.known, p.value, p.asked = known, value, -1
	after, memory := p.step(rest)
	p.work++
	if p.asked < 0 {
		e.leaves = append(e.leaves, e.moves(after, memory))
		return leaf(State(len(e.leaves) - 1))
	}
	atom, bit := p.asked, Symbol(1)<<p.asked
	lo := e.branch(rest, known|bit, value)
	hi := e.branch(rest, known|bit, value|bit)
	return e.source.d.diagrams.choose(atom, lo, hi)
}

// moves returns a move for each way to show a residual.
func (e *Endless) moves(rest residual, memory []residual) []Move {
	p := &e.source.stepper
	forgotten := make([]residual, len(memory))
	for i, m := range memory {
		forgotten[i] = p.withoutPromises(m)
	}
	var out []Move
	for _, c := range p.all[rest] {
		marks := e.All
		kept := slices.DeleteFunc(slices.Clone(c), func(g goal) bool {
			n := &p.goals.all[g]
			if n.kind == promise {
				marks &^= 1 << slices.Index(e.untils, n.l)
			}
			return n.kind == promise
		})
		m := Move{e.state(configuration{p.make([]clause{kept}), forgotten}), marks}
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// withoutPromises returns a residual of which promises are no part.
func (r *residuals) withoutPromises(i residual) residual {
	isPromise := func(g goal) bool { return r.goals.all[g].kind == promise }
	if !slices.ContainsFunc(r.all[i], func(c clause) bool { return slices.ContainsFunc(c, isPromise) }) {
		return i
	}
	var clauses []clause
	for _, c := range r.all[i] {
		clauses = append(clauses, slices.DeleteFunc(slices.Clone(c), isPromise))
	}
	return r.make(r.weakest(clauses))
}

func (e *Endless) state(c configuration) State {
	if c.rest == always {
		c.memory = nil
	}
	key := binary.AppendVarint(nil, int64(c.rest))
	for _, m := range c.memory {
		key = binary.AppendVarint(key, int64(m))
	}
	if q, ok := e.index[string(key)]; ok {
		return q
	}
	if len(e.states) == MaxUnfolded {
		panic(&LimitError{"MaxUnfolded", MaxUnfolded})
	}
	q := State(len(e.states))
	e.index[string(key)] = q
	e.states = append(e.states, c)
	e.next = append(e.next, unmade)
	return q
}
