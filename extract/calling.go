package extract

// This file finds out who calls what in the package under analysis.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Calling implements Program.
func (p *program) Calling(callee string) []string {
	var out []string
	for _, declared := range p.declared {
		id := funcid.Of(declared)
		fn := p.Func(id)
		if fn == nil || slices.Contains(out, id) {
			continue
		}
		calls := func(in recipe.Instr) bool { return in.Row == callee || in.Sym == callee }
		if slices.ContainsFunc(fn.Blocks, func(b recipe.Block) bool { return slices.ContainsFunc(b.Instrs, calls) }) {
			out = append(out, id)
		}
	}
	return out
}
