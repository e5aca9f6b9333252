package dfa

// This file takes out where a monitor is, and puts it back.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// A Snapshot is where a monitor is: with it another monitor of the same rules goes on, in this
// process or another.
type Snapshot struct {
	Stopped Handling // Halt or Escalate if the run was stopped, else HandlingUnset
	Rules   []RuleState
	Kept    []KeptState // nil if no rule compares with values of earlier calls
}

// A RuleState is where a run is in one rule.
type RuleState struct {
	Live []State // where it may be; several if arguments were not known
	Lost bool    // or the rule is violated; if no state is left, it certainly is
}

// Snapshot returns where m is. The result does not change with m.
func (m *Monitor) Snapshot() Snapshot {
	s := Snapshot{Stopped: m.stopped, Rules: make([]RuleState, len(m.rules)), Kept: m.keptState()}
	for i := range m.rules {
		s.Rules[i] = RuleState{slices.Clone(m.rules[i].live), m.rules[i].lost}
	}
	return s
}

// Restore makes m go on from s. An error says why no monitor of these rules can be there; then m
// is as it was. Whether a run was there is not known: that is for who kept the snapshot. Automata of
// other rules may have states of the same numbers: compare Sum.
func (m *Monitor) Restore(s Snapshot) error {
	if s.Stopped != HandlingUnset && s.Stopped != Halt && s.Stopped != Escalate {
		return fmt.Errorf("no run is stopped by the handling %v", s.Stopped)
	}
	if len(s.Rules) != len(m.rules) {
		return fmt.Errorf("%d rules, want %d", len(s.Rules), len(m.rules))
	}
	for i := range m.rules {
		if err := m.rules[i].possible(s.Rules[i]); err != nil {
			return fmt.Errorf("rule %q: %w", m.Name(i), err)
		}
	}
	if err := possibleKept(s.Kept, len(m.kept)); err != nil {
		return err
	}
	m.stopped = s.Stopped
	for i := range m.rules {
		m.rules[i].restore(s.Rules[i])
	}
	for i, k := range s.Kept {
		m.kept[i] = kept{values: k.Values, shared: true, many: k.Many, missing: k.Missing, pending: k.Pending}
		for _, sure := range k.Values {
			if sure {
				m.kept[i].sure++
			}
		}
	}
	m.changes++
	return nil
}

// possible says why a run cannot be at s in the rule.
func (w *watched) possible(s RuleState) error {
	for i, q := range s.Live {
		switch {
		case q < 0 || int(q) >= len(w.class):
			return fmt.Errorf("no state %d", q)
		case w.class[q]&violating != 0:
			return fmt.Errorf("state %d violates the rule", q)
		case slices.Contains(s.Live[:i], q):
			return fmt.Errorf("state %d is there twice", q)
		}
	}
	switch n := len(s.Live); {
	case n == 0 && !s.Lost:
		return fmt.Errorf("it is in no state")
	case !w.uncertain && n > 1:
		return fmt.Errorf("it is in %d states, and is in one always", n)
	case !w.uncertain && n == 1 && s.Lost:
		return fmt.Errorf("it is violated and in state %d", s.Live[0])
	}
	return nil
}

func (w *watched) restore(s RuleState) {
	w.live = append(w.live[:0], s.Live...)
	w.lost = s.Lost
	w.settled = w.all(satisfied)
}

// AdmitAll admits events that happen one right after the other: all of them, or none. The decision
// is that of the first event that is refused; one that warns goes on.
func (m *Monitor) AdmitAll(events ...*Event) Decision {
	before := m.Snapshot()
	var warned Decision
	for _, e := range events {
		d := m.Admit(e)
		if d.Denied() {
			stopped := m.stopped
			if err := m.Restore(before); err != nil {
				panic("dfa: internal error: " + err.Error())
			}
			m.stopped = stopped
			return d
		}
		warned.Handling = max(warned.Handling, d.Handling)
		warned.Violated = append(warned.Violated, d.Violated...)
	}
	return warned
}

// Sum returns a hash of the rules of m, their handlings and their automata: where it is the same, a
// Snapshot means the same.
func (m *Monitor) Sum() string {
	h := sha256.New()
	fmt.Fprintln(h, "agentvet monitor 1")
	for i := range m.tables {
		t := &m.tables[i]
		fmt.Fprintf(h, "%q %v %d %v %v\n", t.name, t.handling, t.start, t.roots, t.class)
		for _, n := range t.nodes {
			fmt.Fprintf(h, "%q %d %d\n", m.letters[n.atom].atom, n.lo, n.hi)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
