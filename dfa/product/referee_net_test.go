package product_test

// This file says how tokens go through a workflow: along which edges, when a node
// that they wait at begins, and when a body is done.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// exists reports whether control can pass along e.
func (r referee) exists(w *graph.Workflow, e *graph.Edge) bool {
	if w.Nodes[e.From].Kind == graph.KindExit {
		return false
	}
	if e.Optional() {
		if c, negated := check.Guard(e); r.world[c] == negated {
			return false
		}
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
