package loops

// This file keeps what was found of functions that come to call each other. What is found while
// something else is being found may hang on what was assumed of that: it is no result for ever,
// and to find it anew each time takes exponential time. But it is the same again as long as the
// same is being found, and nothing has become known of what was assumed.

import (
	"math"
	"slices"
)

// A guessed is what was found with assumptions.
type guessed struct {
	frames []map[resultKey]kept // by how much is being found: what was found meanwhile
	found  map[resultKey]bool   // all that was ever found so …
	orders map[orderKey]bool    // … and the orders
	age    int                  // how often something of that became known
	once   budget               // see spending
	tied   int                  // see order.tie
	busy   []*order             // of judge.orders, those that look at something
}

func newGuessed() *guessed {
	return &guessed{frames: make([]map[resultKey]kept, 1), found: make(map[resultKey]bool), orders: make(map[orderKey]bool), tied: math.MaxInt}
}

// known notes that something became known, and whether it was found with assumptions before.
func (g *guessed) known(before bool) {
	if before {
		g.age++
	}
}

// depth returns how much is being found.
func (g *guessed) depth() int { return len(g.frames) - 1 }

// A kept is what was found with assumptions, and what it took.
type kept struct {
	stand
	took         budget
	guesses, age int
	busy         []*order
}

// A spending is what was left of the budget at some time, and what had gone by then into what
// is known for ever, which is not spent again.
type spending struct{ left, once budget }

func (j *judge) spending() spending { return spending{j.budget, j.guessed.once} }

// forever notes that what was found since then is known for ever.
func (j *judge) forever(since spending) {
	spent := since.left.minus(j.budget)
	j.guessed.once = budget{since.once.steps + spent.steps, since.once.idle + spent.idle}
}

// again returns what it takes to find anew what was found since then.
func (j *judge) again(since spending) budget {
	return since.left.minus(j.budget).minus(j.guessed.once.minus(since.once))
}

// enough reports whether a part of the budget is left, after all that something took of it, or
// untouched by that.
func enough(left, took int) bool { return took == 0 || left >= 0 }

// A finding is something that is being found.
type finding struct {
	key                resultKey
	guesses, age, tied int // when it began
	spending
	busy []*order
}

// begin begins to find something.
func (j *judge) begin(key resultKey) finding {
	return finding{key, j.guesses, j.guessed.age, j.guessed.tied, j.spending(), slices.Clone(j.guessed.busy)}
}

// enter goes on to what it hangs on.
func (j *judge) enter(f finding) {
	j.open[f.key] = true
	j.guessed.frames = append(j.guessed.frames, nil)
	j.guessed.tied = math.MaxInt
}

// leave ends a finding. It reports whether it is known for ever: it is where nothing was assumed,
// and, with alone, where nothing else is being found.
func (j *judge) leave(f finding, s stand, alone bool) bool {
	g := j.guessed
	took := f.left.minus(j.budget)
	isWhole := enough(j.steps, took.steps) && enough(j.idle, took.idle)
	isFree := g.tied >= g.depth()
	only := len(j.open) == 1
	delete(j.open, f.key)
	g.frames = g.frames[:g.depth()]
	g.tied = min(g.tied, f.tied)
	switch {
	case j.guesses == f.guesses || alone && only:
		g.known(g.found[f.key])
		j.forever(f.spending)
		return true
	case isFree && isWhole && g.age == f.age:
		at := &g.frames[g.depth()]
		if *at == nil {
			*at = make(map[resultKey]kept)
		}
		(*at)[f.key] = kept{s, j.again(f.spending), j.guesses - f.guesses, g.age, f.busy}
	}
	g.found[f.key] = true
	return false
}

// foundHere returns what was found with the assumptions that hold now, and takes as many steps.
func (j *judge) foundHere(key resultKey) (stand, bool) {
	g := j.guessed
	k, ok := g.frames[g.depth()][key]
	if !ok || k.age != g.age || !slices.Equal(k.busy, g.busy) {
		return stand{}, false
	}
	left := j.budget.minus(k.took)
	if !enough(left.steps, k.took.steps) || !enough(left.idle, k.took.idle) {
		return stand{}, false
	}
	j.budget = left
	j.guesses += k.guesses
	return k.stand, true
}

// tie notes that what is being found hangs on what an order is looking at: it is not the same
// again when that has ended.
func (o *order) tie() {
	if g := o.guessed; g.depth() > o.since {
		g.tied = min(g.tied, o.since)
	}
}

// looking begins to look at something. It returns the function that ends it.
func (o *order) looking() func() {
	g := o.guessed
	o.since = g.depth()
	busy := len(g.busy)
	if o.shared {
		g.busy = append(g.busy, o)
	}
	return func() { o.since, g.busy = 0, g.busy[:busy] }
}

// note keeps what a look has found since it began, if nothing was assumed for it.
func (o *order) note(assumed bool, since spending) {
	if o.shared && !assumed {
		o.forever(since)
	}
	for key, s := range o.round {
		switch {
		case !assumed:
			o.guessed.known(o.shared && o.unsure[key])
			o.said[key] = s
		case o.shared:
			o.unsure[key] = true
		}
	}
}
