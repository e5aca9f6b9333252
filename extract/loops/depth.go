package loops

// This file says how often functions come to call each other at most.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// depth returns the limit of functions that call each other: one of them, by way of which all come
// back, calls none of them where a number has grown too large.
func (c *chart) depth(cy *cycle) (best graph.Bound) {
	for _, fn := range c.funcs {
		if c.ring[fn] != c.ring[cy.in] || fn.Flow == nil || !c.closes(fn) {
			continue
		}
		for _, g := range c.guards(fn) {
			best = tighter(best, c.deepest(cy, g))
		}
	}
	return best
}

// guessedRound returns a call without which the functions of a cycle do not come to call each other and of which it is a guess
// that it runs one of them: nothing was seen of what it runs, or it hands the call of its own method on to another object.
// The position is not valid if they do so without such calls.
func (c *chart) guessedRound(cy *cycle) (at graph.Pos) {
	type way struct {
		from *function
		called
	}
	guessed := make(map[way]bool)
	for _, s := range c.sites {
		for _, to := range s.callees {
			isWrapper := s.Iface != "" && s.Method == funcid.Name(s.in.ID) // what it has is what it wraps, and not itself
			if (s.guessed || isWrapper) && c.ring[s.in] == c.ring[cy.in] {
				guessed[way{s.in, called{s.Block, to.fn}}] = true
				if !at.IsValid() || s.Pos.Compare(at) < 0 {
					at = s.Pos
				}
			}
		}
	}
	const open, done = 1, 2
	state := make(map[*function]int)
	var goes func(f *function) bool
	goes = func(f *function) bool {
		state[f] = open
		for _, to := range c.calls[f] {
			if c.ring[to.fn] == c.ring[cy.in] && !guessed[way{f, to}] && (state[to.fn] == open || state[to.fn] == 0 && goes(to.fn)) {
				return true
			}
		}
		state[f] = done
		return false
	}
	if slices.ContainsFunc(c.funcs, func(f *function) bool { return c.ring[f] == c.ring[cy.in] && state[f] == 0 && goes(f) }) {
		return graph.Pos{}
	}
	return at
}

// closes reports whether functions that call each other only come back by way of one of them.
func (c *chart) closes(fn *function) bool {
	const open, done = 1, 2
	state := map[*function]int{fn: done}
	var goes func(f *function) bool
	goes = func(f *function) bool {
		state[f] = open
		for _, to := range c.calls[f] {
			if c.ring[to.fn] == c.ring[fn] && (state[to.fn] == open || state[to.fn] == 0 && goes(to.fn)) {
				return true
			}
		}
		state[f] = done
		return false
	}
	return !slices.ContainsFunc(c.funcs, func(f *function) bool { return c.ring[f] == c.ring[fn] && state[f] == 0 && goes(f) })
}

// A guard is a branch before all calls by which a function comes to call itself: on the other side
// of the branch it makes none.
type guard struct {
	in    *function
	block int32
	again []int32 // the blocks of these calls
	asked int     // how often the model is asked where the guard lets nothing through
	comparison
	off *toggle
}

// guards returns the guards of a function.
func (c *chart) guards(fn *function) (out []*guard) {
	var again, asking []int32
	for _, to := range c.calls[fn] {
		if c.ring[to.fn] == c.ring[fn] && !slices.Contains(again, to.block) {
			again = append(again, to.block)
		}
	}
	for _, p := range c.asksIn(fn) {
		asking = append(asking, p.block)
	}
	// through returns the side of a branch that leads to the calls, if only one does.
	through := func(b int32) (side, asked int, ok bool) {
		for side := range fn.Flow.Next[b] {
			if seen := fn.reached(branchSide{b, side}, -1); !seen.anyOf(again) {
				if seen.anyOf(asking) {
					asked = 1
				}
				return side, asked, len(fn.Flow.Next[b]) == 2
			}
		}
		return 0, 0, false
	}
	for _, f := range fn.Forks {
		side, asked, ok := through(f.Block)
		if !ok {
			continue
		}
		cmp := f.Compared
		if side == 1 {
			cmp.Op = recipe.Opposite(cmp.Op)
		}
		kept := c.sides(fn, cmp)
		if p := c.depthParam(fn, cmp); p != nil {
			kept = *p
		}
		out = append(out, &guard{in: fn, block: f.Block, again: again, asked: asked, comparison: kept})
	}
	for _, br := range fn.Flow.Branches {
		side, asked, ok := through(br.Block)
		if !ok {
			continue
		}
		s, result, outcome, ok := fn.outcomeOf(br.On, side == 0)
		if !ok || len(s.callees) != 1 {
			continue
		}
		to := s.callees[0].fn
		for i := range to.Decides {
			if d := &to.Decides[i]; d.Result == result && d.Outcome == outcome {
				out = append(out, &guard{in: fn, block: br.Block, again: again, asked: asked, comparison: c.decided(s, d), off: to.toggle(d.Off)})
			}
		}
	}
	return out
}

