package loops

// This file finds what goes round: the code that asks a model, runs what it wants, and
// asks again.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// A cycle is code that asks a model again and again.
type cycle struct {
	in    *function
	loop  *valueflow.Loop // nil where functions call each other, or nothing is seen to ask again
	calls bool            // functions call each other
	tools []*tool
	owner *instance // the object whose method it is, if others share it and have other tools
	mixed bool      // it may be several agents, which were not told apart
	parts []*cycle  // loops in it that ask for what it runs: see isPart

	asksUser map[*function]bool // while it runs: see judge
	told     map[*function]bool // somebody may be told there what somebody says
}

// isRound reports whether anything is seen to ask again.
func (c *cycle) isRound() bool { return c.loop != nil || c.calls }

// has reports whether a tool, or what it runs under its name, if that is known, is among those of c.
func (c *cycle) has(t *tool) bool {
	return slices.ContainsFunc(c.tools, func(o *tool) bool {
		return o == t || o.handler != "" && o.handler == t.handler && (o.name == t.name || o.name == "" || t.name == "")
	})
}

// pos returns where a cycle begins.
func (c *cycle) pos() graph.Pos {
	if c.loop != nil && c.loop.Pos.IsValid() {
		return c.loop.Pos
	}
	return c.in.Pos
}

// A chart is which function runs which, and which ask a model.
type chart struct {
	*finder
	all    []*tool
	calls  map[*function][]called
	by     map[*function][]*function // which run it
	direct map[*function]bool        // call a model
	asks   map[*function]bool        // reach a call of a model
	ring   map[*function]int         // of functions that come to run each other
	round  map[int]bool              // rings of more than a function that does not run itself

	asksUser  map[*function]bool // may ask somebody
	numbers   *numbers
	lent      map[place]bool       // see shared; nil until somebody asks
	from      map[place][]place    // see sources
	decoded   map[string]bool      // see isDecoded
	requested map[place]bool       // see inRequests
	once      map[place]bool       // see runsOnce
	talk      map[place]bool       // see isTalk
	tricky    []int                // see tricks; nil until somebody asks
	settings  map[string][]setting // by the name: see modes; nil until somebody asks

	echoes  map[*site]bool          // see echoing
	handed  map[*function][]handing // what functions run that they are handed, by calls that differ
	passed  map[pass]bool           // their calls that do
	handsOn map[*function][]*site   // by function: the calls that hand it over
}

// A called function, and the block of the caller that runs it.
type called struct {
	block int32
	fn    *function
}

// newChart draws the chart of a program with some tools. What a tool does to serve its call
// is no part of the round in which it runs, also where it asks a model in turn.
func newChart(f *finder, tools []*tool) *chart {
	served := make(map[*site]bool)
	for _, t := range tools {
		if t.site != nil {
			served[t.site] = true
		}
		for _, s := range t.in.sites {
			if slices.Contains(t.blocks, s.Block) {
				served[s] = true
			}
		}
	}
	c := &chart{finder: f, all: tools, talk: make(map[place]bool)}
	draw := func(served map[*site]bool) {
		whole := make(map[string]bool)
		for again := true; again; {
			c.hands(served, whole)
			c.draw(served)
			again = c.together(tools, whole)
		}
		c.asks = c.reaching(c.direct, nil)
	}
	draw(served)
	c.leaveOut(served, tools, draw)
	c.rings()
	c.asksUser = c.questions(func(fn *function) bool { return len(fn.Waits) > 0 })
	c.numbers = newNumbers(f.net, f.saidTypes())
	return c
}

// draw notes which function runs which, but for the sites that serve tools.
func (c *chart) draw(served map[*site]bool) {
	c.calls, c.by, c.direct = make(map[*function][]called), make(map[*function][]*function), make(map[*function]bool)
	for _, s := range c.sites {
		if served[s] {
			continue
		}
		for _, to := range s.callees {
			if !c.passed[pass{s, to.fn}] {
				c.calls[s.in] = append(c.calls[s.in], called{s.Block, to.fn})
			}
		}
		if c.asksModel(s) {
			c.direct[s.in] = true
		}
		if len(s.callees) == 0 { // a library, which calls what it is given
			for _, p := range s.args {
				c.handsOver(s, p)
			}
		}
	}
	for _, fn := range c.funcs {
		for _, s := range c.handsOn[fn] {
			if !served[s] {
				c.calls[s.in] = append(c.calls[s.in], called{s.Block, fn})
			}
		}
	}
	for fn, list := range c.calls {
		for _, to := range list {
			c.by[to.fn] = append(c.by[to.fn], fn)
		}
	}
}

