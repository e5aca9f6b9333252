package loops

// This file finds limits of what is counted in memory.

import (
	"math"
	"slices"
	"strings"

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
	g, after, ok := c.grows(cy, l, cmp)
	if !ok || c.isReset(cy, cmp.counter, g.Step) || c.moves(cy, cmp.to.at) || cmp.by != nil && c.isFresh(l, cmp) {
		return graph.Bound{}
	}
	count := recipe.Count{Step: g.Step, After: after, Op: cmp.op, Least: g.Least, Most: g.Most}
	mayWrap := g.Most != math.MaxInt || g.Least == 0 && g.Step < 0
	if (!isBySize(cmp.op) || mayWrap) && !c.growsEvenly(cy, cmp, g) {
		return graph.Bound{}
	}
	return c.fromAnyStart(cmp, count, asked, off)
}

// fromAnyStart returns the limit of a number in memory, whatever of what it may begin with it begins with.
func (c *chart) fromAnyStart(cmp comparison, count recipe.Count, asked int, off *toggle) (worst graph.Bound) {
	starts, ok := c.numbers.begins(cmp.counter, count.Step)
	if !ok || count.Step == 0 {
		if off != nil || !isBySize(cmp.op) {
			return graph.Bound{}
		}
		return graph.Bound{State: graph.BoundPresent}
	}
	if isBySize(cmp.op) { // the farthest from the end
		farthest := slices.Min(starts)
		if count.Step < 0 {
			farthest = slices.Max(starts)
		}
		starts = []int{farthest}
	}
	to := c.numbers.at(cmp.to.at)
	for _, first := range starts {
		count.First = first + cmp.more
		b := c.upTo(count, cmp.to, asked, off)
		switch {
		case b.State == graph.BoundNone:
			return b
		case b.State == graph.BoundPresent && len(starts) > 1 && !to.open && len(to.cuts)+len(to.by) == 0: // no round at all
		case worst.State == graph.BoundNone || b.State == graph.BoundPresent || worst.State == graph.BoundKnown && b.N > worst.N:
			worst = b
		}
	}
	return worst
}

// growsEvenly reports whether nothing else changes a number than what changes it once a round.
func (c *chart) growsEvenly(cy *cycle, cmp comparison, g *valueflow.Grow) bool {
	in, around := cy.in, len(cy.loop.Blocks)
	if cmp.decision != nil {
		in, around = cmp.by.callees[0].fn, math.MaxInt
	}
	n, own := 0, false
	for _, fn := range c.funcs {
		for i := range fn.Grows {
			if fn.at(fn.Grows[i].At) == cmp.counter {
				n++
				own = own || fn == in && &fn.Grows[i] == g
			}
		}
	}
	return own && n == 1 && !slices.ContainsFunc(in.Loops, func(l valueflow.Loop) bool {
		return len(l.Blocks) < around && slices.Contains(l.Blocks, g.Block)
	})
}

