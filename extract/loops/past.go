package loops

// This file says whether an agent may go on for ever without a count: of what only some rounds
// count, such as equal calls in a row, there is no limit.

import (
	"maps"
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// A stage is how far a round has come.
type stage uint8

const (
	begun stage = iota
	asked       // the model was asked
	ran         // and then a tool ran
)

// stages is a set of them.
type stages uint8

func (s stages) has(at stage) bool { return s&(1<<at) != 0 }
func only(at stage) stages         { return 1 << at }

// A passing looks for a way round a loop on which a number is neither changed nor compared.
type passing struct {
	*chart
	cy      *cycle
	counts  map[*function][]int32 // the blocks that it may not pass, which change or compare it
	barred  map[wayOut]bool       // of the function of the loop: where what no round changes leads past one of these
	matters map[*function]bool    // functions that come to one of these, ask, or run a tool
	ends    map[passKey]stages    // how far a function has come when it returns, as found up to now
	walked  map[passKey]bool      // those that were looked at since more was set back
	more    bool                  // ends has grown
}

// A wayOut is that by which a block is left.
type wayOut struct {
	block int32
	side  int
}

type passKey struct {
	fn   *function
	from stage
}

// A counting is where a function compares by size what rounds count.
type counting struct {
	in      *function
	block   int32
	pos     graph.Pos
	at      place   // a number in memory, noPlace for a variable of the loop
	changes []int32 // of such a variable: the blocks that add to it
}

// goesOnUncounted reports whether rounds may ask the model and run tools for ever without a change of what any of some comparisons
// compare: past the comparison, or, as it did not end them before, by it. If not, at is a comparison that counts.
func (c *chart) goesOnUncounted(cy *cycle, looks []counting) (at counting, ok bool) {
	var past, by []counting
	for _, look := range looks {
		if c.goesPast(cy, []counting{look}, nil) {
			past = append(past, look)
		} else {
			by = append(by, look)
		}
	}
	return append(by, past...)[0], c.goesPast(cy, past, by) || len(past) > 0 && c.goesPast(cy, nil, looks)
}

// goesPast reports whether rounds may do so without any of some comparisons, and by some others. What others than the rounds
// change of the latter does not count. A way on which something fails is none.
func (c *chart) goesPast(cy *cycle, past, by []counting) bool {
	avoided := c.changes(past)
	for _, at := range past {
		avoided[at.in] = append(avoided[at.in], at.block)
	}
	if len(by) > 0 {
		if slices.ContainsFunc(by, func(at counting) bool { return at.at == noPlace }) {
			return false // who sets a variable of the loop back is not known
		}
		run, counted := c.everything(cy), c.counted(by)
		for fn, blocks := range c.changes(by) {
			if !run[fn] {
				return false
			}
			avoided[fn] = append(avoided[fn], blocks...)
		}
		for fn := range run {
			for _, m := range fn.Sets {
				if counted[fn.at(m.To)] && m.Block >= 0 {
					avoided[fn] = append(avoided[fn], m.Block)
				}
			}
		}
	}
	return c.goesOn(cy, avoided)
}

// goesAsSaid reports whether rounds may do so without any of some comparisons, where what the model
// answers leads past all of them: it decides whether they are made.
func (c *chart) goesAsSaid(cy *cycle, looks []counting) bool {
	in := looks[0].in
	branch := c.saidBefore(in, looks[0].block)
	if branch < 0 {
		return false
	}
	var blocks []int32
	for _, at := range looks {
		if at.in != in || c.saidBefore(in, at.block) != branch {
			return false
		}
		blocks = append(blocks, at.block)
	}
	return c.goesOn(cy, map[*function][]int32{in: blocks})
}

// saidBefore returns the block of a branch on what a question to the model returns of which one side
// alone leads to a block; -1 if there is none.
func (c *chart) saidBefore(fn *function, block int32) int32 {
	if fn.Flow == nil {
		return -1
	}
	for _, br := range fn.Flow.Branches {
		next := fn.Flow.Next[br.Block]
		if len(next) != 2 || !fn.dominates(br.Block, block) || !c.isAnswer(fn, br.On, nil) {
			continue
		}
		leads := func(side int32) bool { return side == block || fn.leads(side, block, []int32{br.Block}) }
		if leads(next[0]) != leads(next[1]) {
			return br.Block
		}
	}
	return -1
}

// isAnswer reports whether a condition is made of what a question to the model returns, and not of
// whether it has failed.
func (c *chart) isAnswer(fn *function, term int32, seen []int32) bool {
	if term == valueflow.NoTerm || slices.Contains(seen, term) {
		return false
	}
	seen = append(seen, term)
	switch t := &fn.Flow.Terms[term]; t.Op {
	case valueflow.TermNot, valueflow.TermField:
		return c.isAnswer(fn, t.Args[0], seen)
	case valueflow.TermEqual:
		isFixed := func(n int32) bool {
			return n != valueflow.NoTerm && (fn.Flow.Terms[n].Op == valueflow.TermConst || fn.Flow.Terms[n].Op == valueflow.TermNil && fn.Flow.Terms[n].Text != valueflow.OfError)
		}
		return len(t.Args) == 2 && isFixed(t.Args[1]) && c.isAnswer(fn, t.Args[0], seen)
	case valueflow.TermResult:
		if int(t.Of) >= len(fn.sites) {
			return false
		}
		s := fn.sites[t.Of]
		return c.asksModel(s) || slices.ContainsFunc(s.callees, func(to callee) bool { return c.asks[to.fn] })
	}
	return false
}

// counted returns the numbers in memory that some comparisons compare, and those of which they are made.
func (c *chart) counted(looks []counting) map[place]bool {
	out := make(map[place]bool)
	for _, at := range looks {
		if at.at != noPlace {
			maps.Copy(out, c.numbers.origins(at.at))
		}
	}
	return out
}

// changes returns the blocks of functions in which what some comparisons compare grows.
func (c *chart) changes(looks []counting) map[*function][]int32 {
	out, counted := make(map[*function][]int32), c.counted(looks)
	for _, fn := range c.funcs {
		for _, g := range fn.Grows {
			if counted[fn.at(g.At)] {
				out[fn] = append(out[fn], g.Block)
			}
		}
	}
	for _, at := range looks {
		if len(at.changes) > 0 {
			out[at.in] = append(out[at.in], at.changes...)
		}
	}
	return out
}

// goesOn reports whether rounds may ask the model and run tools for ever past some blocks of functions.
func (c *chart) goesOn(cy *cycle, counts map[*function][]int32) bool {
	if cy.loop == nil || cy.in.Flow == nil {
		return false
	}
	p := &passing{chart: c, cy: cy, counts: counts, barred: cy.barred(counts[cy.in]), ends: make(map[passKey]stages)}
	p.matters = p.comingTo()
	for p.more = true; p.more; {
		p.more, p.walked = false, make(map[passKey]bool)
		if p.around().has(ran) {
			return true
		}
	}
	return false
}

// barred returns the exits of branches on what no round changes that lead past some blocks: what a setting switches off, another
// one switches on.
func (cy *cycle) barred(blocks []int32) map[wayOut]bool {
	out := make(map[wayOut]bool)
	for _, branch := range cy.loop.Fixed {
		next := cy.in.Flow.Next[branch]
		for _, b := range blocks {
			if len(next) != 2 || b == branch || !cy.in.dominates(branch, b) {
				continue
			}
			leads := func(side int) bool { return next[side] == b || cy.in.leads(next[side], b, []int32{branch}) }
			for side := range next {
				if !leads(side) && leads(1-side) {
					out[wayOut{branch, side}] = true
				}
			}
		}
	}
	return out
}

// comingTo returns the functions that come to count, to ask the model or to run a tool.
func (p *passing) comingTo() map[*function]bool {
	out := maps.Clone(p.asks)
	for fn := range p.counts {
		out[fn] = true
	}
	for _, t := range p.cy.tools {
		out[t.in] = true
	}
	for size := -1; size != len(out); { // what serves a tool may come to count, and is called by no others
		size = len(out)
		out = p.reaching(out, nil)
		for _, s := range p.sites {
			if slices.ContainsFunc(s.callees, func(c callee) bool { return out[c.fn] }) {
				out[s.in] = true
			}
		}
	}
	return out
}

// around returns how far rounds may have come when they are back at the head of the loop.
func (p *passing) around() stages {
	return p.walk(p.cy.in, p.cy.loop.Blocks[0], begun, p.cy.loop.Blocks)
}

// through returns how far a round that comes to a function may have come when it returns.
func (p *passing) through(fn *function, from stage) stages {
	switch key := (passKey{fn, from}); {
	case fn.Flow == nil && len(p.counts[fn]) > 0:
		return 0
	case fn.Flow == nil:
		return only(from)
	case !p.walked[key]: // it has not returned yet if it comes to call itself
		p.walked[key] = true
		out := p.walk(fn, 0, from, nil)
		p.more = p.more || out|p.ends[key] != p.ends[key]
		p.ends[key] |= out
	}
	return p.ends[passKey{fn, from}]
}

// walk returns how far a round may have come at the ends of a function, or when it is back at
// the first of some blocks, which are those of a loop.
func (p *passing) walk(fn *function, first int32, from stage, loop []int32) (back stages) {
	type state struct {
		block int32
		stage stage
	}
	seen := make(map[state]bool)
	for work := []state{{first, from}}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		after := p.block(fn, at.block, at.stage)
		if loop == nil && slices.ContainsFunc(fn.Flow.Returns, func(r valueflow.Return) bool { return r.Block == at.block && !r.Fails }) {
			back |= after
		}
		for i, to := range fn.Flow.Next[at.block] {
			if fn.fails(at.block, i) || fn == p.cy.in && p.barred[wayOut{at.block, i}] || loop != nil && !slices.Contains(loop, to) {
				continue
			}
			if loop != nil && to == first {
				back |= after
			}
			for next := begun; next <= ran; next++ {
				if after.has(next) {
					work = append(work, state{to, next})
				}
			}
		}
	}
	return back
}

