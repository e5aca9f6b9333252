package loops

// This file grades the blocks of a function by what has to happen before they run.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// A point is where something happens in a function.
type point struct {
	block int32
	pos   graph.Pos
}

// before reports whether a point comes first in its block.
func (p point) before(q point) bool { return p.block == q.block && p.pos.Compare(q.pos) < 0 }

// An order is how a function runs when it is called with certain decisions.
type order struct {
	*judge
	fn     *function
	given  given
	from   []point          // where runs begin; none for the beginning of the function
	blocks []stand          // at their beginning
	said   map[saying]stand // what is known of terms as long as the blocks do not change …
	steady *steady          // … and whatever they are
	exits  int              // how often it was asked how an exit of a block is reached
	look   *look            // nil if nothing is being looked at
	use    int32            // the block at whose end they are
	fixed  map[int32]fixing // by block: branches that are not decided by what they hang on
	agrees []consent        // see consents
	looked bool             // whether they were looked for
}

// A steady is what is known of a function whichever of its blocks run; copies of an order share it.
type steady struct {
	said   map[saying]stand
	passed map[int32]stand // by block: what passing returns of it
	old    map[oldKey]bool // see isOld
}

// A fixing says which exits of a block are taken: those that are not, never are.
type fixing [2]bool

// orderOf returns how a function runs from some points, from its beginning if there are none.
func (j *judge) orderOf(fn *function, with given, from []point) *order {
	o := j.newOrder(fn, with, from)
	o.grade()
	return o
}

// newOrder returns an order in which no block runs.
func (j *judge) newOrder(fn *function, with given, from []point) *order {
	return &order{
		judge: j, fn: fn, given: with, from: from, blocks: make([]stand, len(fn.Flow.Next)), said: make(map[saying]stand),
		steady: &steady{said: make(map[saying]stand), passed: make(map[int32]stand), old: make(map[oldKey]bool)},
	}
}

// sameBlocks reports whether the blocks of two orders of a function are reached alike.
func (o *order) sameBlocks(p *order) bool { return slices.EqualFunc(o.blocks, p.blocks, stand.equal) }

// grade grades the blocks, by going round until nothing changes.
func (o *order) grade() { o.gradeUntil(func() bool { return false }) }

// gradeUntil is grade that ends after a round in which enough is found: grades only get worse.
func (o *order) gradeUntil(enough func() bool) {
	o.blocks = make([]stand, len(o.fn.Flow.Next))
	o.forget()
	if len(o.from) == 0 {
		o.blocks[0] = freely
	}
	if b := o.fn.Flow.Recover; b > 0 { // whatever fails, it returns what it returns then
		o.blocks[b] = freely
	}
	for changed := true; changed && !enough(); {
		changed = false
		for b := range o.blocks {
			for i, to := range o.fn.Flow.Next[b] {
				s, before := o.exit(int32(b), i), o.blocks[to]
				if both := before.why.with(s.why); s.grade > before.grade {
					s.past = before.past.or(s.past)
					o.blocks[to], changed = s, true
				} else if s.grade == before.grade && len(both.states) > len(before.why.states) {
					o.blocks[to].why, changed = both, true
				} else if both := before.past.or(s.past); both != before.past {
					o.blocks[to].past, changed = both, true
				}
			}
		}
		if changed { // what was found of terms on the way stands for fewer runs
			o.forget()
		}
	}
}

// exit returns the stand of what follows a block by its exit i. Where runs begin, what was asked
// before is forgotten.
func (o *order) exit(b int32, i int) stand {
	o.exits++
	decided := o.branch(b, i)
	var s stand
	for _, p := range o.from {
		if p.block == b {
			s = s.or(o.passing(b, p.pos))
		}
	}
	if s.grade == never {
		s = o.blocks[b].and(o.passing(b, graph.Pos{}))
	}
	return s.and(decided)
}

// branch returns the stand of exit i of a block, for a run that comes to it.
func (o *order) branch(b int32, i int) stand {
	f, isFixed := o.fixed[b]
	if isFixed && (o.guise == nil || !f[i]) {
		return stand{grade: choose(f[i], free, never)}
	}
	n, ok := slices.BinarySearchFunc(o.fn.Flow.Branches, b, func(br valueflow.Branch, b int32) int { return int(br.Block - b) })
	if !ok {
		return freely
	}
	if o.isUntimely(b, i) {
		return stand{}
	}
	s, isCheck := o.atCheck(b, i)
	if !isCheck {
		s = o.saysAt(b, o.fn.Flow.Branches[n].On, "", want{text: valueflow.True, not: i == 1})
	}
	if x, w, ok := o.fn.otherwise(b); ok && i == 1 && s.grade != never {
		if all := o.saysAt(b, x, "", w); all.grade == never {
			return stand{}
		}
	}
	if isFixed { // what decides it does not matter, and past which check runs come there does
		return stand{grade: free, past: s.past.atWorst(free)}
	}
	return s
}

