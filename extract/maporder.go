package extract

// This file finds out whether the order of a map matters. A range goes through a map
// in an order that no two runs share; the machine goes through it as it was filled.
// Where a package ranges over a map of several entries, all of it runs once more with
// every map the other way round: what the two have in common does not depend on the
// order, and the rest is not known.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// compareOrders marks what the functions of the package build otherwise if maps are in
// another order than they were for m, which built out.
func (p *program) compareOrders(m *interp.Machine, fs []*assembly.Framework, builds map[string]bool, out *graph.Program) {
	if !m.Ranged().IsValid() || len(out.Workflows) == 0 {
		return
	}
	back := m.Reversed()
	p.runAll(back, builds)
	other := &graph.Program{}
	p.assemble(fs, back, other)
	open := graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: reason.Of(reason.MapOrder), Pos: m.Ranged()}
	same := make(map[string]bool)
	for _, w := range other.Workflows {
		same[w.Canonical().Text()] = true
	}
	for _, w := range out.Workflows {
		if !same[w.Canonical().Text()] {
			w.Unknowns = append(w.Unknowns, open)
		}
	}
}
