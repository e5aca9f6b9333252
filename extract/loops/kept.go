package loops

// This file finds limits of what is counted in memory.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A comparison is of a number that is kept in memory with another.
type comparison struct {
	counter, base place
	to            end
	op            string
	more          int                 // is added to the counter
	decision      *valueflow.Decision // nil, or what it is, and where
	by            *site
}

// An end is a number up to which something is counted, and the object of which it is a field, if it
// is seen to be one.
type end struct{ at, of place }

// sides returns a comparison with the number that is counted first.
func (c *chart) sides(fn *function, cmp valueflow.Compared) comparison {
	if x := fn.at(cmp.X); x != noPlace && c.numbers.grows[x] != "" {
		return comparison{counter: x, base: fn.at(cmp.XBase), to: end{fn.at(cmp.Y), fn.at(cmp.YBase)}, op: cmp.Op, more: cmp.More}
	}
	return comparison{counter: fn.at(cmp.Y), base: fn.at(cmp.YBase), to: end{fn.at(cmp.X), fn.at(cmp.XBase)}, op: recipe.Mirrored(cmp.Op), more: -cmp.More}
}

// decided returns the comparison that a function makes, of what it is given at a call.
func (c *chart) decided(s *site, d *valueflow.Decision) comparison {
	to := s.callees[0]
	cmp := c.sides(to.fn, d.Compared)
	cmp.base = c.given(s, to, cmp.base)
	if of := c.given(s, to, cmp.to.of); of != noPlace {
		cmp.to.of = of
	}
	cmp.decision, cmp.by = d, s
	return cmp
}

// given returns what a call hands over for a parameter.
func (c *chart) given(s *site, to callee, param place) place {
	for i, arg := range c.params(s, to) {
		if param != noPlace && c.paramOf(to, i) == param {
			return arg
		}
	}
	return noPlace
}

// kept returns the limit of a number in memory that each round changes, if nothing sets it
// back in between.
func (c *chart) kept(cy *cycle, l *valueflow.Limit, cmp comparison, asked int, off *toggle) graph.Bound {
	if cmp.counter == noPlace || c.numbers.grows[cmp.counter] == "" {
		return graph.Bound{}
	}
	step, after, ok := c.step(cy, l, cmp)
	if !ok || c.isReset(cy, cmp.counter, step) {
		return graph.Bound{}
	}
	first, ok := c.numbers.begin(cmp.counter, step)
	if !ok || step == 0 {
		if off != nil {
			return graph.Bound{}
		}
		return graph.Bound{State: graph.BoundPresent}
	}
	return c.upTo(recipe.Count{First: first + cmp.more, Step: step, After: after, Op: cmp.op}, cmp.to, asked, off)
}

// step returns by how much each round changes a number, 0 for what is no constant, and whether it
// does before the comparison.
func (c *chart) step(cy *cycle, l *valueflow.Limit, cmp comparison) (step int, after, ok bool) {
	for _, g := range cy.in.Grows {
		if cy.in.at(g.At) == cmp.counter && slices.Contains(cy.loop.Always, g.Block) && c.isSame(cy.in.at(g.Base), cmp.base) {
			return g.Step, slices.Contains(l.Before, g.Block), true
		}
	}
	counts := func(s *site, g *valueflow.Grow) bool {
		to := s.callees[0]
		return to.fn.at(g.At) == cmp.counter && c.isSame(c.given(s, to, to.fn.at(g.Base)), cmp.base)
	}
	if cmp.decision != nil {
		for _, by := range cmp.decision.Counted {
			if g := &cmp.by.callees[0].fn.Grows[by.Grow]; counts(cmp.by, g) {
				return g.Step, by.Before, true
			}
		}
	}
	for _, s := range cy.in.sites {
		if len(s.callees) != 1 || !slices.Contains(cy.loop.Always, s.Block) || s.Go || s == cmp.by {
			continue
		}
		for i := range s.callees[0].fn.Grows {
			if g := &s.callees[0].fn.Grows[i]; g.Always && counts(s, g) {
				return g.Step, slices.Contains(l.Before, s.Block), true
			}
		}
	}
	return 0, false, false
}

// isSame reports whether two places are of one object: they are one, or read of the same
// field of one.
func (c *chart) isSame(a, b place) bool {
	if a == noPlace || b == noPlace {
		return a == b
	}
	x, y := c.reads[a], c.reads[b]
	return a == b || x != nil && y != nil && x.field == y.field && c.isSame(x.base, y.base)
}

// isReset reports whether a round may set a number to something else, or back.
func (c *chart) isReset(cy *cycle, counter place, step int) bool {
	isSet := func(fn *function) bool {
		return slices.ContainsFunc(fn.Sets, func(m valueflow.Set) bool {
			return fn.at(m.To) == counter && (fn != cy.in || cy.loop == nil || slices.Contains(cy.loop.Blocks, m.Block))
		}) ||
			slices.ContainsFunc(fn.Grows, func(g valueflow.Grow) bool { return fn.at(g.At) == counter && (g.Step > 0) != (step > 0) })
	}
	if isSet(cy.in) {
		return true
	}
	for fn := range c.everything(cy) {
		if fn != cy.in && isSet(fn) {
			return true
		}
	}
	return false
}
