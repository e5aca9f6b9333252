// Package dfa makes deterministic finite automata (not data-flow analyses) out
// of formulas over the events of a run, and runs them.
//
// A DFA reads one event at a time. What it sees of an event is a Symbol: which
// of its atoms hold. Some states are accepting: if the run ends there, it has
// kept the rule. Some are violating: no continuation can keep it any more. In
// some all is settled the other way: every continuation keeps it.
//
//	d, err := dfa.Compile(syntax.MustParse("human before tool:rm").Formula())
//	q := d.Start
//	q = d.Next(q, d.Symbol(&dfa.Event{Tool: "rm"}))
//	d.Violating(q) // true
//
// # How a formula becomes an automaton
//
// A state is what is left to be shown of the rest of the run: a monotone boolean
// combination of goals, which are subformulas (the progression of Bacchus and
// Kabanza, Artificial Intelligence 116, 2000). Each past operator adds one
// such combination: what its value at the event before depends on, seen from
// here. So past may be nested in future and future in past. The combinations have
// a normal form, hence there are finitely many states. Afterwards equal states
// are merged, which gives the minimal automaton (Moore 1956).
//
// The alphabet is never listed. Transitions are decision diagrams over the atoms
// (Bryant, IEEE ToC 35(8), 1986), so that a rule with fifty atoms does not cost
// 2^50 symbols.
//
// Runs that never end have an automaton of their own, an Endless: whether they keep a formula
// cannot be seen from the states that they pass through.
//
// A formula whose automaton is larger than MaxStates is unfolded: states are made
// when a search comes to them, and it is not known which of them are violating.
//
// # At run time
//
// A Monitor follows one run in many automata at once, and says which rules each
// event violates and what is to be done about it. It can refuse an event before it
// happens. For rules that compare with earlier calls, it keeps their values, as hashes.
//
// # Reading order
//
// event.go says when an atom holds. normal.go brings a formula into the form
// that residual.go and progress.go work on; unfold.go makes the states, diagram.go
// their transitions, minimize.go merges them. compile.go is the whole way on a
// page; print.go shows the result. endless.go is for runs that never end. monitor.go runs it, monitor_watch.go one rule
// of many. args.go reads what events say of arguments,
// kept.go keeps values for later events.
//
// Names in this package: d *DFA, q State, s Symbol, e *Event, u *unfolder,
// m *Monitor, w *watched. It
// imports the standard library and dfa/syntax only, and may be linked into an
// agent.
package dfa