// handsOver adds the functions among what a library call is given.
func (c *chart) handsOver(s *site, p place) {
	if p == noPlace {
		return
	}
	for _, v := range c.made[p] {
		if fn := c.byID[v.fn]; v.fn != "" && fn != nil {
			c.calls[s.in] = append(c.calls[s.in], called{s.Block, fn})
		}
	}
}

// reaching returns the functions that run one of some functions; not is nil, or a function
// by way of which they do not.
func (c *chart) reaching(some map[*function]bool, not *function) map[*function]bool {
	out := make(map[*function]bool)
	var work []*function
	for fn := range some {
		if fn != not {
			out[fn] = true
			work = append(work, fn)
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, by := range c.by[fn] {
			if !out[by] && by != not {
				out[by] = true
				work = append(work, by)
			}
		}
	}
	return out
}

// cycles returns the cycles in which tools run, sorted: for each tool, the innermost
// around it, or none.
func (c *chart) cycles(tools []*tool) (out []*cycle) {
	out = append(c.inLoops(tools), c.recursive(tools)...)
	c.echoes = c.echoing(tools, out)
	out = c.innermost(slices.DeleteFunc(out, func(cy *cycle) bool { return c.isEcho(cy.tools) }))
	// A loop that waits for events is not what asks again, unless it sends them itself, which
	// is not known; nor is one around it.
	out = slices.DeleteFunc(out, func(cy *cycle) bool { return cy.loop != nil && cy.loop.Receives })
	rest := make(map[*function]*cycle)
	rounds := slices.Clone(out)
	for _, t := range tools {
		if slices.ContainsFunc(rounds, func(cy *cycle) bool { return cy.has(t) }) {
			continue // also where another way leads to the tool, from which no model is asked
		}
		if c.echoes[t.site] {
			continue
		}
		for _, fn := range c.turns(t) {
			if rest[fn] == nil {
				rest[fn] = &cycle{in: fn}
				out = append(out, rest[fn])
			}
			rest[fn].tools = append(rest[fn].tools, t)
		}
	}
	slices.SortStableFunc(out, func(a, b *cycle) int { return cmp.Or(a.pos().Compare(b.pos()), cmp.Compare(a.in.ID, b.in.ID)) })
	return out
}

// echoing returns the calls that only show what rounds run: what they run goes by the same names,
// changes nothing, and no model is told what comes of it.
func (c *chart) echoing(tools []*tool, rounds []*cycle) map[*site]bool {
	does := make(map[*site]bool)
	for _, t := range tools {
		if t.site != nil && !does[t.site] {
			does[t.site] = t.inline || t.why != nameKnown && t.why != nameComputed || c.isTold(t) || c.acts(t)
		}
	}
	named := make(map[string]bool)
	for _, cy := range rounds {
		for _, t := range cy.tools {
			named[t.name] = named[t.name] || does[t.site]
		}
	}
	out := make(map[*site]bool)
	for _, t := range tools {
		if t.site != nil && t.name != "" && named[t.name] && !does[t.site] {
			out[t.site] = true
		}
	}
	return out
}

// isEcho reports whether all of some tools that have names are run to show calls.
func (c *chart) isEcho(tools []*tool) bool {
	shows := slices.ContainsFunc(tools, func(t *tool) bool { return c.echoes[t.site] })
	return shows && !slices.ContainsFunc(tools, func(t *tool) bool { return t.name != "" && !c.echoes[t.site] })
}

// turns returns the functions that ask a model and come to run a tool, one after the other;
// where none is seen, the function that runs it.
func (c *chart) turns(t *tool) (out []*function) {
	type place struct {
		fn *function
		at point
	}
	seen := make(map[place]bool)
	for work := []place{{t.in, t.point()}}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		if p.fn.Flow != nil && (c.asksAhead(p.fn, p.at) || c.asksAfter(p.fn, p.at)) {
			if !slices.Contains(out, p.fn) {
				out = append(out, p.fn)
			}
			continue
		}
		for _, s := range c.runningSites(p.fn) {
			work = append(work, place{s.in, point{s.Block, s.Pos}})
		}
	}
	if len(out) == 0 {
		return []*function{t.in}
	}
	return out
}