// grows returns what changes a number in each round, and whether it does before the comparison.
func (c *chart) grows(cy *cycle, l *valueflow.Limit, cmp comparison) (g *valueflow.Grow, after, ok bool) {
	for i := range cy.in.Grows {
		g := &cy.in.Grows[i]
		if cy.in.at(g.At) == cmp.counter && slices.Contains(cy.loop.Always, g.Block) && c.isSame(cy.in.at(g.Base), cmp.base) {
			return g, slices.Contains(l.Before, g.Block), true
		}
	}
	counts := func(s *site, g *valueflow.Grow) bool {
		to := s.callees[0]
		return to.fn.at(g.At) == cmp.counter && c.isSame(c.given(s, to, to.fn.at(g.Base)), cmp.base)
	}
	if cmp.decision != nil {
		for _, by := range cmp.decision.Counted {
			if g := &cmp.by.callees[0].fn.Grows[by.Grow]; counts(cmp.by, g) {
				return g, by.Before, true
			}
		}
	}
	for _, s := range cy.in.sites {
		if len(s.callees) != 1 || !slices.Contains(cy.loop.Always, s.Block) || s.Go || s == cmp.by {
			continue
		}
		for i := range s.callees[0].fn.Grows {
			if g := &s.callees[0].fn.Grows[i]; g.Always && counts(s, g) {
				return g, slices.Contains(l.Before, s.Block), true
			}
		}
	}
	return nil, false, false
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

// isFresh reports whether a function that compares a number in memory gets another object in each round, of which it is a field.
func (c *chart) isFresh(l *valueflow.Limit, cmp comparison) bool {
	return slices.ContainsFunc(l.Varies, func(i int) bool { return i < len(cmp.by.args) && cmp.by.args[i] == cmp.base })
}

// begins returns the numbers from which on a number in memory may be counted; it is not ok if they are not known. What nobody sets
// begins with 0, and so may all else.
func (num *numbers) begins(counter place, step int) (out []int, ok bool) {
	out = []int{0}
	if valueflow.IsLength(num.names[counter]) {
		return out, step > 0
	}
	for _, e := range num.from[counter] {
		start := num.at(e.other)
		if start.open || len(start.cuts)+len(start.by) > 0 || len(start.consts) == 0 {
			return nil, false
		}
		out = append(out, start.consts...)
	}
	return out, num.entered[counter] == ""
}

// isReset reports whether a round, or what runs beside it, may set a number to something else, or back.
func (c *chart) isReset(cy *cycle, counter place, step int) bool {
	inRound := func(fn *function, block int32) bool {
		return fn != cy.in || cy.loop == nil || slices.Contains(cy.loop.Blocks, block)
	}
	isSet := func(fn *function) bool {
		return slices.ContainsFunc(fn.Sets, func(m valueflow.Set) bool { return fn.at(m.To) == counter && inRound(fn, m.Block) }) ||
			slices.ContainsFunc(fn.Grows, func(g valueflow.Grow) bool { return fn.at(g.At) == counter && (g.Step > 0) != (step > 0) }) ||
			slices.ContainsFunc(fn.Overwrites, func(o valueflow.Overwrite) bool {
				return strings.HasPrefix(c.net.names[counter], valueflow.FieldName(o.Type, "")) && inRound(fn, o.Block)
			})
	}
	if c.shared()[counter] || isSet(cy.in) {
		return true
	}
	for fn := range c.everything(cy) {
		if fn != cy.in && isSet(fn) {
			return true
		}
	}
	return slices.ContainsFunc(c.beside(cy), isSet)
}

// shared returns the numbers whose addresses somebody else has.
func (c *chart) shared() map[place]bool {
	if c.lent == nil {
		c.lent = make(map[place]bool)
		for _, fn := range c.funcs {
			for _, p := range fn.Shared {
				c.lent[fn.at(p)] = true
			}
		}
	}
	return c.lent
}

// beside returns the functions that may run while rounds do: those that goroutines run, and those that a library is given, with what
// they call. What comes to run the rounds is none: it waits for them.
func (c *chart) beside(cy *cycle) (out []*function) {
	add := func(fn *function) {
		if run := c.comesToRun(fn); !run[cy.in] {
			for fn := range run {
				out = append(out, fn)
			}
		}
	}
	for _, s := range c.sites {
		if !s.Go {
			continue
		}
		for _, to := range s.callees {
			add(to.fn)
		}
	}
	for _, fn := range c.funcs {
		for _, t := range fn.Takes {
			if to := c.byID[t.Func]; to != nil && len(c.callers[to]) == 0 {
				add(to)
			}
		}
	}
	return out
}

// comesToRun returns the functions that a function calls, with itself.
func (c *chart) comesToRun(fn *function) map[*function]bool {
	seen := make(map[*function]bool)
	for work := []*function{fn}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		for _, to := range c.calls[at] {
			work = append(work, to.fn)
		}
		for _, s := range at.sites {
			for _, to := range s.callees {
				work = append(work, to.fn)
			}
		}
	}
	return seen
}
