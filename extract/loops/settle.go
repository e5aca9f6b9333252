package loops

// This file finds what functions return where they come to call each other. What is found while
// something else is being found may hang on what is assumed of that. So all of it is found in
// rounds, each of which assumes what the one before found, and the first one that nothing comes
// back at all, until a round finds what it assumed: the least fixed point, by Kleene's iteration.

import (
	"maps"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// A round is what was found in one of them, of what hangs on assumptions.
type round struct {
	results map[resultKey]stand
	orders  map[orderKey]*order
	said    map[*order]map[saying]stand
}

func newRound() *round {
	return &round{make(map[resultKey]stand), make(map[orderKey]*order), make(map[*order]map[saying]stand)}
}

// same reports whether a round found what it assumed.
func (r *round) same(assumed *round) bool {
	for key, s := range r.results {
		if !s.equal(assumed.results[key]) {
			return false
		}
	}
	for key, o := range r.orders {
		if was := assumed.orders[key]; was != nil && !o.sameBlocks(was) {
			return false
		}
	}
	return true
}

// maxSettling is in how many rounds something is looked for.
const maxSettling = 20

// settle does what finds something, in rounds until nothing changes. If it does not come to that,
// nothing is looked into any more.
func (j *judge) settle(find func()) {
	before := j.assumed
	defer func() { j.assumed, j.now, j.last = before, nil, nil }()
	j.last = newRound()
	for range maxSettling {
		j.now, j.assumed = newRound(), before
		find()
		if j.assumed == before || j.now.same(j.last) {
			j.keep()
			return
		}
		j.last = j.now
	}
	j.budget = budget{}
	j.now, j.last = newRound(), newRound()
	find()
}

// keep makes what the last round found known for ever.
func (j *judge) keep() {
	maps.Copy(j.results, j.now.results)
	maps.Copy(j.orders, j.now.orders)
	for o, said := range j.now.said {
		maps.Copy(o.said, said)
	}
}

// find returns a result that by finds, unless it is known. While it is being found, it is what was
// assumed.
func (j *judge) find(key resultKey, by func() stand) (out stand) {
	if s, ok := j.results[key]; ok {
		return s
	}
	if j.now == nil {
		j.settle(func() { out = j.find(key, by) })
		return out
	}
	if j.open[key] {
		j.assumed++
		return j.last.results[key]
	}
	if s, ok := j.now.results[key]; ok {
		j.assumed++
		return s
	}
	before := j.assumed
	j.open[key] = true
	j.depth++
	out = by()
	j.depth--
	delete(j.open, key)
	if j.assumed == before {
		j.results[key] = out
	} else {
		j.now.results[key] = out
	}
	return out
}

// whole returns how a function runs from its beginning. While that is being found, it is what was
// assumed.
func (j *judge) whole(fn *function, with given) (o *order) {
	key := orderKey{fn, with}
	if o = j.orders[key]; o != nil {
		return o
	}
	if j.now == nil {
		j.settle(func() { o = j.whole(fn, with) })
		return o
	}
	if j.graded[key] {
		j.assumed++
		if j.last.orders[key] == nil {
			j.last.orders[key] = j.newOrder(fn, with, nil)
		}
		return j.last.orders[key]
	}
	if o = j.now.orders[key]; o != nil {
		j.assumed++
		return o
	}
	before := j.assumed
	j.graded[key] = true
	j.depth++
	o = j.orderOf(fn, with, nil)
	j.depth--
	delete(j.graded, key)
	if j.assumed == before {
		j.orders[key] = o
	} else {
		j.now.orders[key] = o
	}
	return o
}

// A look is a search for what terms of an order are.
type look struct {
	depth  int              // how much was being found when it began
	at     map[saying]bool  // what is being looked at
	found  map[saying]stand // what it has found …
	before map[saying]stand // … and did the time before
	cuts   int              // how often it came to a term that is being looked at
}

// maxLooks is how often terms are looked at until nothing changes.
const maxLooks = 20

// says returns the stand of a run in which a term, or a field of it, is what is wanted. The
// variables of a loop hang on each other: a look takes what the one before found of those
// that are being looked at, at first that no value is what is wanted, until nothing changes.
// A look comes to each term once, whatever number of ways lead to it.
func (o *order) says(n int32, field string, w want) stand {
	if n == valueflow.NoTerm {
		return freely
	}
	key := saying{n, field, w, o.use}
	if s, known := o.known(key); known {
		return s
	}
	if l := o.look; l != nil && l.depth == o.depth {
		return o.lookAt(key)
	}
	before, outer := o.assumed, o.look
	defer func() { o.look = outer }()
	l := &look{depth: o.depth, at: make(map[saying]bool)}
	o.look = l
	for range maxLooks {
		l.found, l.cuts = make(map[saying]stand), 0
		s := o.lookAt(key)
		if l.cuts == 0 || maps.EqualFunc(l.found, l.before, stand.equal) {
			o.note(l.found, o.assumed != before)
			return s
		}
		l.before = l.found
	}
	pos := o.posOf(&o.fn.Flow.Terms[n])
	return stand{grade: unclear, asks: pos, why: cause{pos: pos}}
}

// lookAt finds what says is asked, in the look that has begun.
func (o *order) lookAt(key saying) stand {
	l := o.look
	if l.at[key] {
		l.cuts++
		return l.before[key]
	}
	if s, known := l.found[key]; known {
		return s
	}
	l.at[key] = true
	exits, assumed, cuts := o.exits, o.assumed, l.cuts
	s := o.saysAnew(key.term, key.field, key.want)
	delete(l.at, key)
	l.found[key] = s
	if o.exits == exits && o.assumed == assumed && l.cuts == cuts {
		o.steady.said[key] = s
	}
	return s
}

// known returns what an earlier look has found.
func (o *order) known(key saying) (s stand, ok bool) {
	if s, ok = o.steady.said[key]; ok {
		return s, ok
	}
	if s, ok = o.said[key]; ok || o.now == nil {
		return s, ok
	}
	if s, ok = o.now.said[o][key]; ok {
		o.assumed++
	}
	return s, ok
}

// note keeps what a look has found, for this round if something was assumed.
func (o *order) note(found map[saying]stand, assumed bool) {
	into := o.said
	if assumed {
		if into = o.now.said[o]; into == nil {
			into = make(map[saying]stand)
			o.now.said[o] = into
		}
	}
	maps.Copy(into, found)
}

// forget drops what is known of terms: the blocks have changed.
func (o *order) forget() {
	clear(o.said)
	if o.now != nil {
		delete(o.now.said, o)
	}
}
