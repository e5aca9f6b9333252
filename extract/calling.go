package extract

// This file finds out who calls what in the package under analysis.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Calling implements Program.
func (p *program) Calling(callee string) []string {
	calls := func(in recipe.Instr) bool { return in.Row == callee || in.Sym == callee }
	return p.having(func(fn *recipe.Func) bool {
		return slices.ContainsFunc(fn.Blocks, func(b recipe.Block) bool { return slices.ContainsFunc(b.Instrs, calls) })
	})
}

// Naming implements Program.
func (p *program) Naming(variable string) []string {
	names := func(c recipe.Const) bool { return c.Kind == recipe.ConstGlobal && c.Text == variable }
	return p.having(func(fn *recipe.Func) bool { return slices.ContainsFunc(fn.Consts, names) })
}

// having returns the declared functions whose bodies have something, each once.
func (p *program) having(has func(*recipe.Func) bool) (ids []string) {
	for _, declared := range p.declared {
		id := funcid.Of(declared)
		if fn := p.Func(id); fn != nil && !slices.Contains(ids, id) && has(fn) {
			ids = append(ids, id)
		}
	}
	return ids
}