// outcomeOf returns the call of which a condition is the outcome if it holds, or does not.
func (f *function) outcomeOf(on int32, holds bool) (s *site, result int, outcome valueflow.Outcome, ok bool) {
	t := &f.Flow.Terms[on]
	for t.Op == valueflow.TermNot {
		t, holds = &f.Flow.Terms[t.Args[0]], !holds
	}
	outcome = valueflow.OutcomeNo
	if holds {
		outcome = valueflow.OutcomeYes
	}
	if t.Op == valueflow.TermEqual && len(t.Args) == 2 && t.Args[0] != valueflow.NoTerm && t.Args[1] != valueflow.NoTerm {
		none := &f.Flow.Terms[t.Args[1]]
		if !holds || none.Op != valueflow.TermNil || none.Text != valueflow.OfError {
			return nil, 0, 0, false
		}
		t, outcome = &f.Flow.Terms[t.Args[0]], valueflow.OutcomeFine
	}
	if t.Op != valueflow.TermResult || int(t.Of) >= len(f.sites) {
		return nil, 0, 0, false
	}
	return f.sites[t.Of], int(t.Index), outcome, true
}

// A branchSide is a side of a branch.
type branchSide struct {
	block int32
	side  int
}

// blocksSeen are blocks that a run may come to.
type blocksSeen []bool

func (s blocksSeen) anyOf(blocks []int32) bool {
	return slices.ContainsFunc(blocks, func(b int32) bool { return s[b] })
}

// reached returns the blocks that a run of a function may come to without one side of a branch, and
// not past a block.
func (f *function) reached(not branchSide, past int32) blocksSeen {
	seen := make(blocksSeen, len(f.Flow.Next))
	for work := []int32{0}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || b == past {
			continue
		}
		seen[b] = true
		for side, to := range f.Flow.Next[b] {
			if (branchSide{b, side}) != not {
				work = append(work, to)
			}
		}
	}
	return seen
}

// isBefore reports whether a function comes to some blocks only after another one.
func (f *function) isBefore(b int32, blocks ...int32) bool {
	return !f.reached(branchSide{-1, 0}, b).anyOf(blocks)
}

// deepest returns the limit that a guard sets.
func (c *chart) deepest(cy *cycle, g *guard) graph.Bound {
	asked := g.asked
	if c.isEnteredElsewhere(g.in) {
		asked++
	}
	if c.isParam(g.counter) {
		first, step, ok := c.passedOn(g)
		if !ok {
			return graph.Bound{}
		}
		return c.upTo(recipe.Count{First: first + g.more, Step: step, Op: g.op}, g.to, asked, g.off)
	}
	if g.counter == noPlace || !isBySize(g.op) || c.numbers.grows[g.counter] != everywhere || !c.isHandedOn(g.in, g.base) {
		return graph.Bound{}
	}
	step, after, ok := c.deeper(g)
	if !ok || step == 0 || c.isReset(cy, g.counter, step) {
		return graph.Bound{}
	}
	starts, ok := c.numbers.begins(g.counter, step)
	if !ok {
		return graph.Bound{}
	}
	first := slices.Min(starts)
	if step < 0 {
		first = slices.Max(starts)
	}
	return c.upTo(recipe.Count{First: first + g.more, Step: step, After: after, Op: g.op}, g.to, asked, g.off)
}

// isEnteredElsewhere reports whether others call a function of those that call each other, but for
// the one that has the guard.
func (c *chart) isEnteredElsewhere(in *function) bool {
	return slices.ContainsFunc(c.funcs, func(fn *function) bool {
		return fn != in && c.ring[fn] == c.ring[in] && c.asks[fn] && slices.ContainsFunc(c.by[fn], func(by *function) bool { return c.ring[by] != c.ring[in] })
	})
}

// deeper returns by how much a number grows before a function comes to call itself, and whether it
// does before the guard.
func (c *chart) deeper(g *guard) (step int, after, ok bool) {
	for _, grow := range g.in.Grows {
		if g.in.at(grow.At) == g.counter && g.in.isBefore(grow.Block, g.again...) && c.isSame(g.in.at(grow.Base), g.base) {
			return grow.Step, grow.Block != g.block && g.in.isBefore(grow.Block, g.block), true
		}
	}
	for _, s := range g.in.sites {
		if len(s.callees) != 1 || s.Go {
			continue
		}
		to := s.callees[0]
		for i, grow := range to.fn.Grows {
			if to.fn.at(grow.At) != g.counter || !c.isSame(c.given(s, to, to.fn.at(grow.Base)), g.base) {
				continue
			}
			if s == g.by {
				if n := slices.IndexFunc(g.decision.Counted, func(by valueflow.Counted) bool { return by.Grow == i }); n >= 0 {
					return grow.Step, g.decision.Counted[n].Before, true
				}
			} else if grow.Always && g.in.isBefore(s.Block, g.again...) {
				return grow.Step, s.Block != g.block && g.in.isBefore(s.Block, g.block), true
			}
		}
	}
	return 0, false, false
}

