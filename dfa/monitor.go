package dfa

// This file runs many automata over one stream of events.

import (
	"errors"
	"fmt"
	"slices"
)

// A Rule is what a Monitor watches.
type Rule struct {
	Name     string // unique among the rules of a monitor
	DFA      *DFA   // not one that is Unfolding
	Handling Handling
}

// A Monitor follows one run and says when a rule is violated. The time an event
// takes depends on the rules, not on the events before it, and neither Check nor
// Step nor Admit allocates, unless a rule compares with values of earlier calls.
//
// There are two ways to use it. An observer calls Step for each event that
// happened. A guard calls Admit before each event, and lets it happen unless the
// Decision is Denied: an event that is refused did not happen, so the rules stay
// where they were, and the same event may be admitted later, once what it lacked
// has happened.
//
//	if d := m.Admit(&dfa.Event{Tool: "refund"}); d.Denied() {
//		return fmt.Errorf("refused by %s", m.Name(d.Violated[0]))
//	}
//
// A Monitor is for one goroutine; Shared is for many.
type Monitor struct {
	*alphabet         // never changed, shared by all that Fresh returns
	memo      []truth // of the letters that are not plain
	rules     []watched
	kept      []kept   // by source
	changes   int      // of what is kept
	text      []byte   // of a value, to be used again
	stopped   Handling // Halt or Escalate, once a decision was that
	violated  []int    // of the last decision; room for all rules
}

// NewMonitor returns a monitor at the start of a run. The error names a rule that
// cannot be watched: its automaton is unfolding, or no run at all keeps it.
func NewMonitor(rules ...Rule) (*Monitor, error) {
	names := make(map[string]bool)
	for _, r := range rules {
		switch {
		case r.DFA == nil:
			return nil, fmt.Errorf("rule %q: no automaton", r.Name)
		case names[r.Name]:
			return nil, fmt.Errorf("rule %q: the name occurs twice", r.Name)
		case r.Handling >= numHandlings:
			return nil, fmt.Errorf("rule %q: no such handling: %d", r.Name, r.Handling)
		case r.DFA.Unfolding():
			return nil, fmt.Errorf("rule %q: %w", r.Name, errUnfolding)
		case r.DFA.Violating(r.DFA.Start):
			return nil, fmt.Errorf("rule %q: no run can keep it", r.Name)
		}
		names[r.Name] = true
	}
	return newAlphabet(rules).monitor(), nil
}

var errUnfolding = errors.New("the automaton is too large to be made whole; split the rule where it says AND")

// MustMonitor is NewMonitor for rules that are constants of the program.
func MustMonitor(rules ...Rule) *Monitor {
	m, err := NewMonitor(rules...)
	if err != nil {
		panic("dfa: " + err.Error())
	}
	return m
}

func (a *alphabet) monitor() *Monitor {
	m := &Monitor{alphabet: a, memo: make([]truth, len(a.letters)), kept: make([]kept, len(a.sources)), violated: make([]int, 0, len(a.tables))}
	for i := range a.tables {
		m.rules = append(m.rules, newWatched(&a.tables[i]))
	}
	return m
}

// Fresh returns a monitor of the same rules at the start of another run. It may
// be called while m is used by another goroutine.
func (m *Monitor) Fresh() *Monitor { return m.alphabet.monitor() }

// Reset goes back to the start of a run.
func (m *Monitor) Reset() {
	m.stopped = HandlingUnset
	clear(m.kept)
	m.changes++
	for i := range m.rules {
		m.rules[i].reset()
	}
}

// Len returns the number of rules. A rule is known by its index in the arguments
// of NewMonitor.
func (m *Monitor) Len() int { return len(m.rules) }

// Name returns the name of a rule.
func (m *Monitor) Name(rule int) string { return m.tables[rule].name }

// Handling returns what a rule asks for if it is violated, never HandlingUnset.
func (m *Monitor) Handling(rule int) Handling { return m.tables[rule].handling }

// States returns the states in which the automaton of a rule may be, but for
// violating ones: one, unless arguments were not known. It is valid until the next
// event.
func (m *Monitor) States(rule int) []State { return m.rules[rule].live }

