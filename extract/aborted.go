package extract

// This file says what is not known because an evaluation was given up.

import (
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// openAborted marks the workflows and agents of a program that come from evaluations
// which were given up: the rest may have added to them, or changed them. What comes from
// an object is at its position, or at that of a call that led there, or of one on it.
func openAborted(m *interp.Machine, p *graph.Program) {
	for _, a := range m.Aborts() {
		at := make(map[graph.Pos]bool)
		for _, o := range a.Objects {
			at[o.Pos] = true
			for _, pos := range o.Stack {
				at[pos] = true
			}
			for _, op := range o.Ops {
				at[op.Pos] = true
			}
		}
		for _, w := range p.AllWorkflows() {
			if at[w.Pos] {
				w.Unknowns = append(w.Unknowns, a.Unknown)
			}
		}
		for _, g := range p.Agents {
			if at[g.Pos] {
				g.Unknowns = append(g.Unknowns, a.Unknown)
			}
		}
	}
}