// runners returns, for each tool, the functions that come to run it.
func (c *chart) runners(tools []*tool) map[*function]map[*function]bool {
	out := make(map[*function]map[*function]bool)
	for _, t := range tools {
		if out[t.in] == nil {
			out[t.in] = c.reaching(map[*function]bool{t.in: true}, nil)
		}
	}
	return out
}

// inLoops returns the loops in which a model is asked and a tool runs.
func (c *chart) inLoops(tools []*tool) (out []*cycle) {
	runners := c.runners(tools)
	for _, fn := range c.funcs {
		for i := range fn.Loops {
			l := &fn.Loops[i]
			if l.UntilError || c.goesThroughCalls(l) || !c.asksWithin(fn, l) {
				continue
			}
			cy := &cycle{in: fn, loop: l}
			for _, t := range tools {
				if t.in == fn && slices.Contains(l.Blocks, t.block) || c.within(fn, l, func(fn *function) bool { return runners[t.in][fn] }) {
					cy.tools = append(cy.tools, t)
				}
			}
			if len(cy.tools) > 0 {
				out = append(out, cy)
			}
		}
	}
	return out
}

// goesThroughCalls reports whether a loop goes through the calls of one answer. If it comes to
// ask a model, that is about something else.
func (c *chart) goesThroughCalls(l *valueflow.Loop) bool {
	return slices.ContainsFunc(l.Over, func(t string) bool { return c.nameTypes[t] })
}

// asksWithin reports whether a loop comes to ask a model, and not only by running its own
// function again, which asks for itself.
func (c *chart) asksWithin(fn *function, l *valueflow.Loop) bool {
	if slices.ContainsFunc(fn.sites, func(s *site) bool { return c.asksModel(s) && slices.Contains(l.Blocks, s.Block) }) {
		return true
	}
	asks := c.asks
	if c.round[c.ring[fn]] && c.within(fn, l, func(to *function) bool { return asks[to] }) {
		asks = c.reaching(c.direct, fn)
	}
	return c.within(fn, l, func(to *function) bool { return asks[to] })
}

// within reports whether a call in a loop runs a function that is so.
func (c *chart) within(fn *function, l *valueflow.Loop, is func(*function) bool) bool {
	for _, to := range c.calls[fn] {
		if slices.Contains(l.Blocks, to.block) && is(to.fn) {
			return true
		}
	}
	return false
}

// innermost drops the cycles that go round others which do as much, and those that are parts of
// the rounds of others.
func (c *chart) innermost(all []*cycle) []*cycle {
	parts := make(map[*cycle]bool)
	for _, outer := range all {
		for _, inner := range all {
			if c.isPart(outer, inner) {
				parts[inner], outer.parts = true, append(outer.parts, inner)
			}
		}
	}
	all = slices.DeleteFunc(slices.Clone(all), func(cy *cycle) bool { return parts[cy] })
	stays := make(map[*cycle]bool)
	var isInnermost func(outer *cycle) bool
	isInnermost = func(outer *cycle) bool {
		if _, known := stays[outer]; !known {
			stays[outer] = true // while those in it are looked at
			stays[outer] = !slices.ContainsFunc(all, func(inner *cycle) bool {
				return inner != outer && c.around(outer, inner) && isInnermost(inner)
			})
		}
		return stays[outer]
	}
	out := slices.DeleteFunc(slices.Clone(all), func(cy *cycle) bool { return !isInnermost(cy) })
	for _, outer := range out {
		for _, inner := range out {
			if outer.loop != nil && c.ring[outer.in] != c.ring[inner.in] && c.doesMore(outer, inner) {
				outer.tools = c.without(outer, inner)
			}
		}
	}
	return out
}

