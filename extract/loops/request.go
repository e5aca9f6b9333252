package loops

// This file is about agents of which each round is a request over HTTP: the model's calls were
// kept, whoever sends the request says which of them he accepts, and the model is asked again.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// requestedBound returns the limit of an agent in which nothing goes round: there is none if
// requests begin all its rounds, each runs tools and then asks the model, and nothing counts.
func (c *chart) requestedBound(cy *cycle) (b graph.Bound, why reason.Reason, at graph.Pos) {
	begin := c.begins(cy.in)
	again := cy.in.Flow != nil && !slices.ContainsFunc(cy.tools, func(t *tool) bool { return !c.asksNext(cy, t) })
	if !again || len(begin) == 0 || slices.ContainsFunc(begin, func(fn *function) bool { return !fn.isRequested(c) }) {
		return b, reason.Of(reason.AsksAgain), cy.pos()
	}
	for _, fn := range begin {
		if at = c.counts(&cycle{in: fn}, nil); at.IsValid() {
			return b, reason.Of(reason.MayCount), at
		}
	}
	b.State = graph.BoundUnlimited
	return b, why, at
}

// asksNext reports whether a cycle asks the model only after it has run a tool.
func (c *chart) asksNext(cy *cycle, t *tool) bool {
	runs := c.runners([]*tool{t})[t.in]
	var points []point
	if t.in == cy.in {
		points = append(points, t.point())
	}
	for _, s := range cy.in.sites {
		if slices.ContainsFunc(s.callees, func(to callee) bool { return runs[to.fn] }) {
			points = append(points, point{s.Block, s.Pos})
		}
	}
	return len(points) > 0 && !slices.ContainsFunc(points, func(p point) bool {
		return !c.asksAfter(cy.in, p) || c.askedAhead(cy.in, p, nil, make(map[*function]bool))
	})
}

// begins returns the functions without callers that come to run a function.
func (c *chart) begins(fn *function) (out []*function) {
	seen := map[*function]bool{fn: true}
	for work := []*function{fn}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if len(c.callers[f]) == 0 {
			out = append(out, f)
		}
		for _, s := range c.callers[f] {
			if !seen[s.in] {
				seen[s.in] = true
				work = append(work, s.in)
			}
		}
	}
	return out
}

// isRequested reports whether a function without callers is run for requests.
func (f *function) isRequested(c *chart) bool { return f.Requests && f.isRun(c) }

// accepted returns the stand of a tool on the ways that begin where nobody is seen to ask a
// model, if all of them begin with requests.
func (c *chart) accepted(cy *cycle, t *tool) stand {
	j := newJudge(c, cy, t)
	j.requests = c.inRequests()
	w := &ways{judge: j, only: fromElsewhere}
	s := w.to(t.in, t.point())
	if w.strange {
		return freely
	}
	return s
}

// inRequests returns the places that are filled with what is in the requests that the program
// gets.
func (c *chart) inRequests() map[place]bool {
	if c.requested == nil {
		c.requested = make(map[place]bool)
		for _, fn := range c.funcs {
			for _, p := range fn.Requested {
				c.requested[fn.at(p)] = true
			}
		}
	}
	return c.requested
}

// isAnswered reports whether a list is part of a request, where that is the answer of somebody.
func (o *order) isAnswered(list valueflow.Place) bool {
	return o.requests != nil && list != valueflow.NoPlace && o.isOfRequest(o.fn.at(list), make(map[place]bool))
}

// isOfRequest reports whether what is at a place is part of a request in any case.
func (j *judge) isOfRequest(p place, seen map[place]bool) bool {
	if seen[p] || j.requests[p] {
		return true
	}
	seen[p] = true
	r := j.reads[p]
	if j.net.names[p] != "" && !j.isParam(p) && j.net.names[p][0] != 'f' || j.lacksArg(p) || r != nil && (r.base == noPlace || !j.isOfRequest(r.base, seen)) {
		return false
	}
	known := r != nil || j.net.isFree(p)
	for _, e := range j.in[p] {
		if e.kind == returns && j.isParam(e.other) { // what the function does to what it gets
			continue
		}
		if e.kind == returns || e.loose || !j.isOfRequest(e.other, seen) {
			return false
		}
		known = true
	}
	return known
}

// lacksArg reports whether a call hands over for a parameter what has no place.
func (j *judge) lacksArg(p place) bool {
	if !j.isParam(p) {
		return false
	}
	fn := j.byID[ownerOf(j.net.names[p])]
	return fn == nil || slices.ContainsFunc(j.callers[fn], func(s *site) bool {
		return slices.ContainsFunc(s.callees, func(c callee) bool { return c.fn == fn && j.chart.given(s, c, p) == noPlace })
	})
}
