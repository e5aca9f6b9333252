package loops

// This file finds questions that hold nothing back: a tool runs after them whatever the answer is,
// where it is a no, or where there is none.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// An arrival is a point on the way to what a tool does that runs may come to although nobody agreed.
type arrival struct {
	order *order
	at    point
}

// arrives notes a point of a function that may ask somebody, or go by what the model says of that.
func (o *order) arrives(p point) {
	if o.world == anyAnswer && o.own.name == "" {
		o.judge.own = o.ownAt(p)
	}
	if o.world != anyAnswer || len(o.fn.Flow.Timed) == 0 && !slices.ContainsFunc(o.fn.sites, o.isQuestion) {
		return
	}
	known := func(v arrival) bool { return v.order.fn == o.fn && v.order.given == o.given && v.at == p }
	if !slices.ContainsFunc(o.arrivals, known) {
		o.judge.arrivals = append(o.judge.arrivals, arrival{o, p})
	}
}

// isQuestion reports whether a call may ask somebody, and no agent does so while it runs.
func (j *judge) isQuestion(s *site) bool {
	if s == j.tool.site || s.Go {
		return false
	}
	asks := func(c callee) bool { return j.asksUser[c.fn] && c.fn.Flow != nil }
	return j.isHuman(s) || slices.ContainsFunc(s.callees, asks) && !slices.ContainsFunc(s.callees, func(c callee) bool { return j.asks[c.fn] })
}

// slip returns what gets past a question on the way to a tool, and where the question is.
func (j *judge) slip() (graph.Slip, graph.Pos) {
	if len(j.arrivals) == 0 {
		return graph.Slip{}, graph.Pos{}
	}
	w := &worlds{judge: j}
	for _, v := range j.arrivals {
		for _, s := range v.order.fn.sites {
			if !j.isQuestion(s) || !v.follows(s) {
				continue
			}
			way := w.way(v, s)
			if way == graph.SlipNone && w.isHollow(v.order, s) {
				way = graph.SlipAny
			}
			if way != graph.SlipNone {
				return graph.Slip{Way: way, Pos: v.at.pos}, s.Pos
			}
		}
		if slip, asks := w.lateSlip(v); slip.Way != graph.SlipNone {
			return slip, asks
		}
	}
	return graph.Slip{}, graph.Pos{}
}

// follows reports whether runs come to the point after a call, in the same round.
func (v arrival) follows(s *site) bool { return v.followsPoint(point{s.Block, s.Pos}) }

func (v arrival) followsPoint(q point) bool {
	fn := v.order.fn
	past := slices.Clone(fn.upTo(q.block))
	begun := len(v.order.from) == 0
	for _, f := range v.order.from {
		begun = begun || f.before(q) || f.block != q.block && fn.leads(f.block, q.block, nil)
		past = append(past, f.block)
	}
	if q.before(v.at) {
		return begun
	}
	past = slices.DeleteFunc(past, func(b int32) bool { return b == v.at.block })
	return begun && slices.ContainsFunc(fn.Flow.Next[q.block], func(b int32) bool { return fn.leads(b, v.at.block, past) })
}

// Worlds are judges of a tool by what people answer, made when they are needed.
type worlds struct {
	*judge
	by [late + 1]*judge
}

func (w *worlds) of(d world) *judge {
	if w.by[d] == nil {
		w.by[d] = w.judge.inWorld(d)
	}
	return w.by[d]
}

// way returns what gets from a question to a point, if that is certain.
func (w *worlds) way(v arrival, s *site) graph.SlipWay {
	yes, no := w.after(answersYes, v, s), w.after(answersNo, v, s)
	switch {
	case yes.doubt || no.doubt || !no.comes && !yes.comes:
		return graph.SlipNone
	case yes.comes && no.comes:
		if w.inVain(v, s, yes, no) {
			return graph.SlipAny
		}
		return graph.SlipNone
	case no.comes:
		if asksToStop(s) {
			return graph.SlipNone
		}
		return graph.SlipRefusal
	}
	if other := w.after(answersElse, v, s); other.comes && !other.doubt {
		return graph.SlipOther
	}
	if failed := w.after(nobody, v, s); failed.comes && !failed.doubt {
		return graph.SlipFailure
	}
	if untimely := w.after(late, v, s); untimely.comes && !untimely.doubt {
		return graph.SlipLate
	}
	return graph.SlipNone
}

