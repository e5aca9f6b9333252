package loops

// This file says how often an agent asks its model at most.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// bound returns the limit of a cycle; else why it is not known, and where. A loop in it that asks
// again asks as often in each of its rounds.
func (c *chart) bound(cy *cycle) (all graph.Bound, why reason.Reason, at graph.Pos) {
	all, why, at = c.boundOf(cy)
	for _, part := range cy.parts {
		if all.State != graph.BoundKnown && all.State != graph.BoundPresent {
			break
		}
		switch b, open, pos := c.bound(part); {
		case b.State != graph.BoundKnown:
			all, why, at = b, open, pos
		default:
			all.N *= b.N
		}
	}
	return all, why, at
}

// boundOf returns the limit of the rounds of a cycle.
func (c *chart) boundOf(cy *cycle) (best graph.Bound, why reason.Reason, at graph.Pos) {
	switch b, begun := c.turnBound(cy); {
	case b.State != graph.BoundNone:
		return b, why, at
	case begun && cy.loop != nil:
		return b, reason.Of(reason.TurnCount), cy.pos()
	}
	if !cy.isRound() {
		return c.requestedBound(cy)
	}
	var off []graph.Pos
	if cy.loop != nil {
		off = c.off(cy)
		for i := range cy.loop.Limits {
			best = tighter(best, c.limit(cy, &cy.loop.Limits[i]))
		}
		if best.State == graph.BoundNone && cy.loop.Bound.State == graph.BoundKnown {
			best = cy.loop.Bound
		}
	}
	if cy.calls {
		if best = c.depth(cy); best.State == graph.BoundNone {
			if at = c.guessedRound(cy); at.IsValid() {
				return best, reason.Of(reason.MayRecur), at
			}
		}
	}
	if best.State == graph.BoundNone {
		if at = c.counts(cy, off); at.IsValid() {
			return best, reason.Of(reason.MayCount), at
		}
		if at = c.awaits(cy); at.IsValid() {
			return best, reason.Of(reason.Awaits), at
		}
		best.State = graph.BoundUnlimited
		if cy.loop != nil && cy.loop.Reads && !cy.calls { // as often as others say something
			best = graph.Bound{State: graph.BoundPresent, By: "what is read"}
		}
	}
	if best.N > 0 && c.beginsWithCalls(cy) {
		best.N++ // the question that these are the answer to
	}
	if best.N > 0 && c.endsWithQuestion(cy) {
		best.N++
	}
	return best, why, at
}

// awaits returns where a loop waits for others that may begin each of its rounds: those who wake it, or what runs beside it, if it
// asks the model there alone.
func (c *chart) awaits(cy *cycle) graph.Pos {
	if cy.loop == nil {
		return graph.Pos{}
	}
	for _, a := range cy.loop.Awaits {
		if a.Signal || !c.asksAtOnce(cy.in, cy.loop.Blocks, make(map[*function]bool)) {
			return a.Pos
		}
	}
	return graph.Pos{}
}

// asksAtOnce reports whether a function asks a model in some blocks, nil for all, other than in a goroutine that it starts.
func (c *chart) asksAtOnce(fn *function, blocks []int32, seen map[*function]bool) bool {
	in := func(block int32) bool { return blocks == nil || slices.Contains(blocks, block) }
	if slices.ContainsFunc(fn.sites, func(s *site) bool { return !s.Go && in(s.Block) && c.asksModel(s) }) {
		return true
	}
	return slices.ContainsFunc(c.calls[fn], func(to called) bool {
		if !in(to.block) || !c.asks[to.fn] || seen[to.fn] || c.startedAt(fn, to) {
			return false
		}
		seen[to.fn] = true
		return c.asksAtOnce(to.fn, nil, seen)
	})
}

// startedAt reports whether a function runs another in a block only in goroutines.
func (c *chart) startedAt(fn *function, to called) bool {
	runs := func(s *site) bool { return s.Block == to.block && s.runs(to.fn) }
	return slices.ContainsFunc(fn.sites, runs) && !slices.ContainsFunc(fn.sites, func(s *site) bool { return runs(s) && !s.Go })
}

