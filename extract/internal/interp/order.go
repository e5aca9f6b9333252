package interp

// This file ranges over maps. A range goes through a map in an order that no two runs
// share; the machine goes through it as it was filled, or the other way round.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// Ranged returns where the program ranges over a map of several entries, the zero
// position if it does not.
func (m *Machine) Ranged() graph.Pos { return m.ranged }

// Reversed returns a machine for the same program that ranges over maps the other way
// round.
func (m *Machine) Reversed() *Machine {
	back := NewMachine(m.prog, m.table)
	back.backwards = true
	return back
}

// IsReversed reports whether m ranges over maps the other way round.
func (m *Machine) IsReversed() bool { return m.backwards }

// ordered returns the entries of a map in the order in which a range goes through
// them, and notes that there is one.
func (m *Machine) ordered(entries []*entry, pos graph.Pos) []*entry {
	if len(entries) < 2 {
		return entries
	}
	if !m.ranged.IsValid() {
		m.ranged = pos
	}
	if m.backwards {
		slices.Reverse(entries)
	}
	return entries
}
