package loops

// This file is about agents that do not go on by themselves: somebody types a line, or something
// happens outside of the program, and in that turn the model is asked a number of times, one after
// the other.
//
//	for lines.Scan() {                       // a person begins each turn
//		answer := ask(lines.Text())          // 1
//		for _, call := range answer.Calls {
//			results = append(results, run(call))
//		}
//		fmt.Println(ask(results).Text)       // 2, and what it calls is not run
//	}

import (
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// turnBound returns how often a cycle asks its model in a turn, and whether somebody, or an event outside
// of the program, begins all its turns: if not, the limit is none.
func (c *chart) turnBound(cy *cycle) (b graph.Bound, begun bool) {
	own := turn{cy.in, cy.loop}
	turns, ok := []turn{own}, c.isBegun(cy, own)
	if cy.loop == nil {
		turns, ok = c.turnsOf(cy)
		isOwn := slices.ContainsFunc(turns, func(t turn) bool { return t.in == cy.in })
		if !isOwn && c.asksFirst(cy, own) { // nobody else asks for what it runs
			turns = []turn{own}
		}
	}
	if !ok {
		return b, false
	}
	most := 0
	count := &inLine{chart: c, cy: cy, known: make(map[*function]int)}
	for _, t := range turns {
		n := count.within(t.in, t.loop)
		if n == endless {
			return b, true
		}
		most = max(most, n)
	}
	if most == 0 {
		return b, false
	}
	return graph.Known(most), true
}

// A turn is a round of a loop, or a run of a function if loop is nil.
type turn struct {
	in   *function
	loop *valueflow.Loop
}

// isBegun reports whether a person begins each round of a loop that asks a model: no way leads from
// one question to the next that does not wait for a person at the terminal. Who is only asked whether
// tools may run begins nothing.
func (c *chart) isBegun(cy *cycle, t turn) bool {
	fn, l := t.in, t.loop
	if l == nil || fn.Flow == nil {
		return false
	}
	var asking, waits []int32
	asks := slices.DeleteFunc(c.asksIn(fn), func(at point) bool { return !slices.Contains(l.Blocks, at.block) })
	for _, at := range asks {
		asking = append(asking, at.block)
	}
	running := c.runningIn(cy, fn)
	for _, s := range fn.sites {
		if !slices.Contains(l.Blocks, s.Block) || !c.surelyWaits(s, nil) {
			continue
		}
		asksNext := slices.ContainsFunc(asks, func(at point) bool { return point{s.Block, s.Pos}.before(at) })
		if asksNext || !fn.comesTo(s.Block, running, asking) {
			waits = append(waits, s.Block)
		}
	}
	head := l.Blocks[0]
	if slices.Contains(waits, head) {
		return len(asking) > 0
	}
	past := slices.Clone(waits)
	for b := range fn.Flow.Next {
		if !slices.Contains(l.Blocks, int32(b)) {
			past = append(past, int32(b))
		}
	}
	return len(asking) > 0 && !slices.ContainsFunc(asking, func(b int32) bool {
		return !slices.Contains(waits, b) && (b == head || fn.leads(head, b, past)) && fn.comesTo(b, []int32{head}, past)
	})
}

// runningIn returns the blocks of a function that come to run tools of a cycle.
func (c *chart) runningIn(cy *cycle, fn *function) (out []int32) {
	for t, runs := range c.runners(cy.tools) {
		for _, to := range c.calls[fn] {
			if runs[to.fn] {
				out = append(out, to.block)
			}
		}
		for _, own := range cy.tools {
			if own.in == t && t == fn {
				out = append(out, own.block)
			}
		}
	}
	return out
}

// comesTo reports whether a block is left for one of some blocks on a way past others.
func (f *function) comesTo(from int32, some, past []int32) bool {
	return slices.ContainsFunc(f.Flow.Next[from], func(next int32) bool {
		return !slices.Contains(past, next) && slices.ContainsFunc(some, func(b int32) bool { return next == b || f.leads(next, b, past) })
	})
}

// surelyWaits reports whether a call waits for a person at the terminal on every way.
func (c *chart) surelyWaits(s *site, open []*function) bool {
	if s.Go {
		return false
	}
	if c.isHuman(s) {
		return true
	}
	return len(s.callees) > 0 && !slices.ContainsFunc(s.callees, func(to callee) bool {
		fn := to.fn
		if fn.Flow == nil || !c.asksUser[fn] || slices.Contains(open, fn) {
			return true
		}
		inner := append(slices.Clone(open), fn)
		var waits []int32
		for _, s := range fn.sites {
			if c.surelyWaits(s, inner) {
				waits = append(waits, s.Block)
			}
		}
		if slices.Contains(waits, 0) {
			return false
		}
		free := fn.walk(0, nowhere, waits)
		return slices.ContainsFunc(fn.Flow.Returns, func(r valueflow.Return) bool {
			return !slices.Contains(waits, r.Block) && (r.Block == 0 || free[r.Block])
		})
	})
}

// turnsOf returns the turns in which a function runs in which nothing asks again. They are not known
// if something else begins one than the program's start, somebody, or an event outside of it. If
// it is not the start, the calls that run have to be those of the same turn: otherwise the turns
// go on with each other.
func (c *chart) turnsOf(cy *cycle) (out []turn, known bool) {
	known = true
	add := func(t turn) {
		known = known && (t.in.isMain() && t.loop == nil || c.asksFirst(cy, t) && (t.loop == nil || c.isOutside(t)) || c.isBegun(cy, t))
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	seen := make(map[*function]bool)
	var visit func(fn *function, from []int32)
	visit = func(fn *function, from []int32) {
		if l := fn.waitingAround(from); l != nil {
			add(turn{fn, l})
			return
		}
		if seen[fn] {
			return
		}
		seen[fn] = true
		by := c.runningSites(fn)
		switch {
		case len(by) > 0:
		case fn.isMain() || fn.isRequested(c):
			add(turn{in: fn})
		default:
			known = false
		}
		for _, s := range by {
			visit(s.in, []int32{s.Block})
		}
	}
	visit(cy.in, c.runningIn(cy, cy.in))
	return out, known
}

// waitingAround returns the innermost loop around some blocks of which each round begins with what
// comes out of a channel.
func (f *function) waitingAround(blocks []int32) (l *valueflow.Loop) {
	for i := range f.Loops {
		o := &f.Loops[i]
		isOut := func(b int32) bool { return !slices.Contains(o.Blocks, b) }
		if o.Receives && len(blocks) > 0 && !slices.ContainsFunc(blocks, isOut) && (l == nil || len(o.Blocks) < len(l.Blocks)) {
			l = o
		}
	}
	return l
}

// asksFirst reports whether all tools of a cycle run after a question of the same turn.
func (c *chart) asksFirst(cy *cycle, t turn) bool {
	return !slices.ContainsFunc(cy.tools, func(tool *tool) bool {
		return !c.askedFirst(tool.in, tool.point(), t, nil)
	})
}

// askedFirst reports whether a model is asked in a turn before a point in any case. What comes there by
// another way than the turn does not count.
func (c *chart) askedFirst(fn *function, p point, t turn, open []*function) bool {
	if fn.Flow == nil || slices.Contains(open, fn) {
		return false
	}
	isAhead := func(at point) bool {
		if fn == t.in && t.loop != nil && !slices.Contains(t.loop.Blocks, at.block) {
			return false
		}
		return at.before(p) || at.block != p.block && fn.dominates(at.block, p.block)
	}
	if slices.ContainsFunc(c.asksIn(fn), isAhead) {
		return true
	}
	if fn == t.in {
		return false
	}
	open = append(slices.Clone(open), fn)
	return !slices.ContainsFunc(c.runningSites(fn), func(s *site) bool {
		return !c.askedFirst(s.in, point{s.Block, s.Pos}, t, open)
	})
}

// isOutside reports whether what begins the rounds of a loop comes from outside of the program: nothing
// that runs in a round sends it, nor what makes others send it.
func (c *chart) isOutside(t turn) bool {
	o := &outside{chart: c, turn: t, runs: c.runIn(t), looked: make(map[*valueflow.Receive]bool)}
	begins := false
	for i := range t.in.Receives {
		r := &t.in.Receives[i]
		if r.Block == t.loop.Blocks[0] {
			begins = true
			if !o.brings(t.in, r) {
				return false
			}
		}
	}
	return begins
}

// An outside looks for what makes the rounds of a turn begin.
type outside struct {
	*chart
	turn
	runs   map[*function]bool // all that a round runs or starts, also for its tools
	looked map[*valueflow.Receive]bool
}

// runIn returns the functions that run, or are started, in a round.
func (c *chart) runIn(t turn) map[*function]bool {
	out := make(map[*function]bool)
	var work []*function
	add := func(fn *function, isIn func(int32) bool) {
		for _, s := range fn.sites {
			for _, to := range s.callees {
				if isIn(s.Block) {
					work = append(work, to.fn)
				}
			}
		}
		for _, to := range c.calls[fn] {
			if isIn(to.block) {
				work = append(work, to.fn)
			}
		}
	}
	add(t.in, func(b int32) bool { return slices.Contains(t.loop.Blocks, b) })
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if !out[fn] {
			out[fn] = true
			add(fn, func(int32) bool { return true })
		}
	}
	return out
}

// brings reports whether what a function receives comes from outside. Of what only a library sends, that is known of clocks and
// signals: what a model says in its own time, and changes of files, may come of what was done in the round before.
func (o *outside) brings(fn *function, r *valueflow.Receive) bool {
	if o.looked[r] {
		return true
	}
	o.looked[r] = true
	sends := o.sendsTo(fn.at(r.Channel), r.Elem)
	if pkg := funcid.Package(r.Elem); len(sends) == 0 && (pkg == "" || !library.IsStandard(pkg)) {
		return false
	}
	return !slices.ContainsFunc(sends, func(s sent) bool {
		inRound := s.fn == o.in && slices.Contains(o.loop.Blocks, s.Block)
		return inRound || o.runs[s.fn] || o.hears(s.fn, point{block: s.Block, pos: s.fn.Pos}, make(map[point]bool))
	})
}

// hears reports whether a point may be come to again and again because of what is not from outside:
// a loop around it, or around a call that comes to it, receives that.
func (o *outside) hears(fn *function, at point, seen map[point]bool) bool {
	if seen[at] {
		return false
	}
	seen[at] = true
	for i := range fn.Loops {
		l := &fn.Loops[i]
		if slices.Contains(l.Blocks, at.block) && !o.waits(fn, func(b int32) bool { return slices.Contains(l.Blocks, b) }, make(map[*function]bool)) {
			return true
		}
	}
	return slices.ContainsFunc(o.runningSites(fn), func(by *site) bool {
		return o.hears(by.in, point{by.Block, by.Pos}, seen)
	})
}

// waits reports whether all that a function receives in some blocks, or in what it calls there, comes
// from outside.
func (o *outside) waits(fn *function, isIn func(int32) bool, seen map[*function]bool) bool {
	for i := range fn.Receives {
		if r := &fn.Receives[i]; isIn(r.Block) && !o.brings(fn, r) {
			return false
		}
	}
	for _, s := range fn.sites {
		if !isIn(s.Block) || s.Go {
			continue
		}
		for _, to := range s.callees {
			if seen[to.fn] {
				continue
			}
			seen[to.fn] = true
			if !o.waits(to.fn, func(int32) bool { return true }, seen) {
				return false
			}
		}
	}
	return true
}

// inLine counts questions that are asked one after the other.
type inLine struct {
	*chart
	cy    *cycle
	known map[*function]int // how often a function asks at most; endless while it is counted
}

// endless is the number of questions of which nobody knows how many they are.
const endless = -1

// of returns how often a function asks a model at most each time that it runs.
func (l *inLine) of(fn *function) int {
	if !l.asks[fn] {
		return 0
	}
	if n, ok := l.known[fn]; ok {
		return n
	}
	l.known[fn] = endless
	n := l.within(fn, nil)
	l.known[fn] = n
	return n
}

// within returns how often a function asks a model at most in a run, or in a round of a loop with what
// comes after it.
func (l *inLine) within(fn *function, round *valueflow.Loop) int {
	if fn.Flow == nil {
		return endless
	}
	begin := int32(0)
	if round != nil {
		begin = round.Blocks[0]
	}
	asks := make(map[int32]int) // by block
	run := fn.walk(begin, nowhere, nil)
	for _, s := range fn.sites {
		if !run[s.Block] {
			continue
		}
		n := l.at(s)
		if n == endless {
			return endless
		}
		asks[s.Block] += n
	}
	for i := range fn.Loops {
		o := &fn.Loops[i]
		if round != nil && slices.Contains(o.Blocks, begin) {
			continue // the loop itself, or one around it
		}
		again := slices.ContainsFunc(o.Blocks, func(b int32) bool { return asks[b] > 0 })
		if again && !l.retries(&cycle{in: fn, loop: o}) {
			return endless
		}
	}
	return fn.most(begin, asks)
}

// most returns the greatest sum of what blocks have on a way from one of them, which goes round no loop.
func (f *function) most(begin int32, of map[int32]int) int {
	known, open := make(map[int32]int), make(map[int32]bool)
	var from func(b int32) int
	from = func(b int32) int {
		if n, ok := known[b]; ok {
			return n
		}
		open[b] = true
		n := 0
		for _, to := range f.Flow.Next[b] {
			if !open[to] {
				n = max(n, from(to))
			}
		}
		open[b] = false
		known[b] = n + of[b]
		return known[b]
	}
	return from(begin)
}

// at returns how often a call asks a model at most. A library may run what it is handed again and
// again.
func (l *inLine) at(s *site) int {
	if l.asksModel(s) {
		return 1
	}
	var runs []*function
	for _, to := range l.calls[s.in] {
		if to.block == s.Block && l.runs(s, to.fn) {
			runs = append(runs, to.fn)
		}
	}
	if slices.ContainsFunc(l.cy.tools, func(t *tool) bool { return t.inline && t.in == s.in && slices.Contains(t.blocks, s.Block) }) {
		for _, to := range s.callees { // code that stands beside the question, and is no tool that asks a model in turn
			runs = append(runs, to.fn)
		}
	}
	n := 0
	for _, fn := range runs {
		m := l.of(fn)
		if m == endless || m > 0 && len(s.callees) == 0 {
			return endless
		}
		n = max(n, m)
	}
	return n
}