// endsWithQuestion reports whether the function of a loop asks the model once more after it, such as
// for an answer without tools where its rounds are used up.
func (c *chart) endsWithQuestion(cy *cycle) bool {
	if cy.loop == nil || cy.in.Flow == nil {
		return false
	}
	head := cy.loop.Blocks[0]
	return slices.ContainsFunc(c.asksIn(cy.in), func(at point) bool {
		if slices.Contains(cy.loop.Blocks, at.block) || !cy.in.leads(head, at.block, nil) || cy.in.leads(at.block, head, nil) {
			return false
		}
		return slices.ContainsFunc(cy.in.sites, func(s *site) bool {
			return s.Block == at.block && s.Pos == at.pos && c.asksOnce(s, make(map[*function]bool))
		})
	})
}

// asksOnce reports whether a call asks a model, and not again and again: that is another loop.
func (c *chart) asksOnce(s *site, seen map[*function]bool) bool {
	if c.asksModel(s) {
		return true
	}
	return len(s.callees) > 0 && !slices.ContainsFunc(s.callees, func(to callee) bool {
		fn := to.fn
		if !c.asks[fn] || c.round[c.ring[fn]] || seen[fn] || slices.ContainsFunc(fn.Loops, func(l valueflow.Loop) bool {
			return c.asksWithin(fn, &l) && !c.retries(&cycle{in: fn, loop: &l})
		}) {
			return true
		}
		seen[fn] = true
		return slices.ContainsFunc(fn.sites, func(next *site) bool {
			return slices.ContainsFunc(next.callees, func(to callee) bool { return c.asks[to.fn] }) && !c.asksOnce(next, seen)
		})
	})
}

// beginsWithCalls reports whether the first round of a loop runs tools before it asks a model:
// a model was asked before, by the function or by one that calls it.
func (c *chart) beginsWithCalls(cy *cycle) bool {
	if cy.loop == nil || cy.in.Flow == nil {
		return false
	}
	asking := slices.DeleteFunc(slices.Clone(cy.loop.Blocks), func(b int32) bool { return !c.asksBefore(cy, []int32{b}) })
	first := func(b int32) bool { return cy.in.leads(cy.loop.Blocks[0], b, asking) }
	runners := c.runners(cy.tools)
	runs := slices.ContainsFunc(cy.tools, func(t *tool) bool {
		return t.in == cy.in && first(t.block) || slices.ContainsFunc(c.calls[cy.in], func(to called) bool {
			return runners[t.in][to.fn] && slices.Contains(cy.loop.Blocks, to.block) && first(to.block)
		})
	})
	return runs && c.askedAhead(cy.in, point{block: cy.loop.Blocks[0]}, cy.loop.Blocks, make(map[*function]bool))
}

// askedAhead reports whether a model is asked before a point, outside of some blocks: by its
// function, or by one that calls it.
func (c *chart) askedAhead(fn *function, p point, but []int32, seen map[*function]bool) bool {
	seen[fn] = true
	return c.asksAhead(fn, p, but...) || slices.ContainsFunc(c.callers[fn], func(s *site) bool {
		return s.in.Flow != nil && !seen[s.in] && c.askedAhead(s.in, point{s.Block, s.Pos}, nil, seen)
	})
}

// asksAhead reports whether a function asks a model before a point, outside of some blocks.
func (c *chart) asksAhead(fn *function, p point, but ...int32) bool {
	return slices.ContainsFunc(c.asksIn(fn), func(at point) bool {
		return !slices.Contains(but, at.block) && (at.before(p) || at.block != p.block && fn.leads(at.block, p.block, nil))
	})
}

// asksAfter reports whether a function asks a model after a point.
func (c *chart) asksAfter(fn *function, p point) bool {
	return slices.ContainsFunc(c.asksIn(fn), func(at point) bool {
		return p.before(at) || at.block != p.block && fn.leads(p.block, at.block, nil)
	})
}

// asksIn returns the points of a function at which a model is asked.
func (c *chart) asksIn(fn *function) (out []point) {
	for _, s := range fn.sites {
		if c.asksModel(s) || slices.ContainsFunc(c.calls[fn], func(to called) bool { return to.block == s.Block && c.asks[to.fn] && c.runs(s, to.fn) }) {
			out = append(out, point{s.Block, s.Pos})
		}
	}
	return out
}