// isPart reports whether a loop stands in another one, which runs some of its tools after it, before
// it asks a model, or only asks again when something has failed: it asks until it has an answer, and
// may run what is called meanwhile.
func (c *chart) isPart(outer, inner *cycle) bool {
	if outer.loop == nil || inner.loop == nil || outer.in != inner.in || outer.in.Flow == nil || !c.around(outer, inner) {
		return false
	}
	if c.retries(inner) {
		return true
	}
	var asking, ends []int32
	for _, p := range c.asksIn(outer.in) {
		asking = append(asking, p.block)
	}
	for _, b := range inner.loop.Blocks {
		for _, to := range outer.in.Flow.Next[b] {
			if slices.Contains(outer.loop.Blocks, to) && !slices.Contains(inner.loop.Blocks, to) {
				ends = append(ends, to)
			}
		}
	}
	isAfter := func(b int32) bool {
		if !slices.Contains(outer.loop.Blocks, b) || slices.Contains(inner.loop.Blocks, b) {
			return false
		}
		past := slices.DeleteFunc(slices.Concat(asking, inner.loop.Blocks), func(o int32) bool { return o == b })
		return slices.ContainsFunc(ends, func(end int32) bool { return outer.in.leads(end, b, past) })
	}
	runners := c.runners(inner.tools)
	return slices.ContainsFunc(inner.tools, func(t *tool) bool {
		return t.in == outer.in && isAfter(t.block) ||
			slices.ContainsFunc(c.calls[outer.in], func(to called) bool { return runners[t.in][to.fn] && isAfter(to.block) })
	})
}

// retries reports whether the rounds of a loop only go on from a question to the model where something
// has failed.
func (c *chart) retries(cy *cycle) bool {
	if cy.loop == nil || cy.in.Flow == nil {
		return false
	}
	seen := make(map[int32]bool)
	var work []int32
	for _, at := range c.asksIn(cy.in) {
		if slices.Contains(cy.loop.Blocks, at.block) {
			work = append(work, at.block)
		}
	}
	asks := len(work) > 0
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		for i, to := range cy.in.Flow.Next[b] {
			switch {
			case cy.in.fails(b, i) || !slices.Contains(cy.loop.Blocks, to):
			case to == cy.loop.Blocks[0]:
				return false
			default:
				work = append(work, to)
			}
		}
	}
	return asks
}

// around reports whether one cycle is around another one: the loop stands in it, or it runs
// the functions of the other one and these do not come back to it.
func (c *chart) around(outer, inner *cycle) bool {
	switch {
	case outer.loop != nil && inner.loop != nil && outer.in == inner.in:
		return len(outer.loop.Blocks) > len(inner.loop.Blocks) && slices.Contains(outer.loop.Blocks, inner.loop.Blocks[0])
	case outer.loop == nil && c.ring[outer.in] == c.ring[inner.in]: // a loop tells more than that functions call each other
		return inner.loop != nil
	case outer.loop == nil:
		return !slices.ContainsFunc(outer.tools, func(t *tool) bool { return !inner.has(t) }) && c.reaching(map[*function]bool{inner.in: true}, nil)[outer.in]
	case inner.loop == nil && c.ring[outer.in] == c.ring[inner.in]:
		return false
	}
	runs := c.reaching(map[*function]bool{inner.in: true}, nil)
	if !c.within(outer.in, outer.loop, func(fn *function) bool { return runs[fn] }) {
		return false
	}
	if c.ring[outer.in] == c.ring[inner.in] {
		return c.onlyStarts(outer, inner)
	}
	return !c.doesMore(outer, inner)
}

// doesMore reports whether a loop asks a model and runs tools that another one has not, and both not
// by way of the function of that one: it is an agent, and the other one works for it.
func (c *chart) doesMore(outer, inner *cycle) bool {
	own := *outer
	own.tools = slices.DeleteFunc(slices.Clone(outer.tools), func(t *tool) bool { return inner.has(t) || c.echoes[t.site] })
	asks, runs := c.alone(&own, inner.in)
	return asks && runs
}

