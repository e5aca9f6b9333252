package product

// This file is the space of workflows with one token: the token is somewhere, and
// that is all. Rounds and iterations are not counted, so it may hold more runs than
// there are.

import "github.com/agentvet/agentvet/graph"

// A sequence is the space of a net that never forks. Its configurations are the
// places, each with the phases of its program; the first is the end.
type sequence struct {
	*labels
	first []config // of each place
	at    []place  // of each configuration
	arcs  map[place][]arc
	easy  []bool // by place: see body.plain
}

func newSequence(l *labels) *sequence {
	s := &sequence{labels: l, arcs: make(map[place][]arc), first: make([]config, len(l.body)), easy: make([]bool, len(l.body)), at: make([]place, 1, len(l.body)+1)}
	s.at[0] = none
	for i := range l.body {
		p := place(i)
		b, n := l.of(p)
		id := l.id(p)
		s.first[p] = config(len(s.at))
		s.at = append(s.at, p)
		s.easy[p] = b.plain(id)
		if l.sub[p] != none {
			s.at = append(s.at, p, p, p) // goesIn, bodyDone, goesOn
			continue
		}
		if _, ok := simple(n); ok && !b.before[id] && !b.behind[id] {
			continue
		}
		arcs := program(n, b.before[id], b.behind[id], 0)
		s.arcs[p] = arcs
		last := int16(0)
		for _, a := range arcs {
			last = max(last, a.from)
		}
		for range last {
			s.at = append(s.at, p)
		}
	}
	return s
}

func (s *sequence) with(l *labels) space {
	l.scope = s.scope
	return newSequence(l)
}

func (s *sequence) start() config { return s.first[s.entry(0)] }

func (s *sequence) ended(c config) bool { return c == 0 }

func (s *sequence) moves(c config, yield func(move)) {
	p := s.at[c]
	if p == none || s.stopsAt(p) {
		return
	}
	phase := int16(c - s.first[p])
	if b := &s.bodies[s.body[p]]; s.cut && b.cut && phase == 0 {
		yield(move{to: s.finish(b), at: none, edge: none})
	}
	switch {
	case s.sub[p] != none:
		s.around(p, phase, yield)
	case s.arcs[p] == nil:
		_, n := s.of(p)
		w, _ := simple(n)
		s.leaveBy(p, move{at: p, starts: true, what: w, sym: s.event(p, w, none)}, yield)
	default:
		for _, a := range s.arcs[p] {
			if a.from != phase {
				continue
			}
			m := move{at: p, starts: phase == 0, what: a.what, tool: a.tool, sym: s.event(p, a.what, a.tool), edge: none}
			if a.to != after {
				m.to = s.first[p] + config(a.to)
				yield(m)
				continue
			}
			s.leaveBy(p, m, yield)
		}
	}
}

// The phases of a SUBGRAPH node: the token came; it goes into the body, perhaps
// after an interrupt; it came out of it; it goes on.
const (
	came int16 = iota
	goesIn
	bodyDone
	goesOn
)

// around yields what a SUBGRAPH node does before and after its body.
func (s *sequence) around(p place, phase int16, yield func(move)) {
	b, n := s.of(p)
	id := s.id(p)
	enter := move{to: s.first[s.entry(s.sub[p])], at: p, starts: phase == came, edge: none}
	ask := move{at: p, what: Ask, sym: s.ask, edge: none}
	switch {
	case phase == came && b.before[id]:
		ask.starts, ask.to = true, s.first[p]+config(goesIn)
		yield(ask)
	case phase <= goesIn:
		yield(enter)
	case phase == bodyDone:
		if repeats(n) {
			yield(enter)
		}
		if b.behind[id] {
			ask.to = s.first[p] + config(goesOn)
			yield(ask)
			return
		}
		fallthrough
	default:
		s.leaveBy(p, move{at: p}, yield)
	}
}

// repeats reports whether the body of a SUBGRAPH node is a loop.
func repeats(n *graph.Node) bool {
	switch n.Bound.State {
	case graph.BoundUnlimited, graph.BoundPresent:
		return true
	case graph.BoundKnown:
		return n.Bound.N > 1
	}
	return false
}

// leaveBy yields m for each way to leave p.
func (s *sequence) leaveBy(p place, m move, yield func(move)) {
	m.left = true
	b := &s.bodies[s.body[p]]
	if s.easy[p] {
		for _, e := range b.edges.Index.Out(s.id(p)) {
			if b.edges.Live[e] {
				s.leaveAlong(p, m, e, yield)
			}
		}
		return
	}
	for _, c := range s.leave(p) {
		if len(c.edges) == 0 {
			m.edge, m.to = none, s.deadEnd(b, p)
			yield(m)
			continue
		}
		s.leaveAlong(p, m, c.edges[0], yield)
	}
}

func (s *sequence) leaveAlong(p place, m move, e graph.EdgeID, yield func(move)) {
	b := &s.bodies[s.body[p]]
	m.edge = e
	to := b.w.Edges[e].To
	if b.w.Nodes[to].Kind == graph.KindExit {
		m.to = s.finish(b)
	} else {
		m.to = s.first[b.first+place(to)]
	}
	s.decides(&m, p, e)
	yield(m)
}

// deadEnd returns what follows where a token has no way to go.
func (s *sequence) deadEnd(b *body, p place) config {
	if b.w.Engine.DeadEnd == graph.DeadEndFails && !b.edges.Exit[s.id(p)] {
		return 0
	}
	return s.finish(b)
}

// finish returns what follows where the token of a body has come to its end.
func (s *sequence) finish(b *body) config {
	if b.parent == none {
		return 0
	}
	return s.first[b.parent] + config(bodyDone)
}
