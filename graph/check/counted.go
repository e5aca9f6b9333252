package check

// This file says which loops a counter in the state limits, and leaves out runs that counters and
// truth values there do not allow.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/unroll"
	"github.com/agentvet/agentvet/graph/verdict"
)

// maxCount is up to where counters do not wrap around.
const maxCount = 1 << 29

// limitedBy returns a counter that limits how often runs go round a loop of nodes: each round
// adds to it, takes an edge that is only taken up to some value, and does nothing else to it. Where
// it starts does not matter for that. Nothing in the loop takes away from it, so no run goes round
// for ever. The same goes for one from which each round takes away.
func (v *view) limitedBy(nodes []graph.NodeID) (graph.Counter, bool) {
	w := v.w
	if len(w.Counters) == 0 || !unroll.Counts(w) {
		return graph.Counter{}, false
	}
	for _, c := range w.Counters {
		if slices.ContainsFunc(nodes, func(n graph.NodeID) bool { return !w.Nodes[n].Does(c.Name).Counting() }) {
			continue
		}
		if v.limits(nodes, c.Name, false) || v.limits(nodes, c.Name, true) {
			return c, true
		}
	}
	return graph.Counter{}, false
}

// limits reports whether each round of a loop adds to a counter, or takes away from it, as far as an edge lets it.
func (v *view) limits(nodes []graph.NodeID, counter string, down bool) bool {
	w, wraps := v.w, false
	always := func(graph.EdgeID) bool { return true }
	pauses := func(n graph.NodeID) bool {
		does := w.Nodes[n].Does(counter)
		least, most := does.Least, does.Most
		if down {
			least, most = -most, -least
		}
		wraps = wraps || least < 0 || most > maxCount/len(nodes)
		return least == 0
	}
	free := func(e graph.EdgeID) bool {
		return !slices.ContainsFunc(w.Edges[e].Within, func(x graph.Within) bool {
			if down {
				return x.Counter == counter && x.From != nil && *x.From > -maxCount
			}
			return x.Counter == counter && x.To != nil && *x.To < maxCount
		})
	}
	every := func(graph.NodeID) bool { return true }
	for _, n := range nodes {
		pauses(n) // each of them may wrap around
	}
	return !wraps && !v.cycles(nodes, pauses, always) && !v.cycles(nodes, every, free)
}

// A gateSite is where a gate is missing, and since when.
type gateSite struct {
	n     graph.NodeID
	again bool // since the tool ran before
}

// siteOf returns the site of a problem of a gate at a step of w.
func siteOf(q Problem, w *graph.Workflow) (at gateSite, ok bool) {
	switch q.(type) {
	case *Ungated:
	case *UngatedAgain:
		at.again = true
	default:
		return at, false
	}
	at.n = q.Common().Node
	return at, q.Common().Workflow == w
}

// allowed decides the problems of gates of p's workflow once more, without the runs that its
// counters do not allow. What is no problem there is excluded, and what is one is shown by a run
// that they allow.
func (p *pass) allowed(list []Problem) []Problem {
	w := p.v.w
	if p.o.Feasible == nil || len(list) == 0 || len(w.Counters) == 0 {
		return list
	}
	u := unroll.Of(w)
	if u == nil {
		return list
	}
	left, order := p.sites(u)
	var gone []gateSite // excluded
	for _, q := range list {
		at, ok := siteOf(q, w)
		b := q.Common()
		if !ok || b.Excluded != nil {
			continue
		}
		if left[at] == nil {
			b.Excluded = &Exclusion{Counters: u.Counters}
			gone = append(gone, at)
		} else if is := left[at].Common(); is.Verdict() == b.Verdict() {
			b.Witness, b.Cycle = original(u, is.Witness), is.Cycle
		}
		delete(left, at)
	}
	p.explain(list, gone)
	// Where a tool cannot run unasked for the first time, it may run so again.
	for _, at := range order {
		if q, ok := left[at].(*UngatedAgain); ok {
			q.Workflow, q.Node, q.Witness = w, at.n, original(u, q.Witness)
			list = append(list, q)
		}
	}
	return list
}

// sites returns the problems of gates in an unrolled workflow, by their sites in the workflow itself,
// and these in order.
func (p *pass) sites(u *unroll.Unrolled) (left map[gateSite]Problem, order []gateSite) {
	left = make(map[gateSite]Problem)
	for _, q := range humanGate(u.Workflow, p.o, p.view) {
		at, ok := siteOf(q, u.Workflow)
		if !ok || q.Common().Excluded != nil {
			continue
		}
		at.n = u.Node[at.n]
		if left[at] == nil {
			order = append(order, at)
		}
		if left[at] == nil || left[at].Common().Verdict() == verdict.Unknown {
			left[at] = q
		}
	}
	return left, order
}

// explain says of the problems that counters exclude, those at the sites that are gone, which of
// them are needed for that.
func (p *pass) explain(list []Problem, gone []gateSite) {
	w := p.v.w
	if len(gone) == 0 {
		return
	}
	fewer := *w
	fewer.Counters = unroll.Needed(w, func(u *unroll.Unrolled) bool {
		left, _ := p.sites(u)
		return !slices.ContainsFunc(gone, func(at gateSite) bool { return left[at] != nil })
	})
	proof := unroll.Of(&fewer).Proof()
	for _, q := range list {
		if at, ok := siteOf(q, w); ok && slices.Contains(gone, at) && q.Common().Excluded.Counters != nil {
			q.Common().Excluded.Counters, q.Common().Excluded.Proof = fewer.Counters, proof
		}
	}
}

// original returns a path of an unrolled workflow as one of the workflow itself.
func original(u *unroll.Unrolled, path graph.Witness) graph.Witness {
	path = slices.Clone(path)
	for i := range path {
		if s := &path[i]; s.In == nil || s.In == u.Workflow {
			s.In, s.Node = nil, u.Node[s.Node]
			if s.Edge != none {
				s.Edge = u.Edge[s.Edge]
			}
		}
	}
	return path
}

// cycles reports whether there is a cycle among those of some nodes, and over those edges, that
// functions allow.
func (v *view) cycles(nodes []graph.NodeID, in func(graph.NodeID) bool, over func(graph.EdgeID) bool) bool {
	waits := make(map[graph.NodeID]int) // how many edges lead to a node
	for _, n := range nodes {
		if in(n) {
			waits[n] = 0
		}
	}
	next := func(n graph.NodeID, yield func(to graph.NodeID)) {
		for _, e := range v.x.Out(n) {
			if _, inside := waits[v.to[e]]; inside && over(e) {
				yield(v.to[e])
			}
		}
	}
	for n := range waits {
		next(n, func(to graph.NodeID) { waits[to]++ })
	}
	var free []graph.NodeID
	for n, k := range waits {
		if k == 0 {
			free = append(free, n)
		}
	}
	done := 0
	for ; len(free) > 0; done++ {
		n := free[len(free)-1]
		free = free[:len(free)-1]
		next(n, func(to graph.NodeID) {
			if waits[to]--; waits[to] == 0 {
				free = append(free, to)
			}
		})
	}
	return done < len(waits)
}
