package sketch

// This file composes workflows of parts: one after the other, at the same time,
// again and again. Frameworks with agents of agents share these shapes.

import "github.com/agentvet/agentvet/graph"

// A Member is a node of a Sketch, as a list names it.
type Member struct {
	Node  string
	Guard graph.Guard // the conditions under which it is in the list
	Else  bool        // it stands in the place of the part before it
	Pos   graph.Pos
}

// Chain runs parts one after the other, after any of last, and returns the nodes
// that may be the last then. A part that may be missing is passed by.
func (s *Sketch) Chain(parts []Member, last []string) []string {
	for i := 0; i < len(parts); {
		j := i + 1
		for j < len(parts) && parts[j].Else {
			j++
		}
		var next []string
		for _, p := range parts[i:j] {
			for _, from := range last {
				s.Arrow(from, Arrow{To: p.Node, Guard: p.Guard, Pos: p.Pos})
			}
			next = append(next, p.Node)
		}
		if j == i+1 && len(parts[i].Guard) > 0 {
			next = append(next, last...) // it may not be there
		}
		last, i = next, j
	}
	return last
}

// FanOut runs parts at the same time, from start to end; a generated join waits
// for all.
func (s *Sketch) FanOut(parts []Member) {
	pos := s.Workflow().Pos
	if len(parts) == 0 {
		s.Arrow(s.Start, Arrow{To: s.End, Pos: pos})
		return
	}
	join := s.Place(graph.Node{Name: "join", Kind: graph.KindPassthrough, Generated: true, Pos: pos})
	kind := graph.EdgeParallel
	if len(parts) == 1 {
		kind = graph.EdgeDirect
	}
	for _, p := range parts {
		s.Edge(s.Start, p.Node, graph.Edge{Kind: kind, Guard: p.Guard, Pos: p.Pos})
		s.Arrow(p.Node, Arrow{To: join, Pos: pos})
	}
	s.Arrow(join, Arrow{To: s.End, Pos: pos})
}

// Repeat runs parts one after the other, again and again. A generated node at the
// end of the round holds the bound; the nodes in leave may end the loop, with a
// label.
func (s *Sketch) Repeat(parts []Member, bound graph.Bound, leave []string, label string) {
	pos := s.Workflow().Pos
	if len(parts) == 0 {
		s.Arrow(s.Start, Arrow{To: s.End, Pos: pos})
		return
	}
	last := s.Chain(parts, []string{s.Start})
	again := s.Place(graph.Node{Name: "again", Kind: graph.KindPassthrough, Generated: true, Bound: bound, Pos: pos})
	for _, from := range last {
		s.Arrow(from, Arrow{To: again, Label: "next", Pos: pos})
	}
	for _, x := range s.Arrows(s.Start) {
		s.Arrow(again, Arrow{To: x.To, Label: "again", Guard: x.Guard, Kind: graph.EdgeLoop, Pos: pos})
	}
	if bound.State != graph.BoundUnlimited {
		s.Arrow(again, Arrow{To: s.End, Label: "done", Pos: pos})
	}
	for _, name := range leave {
		s.Arrow(name, Arrow{To: s.End, Label: label, Pos: pos})
	}
}