// tighter returns the limit that says more: a number, then what sets it.
func tighter(a, b graph.Bound) graph.Bound {
	rank := func(b graph.Bound) int {
		switch {
		case b.State == graph.BoundKnown:
			return 3
		case b.State == graph.BoundPresent && b.By != "":
			return 2
		case b.State == graph.BoundPresent:
			return 1
		}
		return 0
	}
	if rank(b) > rank(a) || rank(a) == 3 && rank(b) == 3 && b.N < a.N {
		return b
	}
	return a
}

// limit returns what a condition of a loop limits it to.
func (c *chart) limit(cy *cycle, l *valueflow.Limit) (best graph.Bound) {
	asked := 0
	if c.asksBefore(cy, l.Before) {
		asked = 1 // the last round goes as far as the condition
	}
	switch l.Kind {
	case valueflow.LimitCounter:
		return c.counter(cy, l, asked)
	case valueflow.LimitKept:
		return c.kept(cy, l, c.sides(cy.in, l.Compared), asked, cy.in.toggle(l.Off))
	case valueflow.LimitCall:
		s, decisions := c.decisions(cy, l)
		for _, d := range decisions {
			if l.Off == nil {
				best = tighter(best, c.kept(cy, l, c.decided(s, d), asked, s.callees[0].fn.toggle(d.Off)))
				best = tighter(best, c.compared(l, s, d, asked))
			}
		}
		return best
	}
	if l.Off != nil {
		return graph.Bound{}
	}
	return graph.Bound{State: graph.BoundPresent}
}

// counter returns the limit of a variable that each round changes. It begins with a constant, or with what is at a place.
func (c *chart) counter(cy *cycle, l *valueflow.Limit, asked int) graph.Bound {
	count := recipe.Count{First: l.First + l.More, Step: l.Step, Op: l.Op, Least: l.Least, Most: l.Most}
	to, off := end{cy.in.at(l.Y), cy.in.at(l.YBase)}, cy.in.toggle(l.Off)
	if c.moves(cy, to.at) {
		return graph.Bound{}
	}
	from := cy.in.at(l.From)
	if from == noPlace {
		return c.upTo(count, to, asked, off)
	}
	begins := c.numbers.at(from)
	if begins.said || off != nil {
		return graph.Bound{}
	}
	firsts, by, known := begins.consts, begins.by, !begins.open && len(begins.cuts) == 0
	if l.Step < 0 {
		firsts, by, known = begins.upper()
	}
	if !known || len(firsts) == 0 {
		return graph.Bound{State: graph.BoundPresent, By: settersOf(by)}
	}
	if count.First += slices.Min(firsts); l.Step < 0 {
		count.First += slices.Max(firsts) - slices.Min(firsts)
	}
	if len(firsts) > 1 && !isBySize(l.Op) {
		return graph.Bound{State: graph.BoundPresent}
	}
	best := c.upTo(count, to, asked, nil)
	if best.State == graph.BoundKnown && len(by) > 0 {
		best.State, best.By = graph.BoundPresent, settersOf(by)
	}
	return best
}

func isBySize(op string) bool { return op != "==" && op != "!=" }

// moves reports whether rounds may set a limit to a number that is not known.
func (c *chart) moves(cy *cycle, to place) bool {
	n := c.numbers.at(to)
	if to == noPlace || !n.open && len(n.cuts) == 0 {
		return false
	}
	from := c.numbers.origins(to)
	for fn := range c.everything(cy) {
		inRound := func(block int32) bool {
			return block >= 0 && (fn != cy.in || cy.loop == nil || slices.Contains(cy.loop.Blocks, block))
		}
		if slices.ContainsFunc(fn.Sets, func(s valueflow.Set) bool { return from[fn.at(s.To)] && inRound(s.Block) }) ||
			slices.ContainsFunc(fn.Grows, func(g valueflow.Grow) bool { return from[fn.at(g.At)] && inRound(g.Block) }) {
			return true
		}
	}
	return false
}

