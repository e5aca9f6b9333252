package loops

// This file grades what channels bring, and says whose word that is.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// received returns the stand of a run in which a channel has brought what is wanted. What
// is sent by code that runs when something happens outside of the program is the answer of
// somebody, if it may be a no and is no part of a stream.
func (j *judge) received(in *function, t *valueflow.Term, field string, w want) stand {
	if t.At == valueflow.NoPlace {
		return freely
	}
	key := resultKey{orderKey: orderKey{fn: in}, field: field, want: w, received: t}
	return j.find(key, func() stand { return j.brought(in, t, field, w) })
}

// brought is received of a channel whose senders have not been looked at.
func (j *judge) brought(in *function, t *valueflow.Term, field string, w want) stand {
	pos := in.posIn(t.Pos)
	doubt := stand{grade: unclear, asks: pos, why: cause{pos: pos}}
	var out stand
	found, refuses := false, false
	for _, s := range j.sendsTo(in.at(t.At), t.Text) {
		if ok, instead := j.looks(in); !ok && instead.grade == free {
			return freely
		} else if !ok {
			return doubt
		}
		o := j.whole(s.fn, "")
		got := o.says(s.Value, field, w)
		found = true
		refuses = refuses || o.says(s.Value, field, want{text: w.text, not: !w.not}).grade != never
		switch {
		case got.grade == never || got.grade == agreed:
			out = out.or(got)
		case w.text == isNil || w.text == isSome || j.asksItself(s):
			out = out.or(freely)
		case j.isOwn(s) || j.world != anyAnswer && slices.ContainsFunc(s.fn.sites, j.isQuestion):
			out = out.or(got)
		case !j.by[s.fn] && j.isEvent(s) && !s.Part:
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

// isOwn reports whether what is sent comes from a function that runs for the cycle alone, and asks
// nobody: it is no answer.
func (j *judge) isOwn(s sent) bool { return j.by[s.fn] && !j.asksUser[s.fn] && !j.isEvent(s) }

// awaits reports whether a function may wait for an answer.
func (j *judge) awaits(fn *function) bool {
	if len(fn.Waits) == 0 || fn.Flow == nil {
		return len(fn.Waits) > 0
	}
	own := false
	for i := range fn.Flow.Terms {
		t := &fn.Flow.Terms[i]
		if t.Op != valueflow.TermReceived || t.At == valueflow.NoPlace {
			continue
		}
		if j.isSent(fn.at(t.At), t.Text) {
			return true
		}
		own = true
	}
	return !own
}

// isSent reports whether somebody may send to the channel at a place, and not only the cycle itself.
func (j *judge) isSent(p place, elem string) bool {
	sends := j.sendsTo(p, elem)
	return len(sends) == 0 || slices.ContainsFunc(sends, func(s sent) bool { return !j.asksItself(s) && !j.isOwn(s) })
}

// isEvent reports whether something is sent when something happens outside of the program while
// the cycle waits. What a library calls may start the cycle: what it does itself on the way that
// does so, and what it starts, is nobody's answer.
func (j *judge) isEvent(s sent) bool {
	type way struct {
		fn   *function
		with bool // beside what starts the cycle, or started
	}
	runs, starts := j.starting(j.cy.in, false), j.starting(j.cy.in, true)
	first := way{s.fn, s.fn.hasBeside(nil, s.Block, starts)}
	seen := map[way]bool{first: true}
	for work := []way{first}; len(work) > 0; {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		if w.fn.isEntry(j.chart) && !runs[w.fn] && !(w.with && starts[w.fn]) {
			return true
		}
		for _, by := range j.callers[w.fn] {
			if next := (way{by.in, w.with || by.Go || by.in.hasBeside(by, by.Block, starts)}); !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return false
}

// hasBeside reports whether a function calls one of some functions on a way on which a block is,
// and not by the site that is there.
func (f *function) hasBeside(at *site, block int32, some map[*function]bool) bool {
	return slices.ContainsFunc(f.sites, func(s *site) bool {
		return s != at && slices.ContainsFunc(s.callees, func(c callee) bool { return some[c.fn] }) &&
			(f.Flow == nil || f.leads(s.Block, block, nil) || f.leads(block, s.Block, nil))
	})
}

// starting returns the functions that come to run a function, those that start it included if
// asked for.
func (c *chart) starting(fn *function, started bool) map[*function]bool {
	out := map[*function]bool{fn: true}
	for work := []*function{fn}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range c.callers[f] {
			if !out[s.in] && (started || !s.Go) {
				out[s.in] = true
				work = append(work, s.in)
			}
		}
	}
	return out
}

// asksItself reports whether what is sent comes from a function that asks a model, and does not
// only start what does.
func (j *judge) asksItself(s sent) bool {
	seen := map[*function]bool{s.fn: true}
	for work := []*function{s.fn}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if j.direct[f] {
			return true
		}
		for _, s := range f.sites {
			for _, to := range s.callees {
				if !s.Go && !seen[to.fn] && j.asks[to.fn] {
					seen[to.fn] = true
					work = append(work, to.fn)
				}
			}
		}
	}
	return false
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
		if f.isEntry(c) {
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

// isEntry reports whether a library may call a function, and the program does not.
func (f *function) isEntry(c *chart) bool {
	return len(c.callers[f]) == 0 && !f.isMain() && f.isRun(c)
}

// isRun reports whether a function without callers may be run by a library: it is one that a
// library gets, or a method, which is what an interface of a library's may ask for. What a
// command has in a function that nothing runs, nobody gets.
func (f *function) isRun(c *chart) bool {
	if i := strings.LastIndexByte(f.ID, '$'); i >= 0 {
		around := c.byID[f.ID[:i]]
		return around == nil || len(c.callers[around]) > 0 || around.isMain() || around.isRun(c) || !slices.ContainsFunc(c.funcs, (*function).isMain)
	}
	return strings.HasPrefix(f.ID, "(") || c.isTaken(f)
}

// isMain reports whether a program begins with a function.
func (f *function) isMain() bool {
	return strings.HasSuffix(f.ID, ".main") || strings.HasSuffix(f.ID, ".init")
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

// sendsTo returns what is sent to a channel that may be the one at a place, which brings what
// is of a type. A channel that has no place may be any.
func (c *chart) sendsTo(p place, elem string) (out []sent) {
	same := make(map[place]bool)
	var list []place
	if p != noPlace {
		list = c.sources(p)
	}
	for _, at := range list {
		same[at] = true
	}
	for _, fn := range c.funcs {
		if fn.Flow == nil {
			continue
		}
		for i := range fn.Flow.Sends {
			s := &fn.Flow.Sends[i]
			if s.Elem != elem {
				continue
			}
			if p == noPlace || s.Channel == valueflow.NoPlace {
				out = append(out, sent{s, fn})
				continue
			}
			from := c.sources(fn.at(s.Channel))
			cut := len(list) >= maxSources || len(from) >= maxSources
			if cut || slices.ContainsFunc(from, func(at place) bool { return same[at] }) {
				out = append(out, sent{s, fn})
			}
		}
	}
	return out
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
