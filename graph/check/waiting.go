package check

// This file says what waiting at joins means for gates. In mode all a node
// waits for every predecessor that can still deliver. If one of them asks a
// human and runs whenever the node does, the node is gated, even though another
// path leads to it past the human. A node with Join waits for all of them in any
// mode: one that asks is enough.
//
// A predecessor p runs whenever n does, if a dominator of n leads to p over
// unconditional edges alone. Whether one that also depends on decisions runs
// together with an ungated one is not decided here: such joins are doubtful,
// and a path through one gives the verdict Unknown, as does one into a node that
// waits for what comes through one. The cost is O((V+E) log V).

import "github.com/agentvet/agentvet/graph"

// joinGates are the joins of one body at which waiting matters; zero if none.
type joinGates struct {
	w        *graph.Workflow
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
		doubt = reason{why: WhyJoin, edge: edge, in: j.w}
	}
	return gated, doubt
}

// waiting computes the joins of body b. The bodies inside it are summarized.
func (g *gates) waiting(b int32) joinGates {
	v := g.views[b]
	if !v.anyWaits() {
		return joinGates{}
	}
	j := joinGates{v.w, make([]bool, v.n), make([]graph.EdgeID, v.n), make([]graph.EdgeID, v.n)}
	for i := range v.n {
		j.doubtful[i], j.merging[i] = none, none
	}
	d := newDAG(v, v.live)
	defer d.release()
	if d.loops {
		// Engines that wait for all refuse cycles; nothing is proved about one.
		for i := range v.w.Edges {
			if to := v.to[i]; v.live[i] && v.waits(to) {
				j.merging[to], j.doubtful[to] = graph.EdgeID(i), graph.EdgeID(i)
			}
		}
		return j
	}
	tree := newDomTree(d)
	forced := v.forcedFrom(d, tree)
	unasked := make([]bool, v.n) // may leave the node with no human on the way
	surely := make([]bool, v.n)  // and no doubt about a join on the way says otherwise
	for i, n := range d.order {
		free, plain := i == 0, i == 0
		for _, e := range v.x.In(n) {
			free = free || d.edge[e] && unasked[v.from[e]]
			plain = plain || d.edge[e] && surely[v.from[e]]
		}
		for _, e := range v.x.In(n) {
			p := v.from[e]
			if !v.live[e] || !v.waits(n) {
				continue
			}
			j.merging[n] = e
			if v.is(n, waiting) && i > 0 && !(d.edge[e] && v.together(tree, forced, e)) {
				j.doubtful[n] = e // without it n never runs
			}
			if !d.in[p] || !free || !d.edge[e] || surely[p] {
				continue
			}
			j.doubtful[n] = e
			if unasked[p] {
				continue
			}
			if i > 0 && (v.is(n, waiting) || v.together(tree, forced, e)) && g.delivers(b, p) {
				j.gated[n] = true
			}
		}
		unasked[n] = free && !j.gated[n] && !g.asks(b, n) && g.leaves(b, n) && g.maySkip(b, n)
		surely[n] = unasked[n] && plain && j.doubtful[n] == none
	}
	return j
}

// together reports whether the source of e runs, and takes e, whenever its
// target runs.
func (v *view) together(tree *domTree, forced []int32, e graph.EdgeID) bool {
	edge := &v.w.Edges[e]
	return edge.Branch == none && !edge.Optional() && forced[edge.From] <= tree.at[tree.at[edge.To].parent].depth
}

// waits reports whether n waits for more than one predecessor.
func (v *view) waits(n graph.NodeID) bool {
	return len(v.x.In(n)) > 1 && (v.w.Mode == graph.ModeAll || v.is(n, waiting))
}

// anyWaits reports whether some node waits, and tokens exist to wait for. A
// node with Join waits even for those that cannot come.
func (v *view) anyWaits() bool {
	if v.w.Mode != graph.ModeAll && v.some&waiting == 0 {
		return false
	}
	all := false
	for i := range v.n {
		if n := graph.NodeID(i); v.waits(n) {
			if v.is(n, waiting) {
				return true
			}
			all = true
		}
	}
	return all && v.forks()
}

// maySkip reports whether the body of n, if it has one, can be passed unasked.
func (g *gates) maySkip(b int32, n graph.NodeID) bool {
	v := g.views[b]
	return !v.is(n, nested) || g.passable[possible][g.index[v.w.Nodes[n].Sub]] != nil
}

// delivers reports whether the body of n, if it has one, ends for certain: else
// nobody waits for n.
func (g *gates) delivers(b int32, n graph.NodeID) bool {
	v := g.views[b]
	return !v.is(n, nested) || g.finite[form(false)][certain][g.index[v.w.Nodes[n].Sub]]
}

// forcedFrom returns for each node the depth, in the dominator tree, of its
// highest dominator from which unconditional edges alone lead to it. A node
// with Join is forced by what forces all of its predecessors.
func (v *view) forcedFrom(d *dag, tree *domTree) []int32 {
	forced := make([]int32, v.n)
	for i, n := range d.order {
		forced[n] = tree.at[n].depth
		if i == 0 {
			continue
		}
		one, all := forced[n], int32(0)
		for _, e := range v.x.In(n) {
			switch {
			case !v.live[e]:
			case d.edge[e] && v.together(tree, forced, e):
				one, all = min(one, forced[v.from[e]]), max(all, forced[v.from[e]])
			default:
				all = forced[n]
			}
		}
		if forced[n] = one; v.is(n, waiting) {
			forced[n] = all
		}
	}
	return forced
}

// forks reports whether a step exists that may send two tokens.
func (v *view) forks() bool {
	for i := range v.n {
		if v.forksAt(graph.NodeID(i), v.live) {
			return true
		}
	}
	return false
}

// forksAt reports whether a run of n may take two of the edges that pass.
// Whether two exclude each other is an equivalence, so neighbours suffice;
// except at a branch whose sets of values are known, which counts as a fork.
func (v *view) forksAt(n graph.NodeID, pass []bool) bool {
	last := graph.EdgeID(none)
	for _, e := range v.x.Out(n) {
		if !pass[e] {
			continue
		}
		if b := v.choice[e]; last != none && (b == none || b != v.choice[last] || v.w.Branches[b].Multi) {
			return true
		}
		last = e
	}
	return false
}