// without returns the tools of a loop but for those of another one that it only runs by way of it.
func (c *chart) without(outer, inner *cycle) []*tool {
	return slices.DeleteFunc(slices.Clone(outer.tools), func(t *tool) bool {
		one := *outer
		one.tools = []*tool{t}
		_, runs := c.alone(&one, inner.in)
		return inner.has(t) && !runs
	})
}

// onlyStarts reports whether a loop asks no model or runs no tools but by way of the function
// of another one, which does both by itself and comes back to it, if at all, in its rounds, as when it
// tells a bus of events what it does, or asks by way of what reads a stream. Where it comes back out of
// its loop, they go on together, and its limit is none.
func (c *chart) onlyStarts(outer, inner *cycle) bool {
	comes := c.reaching(map[*function]bool{outer.in: true}, nil)
	if slices.ContainsFunc(c.calls[inner.in], func(to called) bool { return comes[to.fn] && !slices.Contains(inner.loop.Blocks, to.block) }) {
		return false
	}
	if asks, runs := c.alone(outer, inner.in); asks && runs {
		return false
	}
	asks, runs := c.alone(inner, outer.in)
	return asks && runs
}

// alone reports whether a loop asks a model, and whether it runs some of its tools, other than
// by way of a function.
func (c *chart) alone(cy *cycle, not *function) (asks, runs bool) {
	in := make(map[*function]bool)
	for _, t := range cy.tools {
		in[t.in] = true
		runs = runs || t.in == cy.in && slices.Contains(cy.loop.Blocks, t.block)
	}
	asking, running := c.reaching(c.direct, not), c.reaching(in, not)
	asks = slices.ContainsFunc(cy.in.sites, func(s *site) bool { return c.asksModel(s) && slices.Contains(cy.loop.Blocks, s.Block) })
	asks = asks || c.within(cy.in, cy.loop, func(fn *function) bool { return asking[fn] })
	return asks, runs || c.within(cy.in, cy.loop, func(fn *function) bool { return running[fn] })
}

// recursive returns a cycle for each ring of functions that come to run each other, if the
// ring asks a model and runs tools: at the function from which a tool is reached first.
func (c *chart) recursive(tools []*tool) (out []*cycle) {
	runners := c.runners(tools)
	byRing := make(map[int]*cycle)
	for _, fn := range c.funcs {
		if !c.round[c.ring[fn]] || !c.asks[fn] {
			continue
		}
		cy := byRing[c.ring[fn]]
		if cy == nil {
			cy = &cycle{in: fn, calls: true}
		}
		for _, t := range tools {
			if runners[t.in][fn] && !slices.Contains(cy.tools, t) {
				cy.tools = append(cy.tools, t)
			}
		}
		if byRing[c.ring[fn]] == nil && len(cy.tools) > 0 {
			byRing[c.ring[fn]] = cy
			out = append(out, cy)
		}
	}
	return out
}

// rings numbers the functions that come to run each other, by the algorithm of Tarjan.
func (c *chart) rings() {
	c.ring, c.round = make(map[*function]int), make(map[int]bool)
	index, low := make(map[*function]int), make(map[*function]int)
	var stack []*function
	on := make(map[*function]bool)
	var visit func(fn *function)
	visit = func(fn *function) {
		index[fn] = len(index) + 1
		low[fn] = index[fn]
		stack, on[fn] = append(stack, fn), true
		for _, to := range c.calls[fn] {
			switch {
			case index[to.fn] == 0:
				visit(to.fn)
				low[fn] = min(low[fn], low[to.fn])
			case on[to.fn]:
				low[fn] = min(low[fn], index[to.fn])
			}
		}
		if low[fn] != index[fn] {
			return
		}
		number := len(c.round)
		size := 0
		for {
			top := stack[len(stack)-1]
			stack, on[top] = stack[:len(stack)-1], false
			c.ring[top] = number
			if size++; top == fn {
				break
			}
		}
		c.round[number] = size > 1 || slices.ContainsFunc(c.calls[fn], func(to called) bool { return to.fn == fn })
	}
	for _, fn := range c.funcs {
		if index[fn] == 0 {
			visit(fn)
		}
	}
}