// asksToStop reports whether a yes to a question stops something, as its name says.
func asksToStop(s *site) bool {
	name := strings.ToLower(shortName(s.Callee) + s.Method)
	return slices.ContainsFunc([]string{"stop", "skip", "abort", "cancel", "quit", "exit", "deny", "reject", "refuse", "block"}, func(word string) bool {
		return strings.Contains(name, word)
	})
}

// A course is what runs after a question.
type course struct {
	order *order
	runs  []bool    // by block
	exits [][]int32 // that are taken, by block
	comes bool      // to the point
	doubt bool      // it is not understood where a branch leads that leads there
}

// after returns what runs after a question in a world, until it is asked again.
func (w *worlds) after(d world, v arrival, s *site) *course {
	if o := w.of(d).orderOf(v.order.fn, v.order.given, []point{{s.Block, s.Pos}}); o.returned(s).grade == never {
		return newCourse(o)
	}
	return w.afterPoint(d, v, point{s.Block, s.Pos})
}

func newCourse(o *order) *course {
	blocks := len(o.fn.Flow.Next)
	return &course{order: o, runs: make([]bool, blocks), exits: make([][]int32, blocks)}
}

// afterPoint returns what runs after a point in a world, until it is come to again.
func (w *worlds) afterPoint(d world, v arrival, q point) *course {
	fn := v.order.fn
	o := w.of(d).orderOf(fn, v.order.given, []point{q})
	c := newCourse(o)
	c.runs[q.block] = true
	c.comes = q.before(v.at)
	past := fn.upTo(q.block)
	for work := []int32{q.block}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for i, to := range fn.Flow.Next[b] {
			is := o.exit(b, i)
			leads := fn.leads(to, v.at.block, past)
			c.doubt = c.doubt || is.grade == unclear && leads
			if is.grade == never {
				continue
			}
			c.exits[b] = append(c.exits[b], to)
			if !c.runs[to] && !slices.Contains(past, to) {
				c.runs[to] = true
				work = append(work, to)
			}
		}
	}
	c.comes = c.comes || c.runs[v.at.block] && v.at.block != q.block
	return c
}

// inVain reports whether an answer decides nothing that holds a point back: the branches that hang on
// it lead to one place again, at most after something that is done where somebody refuses.
func (w *worlds) inVain(v arrival, s *site, yes, no *course) bool {
	if s.Block == v.at.block && s.Pos.Compare(v.at.pos) < 0 {
		return w.decides(v.order, s) && !w.keeps(s)
	}
	hangs := false
	for b := range yes.runs {
		if !yes.runs[b] || !no.runs[b] || slices.Equal(yes.exits[b], no.exits[b]) {
			continue
		}
		hangs = true
		if len(yes.exits[b]) != 1 || len(no.exits[b]) != 1 || !meetAgain(yes, no, int32(b), v.at.block) {
			return false
		}
	}
	return hangs && len(s.Verdicts) > 0 || w.decides(v.order, s) && !w.keeps(s)
}

// meetAgain reports whether all runs from a branch come to one block, whatever the answer is, and from
// there to another one; where the answer is a no, something else comes first.
func meetAgain(yes, no *course, b, to int32) bool {
	y, n := yes.exits[b][0], no.exits[b][0]
	for j := range yes.runs {
		block := int32(j)
		if block != n && yes.must(y, block) && no.must(n, block) && (block == to || yes.order.fn.leads(block, to, nil)) {
			return true
		}
	}
	return false
}

// must reports whether all runs from a block come to another one.
func (c *course) must(from, to int32) bool {
	seen := make([]bool, len(c.runs))
	for work := []int32{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to || seen[b] {
			continue
		}
		seen[b] = true
		if len(c.exits[b]) == 0 {
			return false
		}
		work = append(work, c.exits[b]...)
	}
	return true
}

// decides reports whether a call says by a truth value or an error whether somebody agreed, and
// nothing keeps that: what it returns hangs on the answer.
func (w *worlds) decides(o *order, s *site) bool {
	for _, v := range s.Verdicts {
		says := func(d world) grade {
			var out stand
			for _, c := range s.callees {
				out = out.or(w.of(d).outcome(c.fn, v.Result, "", fine(v), o.handed(s, c)))
			}
			return out.grade
		}
		if says(answersYes) == free && says(answersNo) == never {
			return true
		}
	}
	return false
}

