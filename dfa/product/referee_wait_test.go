package product_test

// This file says when a node that tokens wait at begins, and when a body is done.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// supersteps reports whether all nodes that are due run, and then what follows.
func supersteps(w *graph.Workflow) bool { return w.Mode == graph.ModeAny && !w.Engine.EachToken }

// send adds tokens. It reports whether they end the body.
func (r referee) send(s *situation, list ...token) bool {
	ends := false
	for _, t := range list {
		exit := s.w.Nodes[t.to].Kind == graph.KindExit
		ends = ends || exit && s.w.Engine.ExitEnds && !supersteps(s.w)
		if s.w.Mode != graph.ModeAll {
			t.from = graph.None // nobody asks
		}
		switch {
		case exit && !(supersteps(s.w) && s.w.Engine.ExitEnds), s.w.Nodes[t.to].Join && !r.complete(s, t.to):
		case s.w.Mode == graph.ModeAny && s.w.Engine.EachToken:
			s.steps = append(s.steps, come(s.w, t.to))
		default:
			s.tokens = append(s.tokens, t)
		}
	}
	return ends
}

// take returns s with a step at n that took the tokens.
func (s *situation) take(n graph.NodeID, taken ...token) *situation {
	next := *s
	next.counts = slices.Clone(s.counts)
	next.steps = append(slices.Clone(s.steps), come(s.w, n))
	next.tokens = slices.Clone(s.tokens)
	for _, t := range taken {
		i := slices.Index(next.tokens, t)
		next.tokens = slices.Delete(next.tokens, i, i+1)
	}
	return &next
}

// at returns the tokens that wait at n.
func (s *situation) at(n graph.NodeID) []token {
	var list []token
	for _, t := range s.tokens {
		if t.to == n {
			list = append(list, t)
		}
	}
	return list
}

// due returns the ways in which tokens that wait can begin a step.
func (r referee) due(s *situation) []turn {
	if supersteps(s.w) {
		return r.superstep(s)
	}
	var list, stuck []turn
	for n := range graph.NodeID(len(s.w.Nodes)) {
		here := s.at(n)
		all := turn{letter: letter{in: s.w, node: n}, next: s.take(n, here...)}
		switch {
		case len(here) == 0:
		case s.w.Mode == graph.ModeAll:
			if r.settled(s, n) {
				list = append(list, all)
			} else {
				stuck = append(stuck, all)
			}
		default: // it may wait for more, or not
			for _, some := range subsets(here) {
				list = append(list, turn{letter: letter{in: s.w, node: n}, next: s.take(n, some...)})
			}
		}
	}
	if len(list) == 0 && len(s.steps) == 0 {
		return stuck // they wait for each other: one goes first
	}
	return list
}

// superstep returns the next superstep, if the one before is done.
func (r referee) superstep(s *situation) []turn {
	if len(s.steps) > 0 || len(s.tokens) == 0 {
		return nil
	}
	exits := func(t token) bool { return s.w.Nodes[t.to].Kind == graph.KindExit }
	t := turn{letter: letter{in: s.w}, next: s}
	if slices.ContainsFunc(s.tokens, exits) {
		t.ended = true
		return []turn{t}
	}
	if limit := s.w.Engine.StepLimit; limit > 0 && !r.forever {
		if s.ticks == limit {
			t.ended, t.stopped = s.w.Engine.LimitIsSuccess, !s.w.Engine.LimitIsSuccess
			return []turn{t}
		}
		next := *s
		next.ticks++
		t.next = &next
	}
	for n := range graph.NodeID(len(s.w.Nodes)) {
		if here := s.at(n); len(here) > 0 {
			t.next = t.next.take(n, here...)
		}
	}
	return []turn{t}
}

// feedsJoin reports whether a join waits for n.
func feedsJoin(w *graph.Workflow, n graph.NodeID) bool {
	return slices.ContainsFunc(w.Edges, func(e graph.Edge) bool { return e.From == n && w.Nodes[e.To].Join })
}

// complete reports whether all predecessors of the join n have run, in this round
// of a loop or an earlier one. A token that comes to it before ends there.
func (r referee) complete(s *situation, n graph.NodeID) bool {
	return !slices.ContainsFunc(s.w.Edges, func(e graph.Edge) bool {
		return e.To == n && r.exists(s.w, &e) && s.ran>>e.From&1 == 0
	})
}

// settled reports whether each predecessor of n that can still send it a token has
// done so.
func (r referee) settled(s *situation, n graph.NodeID) bool {
	for i := range s.w.Edges {
		e := &s.w.Edges[i]
		if e.To == n && r.exists(s.w, e) && !slices.Contains(s.tokens, token{n, e.From}) && r.mayRun(s, e.From, n) {
			return false
		}
	}
	return true
}

// mayRun reports whether p runs, or may come to run without n.
func (r referee) mayRun(s *situation, p, n graph.NodeID) bool {
	reached := make(map[graph.NodeID]bool)
	for _, st := range s.steps {
		reached[st.node] = true
	}
	for _, t := range s.tokens {
		if t.to != n {
			reached[t.to] = true
		}
	}
	for range s.w.Nodes {
		for i := range s.w.Edges {
			if e := &s.w.Edges[i]; reached[e.From] && e.To != n && r.exists(s.w, e) {
				reached[e.To] = true
			}
		}
	}
	return reached[p]
}