// decisions returns the call of which a limit is the outcome, and what decides it.
func (c *chart) decisions(cy *cycle, l *valueflow.Limit) (s *site, out []*valueflow.Decision) {
	if s = cy.in.sites[l.Call]; len(s.callees) != 1 {
		return s, nil
	}
	fn := s.callees[0].fn
	for i := range fn.Decides {
		if d := &fn.Decides[i]; d.Result == l.Result && d.Outcome == l.Outcome {
			out = append(out, d)
		}
	}
	return s, out
}

// compared returns the limit of a counter that a loop hands to the function that compares it:
//
//	func isOver(n, max int) bool { return max > 0 && n >= max }
func (c *chart) compared(l *valueflow.Limit, s *site, d *valueflow.Decision, asked int) (best graph.Bound) {
	to := s.callees[0]
	if to.recv != noPlace {
		return best // a method value: its arguments stand elsewhere
	}
	number := func(p place) place { // as the caller has it
		for i, given := range s.Whole {
			if p != noPlace && c.paramOf(to, i) == p {
				return s.in.at(given)
			}
		}
		return p
	}
	off := to.fn.toggle(d.Off)
	if off != nil {
		off.at = number(off.at)
	}
	x, y := to.fn.at(d.X), to.fn.at(d.Y)
	for _, p := range l.Passed {
		if !p.Even && !isBySize(d.Op) {
			continue
		}
		count := recipe.Count{First: p.First, Step: p.Step, Op: d.Op, Least: p.Least, Most: p.Most}
		switch param := c.paramOf(to, p.Arg); {
		case param == noPlace:
		case param == x:
			count.First += d.More
			best = tighter(best, c.upTo(count, end{number(y), noPlace}, asked, off))
		case param == y:
			count.First, count.Op = count.First-d.More, recipe.Mirrored(d.Op)
			best = tighter(best, c.upTo(count, end{number(x), noPlace}, asked, off))
		}
	}
	return best
}

// asksBefore reports whether a model is asked in some blocks of a loop.
func (c *chart) asksBefore(cy *cycle, blocks []int32) bool {
	return c.asksWithin(cy.in, &valueflow.Loop{Blocks: blocks})
}

// A toggle is a number at a place for which rounds go past a limit; it is nil for none.
type toggle struct {
	at place
	*valueflow.Switch
}

func (f *function) toggle(s *valueflow.Switch) *toggle {
	if s == nil {
		return nil
	}
	return &toggle{f.at(s.At), s}
}

// isOn reports whether rounds go past the limit for a number.
func (t *toggle) isOn(n int) bool {
	switch t.Op {
	case "==":
		return n == t.N
	case "!=":
		return n != t.N
	case "<":
		return n < t.N
	case "<=":
		return n <= t.N
	case ">":
		return n > t.N
	}
	return n >= t.N
}

// isOff reports whether rounds go past a limit for each number that the code gives, though
// somebody may set another.
func (c *chart) isOff(off *toggle) bool {
	if off == nil {
		return false
	}
	n := c.numbers.at(off.at)
	return len(n.consts) > 0 && !n.open && len(n.cuts) == 0 && !slices.ContainsFunc(n.consts, func(n int) bool { return !off.isOn(n) })
}

// off returns where limits of a loop are that are switched off, or are what the model says.
func (c *chart) off(cy *cycle) (out []graph.Pos) {
	for i := range cy.loop.Limits {
		l := &cy.loop.Limits[i]
		if c.isOff(cy.in.toggle(l.Off)) || c.isSaidBy(cy, l) {
			out = append(out, l.Pos)
		}
		if l.Kind != valueflow.LimitCall {
			continue
		}
		s, decisions := c.decisions(cy, l)
		for _, d := range decisions {
			if c.isOff(s.callees[0].fn.toggle(d.Off)) {
				out = append(out, d.Pos)
			}
		}
	}
	return out
}

// isSaidBy reports whether the model may say what the limit is of what a loop counts up.
func (c *chart) isSaidBy(cy *cycle, l *valueflow.Limit) bool {
	switch l.Kind {
	case valueflow.LimitCounter:
		return c.numbers.at(cy.in.at(l.Y)).said
	case valueflow.LimitKept:
		return c.numbers.at(c.sides(cy.in, l.Compared).to.at).said
	}
	return false
}

