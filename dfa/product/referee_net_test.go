package product_test

// This file says along which edges tokens leave a node.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
)

// exists reports whether control can pass along e.
func (r referee) exists(w *graph.Workflow, e *graph.Edge) bool {
	if w.Nodes[e.From].Kind == graph.KindExit {
		return false
	}
	if e.Optional() && !r.world.hold(e.Guard) {
		return false
	}
	last := graph.BranchID(graph.None)
	for b := range w.Branches {
		if w.Branches[b].From == e.From {
			last = graph.BranchID(b)
		}
	}
	if e.Unconditional() {
		return last == graph.None || !w.Engine.BranchShadows
	}
	return (e.Branch == last || !w.Engine.LastBranchWins) && !unchosen(&w.Branches[e.Branch], e.Label)
}

// unchosen reports whether the branch declares an edge of the label for other
// branches only.
func unchosen(b *graph.Branch, label string) bool {
	return b.Shared && b.Complete && label != "" && !slices.ContainsFunc(b.Values, func(v graph.Value) bool { return v.Text == label })
}

// out returns the edges that leave n, by branch; None stands for those that belong
// to none.
func (r referee) out(w *graph.Workflow, n graph.NodeID) map[graph.BranchID][]graph.EdgeID {
	m := make(map[graph.BranchID][]graph.EdgeID)
	for i := range w.Edges {
		if e := &w.Edges[i]; e.From == n && r.exists(w, e) {
			m[e.Branch] = append(m[e.Branch], graph.EdgeID(i))
		}
	}
	return m
}

// ways returns the sets of edges along which a run of n may send tokens.
func (r referee) ways(w *graph.Workflow, n graph.NodeID) [][]graph.EdgeID {
	out := r.out(w, n)
	list := [][]graph.EdgeID{out[graph.None]}
	for b := range w.Branches {
		if w.Branches[b].From != n || len(out[graph.BranchID(b)]) == 0 {
			continue
		}
		var more [][]graph.EdgeID
		for _, set := range list {
			for _, pick := range picks(w, graph.BranchID(b), out[graph.BranchID(b)]) {
				more = append(more, slices.Concat(set, pick))
			}
		}
		list = more
	}
	if w.Nodes[n].Kind != graph.KindExit && slices.Contains(w.Exits, n) {
		list = append(list, nil) // a run may end there
	}
	return list
}

// picks returns the sets of edges that one decision of b may take.
func picks(w *graph.Workflow, b graph.BranchID, edges []graph.EdgeID) [][]graph.EdgeID {
	br := &w.Branches[b]
	led := func(label string) []graph.EdgeID {
		var list []graph.EdgeID
		for _, e := range edges {
			if w.Edges[e].Label == label {
				list = append(list, e)
			}
		}
		return list
	}
	var list [][]graph.EdgeID
	if br.Together != nil {
		for _, set := range br.Together {
			var pick []graph.EdgeID
			for _, text := range set {
				pick = append(pick, led(text)...)
			}
			// Which values take the edges without one is not known.
			for _, more := range append(subsets(led("")), nil) {
				if len(pick)+len(more) > 0 || len(led("")) == 0 {
					list = append(list, slices.Concat(pick, more))
				}
			}
		}
		return list
	}
	for _, v := range br.Values {
		if br.Complete && len(led(v.Text)) == 0 && len(led("")) == 0 {
			list = append(list, nil)
		}
	}
	for _, j := range w.Jumps {
		if j.Branch == b {
			list = append(list, nil)
		}
	}
	for _, pick := range subsets(edges) {
		if len(pick) == 1 || br.Multi {
			list = append(list, pick)
		}
	}
	return list
}

// subsets returns the subsets of list that are not empty.
func subsets[T any](list []T) [][]T {
	var out [][]T
	for set := 1; set < 1<<len(list); set++ {
		var some []T
		for i, x := range list {
			if set>>i&1 != 0 {
				some = append(some, x)
			}
		}
		out = append(out, some)
	}
	return out
}

// leave returns how step i ends and sends its tokens; what is the event that this
// is, Decide if it is none but for the decision.
func (r referee) leave(s *situation, i int, what product.What) []turn {
	n := s.steps[i].node
	var list []turn
	for _, way := range r.ways(s.w, n) {
		next := s.with(i)
		if !countLoops(next, n, way) {
			continue
		}
		t := turn{letter: letter{in: s.w, node: n, what: what, labels: labels(s.w, way)}, next: next}
		if what == product.Decide && t.letter.labels == "" {
			t.letter.what = product.Pass
		}
		t.failed = len(way) == 0 && fails(s.w, n)
		if feedsJoin(s.w, n) {
			next.ran |= 1 << n
		}
		t.ended = r.send(next, tokensOf(s.w, way)...)
		list = append(list, t)
	}
	return list
}

func tokensOf(w *graph.Workflow, way []graph.EdgeID) []token {
	var list []token
	for _, e := range way {
		list = append(list, token{w.Edges[e].To, w.Edges[e].From})
	}
	return list
}

// labels returns the router values that a way takes.
func labels(w *graph.Workflow, way []graph.EdgeID) string {
	var list []string
	for _, e := range way {
		if w.Edges[e].Branch != graph.None && w.Edges[e].Label != "" {
			list = append(list, w.Edges[e].Label+"\n")
		}
	}
	slices.Sort(list)
	text := ""
	for _, l := range slices.Compact(list) {
		text += l
	}
	return text
}

// fails reports whether the run ends with an error if nothing follows n.
func fails(w *graph.Workflow, n graph.NodeID) bool {
	leads := slices.ContainsFunc(w.Edges, func(e graph.Edge) bool { return e.From == n }) ||
		slices.ContainsFunc(w.Jumps, func(j graph.Jump) bool { return j.From == n })
	exit := w.Nodes[n].Kind == graph.KindExit || slices.Contains(w.Exits, n) || w.Nodes[n].Sink && !leads
	return w.Engine.DeadEnd == graph.DeadEndFails && !exit
}

// countLoops counts the iterations of bounded loops when n goes along a way. It
// reports false if that is one too many.
//
// Where LOOP edges lead to a bounded node, an iteration is to be gone back to,
// since it was last come to by another edge. Where they only lead away from it,
// an iteration is to go back, since it last went on.
func countLoops(s *situation, n graph.NodeID, way []graph.EdgeID) bool {
	w := s.w
	back := func(e graph.EdgeID) bool { return w.Edges[e].Kind == graph.EdgeLoop }
	loops := func(leads func(*graph.Edge) bool) bool {
		return slices.ContainsFunc(w.Edges, func(e graph.Edge) bool { return e.Kind == graph.EdgeLoop && leads(&e) })
	}
	bounded := func(n graph.NodeID) bool { return w.Nodes[n].Bound.State == graph.BoundKnown && w.Nodes[n].Sub == nil }
	into := func(n graph.NodeID) bool { return loops(func(e *graph.Edge) bool { return e.To == n }) }
	more := func(n graph.NodeID) bool { s.counts[n]++; return s.counts[n] < w.Nodes[n].Bound.N }
	if bounded(n) && !into(n) {
		if !slices.ContainsFunc(way, back) {
			s.counts[n] = 0
		} else if !more(n) {
			return false
		}
	}
	for _, e := range way {
		if to := w.Edges[e].To; bounded(to) && into(to) {
			if !back(e) {
				s.counts[to] = 0
			} else if !more(to) {
				return false
			}
		}
	}
	return true
}