// otherwise returns the result of a call that a block compares with a constant, and before it the blocks that lead there alone, and that it is none
// of these: what remains for the default of a switch.
func (f *function) otherwise(b int32) (x int32, w want, ok bool) {
	x, text, ok := f.comparesResult(b)
	if !ok {
		return 0, w, false
	}
	w = want{text: text, not: true}
	for at := b; ; {
		before := f.onlyBefore(at)
		y, text, compares := f.comparesResult(before)
		if before == b || !compares || y != x || f.Flow.Next[before][1] != at || f.Flow.Next[before][0] == at {
			return x, w, w.nor != ""
		}
		w.nor += text + "\n"
		at = before
	}
}

// comparesResult returns the result of a call and the constant with which the end of a block compares it.
func (f *function) comparesResult(b int32) (x int32, text string, ok bool) {
	if b == nowhere {
		return 0, "", false
	}
	n, ok := slices.BinarySearchFunc(f.Flow.Branches, b, func(br valueflow.Branch, b int32) int { return int(br.Block - b) })
	if !ok {
		return 0, "", false
	}
	t := &f.Flow.Terms[f.Flow.Branches[n].On]
	if t.Op != valueflow.TermEqual || t.Args[0] == valueflow.NoTerm || t.Args[1] == valueflow.NoTerm {
		return 0, "", false
	}
	with := &f.Flow.Terms[t.Args[1]]
	return t.Args[0], with.Text, f.Flow.Terms[t.Args[0]].Op == valueflow.TermResult && with.Op == valueflow.TermConst
}

// passing returns the stand of a run that has left the calls of a block behind, those after
// a position if one is given: some return only if somebody agreed, and others never.
func (o *order) passing(b int32, after graph.Pos) stand {
	if s, known := o.steady.passed[b]; known && !after.IsValid() {
		return s
	}
	out, assumed := freely, o.assumed
	for _, s := range o.fn.sitesIn(b) {
		if !after.IsValid() || s.Pos.Compare(after) > 0 {
			out = out.and(o.returned(s))
		}
	}
	if !after.IsValid() && o.assumed == assumed {
		o.steady.passed[b] = out
	}
	return out
}

// at returns the stand of a point, with where somebody is asked on the way to it. Branches
// whose exits lead there alike decide nothing.
func (o *order) at(p point) stand {
	out := o.reaching(p)
	if out.grade > agreed {
		o.arrives(p)
	}
	if out.grade == unclear || out.grade == switched {
		held := out.held
		out = o.decided(p).reaching(p)
		out.held = out.held || held
	}
	out.asks = firstAsk(o.asked(p.block), o.upToPoint(p).asks)
	if !out.asks.IsValid() && out.grade > agreed {
		return stand{grade: free, past: out.past}
	}
	return out
}

// reaching returns the stand of a point.
func (o *order) reaching(p point) stand {
	out := o.blocks[p.block]
	for _, f := range o.from {
		if f.before(p) {
			out = out.or(freely)
		}
	}
	return out.and(o.upToPoint(p))
}

// upToPoint returns the stand of a run that has left the calls before a point in its block
// behind, from where it may begin there.
func (o *order) upToPoint(p point) stand {
	out := freely
	for _, s := range o.fn.sitesIn(p.block) {
		begins := func(f point) bool { return f.block == p.block && f.pos.Compare(s.Pos) >= 0 }
		if s.Pos.Compare(p.pos) < 0 && !slices.ContainsFunc(o.from, begins) {
			out = out.and(o.returned(s))
		}
	}
	return out
}

// asked returns where somebody is asked before a block runs: one answer leads there, and
// another one does not. What somebody said before runs begin is about something else.
func (o *order) asked(target int32) graph.Pos {
	var begins []int32
	for _, p := range o.from {
		if p.block != target {
			begins = append(begins, p.block)
		}
	}
	for b, next := range o.fn.Flow.Next {
		if o.blocks[b].grade == never && !slices.ContainsFunc(o.from, func(p point) bool { return p.block == int32(b) }) {
			continue
		}
		for i, to := range next {
			s := o.branch(int32(b), i)
			if !s.asks.IsValid() {
				s = o.passing(int32(b), graph.Pos{})
			} else if len(next) == 2 && o.fn.leads(next[1-i], target, o.fn.upTo(int32(b))) {
				continue // in vain
			}
			if !s.asks.IsValid() {
				continue
			}
			again := o.fn.leads(target, int32(b), nil) // in another round
			if o.fn.leads(to, target, slices.Concat(o.fn.upTo(int32(b)), begins)) || !again && o.fn.leads(to, target, begins) {
				return s.asks
			}
		}
	}
	return graph.Pos{}
}
