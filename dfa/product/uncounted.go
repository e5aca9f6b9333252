package product

// This file says where a path may be no run because it takes more turns than are
// allowed, and the spaces do not count them.

import "github.com/agentvet/agentvet/graph"

// uncounted says why a path may be no run; nothing if it is one for sure.
func (c *Checker) uncounted(stem, loop []stage) Doubt {
	begun := make(map[int32]int)     // steps, by body
	rounds := make(map[place]int)    // of steps whose bound is too great to be counted
	called := make(map[callKey]bool) // in this run of a step
	for i := range stem {
		s := &stem[i]
		if s.at == none {
			continue
		}
		b, n := c.net.of(s.at)
		if s.starts {
			in := c.net.body[s.at]
			begun[in]++
			if limit := b.w.Engine.StepLimit; limit > 0 && begun[in] > limit {
				return Doubt{Why: WhyStopped}
			}
			if b.parent != none && c.net.id(s.at) == b.w.Entry {
				rounds[b.parent]++
			}
		}
		if s.what == Run || s.left {
			rounds[s.at]++
		}
		for _, p := range []place{s.at, b.parent} {
			if p != none && c.net.vast(p) && rounds[p] > maxRounds {
				return Doubt{Why: WhyRounds, Max: maxRounds}
			}
		}
		if s.what == Call && n.Calls == graph.CallsOnce {
			key := callKey{s.at, s.tool}
			if called[key] {
				return Doubt{Why: WhyCalls, Max: maxOnce}
			}
			called[key] = true
		}
		if s.left {
			for t := range n.Tools {
				delete(called, callKey{s.at, int16(t)})
			}
		}
	}
	for i := range loop {
		p := loop[i].at
		if p == none {
			continue
		}
		b, _ := c.net.of(p)
		switch {
		case b.cut && b.parent != none:
			return Doubt{Why: WhyCutLoop}
		case c.net.vast(p), b.parent != none && c.net.vast(b.parent):
			return Doubt{Why: WhyRounds, Max: maxRounds}
		}
	}
	return Doubt{}
}

// vast reports whether a step at p has a bound that is too great to be counted.
func (n *net) vast(p place) bool {
	_, node := n.of(p)
	return node.Bound.State == graph.BoundKnown && node.Bound.N > maxRounds
}