// upTo returns the limit of what counts up to a number. It is none if rounds may go past it for
// one that the code gives.
func (c *chart) upTo(count recipe.Count, to end, asked int, off *toggle) graph.Bound {
	limit := c.numbers.at(to.at)
	if limit.said {
		return graph.Bound{}
	}
	ends, by, known := limit.consts, limit.by, !limit.open && len(limit.cuts) == 0
	if off != nil {
		if off.at != to.at || !known || len(ends) == 0 || slices.ContainsFunc(ends, off.isOn) || off.isOn(0) && c.mayBeZero(to) {
			return graph.Bound{}
		}
		for i := range by {
			by[i].most = noMost // a number that switches the limit off is less than each
		}
	} else if count.Step > 0 && strings.HasPrefix(count.Op, "<") {
		ends, by, known = limit.upper()
	}
	b := graph.Bound{State: graph.BoundPresent, By: settersOf(by)}
	if !known {
		return b
	}
	for _, n := range ends {
		rounds, ok := count.Rounds(n)
		if !ok {
			return graph.Bound{}
		}
		if rounds > 0 {
			b.N = max(b.N, rounds+asked)
		}
	}
	if b.By == "" && b.N > 0 {
		b.State = graph.BoundKnown
	}
	return b
}

// everything returns all functions that a cycle may come to run, also those that serve calls.
func (c *chart) everything(cy *cycle) map[*function]bool {
	out := c.runBy(cy)
	var work []*function
	for fn := range out {
		work = append(work, fn)
	}
	for _, t := range cy.tools {
		work = append(work, t.in)
	}
	seen := make(map[*function]bool)
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[fn] {
			continue
		}
		seen[fn], out[fn] = true, true
		for _, s := range fn.sites {
			if fn == cy.in && cy.loop != nil && !slices.Contains(cy.loop.Blocks, s.Block) {
				continue
			}
			for _, to := range s.callees {
				work = append(work, to.fn)
			}
		}
	}
	return out
}

// counts returns where a cycle, or a function that it runs, compares by size what is counted
// or summed up: a limit may be kept anywhere. It is none if no such place is seen, or if rounds
// go past each, or if it is among those that are off.
func (c *chart) counts(cy *cycle, off []graph.Pos) (first graph.Pos) {
	isOff := func(at graph.Pos) bool { return slices.Contains(off, at) }
	var looks []counting
	if cy.loop != nil {
		for _, n := range cy.loop.Counts {
			if !isOff(n.Pos) {
				looks = append(looks, counting{cy.in, n.Block, n.Pos, noPlace, n.Changes})
			}
		}
		for i := range cy.loop.Limits {
			l := &cy.loop.Limits[i]
			if l.Kind != valueflow.LimitCall || len(l.Passed) == 0 {
				continue
			}
			if _, decisions := c.decisions(cy, l); len(decisions) > 0 && !isOff(decisions[0].Pos) {
				return decisions[0].Pos
			}
		}
	}
	deeper := graph.Pos{}
	run := c.runBy(cy)
	for _, fn := range c.funcs {
		if !run[fn] {
			continue
		}
		for _, cmp := range fn.Compares {
			if isOff(cmp.Pos) || fn == cy.in && cy.loop != nil && !slices.Contains(cy.loop.Blocks, cmp.Block) {
				continue
			}
			p := fn.at(cmp.At)
			// A function that calls itself may be given more each time.
			if !deeper.IsValid() && cy.calls && c.isParam(p) && c.ring[fn] == c.ring[cy.in] {
				deeper = cmp.Pos
			}
			if c.numbers.isCounted(p, cy.in) {
				looks = append(looks, counting{fn, cmp.Block, cmp.Pos, p, nil})
			}
		}
	}
	if deeper.IsValid() || len(looks) == 0 {
		return deeper
	}
	at, ok := c.goesOnUncounted(cy, looks)
	if ok || c.goesAsSaid(cy, looks) {
		return graph.Pos{}
	}
	return at.pos
}