// block returns how far a round may have come after a block: it is nowhere if it has counted.
func (p *passing) block(fn *function, b int32, from stage) stages {
	if slices.Contains(p.counts[fn], b) {
		return 0
	}
	out := only(from)
	for _, s := range fn.sites {
		if s.Block == b {
			out = p.each(out, func(at stage) stages { return p.call(s, at) })
		}
	}
	for _, to := range p.calls[fn] {
		handed := !slices.ContainsFunc(fn.sites, func(s *site) bool { return s.Block == b && s.runs(to.fn) })
		if to.block == b && handed && p.matters[to.fn] { // to a library, which calls it
			out = p.each(out, func(at stage) stages { return p.through(to.fn, at) })
		}
	}
	if slices.ContainsFunc(p.cy.tools, func(t *tool) bool {
		return t.in == fn && t.site == nil && (t.block == b || slices.Contains(t.blocks, b))
	}) {
		out = p.each(out, serve)
	}
	return out
}

// call returns how far a round may have come after a call. All that it may run have to return, but
// for what comes to call the function again, which returns as the others do.
func (p *passing) call(s *site, from stage) (out stages) {
	isTool := slices.ContainsFunc(p.cy.tools, func(t *tool) bool { return t.site == s })
	for _, c := range s.callees {
		end := only(from)
		if p.matters[c.fn] {
			end = p.through(c.fn, from)
		}
		if end == 0 && p.ring[c.fn] != p.ring[s.in] {
			return 0
		}
		out |= end
	}
	if len(s.callees) > 0 && out == 0 {
		return 0
	}
	switch {
	case isTool && len(s.callees) > 0:
		return p.each(only(from), serve)
	case isTool:
		return serve(from)
	case p.asksModel(s):
		return only(max(from, asked))
	case len(s.callees) == 0:
		return only(from)
	}
	return out
}

