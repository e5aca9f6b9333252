package product

// This file chooses the spaces that are searched for a part of a rule: first those
// that may hold more runs than there are, since most rules hold of them.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// decide decides a part: first on a coarse space, which holds all runs and maybe
// more; if that has a violation, on finer ones.
func (c *Checker) decide(p *Part, o Options, l *labels) *Result {
	if c.net.decidesAhead() {
		return c.refined(p, o, l)
	}
	var res *Result
	if c.net.forks {
		res = c.attempt(p, o, l, detail{})
	} else {
		res, _ = c.search(p, o, newSequence(l))
	}
	if (res.Verdict == verdict.Violated || res.leaves) && c.refines() {
		return c.refined(p, o, l)
	}
	return res
}

// refined decides a part on the spaces that keep everything in mind.
func (c *Checker) refined(p *Part, o Options, l *labels) *Result {
	res := c.attempt(p, o, l, detail{exact: true})
	if !c.net.shared || res.Verdict == verdict.Holds && !res.leaves {
		return res
	}
	other := c.attempt(p, o, l, detail{exact: true, together: true})
	if res.Verdict != verdict.Unknown && other.Verdict != verdict.Unknown && res.Verdict != other.Verdict {
		other.Verdict, other.Doubt = verdict.Unknown, Doubt{Why: WhyEqual}
	}
	return other
}

// refines reports whether the coarse space may hold runs that do not exist.
func (c *Checker) refines() bool {
	if len(c.net.conditions) > 0 {
		return true
	}
	for i := range c.net.bodies {
		if slices.ContainsFunc(c.net.bodies[i].w.Nodes, func(n graph.Node) bool { return n.Bound.State == graph.BoundKnown }) {
			return true
		}
	}
	return false
}

// A detail says what a space of markings keeps in mind.
type detail struct{ exact, together bool }

// An effort is one way to search markings.
type effort struct {
	limit    int  // of markings
	reduced  bool // leave out interleavings that no rule tells apart
	collapse bool // as soon as there are several tokens, anything may happen that they lead to
	try      bool // only that the rule holds counts
}

// attempts: all markings if they are few; else those of the smallest space, in which most
// rules hold; else without interleavings that no rule tells apart; and if they are still too many, or a step runs twice at once, a space
// that holds more runs than there are, of which a violation says nothing for certain,
// nor that a loop can be left.
var attempts = []effort{{limit: allMarkings}, {limit: allMarkings, collapse: true, try: true}, {limit: MaxMarkings, reduced: true}, {limit: MaxMarkings, collapse: true}}

// attempt searches the markings with one effort after the other.
func (c *Checker) attempt(p *Part, o Options, l *labels, d detail) *Result {
	doubt := Doubt{Why: WhyInterleaving, Max: MaxMarkings}
	for _, how := range c.attempts {
		if doubt.Why != WhyInterleaving && !how.collapse {
			continue
		}
		space := newTokens(l, d, how)
		res, ok := c.search(p, o, space)
		if !ok {
			continue
		}
		if res.Verdict == verdict.Holds && space.twice && !how.collapse {
			doubt = Doubt{Why: WhyTwice}
			continue
		}
		if how.try && (res.Verdict != verdict.Holds || res.leaves) {
			continue
		}
		if how.collapse && (res.Verdict == verdict.Violated || res.leaves) {
			res.Verdict, res.Doubt = verdict.Unknown, c.exceeded(doubt)
		}
		return res
	}
	return &Result{Verdict: verdict.Unknown, Loop: none, Doubt: c.exceeded(doubt)}
}

// exceeded returns the doubt that too much work is to be done, if that is why there are too many markings.
func (c *Checker) exceeded(d Doubt) Doubt {
	if d.Why == WhyInterleaving && c.net.work != nil && *c.net.work < 0 {
		return Doubt{Why: WhyWork, Max: c.work}
	}
	return d
}

// search searches one space. It reports false if it has too many configurations.
func (c *Checker) search(p *Part, o Options, s space) (res *Result, ok bool) {
	res = &Result{Verdict: verdict.Holds, Loop: none}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case tooMany:
			ok = false
		case *dfa.LimitError:
			res.Verdict, res.Doubt, ok = verdict.Unknown, Doubt{Why: WhyAutomaton, Cost: *e}, true
		default:
			panic(e)
		}
	}()
	x := newSearch(s, p.DFA)
	x.run()
	res.Pairs = len(x.pairs)
	switch {
	case x.bad != none:
		c.violate(res, BadPrefix, lasso{stem: x.path(x.bad)})
	case x.unmet != none:
		c.violate(res, Unmet, lasso{stem: x.path(x.unmet)})
	case c.net.loops() && (x.open || p.endless != nil && p.endless.Counts() || swapped(s)):
		c.endless(p, o, s, res)
	}
	return res, true
}

// swapped reports whether states that a run passes through may be missing from a space.
func swapped(s space) bool {
	t, ok := s.(*tokens)
	return ok && t.swapped
}

// endless looks for runs that never end and do not keep a part.
func (c *Checker) endless(p *Part, o Options, s space, res *Result) {
	e := foreverOf(p)
	h := newHunt(s.with(newLabels(c.net, p.reading(e, e.atoms), e.atoms)), e)
	h.run()
	res.Pairs += len(h.pairs)
	if l, found := h.find(!o.Unfair); found {
		h.replay(l, p.DFA)
		c.violate(res, NeverMet, l)
	} else if !o.Unfair {
		_, res.leaves = h.find(false)
	}
	if t, ok := s.(*tokens); ok {
		t.twice = t.twice || h.space.(*tokens).twice
	}
}

// violate makes a violation of res.
func (c *Checker) violate(res *Result, k Kind, by lasso) {
	res.Verdict, res.Kind = verdict.Violated, k
	path, loop := c.steps(slices.Concat(by.stem, by.loop), len(by.stem))
	res.Path, res.moves, res.uncounted = path, len(by.stem), c.uncounted(by.stem, by.loop)
	if k == NeverMet {
		res.Loop = loop
	}
}
