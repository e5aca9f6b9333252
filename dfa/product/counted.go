package product

// This file leaves out runs that go round more often than a counter in their state allows.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/unroll"
	"github.com/agentvet/agentvet/graph/verdict"
)

// counted is a workflow whose counters are unrolled.
type counted struct {
	of *unroll.Unrolled // nil if there is nothing to unroll
	on *Checker
}

// count decides a part of which a violation was found once more, on the workflow without the
// runs that its counters do not allow. A violation that remains is one of these; if none does,
// the first one is excluded.
func (c *Checker) count(p *Part, o Options, found *Result) *Result {
	if c.counted == nil {
		c.counted = &counted{of: unroll.Of(c.net.bodies[0].w)}
		if u := c.counted.of; u != nil {
			c.counted.on = On(u.Workflow)
		}
	}
	if c.counted.of == nil {
		return found
	}
	res := c.counted.on.part(p, o)
	switch res.Verdict {
	case verdict.Unknown:
		return found
	case verdict.Holds:
		if res.Excluded == nil {
			res.Excluded = &Exclusion{}
			res.Excluded.Counters = unroll.Needed(c.counted.of.Of, func(u *unroll.Unrolled) bool {
				return On(u.Workflow).part(p, o).Verdict == verdict.Holds
			})
			fewer := *c.counted.of.Of
			fewer.Counters = res.Excluded.Counters
			res.Excluded.Proof = unroll.Of(&fewer).Proof()
		}
		res.Excluded.Found = found
	case verdict.Violated:
		var before []unroll.Known
		for i := range res.Path {
			before = c.counted.original(&res.Path[i], before)
		}
	}
	return res
}

// original makes a step of the unrolled workflow one of the workflow itself, and notes what is known
// of counters after it that was not so before. It returns all that is known.
func (c *counted) original(s *Step, before []unroll.Known) (now []unroll.Known) {
	if s.In != c.of.Workflow {
		return before
	}
	now = c.of.Known(s.Node)
	for _, k := range now {
		if !slices.Contains(before, k) {
			s.Known = append(s.Known, k)
		}
	}
	s.In, s.Node = c.of.Of, c.of.Node[s.Node]
	if s.Edge != none {
		s.Edge = c.of.Edge[s.Edge]
	}
	sent := make([]graph.EdgeID, len(s.Sent))
	for i, e := range s.Sent {
		sent[i] = c.of.Edge[e]
	}
	s.Sent = sent
	return now
}
