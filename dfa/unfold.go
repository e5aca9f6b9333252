package dfa

// This file makes the states of an automaton from a formula, when they are asked
// for.

import (
	"encoding/binary"
	"fmt"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// Limits. A formula whose automaton needs more is rejected, with an error that
// names the limit.
const (
	// MaxStates is the number of states up to which an automaton is made whole and
	// minimized, which takes some seconds for the largest; larger ones are
	// unfolded on demand.
	MaxStates = 1 << 14
	// MaxUnfolded is the number of states that one search may unfold. A state
	// costs some hundred bytes.
	MaxUnfolded = 1 << 20
	// maxWork bounds the clauses that one state may take to compute, ten
	// thousand times what patterns need: about a second.
	maxWork = 1 << 20
	// maxSpent bounds the comparisons of clauses for all states of one automaton: some
	// seconds.
	maxSpent = 1 << 25
	// maxKept bounds what is left to be shown, of all states of one automaton together, in
	// bytes.
	maxKept = 1 << 26
)

// A LimitError says that a formula is too large.
type LimitError struct {
	Limit string // the name of the constant
	Max   int
}

// Error says which limit, and its value.
func (e *LimitError) Error() string {
	return fmt.Sprintf("the automaton of this rule needs more than %s = %d; use smaller numbers, or split the rule where it says AND", e.Limit, e.Max)
}

// An unfolder knows what each state of a DFA stands for.
type unfolder struct {
	d       *DFA
	stepper stepper
	states  []configuration // by State
	index   map[string]State
	max     int
}

// A configuration is what is left to be shown, and the memories. A
// configuration that nothing changes any more has no memories.
type configuration struct {
	rest   residual
	memory []residual
}

// newUnfolder returns an unfolder with the start state. The error is a
// *LimitError.
func newUnfolder(f *syntax.Formula) (*unfolder, error) {
	g := newGoals()
	root := g.add(f, false, make(map[signed]goal))
	if len(g.atoms) > MaxAtoms {
		return nil, &LimitError{"MaxAtoms", MaxAtoms}
	}
	r := newResiduals(g)
	u := &unfolder{
		d:     &DFA{Atoms: g.atoms, diagrams: newDiagrams()},
		index: make(map[string]State),
		max:   MaxUnfolded,
	}
	u.stepper = stepper{residuals: r, restAt: make(map[residual]residual)}
	u.d.source = u
	c := configuration{rest: r.of(root)}
	if c.rest != never && c.rest != always {
		c.memory = g.before()
	}
	u.d.Start = u.state(c)
	return u, nil
}

// before returns the memories of a run in which nothing has happened.
func (g *goals) before() (memory []residual) {
	for _, p := range g.past {
		if k := g.all[p].kind; k == weakBefore || k == trigger {
			memory = append(memory, always)
		} else {
			memory = append(memory, never)
		}
	}
	return memory
}

// state returns the state of a configuration.
func (u *unfolder) state(c configuration) State {
	key := binary.AppendVarint(nil, int64(c.rest))
	for _, m := range c.memory {
		key = binary.AppendVarint(key, int64(m))
	}
	if q, ok := u.index[string(key)]; ok {
		return q
	}
	if len(u.states) == u.max {
		panic(&LimitError{"MaxUnfolded", MaxUnfolded})
	}
	q := State(len(u.states))
	u.index[string(key)] = q
	u.states = append(u.states, c)
	u.d.next = append(u.d.next, unmade)
	u.d.class = append(u.d.class, u.classify(c))
	return q
}

// classify returns what is known of a configuration without its successors.
func (u *unfolder) classify(c configuration) class {
	switch {
	case c.rest == never:
		return violating
	case c.rest == always:
		return accepting | satisfied
	case u.stepper.atEnd(c.rest):
		return accepting
	}
	return 0
}

// unfold makes the transitions of q. It panics with a *LimitError.
func (u *unfolder) unfold(q State) {
	u.stepper.memory = u.states[q].memory
	u.stepper.work = 0
	u.d.next[q] = u.branch(u.states[q].rest, 0, 0)
}

// branch returns the transitions from a state under what is known of the event:
// it takes the step, and if that depends on another atom, both ways.
func (u *unfolder) branch(rest residual, known, value Symbol) ref {
	p := &u.stepper
	if p.work > maxWork {
		panic(&LimitError{"maxWork", maxWork})
	}
	p.known, p.value, p.asked = known, value, -1
	after, memory := p.step(rest)
	p.work++
	if p.asked < 0 {
		return leaf(u.state(configuration{after, memory}))
	}
	atom := p.asked
	bit := Symbol(1) << atom
	lo := u.branch(rest, known|bit, value)
	hi := u.branch(rest, known|bit, value|bit)
	return u.d.diagrams.choose(atom, lo, hi)
}