// isHollow reports whether a call asks somebody and says after a no what it says after a yes: the
// caller goes by that, or nothing is kept by which it may go.
//
//	func approve(path string) error {
//		if !confirm(path) {
//			log.Print("not agreed")
//		}
//		return nil
//	}
func (w *worlds) isHollow(o *order, s *site) bool {
	if len(s.callees) == 0 || len(s.Verdicts) != len(s.results) || !goesBy(o.fn, s) && w.keeps(s) {
		return false
	}
	return !slices.ContainsFunc(s.callees, func(c callee) bool {
		return !w.asksUser[c.fn] || c.fn.Flow == nil || w.deedOf(c.fn) == valueflow.DeedActs && !saysTruth(s) || !w.isFineAfterNo(c.fn, o.handed(s, c), s.Verdicts)
	})
}

// saysTruth reports whether all that a call returns is truth values.
func saysTruth(s *site) bool {
	return len(s.Verdicts) > 0 && !slices.ContainsFunc(s.Verdicts, func(v valueflow.Verdict) bool { return v.Error })
}

// goesBy reports whether a branch of a function goes by what a call returns.
func goesBy(fn *function, s *site) bool {
	var on func(n int32) bool
	on = func(n int32) bool {
		if n == valueflow.NoTerm {
			return false
		}
		switch t := &fn.Flow.Terms[n]; t.Op {
		case valueflow.TermResult:
			return fn.sites[t.Of] == s
		case valueflow.TermNot, valueflow.TermEqual:
			return slices.ContainsFunc(t.Args, on)
		}
		return false
	}
	return slices.ContainsFunc(fn.Flow.Branches, func(b valueflow.Branch) bool { return on(b.On) })
}

// isFineAfterNo reports whether a function has a branch that hangs on whether somebody agrees, and
// after each of these, where they do not, always returns, and what a yes would.
func (w *worlds) isFineAfterNo(fn *function, with given, verdicts []valueflow.Verdict) bool {
	yes, no := w.of(answersYes), w.of(answersNo)
	agreed, refused := yes.whole(fn, with), no.whole(fn, with)
	hears := false
	for _, b := range fn.Flow.Branches {
		for i := range fn.Flow.Next[b.Block] {
			if agreed.exit(b.Block, i).grade != never || refused.exit(b.Block, i).grade != free {
				continue
			}
			hears = true
			// From the branch on, and not from where it leads: there, others may come from elsewhere with another result.
			if !no.orderOf(fn, with, []point{{block: b.Block}}).returnsFine(verdicts) {
				return false
			}
		}
	}
	return hears
}

// returnsFine reports whether a function returns, and nothing that is not fine.
func (o *order) returnsFine(verdicts []valueflow.Verdict) bool {
	returns := false
	for _, r := range o.fn.Flow.Returns {
		begins := slices.ContainsFunc(o.from, func(p point) bool { return p.block == r.Block })
		if o.blocks[r.Block].grade == never && !begins {
			continue
		}
		returns = true
		for _, v := range verdicts {
			not := fine(v)
			not.not = true
			if int(v.Result) >= len(r.Values) || r.Values[v.Result] == valueflow.NoTerm || o.saysAt(r.Block, r.Values[v.Result], "", not).grade != never {
				return false
			}
		}
	}
	return returns
}

// keeps reports whether a call that asks may keep the answer for those who come later.
func (w *worlds) keeps(s *site) bool {
	seen := make(map[*function]bool)
	var from func(fn *function) bool
	from = func(fn *function) bool {
		if seen[fn] || !w.asksUser[fn] {
			return false
		}
		seen[fn] = true
		return fn.Keeps || slices.ContainsFunc(w.calls[fn], func(to called) bool { return from(to.fn) })
	}
	return slices.ContainsFunc(s.callees, func(c callee) bool { return from(c.fn) })
}

// fine returns what a verdict has to be where somebody agreed.
func fine(v valueflow.Verdict) want {
	if v.Error {
		return want{text: isNil}
	}
	return want{text: valueflow.True}
}
