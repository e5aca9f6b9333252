package check

// This file searches for gate.go: it finds the steps that a token comes to before
// it meets a human.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A state is a step of one body that a token arrived at. While up holds, the
// token may also leave the body for the nodes at which it stands; a token that
// entered the body on the way does not, because what follows was decided when
// it entered.
type state struct {
	body int32
	n    graph.NodeID
	up   bool
}

// A reason says why a search of level possible got somewhere.
type reason struct {
	why     Why
	unknown *graph.Unknown
	edge    graph.EdgeID    // WhyJoin …
	in      *graph.Workflow // … its workflow
}

// or returns r, or other if r is no reason.
func (r reason) or(other reason) reason {
	if r.why == WhyNone {
		return other
	}
	return r
}

// A search goes through the steps in breadth. It visits each step at most once in each of
// the two forms of a state.
type search struct {
	g      *gates
	level  level
	single bool    // stay in one body, and find its nearest end
	blind  bool    // go on past humans
	chosen bool    // leave out what no router chooses
	since  *search // since a tool ran, not since the entry: what can run at all

	states []state
	prev   []int32 // the state before, or None
	edge   []graph.EdgeID
	reason []reason // level possible only
	end    int32    // with single: the state at which the body ends, or None
	marks  []marks  // by body

	endReason reason // of the end

	// exists says which optional edges a configuration has for sure, nil if all are followed;
	// the guards of those that were not are missing.
	exists  func(graph.Guard) bool
	missing []graph.Guard
}

// marks are what a search has done in one body, for both forms of states.
type marks struct {
	seen, left [2][]bool
	opened     [2]bool // everything in the body was arrived at
	entered    [2]bool // and what unknown sources lead to
}

func (g *gates) newSearch(l level) *search {
	return &search{g: g, level: l, end: none, marks: make([]marks, len(g.views))}
}

func form(up bool) int {
	if up {
		return 1
	}
	return 0
}

// start begins at the entry of a body. Most searches come to most of its steps.
func (f *search) start(b int32) {
	n, m := f.g.views[b].n, f.g.scratch
	f.states, f.prev, f.edge = m.states.take(n)[:0], m.numbers.take(n)[:0], m.edges.take(n)[:0]
	if f.level == possible {
		f.reason = m.reasons.take(n)[:0]
	}
	f.arrive(state{b, f.g.views[b].w.Entry, false}, none, none, reason{})
}

// release gives back the memory of f, of which no state is asked for any more.
func (f *search) release() {
	m := f.g.scratch
	m.states.give(f.states)
	m.numbers.give(f.prev)
	m.edges.give(f.edge)
	m.reasons.give(f.reason)
	for i := range f.marks {
		m.flags.give(f.marks[i].seen[0], f.marks[i].seen[1])
	}
}

// from begins after a run of the step s, at which the search may arrive again.
func (f *search) from(s state) {
	s.up = true
	f.push(s, none, none, reason{})
}

func (f *search) push(s state, prev int32, e graph.EdgeID, why reason) {
	f.states = append(f.states, s)
	f.prev = append(f.prev, prev)
	f.edge = append(f.edge, e)
	if f.level == possible {
		f.reason = append(f.reason, why)
	}
}

func (f *search) run() {
	for i := 0; i < len(f.states) && f.end == none; i++ {
		f.step(int32(i))
	}
}

// reasonAt returns the reason of the i-th state, its own step included.
func (f *search) reasonAt(i int32) reason {
	if f.level == certain {
		return reason{}
	}
	s := f.states[i]
	return f.reason[i].or(f.bodyReason(s))
}

func (f *search) bodyReason(s state) reason {
	v := f.g.views[s.body]
	if i := v.unknown.of(v.unknown.body, s.n); i != none {
		return reason{why: WhyUnknown, unknown: v.unknownAt(i)}
	}
	return reason{}
}

// arrive notes that a token comes to s unasked.
func (f *search) arrive(s state, prev int32, e graph.EdgeID, why reason) {
	seen := f.seen(s)
	if seen[s.n] || !f.blind && f.g.holds(s.body, s.n) {
		return
	}
	if !f.blind {
		stop, doubt := f.g.joins[s.body].at(s.n, f.since != nil)
		if stop && !(f.level == possible && f.g.views[s.body].unknown.any) || doubt.why != WhyNone && f.level == certain {
			return
		}
		why = why.or(doubt)
	}
	seen[s.n] = true
	f.push(s, prev, e, why)
	f.enter(s)
}

// seen returns which nodes the search arrived at in the body and the form of s.
func (f *search) seen(s state) []bool {
	seen := &f.marks[s.body].seen[form(s.up)]
	if *seen == nil {
		*seen = f.g.scratch.flags.take(f.g.views[s.body].n)
	}
	return *seen
}

// enter follows unknown sources, when a body is first entered.
func (f *search) enter(s state) {
	m, v := &f.marks[s.body], f.g.views[s.body]
	if k := form(s.up); f.level == possible && !m.entered[k] {
		m.entered[k] = true
		at := int32(len(f.states) - 1)
		for _, n := range v.unknown.entered {
			f.arrive(state{s.body, n, s.up}, at, none, reason{why: WhyUnknown, unknown: v.unknownAt(v.unknown.sources[n])})
		}
		if a := v.unknown.anything; a != none {
			f.open(at, s, reason{why: WhyUnknown, unknown: v.unknownAt(a)})
		}
	}
}

