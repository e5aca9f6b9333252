package interp

// This file notes what an evaluation leaves open that was given up.

import (
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/recipe"
)

// An Abort is an evaluation that was given up, all of it or a loop: what it built may be
// more, and other than it looks.
type Abort struct {
	Unknown graph.Unknown
	// Objects are those that it made or changed, and those that variables of packages
	// hold, which the rest of it may have changed. They are in no order.
	Objects []*Object
}

// Aborts returns the evaluations that were given up, in order.
func (m *Machine) Aborts() []Abort { return m.aborts }

// An evaluation is what is noted of one while it runs.
type evaluation struct {
	objects int                   // how many there were before it
	limits  int                   // how often one had been given up before it
	calls   int                   // in functions that build something, see allow
	touched map[*Object]bool      // older ones that it has changed
	allowed map[*recipe.Func]bool // those whose instructions the budget has got, see allow
}

// begin starts to note what an evaluation does, and returns what was noted of the one
// around it.
func (m *Machine) begin() (around evaluation) {
	around = m.evaluation
	m.evaluation = evaluation{
		objects: len(m.objects), limits: len(m.unknowns),
		touched: make(map[*Object]bool), allowed: make(map[*recipe.Func]bool),
	}
	return around
}

// end notes what the evaluation leaves open, if it was given up, and goes on with the one
// around it.
func (m *Machine) end(around evaluation) {
	e := m.evaluation
	m.evaluation = around
	if len(m.unknowns) == e.limits {
		return
	}
	a := Abort{Unknown: m.unknowns[len(m.unknowns)-1]}
	for i, o := range m.objects {
		if i >= e.objects || e.touched[o] {
			a.Objects = append(a.Objects, o)
			e.touched[o] = true
		}
	}
	held := &user{func(o *Object) {
		if !e.touched[o] {
			e.touched[o] = true
			a.Objects = append(a.Objects, o)
		}
	}, make(map[any]bool)}
	for _, c := range m.globals {
		held.cell(c)
	}
	m.aborts = append(m.aborts, a)
}

// touch notes that the evaluation changes an object.
func (m *Machine) touch(o *Object) {
	if m.evaluation.touched != nil {
		m.evaluation.touched[o] = true
	}
}