// serve returns how far a round has come after a tool has run.
func serve(at stage) stages {
	if at == asked {
		at = ran
	}
	return only(at)
}

func (p *passing) each(in stages, then func(stage) stages) (out stages) {
	for at := begun; at <= ran; at++ {
		if in.has(at) {
			out |= then(at)
		}
	}
	return out
}

// runs reports whether a call may run a function.
func (s *site) runs(fn *function) bool {
	return slices.ContainsFunc(s.callees, func(c callee) bool { return c.fn == fn })
}

// fails reports whether exit i of a block is taken only with an error.
func (f *function) fails(b int32, i int) bool {
	n, ok := slices.BinarySearchFunc(f.Flow.Branches, b, func(br valueflow.Branch, b int32) int { return int(br.Block - b) })
	if !ok {
		return false
	}
	t := &f.Flow.Terms[f.Flow.Branches[n].On]
	isSome := i == 1
	for t.Op == valueflow.TermNot {
		t, isSome = &f.Flow.Terms[t.Args[0]], !isSome
	}
	return t.Op == valueflow.TermEqual && isSome && slices.ContainsFunc(t.Args, func(n int32) bool {
		return n != valueflow.NoTerm && f.Flow.Terms[n].Op == valueflow.TermNil && f.Flow.Terms[n].Text == valueflow.OfError
	})
}