// open arrives at everything in the body of s.
func (f *search) open(i int32, s state, why reason) {
	m := &f.marks[s.body]
	if m.opened[form(s.up)] {
		return
	}
	m.opened[form(s.up)] = true
	for n := range f.g.views[s.body].n {
		f.arrive(state{s.body, graph.NodeID(n), s.up}, i, none, why)
	}
}

// step lets the token of the i-th state run its step and leave it.
func (f *search) step(i int32) {
	s := f.states[i]
	g, v := f.g, f.g.views[s.body]
	var why reason
	if f.level == possible {
		why = f.reasonAt(i)
	} else if v.unknown.of(v.unknown.body, s.n) != none && !f.blind {
		return
	}
	if v.is(s.n, nested) {
		sub := v.w.Nodes[s.n].Sub
		b := g.index[sub]
		if !f.single {
			f.arrive(state{b, sub.Entry, false}, i, none, why)
		}
		pass := g.passable[f.level][b]
		switch {
		case v.w.Engine.RunsOn && !f.blind: // what follows does not wait for the answer
			if !g.finite[form(false)][f.level][b] {
				return
			}
		case f.blind && !g.finite[form(f.chosen)][f.level][b], !f.blind && pass == nil:
			return
		case f.level == possible && !f.blind && g.passable[certain][b] == nil:
			why = why.or(pass.endReason)
		}
	}
	if f.blind || g.leaves(s.body, s.n) {
		f.leave(i, s, why)
	}
}

// leave follows what leads away from s, which is the i-th state or a node in
// whose body that state ended.
func (f *search) leave(i int32, s state, why reason) {
	g, v := f.g, f.g.views[s.body]
	seen := f.seen(s)
	for _, e := range v.x.Out(s.n) {
		if to := v.to[e]; v.live[e] && !seen[to] && !(f.chosen && v.isUnchosen(e)) && f.follows(&v.w.Edges[e]) {
			f.arrive(state{s.body, to, s.up}, i, e, why)
		}
	}
	ends := v.ends(s.n)
	if f.level == possible && v.unknown.any {
		if t := v.unknown.targets[s.n]; t != none {
			f.open(i, s, why.or(reason{why: WhyUnknown, unknown: v.unknownAt(t)}))
		}
		if v.unknown.anything != none {
			ends, why = true, why.or(reason{why: WhyUnknown, unknown: v.unknownAt(v.unknown.anything)})
		}
		ends = ends || v.unknown.body[s.n] != none
	}
	switch {
	case !ends:
	case f.single:
		f.end, f.endReason = i, why
	case s.up:
		for _, at := range g.sites[s.body] {
			if f.since == nil || f.since.cameTo(at) {
				f.leaveSite(i, at, why)
			}
		}
	}
}

// follows reports whether the search goes along an edge.
func (f *search) follows(e *graph.Edge) bool {
	if f.exists == nil || !e.Optional() || f.exists(e.Guard) {
		return true
	}
	f.missing = append(f.missing, e.Guard)
	return false
}

// cameTo reports whether a search from the entry came to a node.
func (f *search) cameTo(at site) bool {
	seen := f.marks[at.body].seen[form(false)]
	return seen != nil && seen[at.n]
}

// leaveSite goes on after a node in whose body the i-th state ended.
func (f *search) leaveSite(i int32, at site, why reason) {
	m := &f.marks[at.body]
	if m.left[1] == nil {
		m.left[1] = make([]bool, f.g.views[at.body].n)
	}
	if !m.left[1][at.n] && f.g.leaves(at.body, at.n) {
		m.left[1][at.n] = true
		f.leave(i, state{at.body, at.n, true}, why)
	}
}

// maxWitness bounds the witness of paths through bodies: one body at many nodes
// of many bodies would be printed each time. Beyond it, bodies are not unfolded.
const maxWitness = 1000

// path returns the path to the i-th state, with the ways through the bodies
// that it passes.
func (f *search) path(i int32) graph.Witness {
	room := maxWitness
	return f.pathWithin(i, &room)
}

// pathWithin returns the path; room is how many more steps it may have.
func (f *search) pathWithin(i int32, room *int) graph.Witness {
	var states []int32
	for ; i != none; i = f.prev[i] {
		states = append(states, i)
	}
	slices.Reverse(states)
	*room -= len(states)
	var path graph.Witness
	for k, j := range states {
		s := f.states[j]
		step := graph.Step{Node: s.n, Edge: f.edge[j]}
		if s.body != 0 {
			step.In = f.g.views[s.body].w
		}
		path = append(path, step)
		sub := f.g.views[s.body].w.Nodes[s.n].Sub
		if sub == nil || f.blind || k+1 == len(states) || f.states[states[k+1]].body != s.body {
			continue
		}
		if pass := f.g.passable[f.level][f.g.index[sub]]; pass != nil && *room > 0 {
			path = append(path, pass.pathWithin(pass.end, room)...)
		}
	}
	return path
}
