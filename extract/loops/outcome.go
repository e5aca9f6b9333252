package loops

// This file grades what functions return and what channels bring.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// A judge decides about the gate of one tool.
type judge struct {
	*chart
	cy       *cycle
	tool     *tool
	by       map[*function]bool // what the cycle runs
	orders   map[orderKey]*order
	results  map[resultKey]stand
	back     map[*function]stand // see comesBack
	requests map[place]bool      // what requests have that are answers, if they are
	open     map[resultKey]bool  // those that are being found
	steps    int
	guesses  int // how often something was assumed that is still being found
}

func newJudge(c *chart, cy *cycle, t *tool) *judge {
	return &judge{
		chart: c, cy: cy, tool: t, by: c.runBy(cy), steps: maxJudged, orders: make(map[orderKey]*order),
		results: make(map[resultKey]stand), back: make(map[*function]stand), open: make(map[resultKey]bool),
	}
}

type orderKey struct {
	fn   *function
	with given
}

type resultKey struct {
	orderKey
	index int32
	field string
	want  want
}

// maxJudged is how many questions about results of functions a judge looks into.
const maxJudged = 5000

// whole returns how a function runs from its beginning.
func (j *judge) whole(fn *function, with given) *order {
	key := orderKey{fn, with}
	if o := j.orders[key]; o != nil {
		return o
	}
	before := j.guesses
	o := j.orderOf(fn, with, nil)
	if j.guesses == before {
		j.orders[key] = o
	}
	return o
}

// outcome returns the stand of a run in which a function has returned what is wanted. While
// it is being found, a function that comes to call itself has not returned; one that asks
// nobody may return anything.
func (j *judge) outcome(fn *function, index int32, field string, w want, with given) stand {
	if fn.Flow == nil || len(fn.Flow.Next) == 0 {
		return freely
	}
	key := resultKey{orderKey{fn, with}, index, field, w}
	if s, ok := j.results[key]; ok {
		return s
	}
	if j.open[key] && !j.asksUser[fn] {
		return freely
	}
	if j.open[key] {
		j.guesses++
		return stand{}
	}
	if j.steps--; j.steps < 0 {
		return stand{grade: unclear, asks: fn.Pos, why: cause{pos: fn.Pos}}
	}
	before := j.guesses
	j.open[key] = true
	defer delete(j.open, key)
	o := j.whole(fn, with)
	var out stand
	for _, r := range fn.Flow.Returns {
		if int(index) < len(r.Values) {
			out = out.or(o.comes(r.Block).and(o.saysAt(r.Block, r.Values[index], field, w)))
		}
	}
	if j.guesses == before || len(j.open) == 1 {
		j.results[key] = out
	}
	return out
}

// returned returns the stand of a run that has come back from a call.
func (o *order) returned(s *site) stand {
	if s.Go || s == o.tool.site || len(s.callees) == 0 {
		return freely
	}
	var out stand
	for _, c := range o.runs(s) {
		if c.fn.Flow == nil || !o.asksUser[c.fn] {
			return freely
		}
		out = out.or(o.comesBack(c.fn))
	}
	return out
}

// anyResult is the index of no result.
const anyResult = -1

// comesBack returns the stand of a run in which a function has returned at all.
func (j *judge) comesBack(fn *function) stand {
	if s, ok := j.back[fn]; ok {
		return s
	}
	key := resultKey{orderKey: orderKey{fn, ""}, index: anyResult}
	if j.open[key] {
		j.guesses++
		return freely
	}
	if j.steps--; j.steps < 0 {
		return freely
	}
	j.open[key] = true
	defer delete(j.open, key)
	before := j.guesses
	o := j.whole(fn, "")
	var out stand
	for _, r := range fn.Flow.Returns {
		out = out.or(o.comes(r.Block))
	}
	if out.grade > agreed { // what it returns says more
		out = freely
	}
	if j.guesses == before {
		j.back[fn] = out
	}
	return out
}

