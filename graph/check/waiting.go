package check

// This file says what waiting at joins means for gates. In mode all a node
// waits for every predecessor that can still deliver. If one of them asks a
// human and runs whenever the node does, the node is gated, even though another
// path leads to it past the human.
//
// A predecessor p runs whenever n does, if a dominator of n leads to p over
// unconditional edges alone. Whether one that also depends on decisions runs
// together with an ungated one is not decided here: such joins are doubtful,
// and a path through one gives the verdict Unknown. The cost is O((V+E) log V).

import "github.com/agentvet/agentvet/graph"

// joinGates are the joins of one body at which waiting matters; zero if none.
type joinGates struct {
	gated    []bool         // waits for a human on every run
	doubtful []graph.EdgeID // the edge from a predecessor that asks a human and may run as well, or None
	merging  []graph.EdgeID // an edge into a node that waits, or None; for runs since a tool ran
}

// at returns whether n is gated, and why it may be. since asks about a human
// since some earlier step, for which what dominates n says nothing.
func (j *joinGates) at(n graph.NodeID, since bool) (gated bool, doubt reason) {
	edge := graph.EdgeID(none)
	switch {
	case j.gated == nil:
		return false, reason{}
	case since:
		edge = j.merging[n]
	default:
		gated, edge = j.gated[n], j.doubtful[n]
	}
	if edge != none {
		doubt = reason{why: WhyJoin, edge: edge}
	}
	return gated, doubt
}

// waiting computes the joins of body b. The bodies inside it are summarized.
func (g *gates) waiting(b int32) joinGates {
	v := g.views[b]
	if v.w.Mode != graph.ModeAll || !v.forks() {
		return joinGates{}
	}
	j := joinGates{make([]bool, v.n), make([]graph.EdgeID, v.n), make([]graph.EdgeID, v.n)}
	for i := range v.n {
		j.doubtful[i], j.merging[i] = none, none
	}
	d := newDAG(v, v.live)
	if d.loops {
		// Engines that wait for all refuse cycles; nothing is proved about one.
		for i := range v.w.Edges {
			if to := v.to[i]; v.live[i] && len(v.x.In(to)) > 1 {
				j.merging[to], j.doubtful[to] = graph.EdgeID(i), graph.EdgeID(i)
			}
		}
		return j
	}
	tree := newDomTree(d)
	forced := v.forcedFrom(d, tree)
	unasked := make([]bool, v.n) // may leave the node with no human on the way
	for i, n := range d.order {
		free := i == 0
		for _, e := range v.x.In(n) {
			free = free || d.edge[e] && unasked[v.from[e]]
		}
		for _, e := range v.x.In(n) {
			p := v.from[e]
			if !d.in[p] || !v.live[e] || len(v.x.In(n)) < 2 {
				continue
			}
			j.merging[n] = e
			if !free || !d.edge[e] || unasked[p] {
				continue
			}
			j.doubtful[n] = e
			if i > 0 && v.w.Edges[e].Branch == none && !v.w.Edges[e].Optional() && forced[p] <= tree.depth[tree.parent[n]] && g.delivers(b, p) {
				j.gated[n] = true
			}
		}
		unasked[n] = free && !j.gated[n] && !g.asks(b, n) && g.leaves(b, n) && g.maySkip(b, n)
	}
	return j
}

// maySkip reports whether the body of n, if it has one, can be passed unasked.
func (g *gates) maySkip(b int32, n graph.NodeID) bool {
	sub := g.views[b].w.Nodes[n].Sub
	return sub == nil || g.passable[possible][g.index[sub]] != nil
}

// delivers reports whether the body of n, if it has one, ends for certain: else
// nobody waits for n.
func (g *gates) delivers(b int32, n graph.NodeID) bool {
	sub := g.views[b].w.Nodes[n].Sub
	return sub == nil || g.finite[certain][g.index[sub]]
}

// forcedFrom returns for each node the depth, in the dominator tree, of its
// highest dominator from which unconditional edges alone lead to it.
func (v *view) forcedFrom(d *dag, tree *domTree) []int32 {
	forced := make([]int32, v.n)
	for i, n := range d.order {
		forced[n] = tree.depth[n]
		if i == 0 {
			continue
		}
		above := tree.depth[tree.parent[n]]
		for _, e := range v.x.In(n) {
			edge := &v.w.Edges[e]
			if d.edge[e] && edge.Branch == none && !edge.Optional() && forced[edge.From] <= above {
				forced[n] = min(forced[n], forced[edge.From])
			}
		}
	}
	return forced
}

// forks reports whether a step exists that may send two tokens.
func (v *view) forks() bool {
	for i := range v.n {
		last := graph.EdgeID(none)
		for _, e := range v.x.Out(graph.NodeID(i)) {
			if !v.live[e] {
				continue
			}
			if last != none && v.concurrent(last, e) {
				return true
			}
			last = e
		}
	}
	return false
}