// isHandedOn reports whether functions that call each other hand the same object on, of which a
// number is a field, to the one that has a guard.
func (c *chart) isHandedOn(fn *function, base place) bool {
	for base != noPlace && c.reads[base] != nil {
		base = c.reads[base].base
	}
	if base == noPlace {
		return false
	}
	if name := c.net.names[base]; name != "" && name[0] == 'v' {
		return true
	}
	if !slices.Contains(fn.params, base) {
		return false
	}
	carriers := map[*function]place{fn: base}
	for work := []*function{fn}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range f.sites {
			for _, to := range s.callees {
				if c.ring[to.fn] != c.ring[fn] || !slices.ContainsFunc(c.calls[f], func(o called) bool { return o.fn == to.fn && o.block == s.Block }) {
					continue
				}
				i := slices.Index(c.params(s, to), carriers[f])
				p := c.paramOf(to, max(i, 0))
				switch known, ok := carriers[to.fn]; {
				case i < 0 || p == noPlace || ok && known != p:
					return false
				case !ok:
					carriers[to.fn], work = p, append(work, to.fn)
				}
			}
		}
	}
	return !slices.ContainsFunc(c.funcs, func(f *function) bool { return c.ring[f] == c.ring[fn] && carriers[f] == noPlace })
}

// depthParam returns the comparison that a function makes of one of its parameters, if it is one.
func (c *chart) depthParam(fn *function, cmp valueflow.Compared) *comparison {
	isOwn := func(p place) bool {
		return p != noPlace && c.isParam(p) && slices.Contains(fn.params, p) && c.shifted(fn, p)
	}
	if x := fn.at(cmp.X); isOwn(x) {
		return &comparison{counter: x, to: end{fn.at(cmp.Y), fn.at(cmp.YBase)}, op: cmp.Op, more: cmp.More}
	}
	if y := fn.at(cmp.Y); isOwn(y) {
		return &comparison{counter: y, to: end{fn.at(cmp.X), fn.at(cmp.XBase)}, op: recipe.Mirrored(cmp.Op), more: -cmp.More}
	}
	return nil
}

// shifted reports whether a function makes another number of a parameter.
func (c *chart) shifted(fn *function, param place) bool {
	return slices.ContainsFunc(fn.Shifts, func(s valueflow.Shift) bool { return fn.at(s.Of) == param })
}

// passedOn returns what a function is called with from outside for the parameter that its guard
// looks at, and by how much it differs each time that the function calls itself, once at most.
func (c *chart) passedOn(g *guard) (first, step int, ok bool) {
	if c.isTaken(g.in) || !c.isOnce(g) {
		return 0, 0, false
	}
	begun := false
	var firsts []int
	for _, s := range c.callers[g.in] {
		for _, to := range s.callees {
			if to.fn != g.in {
				continue
			}
			at := c.wholeFor(s, to, g.counter)
			if s.in != g.in {
				n := c.numbers.at(at)
				if at == noPlace || n.open || len(n.cuts)+len(n.by) > 0 || len(n.consts) == 0 {
					return 0, 0, false
				}
				firsts, begun = append(firsts, n.consts...), true
				continue
			}
			i := slices.IndexFunc(g.in.Shifts, func(sh valueflow.Shift) bool { return g.in.at(sh.At) == at && g.in.at(sh.Of) == g.counter })
			if i < 0 || step != 0 && g.in.Shifts[i].By != step {
				return 0, 0, false
			}
			step = g.in.Shifts[i].By
		}
	}
	if !begun || step == 0 {
		return 0, 0, false
	}
	if step > 0 {
		return slices.Min(firsts), step, true
	}
	return slices.Max(firsts), step, true
}

// wholeFor returns the whole number that a call hands over for a parameter.
func (c *chart) wholeFor(s *site, to callee, param place) place {
	first := 0
	if to.recv != noPlace {
		first = 1
	}
	for i, p := range s.Whole {
		if c.paramOf(to, first+i) == param {
			return s.in.at(p)
		}
	}
	return noPlace
}

// isOnce reports whether only the function itself calls it again, and no run of it does so twice.
func (c *chart) isOnce(g *guard) bool {
	n := 0
	for _, to := range c.calls[g.in] {
		if c.ring[to.fn] != c.ring[g.in] {
			continue
		}
		if n++; to.fn != g.in {
			return false
		}
	}
	if n != len(g.again) {
		return false
	}
	return !slices.ContainsFunc(g.again, func(from int32) bool {
		return slices.ContainsFunc(g.in.Flow.Next[from], func(next int32) bool {
			return slices.ContainsFunc(g.again, func(to int32) bool { return g.in.leads(next, to, nil) })
		})
	})
}