// received returns the stand of a run in which a channel has brought what is wanted. What
// is sent by code that runs when something happens outside of the program is the answer of
// somebody, if it may be a no.
func (j *judge) received(in *function, t *valueflow.Term, field string, w want) stand {
	pos := graph.Pos{File: in.Pos.File, Line: int(t.Pos), Col: 1}
	doubt := stand{grade: unclear, asks: pos, why: cause{pos: pos}}
	if t.At == valueflow.NoPlace {
		return freely
	}
	var out stand
	found, refuses := false, false
	sends, complete := j.sendsTo(in.at(t.At))
	if !complete {
		return doubt
	}
	for _, s := range sends {
		if j.steps--; j.steps < 0 {
			return doubt
		}
		o := j.whole(s.fn, "")
		got := o.says(s.Value, field, w)
		found = true
		refuses = refuses || o.says(s.Value, field, want{w.text, !w.not}).grade != never
		switch {
		case got.grade == never || got.grade == agreed:
			out = out.or(got)
		case j.asks[s.fn]:
			out = out.or(freely)
		case !j.by[s.fn] && j.fromOutside(s.fn):
			out = out.or(j.answer(pos, w))
		default:
			out = out.or(doubt)
		}
	}
	switch {
	case !found:
		return doubt
	case !refuses:
		return freely // whoever waits is told yes in any case
	}
	return out
}

// fromOutside reports whether a function runs at the word of somebody else than the program:
// a library calls what comes to run it, such as a handler of requests or of keys. By way of
// some functions does not count.
func (c *chart) fromOutside(fn *function, but ...*function) bool {
	seen := map[*function]bool{fn: true}
	for _, f := range but {
		seen[f] = true
	}
	for work := []*function{fn}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if len(c.callers[f]) == 0 && !strings.HasSuffix(f.ID, ".main") && !strings.HasSuffix(f.ID, ".init") && f.isRun(c) {
			return true
		}
		for _, s := range c.callers[f] {
			if !seen[s.in] {
				seen[s.in] = true
				work = append(work, s.in)
			}
		}
	}
	return false
}

// isRun reports whether a function without callers may be run by a library: it is one that a
// library gets, or a method, which is what an interface of a library's may ask for.
func (f *function) isRun(c *chart) bool {
	return strings.HasPrefix(f.ID, "(") || strings.Contains(f.ID, "$") || c.isTaken(f)
}

// isTaken reports whether a function is a value somewhere.
func (c *chart) isTaken(fn *function) bool {
	return slices.ContainsFunc(c.funcs, func(f *function) bool {
		return slices.ContainsFunc(f.Takes, func(t valueflow.Taken) bool { return t.Func == fn.ID })
	})
}

// A sent value is what a function sends.
type sent struct {
	*valueflow.Send
	fn *function
}

// sendsTo returns what is sent to a channel that may be the one at a place; it is not
// complete if there may be more.
func (c *chart) sendsTo(p place) (out []sent, complete bool) {
	same := make(map[place]bool)
	list := c.sources(p)
	complete = len(list) < maxSources
	for _, at := range list {
		same[at] = true
	}
	for _, fn := range c.funcs {
		if fn.Flow == nil {
			continue
		}
		for i := range fn.Flow.Sends {
			s := &fn.Flow.Sends[i]
			if s.Channel == valueflow.NoPlace {
				continue
			}
			from := c.sources(fn.at(s.Channel))
			if slices.ContainsFunc(from, func(at place) bool { return same[at] }) {
				out = append(out, sent{s, fn})
			} else if len(from) >= maxSources {
				complete = false
			}
		}
	}
	return out, complete
}

// maxSources is how many places are looked at for the sources of one.
const maxSources = 4000

// sources returns the places from which something gets to a place, or from which what holds
// it was taken.
func (c *chart) sources(p place) []place {
	if c.from == nil {
		c.from = make(map[place][]place)
	}
	if list, ok := c.from[p]; ok {
		return list
	}
	list := []place{p}
	seen := map[place]bool{p: true}
	for i := 0; i < len(list) && len(list) < maxSources; i++ {
		for _, e := range c.in[list[i]] {
			if !seen[e.other] {
				seen[e.other] = true
				list = append(list, e.other)
			}
		}
	}
	c.from[p] = list
	return list
}
