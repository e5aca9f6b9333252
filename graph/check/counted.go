package check

// This file says which loops a counter in the state limits.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/unroll"
)

// maxCount is up to where counters do not wrap around.
const maxCount = 1 << 29

// limitedBy returns a counter that limits how often runs go round a loop of nodes: each round
// adds to it, and takes an edge that is only taken up to some value. Where it starts does not
// matter for that. Nothing takes away from a counter, so no run goes round for ever.
func (v *view) limitedBy(nodes []graph.NodeID) (graph.Counter, bool) {
	w := v.w
	if len(w.Counters) == 0 || !unroll.Counts(w) {
		return graph.Counter{}, false
	}
	for _, c := range w.Counters {
		wraps := false
		always := func(graph.EdgeID) bool { return true }
		pauses := func(n graph.NodeID) bool {
			adds := w.Nodes[n].Adds(c.Name)
			wraps = wraps || adds.Most > maxCount/len(nodes)
			return adds.Least == 0
		}
		free := func(e graph.EdgeID) bool {
			return !slices.ContainsFunc(w.Edges[e].Within, func(x graph.Within) bool {
				return x.Counter == c.Name && x.To != nil && *x.To < maxCount
			})
		}
		every := func(graph.NodeID) bool { return true }
		if !v.cycles(nodes, pauses, always) && !v.cycles(nodes, every, free) && !wraps {
			return c, true
		}
	}
	return graph.Counter{}, false
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
