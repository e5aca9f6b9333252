package check

// This file finds joins that starve. A node with Join waits until each of its
// predecessors has run. If a branch chooses between two ways that both lead to
// the join, and one of its predecessors runs on the other way only, then the
// token that comes on the first way ends at the join, without a word, and what
// is behind it does not run.
//
// Candidates come from the dominators, as in join.go, over all edges. Each is
// then proved: without the edges that the branch does not take together with
// the first one, nothing leads to the predecessor; and the branch decides once in
// a run, so that no later decision makes up for it. The latter holds if its node
// is in no cycle and no fork can send it two tokens.
//
// What this does not see: an alternative that leads elsewhere, past the join,
// for a program may mean that what runs beside it is in vain; ways on which a
// join waits; and races, where a predecessor has run and chose not to deliver.
//
// The cost is that of unbalancedJoins, and two searches for each join that
// starves and for each fork before one.

import "github.com/agentvet/agentvet/graph"

// A starver searches the joins of one workflow.
type starver struct {
	*joiner
	cycles  []int32               // the strongly connected component of each node
	size    []int32               // of each component
	decided map[graph.NodeID]bool // see once
	pass    []bool                // live edges, but none of joins that never run
	never   map[graph.NodeID]bool // those joins
	found   map[[2]graph.EdgeID]bool
}

// starvedJoins returns the problems of v, and the joins among them that no run
// comes to run.
func (v *view) starvedJoins(reach *tree) ([]Problem, map[graph.NodeID]bool) {
	if v.some&waiting == 0 {
		return nil, nil
	}
	s := newStarver(v)
	var list []Problem
	for _, n := range s.order {
		if !v.is(n, waiting) || len(v.x.In(n)) < 2 {
			continue
		}
		if p := s.starved(n, reach); p != nil {
			list = append(list, p)
		}
	}
	return list, s.never
}

func newStarver(v *view) *starver {
	d := newDAG(v, v.live)
	s := &starver{
		joiner: newJoiner(d), decided: make(map[graph.NodeID]bool), never: make(map[graph.NodeID]bool),
		pass: append([]bool(nil), v.live...), found: make(map[[2]graph.EdgeID]bool),
	}
	count := 0
	s.cycles, count = v.components(d.in, v.live)
	s.size = make([]int32, count)
	for _, c := range s.cycles {
		if c != none {
			s.size[c]++
		}
	}
	return s
}

// starved returns the problem of n, if it starves: the one with the shortest way
// to n.
func (s *starver) starved(n graph.NodeID, reach *tree) *StarvedJoin {
	s.arrivals(n)
	var best *StarvedJoin
	for i := range s.arena {
		a := &s.arena[i]
		groups := s.groups(a)
		for _, way := range groups {
			for _, other := range groups {
				if p := s.pair(n, a.n, way, other, reach); p != nil && (best == nil || len(p.Witness) < len(best.Witness)) {
					best = p
				}
			}
		}
	}
	if best == nil {
		return nil
	}
	key := [2]graph.EdgeID{min(best.First[0], best.First[1]), max(best.First[0], best.First[1])}
	if s.found[key] {
		return nil
	}
	s.found[key] = true
	return best
}

// pair returns the problem that a token on one way from the fork comes to n, and
// that the predecessor of n on the other way does not run; nil if it is none.
func (s *starver) pair(n, fork graph.NodeID, way, other group, reach *tree) *StarvedJoin {
	v := s.v
	if way.class == classFree || way.class != other.class || other.nearP == none ||
		way.first == other.first || v.concurrent(way.first, other.first) || !s.once(fork) {
		return nil
	}
	path := s.back(n, fork, way, way.nearP, way.nearE, false)
	for _, step := range path {
		if v.w.Edges[step.Edge].Optional() {
			return nil
		}
	}
	start := v.forward(s.pass)
	if !start.reached[fork] {
		return nil // it is behind a join that never runs
	}
	runs := s.without(way.first, fork)
	if runs.certainly(other.nearP) {
		return nil
	}
	p := &StarvedJoin{
		Base: base(v.w, n), Branch: way.class, Fork: fork, Missing: other.nearP, First: [2]graph.EdgeID{way.first, other.first},
	}
	p.Witness = append(start.path(fork), path...)
	p.Other = append(graph.Witness{{Node: fork, Edge: none}}, s.back(n, fork, other, other.nearP, other.nearE, false)...)
	if cause := s.doubt(runs, other.nearP, reach); cause != none {
		p.because(v, cause)
	} else if way.nearP != none && !s.without(other.first, fork).reached[way.nearP] {
		s.cutOff(n)
	}
	return p
}

// without searches from the entry, with the branch of e, at the fork, taking e.
func (s *starver) without(e graph.EdgeID, fork graph.NodeID) *tree {
	v := s.v
	pass := append([]bool(nil), v.live...)
	for _, x := range v.x.Out(fork) {
		if x != e && v.choice[x] == v.choice[e] && !v.concurrent(x, e) {
			pass[x] = false
		}
	}
	t := v.forward(pass)
	v.forwardMax(t, pass)
	return t
}

// doubt returns an unknown that may make n run after all: one that leads to it,
// or one that may make a step run twice.
func (s *starver) doubt(runs *tree, n graph.NodeID, reach *tree) int32 {
	u := &s.v.unknown
	switch {
	case runs.reached[n]:
		return runs.causeOf(n)
	case u.anything != none:
		return u.anything
	}
	for _, m := range reach.order {
		if i := u.of(u.targets, m); i != none {
			return i
		}
		if i := u.of(u.sources, m); i != none {
			return i
		}
	}
	return none
}

// cutOff notes that n never runs.
func (s *starver) cutOff(n graph.NodeID) {
	s.never[n] = true
	for _, e := range s.v.x.Out(n) {
		s.pass[e] = false
	}
}

// once reports whether n runs at most once in a run. That it does not is not
// proved.
func (s *starver) once(n graph.NodeID) bool {
	known, ok := s.decided[n]
	if !ok {
		known = s.runsOnce(n)
		s.decided[n] = known
	}
	return known
}

func (s *starver) runsOnce(n graph.NodeID) bool {
	v := s.v
	if s.size[s.cycles[n]] > 1 {
		return false
	}
	var from []graph.NodeID
	for _, e := range v.x.In(n) {
		if v.from[e] == n && v.live[e] {
			return false
		}
		if s.edge[e] {
			from = append(from, v.from[e])
		}
	}
	switch {
	case n == v.w.Entry:
		return len(from) == 0
	case len(from) == 1:
		return s.once(from[0])
	case v.is(n, waiting):
		for _, p := range from {
			if !s.once(p) {
				return false
			}
		}
		return true
	}
	dom := s.tree.at[n].parent
	return !s.forksBetween(dom, n) && s.once(dom)
}

// forksBetween reports whether dom, or a step between it and n, may send two
// tokens that come to n.
func (s *starver) forksBetween(dom, n graph.NodeID) bool {
	v := s.v
	leads := map[graph.NodeID]bool{n: true, dom: true}
	work := []graph.NodeID{n}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range v.x.In(m) {
			if from := v.from[e]; s.edge[e] && !leads[from] {
				leads[from] = true
				work = append(work, from)
			}
		}
	}
	pass := make([]bool, len(v.live))
	for e := range pass {
		pass[e] = v.live[e] && leads[v.from[e]] && leads[v.to[e]]
	}
	for m := range leads {
		if m != n && v.forksAt(m, pass) {
			return true
		}
	}
	return false
}
