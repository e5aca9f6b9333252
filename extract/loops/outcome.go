package loops

// This file grades what functions return.

import "github.com/agentvet/agentvet/extract/valueflow"

// A judge decides about the gate of one tool.
type judge struct {
	*chart
	cy       *cycle
	tool     *tool
	by       map[*function]bool // what the cycle runs
	asksUser map[*function]bool // may ask somebody while it does
	orders   map[orderKey]*order
	results  map[resultKey]stand
	requests map[place]bool  // what requests have that are answers, if they are
	budget                   // what may still be looked into
	world    world           // what people answer
	usually  *usual          // nil if the program may have been told anything
	guise    *guise          // nil if the model may want anything
	pinned   setting         // what the program was told of one setting
	settings map[string]bool // notes those that decide something, if it is not nil
	own      own             // the argument that is the only confirmation, if one is
	arrivals []arrival       // where the tool was seen to run although nobody agreed; see slip

	// While something is being found; see settle.
	now, last *round
	open      map[resultKey]bool // what is being found
	graded    map[orderKey]bool  // and the functions that are being graded
	depth     int                // how much of both
	assumed   int                // how often something was assumed
}

func newJudge(c *chart, cy *cycle, t *tool) *judge {
	j := &judge{
		chart: c, cy: cy, tool: t, by: c.runBy(cy), asksUser: c.asksUser,
		orders: make(map[orderKey]*order), results: make(map[resultKey]stand),
		budget: budget{maxJudged, maxIdle}, open: make(map[resultKey]bool), graded: make(map[orderKey]bool),
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
	index    int32
	field    string
	want     want
	received *valueflow.Term // what a channel brings here, not what the function returns
}

// A budget is how many results may be looked into, and how many of functions in which nothing is
// said: see cycle.told.
type budget struct{ steps, idle int }

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

// outcome returns the stand of a run in which a function has returned what is wanted. While
// it is being found, one that asks nobody may return anything.
func (j *judge) outcome(fn *function, index int32, field string, w want, with given) stand {
	if fn.Flow == nil || len(fn.Flow.Next) == 0 {
		return freely
	}
	key := resultKey{orderKey: orderKey{fn, with}, index: index, field: field, want: w}
	if j.open[key] && !j.asksUser[fn] {
		return freely
	}
	return j.find(key, func() (out stand) {
		if ok, instead := j.looks(fn); !ok {
			return instead
		}
		if w.text == valueflow.True && j.asksAfar(fn) {
			return stand{grade: unclear, asks: fn.Pos, why: cause{pos: fn.Pos}}
		}
		o := j.whole(fn, with)
		for _, r := range fn.Flow.Returns {
			if int(index) < len(r.Values) {
				says := o.saysAt(r.Block, r.Values[index], field, w)
				s := o.comes(r.Block).and(says)
				if s.grade > agreed && j.cy.told[fn] { // on the way may be questions whose answers do not matter, and others on ways beside the worst
					s.asks = firstAsk(says.asks, o.asked(r.Block))
				}
				out = out.or(s)
			}
		}
		return out
	})
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
	key := resultKey{orderKey: orderKey{fn, ""}, index: anyResult}
	return j.find(key, func() (out stand) {
		if ok, _ := j.looks(fn); !ok {
			return freely
		}
		o := j.whole(fn, "")
		for _, r := range fn.Flow.Returns {
			out = out.or(o.comes(r.Block))
		}
		if out.grade > agreed { // what it returns says more
			return freely
		}
		return out
	})
}
