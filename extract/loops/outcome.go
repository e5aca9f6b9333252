package loops

// This file grades what functions return.

// A judge decides about the gate of one tool.
type judge struct {
	*chart
	cy       *cycle
	tool     *tool
	by       map[*function]bool // what the cycle runs
	asksUser map[*function]bool // may ask somebody while it does
	orders   map[orderKey]*order
	results  map[resultKey]stand
	back     map[*function]stand // see comesBack
	requests map[place]bool      // what requests have that are answers, if they are
	open     map[resultKey]bool  // those that are being found
	budget                       // what may still be looked into
	guesses  int                 // how often something was assumed that is still being found
	guessed  *guessed
}

func newJudge(c *chart, cy *cycle, t *tool) *judge {
	j := &judge{
		chart: c, cy: cy, tool: t, by: c.runBy(cy), asksUser: c.asksUser, budget: budget{maxJudged, maxIdle}, orders: make(map[orderKey]*order),
		results: make(map[resultKey]stand), back: make(map[*function]stand), open: make(map[resultKey]bool),
		guessed: newGuessed(),
	}
	if cy.asksUser == nil {
		cy.asksUser = c.questions(j.awaits)
	}
	j.asksUser = cy.asksUser
	if cy.told == nil {
		cy.told = j.reaching(j.telling(), nil)
	}
	return j
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

// A budget is how many results may be looked into, and how many of functions in which nothing is
// said: see cycle.told.
type budget struct{ steps, idle int }

func (b budget) minus(o budget) budget { return budget{b.steps - o.steps, b.idle - o.idle} }

// maxJudged is how many questions about results of functions a judge looks into, and maxIdle of
// functions in which nothing is said.
const (
	maxJudged = 5000
	maxIdle   = 2000
)

// looks reports whether a judge may look into one more result of a function. If not, it is not known
// what comes of an answer; where there is none, nobody is asked whatever comes of it.
func (j *judge) looks(fn *function) (ok bool, instead stand) {
	left, instead := &j.idle, freely
	if j.cy.told[fn] {
		left, instead = &j.steps, stand{grade: unclear, asks: fn.Pos, why: cause{pos: fn.Pos}}
	}
	*left--
	return *left >= 0, instead
}

// whole returns how a function runs from its beginning.
func (j *judge) whole(fn *function, with given) *order {
	key := orderKey{fn, with}
	if o := j.orders[key]; o != nil {
		return o
	}
	before, since := j.guesses, j.spending()
	o := j.orderOf(fn, with, nil)
	if j.guesses != before {
		j.guessed.orders[key] = true
		return o
	}
	j.orders[key], o.shared = o, true
	j.guessed.known(j.guessed.orders[key])
	j.forever(since)
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
	if s, ok := j.foundHere(key); ok {
		return s
	}
	find := j.begin(key)
	if ok, instead := j.looks(fn); !ok {
		return instead
	}
	j.enter(find)
	o := j.whole(fn, with)
	var out stand
	for _, r := range fn.Flow.Returns {
		if int(index) < len(r.Values) {
			out = out.or(o.comes(r.Block).and(o.saysAt(r.Block, r.Values[index], field, w)))
		}
	}
	if j.leave(find, out, true) {
		j.results[key] = out
	}
	return out
}

// returned returns the stand of a run that has come back from a call.
func (o *order) returned(s *site) stand {
	if s.Go || s == o.tool.site || len(s.callees) == 0 || o.runsOnce(s) {
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
	if s, ok := j.foundHere(key); ok {
		return s
	}
	find := j.begin(key)
	if ok, _ := j.looks(fn); !ok {
		return freely
	}
	j.enter(find)
	o := j.whole(fn, "")
	var out stand
	for _, r := range fn.Flow.Returns {
		out = out.or(o.comes(r.Block))
	}
	if out.grade > agreed { // what it returns says more
		out = freely
	}
	if j.leave(find, out, false) {
		j.back[fn] = out
	}
	return out
}