// Check returns what Admit would, and changes nothing.
func (m *Monitor) Check(e *Event) Decision {
	if m.stopped != HandlingUnset {
		return Decision{Handling: m.stopped}
	}
	if !m.read(e) {
		return Decision{}
	}
	return m.decide((*watched).mayFail)
}

// Admit asks whether e, which has not happened, may: unless the decision is
// Denied, e is what happened next. A rule counts as violated unless it is certain
// that it is not: an event with unknown arguments (Event.Open) is judged by the
// worst that they can be.
//
// After a decision that is Halted every event is denied, with that decision and
// without a rule, until Resume or Reset.
func (m *Monitor) Admit(e *Event) Decision {
	d := m.Check(e)
	if d.Denied() {
		if d.Halted() {
			m.stopped = d.Handling
		}
		return d
	}
	m.commit()
	m.keep(e)
	return d
}

// Step says that e happened. A rule counts as violated if it certainly is; it is
// in one decision only, that of the event with which it became so. A rule that is
// violated by an event that did happen is over: it denies nothing any more.
func (m *Monitor) Step(e *Event) (d Decision) {
	if m.read(e) {
		d = m.decide((*watched).fails)
		if d.Halted() {
			m.stopped = d.Handling
		}
		m.commit()
	}
	m.keep(e)
	return d
}

// Resume takes back that the run was stopped, as when a human has decided that it
// may go on.
func (m *Monitor) Resume() { m.stopped = HandlingUnset }

// Stopped returns the handling that has stopped the run, Halt or Escalate; HandlingUnset if none has.
func (m *Monitor) Stopped() Handling { return m.stopped }

// read computes where e leads in each rule that is not settled, and reports
// whether that is somewhere else in one of them.
func (m *Monitor) read(e *Event) bool {
	if m.memoize {
		clear(m.memo)
	}
	moved, decides := false, e.onlyDecides()
	for i := range m.rules {
		w := &m.rules[i]
		switch {
		case w.settled:
		case decides && !m.names(w.table, e):
			w.stay()
		case m.advance(w, e):
			moved = true
		}
	}
	return moved
}

// names reports whether a rule speaks of the decision that e is.
func (m *Monitor) names(t *table, e *Event) bool {
	return slices.ContainsFunc(t.decisions, func(l int32) bool { return m.truth(l, e) != no })
}

// decide joins what the rules that are violated ask for.
func (m *Monitor) decide(isViolated func(*watched) bool) Decision {
	d := Decision{Violated: m.violated[:0]}
	for i := range m.rules {
		if w := &m.rules[i]; !w.settled && isViolated(w) {
			d.Handling = max(d.Handling, w.handling)
			d.Violated = append(d.Violated, i)
		}
	}
	return d
}

// commit goes where read led.
func (m *Monitor) commit() {
	for i := range m.rules {
		if w := &m.rules[i]; !w.settled {
			w.commit()
		}
	}
}

// Verdict returns what is known of a rule while the run goes on: Accepted and
// Violated are final, all else is Open.
func (m *Monitor) Verdict(rule int) Verdict {
	w := &m.rules[rule]
	switch {
	case len(w.live) == 0:
		return Violated
	case w.settled && !w.lost:
		return Accepted
	}
	return Open
}

// Finish returns the verdict of each rule if the run ends here, none of them Open,
// and what those ask for that are Unmet. It changes nothing.
func (m *Monitor) Finish() (Decision, []Verdict) {
	var d Decision
	verdicts := make([]Verdict, len(m.rules))
	for i := range m.rules {
		w := &m.rules[i]
		verdicts[i] = w.verdict()
		if verdicts[i] == Unmet {
			d.Handling = max(d.Handling, w.handling)
			d.Violated = append(d.Violated, i)
		}
	}
	return d, verdicts
}

// Abort returns the verdict of each rule if the run is broken off here: what is
// Unmet then is Inconclusive, because the run might have met it. It changes
// nothing.
func (m *Monitor) Abort() []Verdict {
	_, verdicts := m.Finish()
	for i, v := range verdicts {
		if v == Unmet {
			verdicts[i] = Inconclusive
		}
	}
	return verdicts
}
