package check

// This file checks decisions: routers, the values they return, and what the
// engine makes of the edges beside them.

import (
	"github.com/agentvet/agentvet/graph"
)

// routerShape reports routers that also send a token along edges that they do
// not choose. Edges of kind LOOP are alternatives by their nature, with or
// without a branch. Where the engine ignores edges beside a branch, the edge is
// ShadowedEdge's to report.
func (v *view) routerShape() []Problem {
	var bad []graph.EdgeID // of all routers, one after the other
	routers := 0
	for i, kind := range v.kinds {
		n := graph.NodeID(i)
		if kind != graph.KindRouter || v.is(n, generated) {
			continue
		}
		before := len(bad)
		for _, e := range v.x.Out(n) {
			if v.choice[e] == none && v.live[e] && (v.kind[e] == graph.EdgeDirect || v.kind[e] == graph.EdgeParallel) {
				bad = append(bad, e)
			}
		}
		if len(bad) > before {
			routers++
		}
	}
	list := make([]Problem, 0, routers)
	for len(bad) > 0 {
		n, k := v.from[bad[0]], 1
		for k < len(bad) && v.from[bad[k]] == n {
			k++
		}
		list = append(list, &RouterShape{base(v.w, n), bad[:k:k]})
		bad = bad[k:]
	}
	return list
}

// routerValues reports values that no edge of their branch takes (RouterValue)
// and edges of a branch whose values are all known that no value takes
// (RouterTarget), unless the branch shares its edges with others. An edge
// without a label may take any value. A branch that the
// engine replaces is not judged.
func (v *view) routerValues() []Problem {
	if !v.valued {
		v.valued, v.values = true, v.findRouterValues()
	}
	return v.values
}

func (v *view) findRouterValues() []Problem {
	unlike := v.unlikeValues()
	if unlike == nil {
		return nil
	}
	start, edges := v.byBranch(unlike)
	jumps := make(map[graph.BranchID][]string) // the labels of those that a branch selects
	for _, j := range v.w.Jumps {
		if j.Branch != none {
			jumps[j.Branch] = append(jumps[j.Branch], j.Label)
		}
	}
	var list []Problem
	var d decision
	for i := range v.w.Branches {
		b, branch := graph.BranchID(i), &v.w.Branches[i]
		if !unlike[b] || v.replaced(b) {
			continue
		}
		d.begin(branch)
		var dead []graph.EdgeID
		for _, e := range edges[start[b]:start[b+1]] {
			if !d.take(v.w.Edges[e].Label) && branch.Complete && !branch.Shared {
				dead = append(dead, e)
				if v.unchosen == nil {
					v.unchosen = make([]bool, len(v.choice))
				}
				v.unchosen[e] = true
			}
		}
		if len(dead) > 0 {
			list = append(list, &RouterTarget{base(v.w, branch.From), b, dead})
		}
		for _, label := range jumps[b] {
			d.take(label)
		}
		for k, first := range d.firsts {
			if !d.any && !d.taken[k] {
				list = append(list, v.untaken(b, first))
			}
		}
	}
	return list
}

// compareLabel counts how many edges of each branch have its values, from the first
// edge and value on: v.like is None for a branch of which another edge has another
// label. Most branches have one edge for each value, in order.
func (v *view) compareLabel(e *graph.Edge) {
	k, values := v.like[e.Branch], v.w.Branches[e.Branch].Values
	switch {
	case k == none:
	case int(k) < len(values) && values[k].Text == e.Label:
		v.like[e.Branch]++
	default:
		v.like[e.Branch] = none
	}
}

// unlikeValues says of each branch whether something is known of what its router
// returns, and its edges have not just these values. It is nil if there is no such
// branch.
func (v *view) unlikeValues() []bool {
	var unlike []bool
	for b := range v.w.Branches {
		branch := &v.w.Branches[b]
		if int(v.like[b]) == len(branch.Values) || len(branch.Values) == 0 && !branch.Complete {
			continue
		}
		if unlike == nil {
			unlike = make([]bool, len(v.w.Branches))
		}
		unlike[b] = true
	}
	return unlike
}

// isUnchosen reports whether no value of its branch, of which all are known, selects
// an edge.
func (v *view) isUnchosen(e graph.EdgeID) bool {
	v.routerValues()
	return v.unchosen != nil && v.unchosen[e]
}

// A decision is the values of one branch, and which of them lead somewhere.
type decision struct {
	values textSet
	firsts []int  // where the router returns each of them first
	taken  []bool // an edge or a jump takes it
	any    bool   // an edge or a jump takes every value
}

// begin makes d the decision of b. The memory of d is used again.
func (d *decision) begin(b *graph.Branch) {
	d.values.clear()
	d.firsts, d.taken, d.any = d.firsts[:0], d.taken[:0], false
	for i := range b.Values {
		if d.values.add(b.Values[i].Text) {
			d.firsts, d.taken = append(d.firsts, i), append(d.taken, false)
		}
	}
}

// take notes an edge or a jump with a label, and reports whether some value
// takes it.
func (d *decision) take(label string) bool {
	k := d.values.index(label)
	if k >= 0 {
		d.taken[k] = true
	}
	d.any = d.any || label == ""
	return k >= 0 || label == ""
}

// byBranch lists the edges of the branches at which in holds: those of b are
// edges[start[b]:start[b+1]].
func (v *view) byBranch(in []bool) (start []int32, edges []graph.EdgeID) {
	start = make([]int32, len(v.w.Branches)+2)
	for _, b := range v.choice {
		if b != none && in[b] {
			start[b+2]++
		}
	}
	for b := 2; b < len(start); b++ {
		start[b] += start[b-1]
	}
	edges = make([]graph.EdgeID, start[len(start)-1])
	for e, b := range v.choice {
		if b != none && in[b] {
			edges[start[b+1]] = graph.EdgeID(e)
			start[b+1]++
		}
	}
	return start, edges
}

// untaken returns the problem that no edge or jump takes the value of b with
// the given index.
func (v *view) untaken(b graph.BranchID, value int) *RouterValue {
	from := v.w.Branches[b].From
	p := &RouterValue{base(v.w, from), b, value}
	switch u := &v.unknown; {
	case u.anything != none:
		p.because(v, u.anything)
	case from != none && u.of(u.targets, from) != none:
		p.because(v, u.targets[from])
	}
	return p
}

// replaced reports whether a later branch of the same node replaces b.
func (v *view) replaced(b graph.BranchID) bool {
	from := v.w.Branches[b].From
	return v.w.Engine.LastBranchWins && from != none && v.branch[from] != b
}

// replacedBranches reports the branches that a later one replaces.
func (v *view) replacedBranches() []Problem {
	var list []Problem
	if !v.w.Engine.LastBranchWins {
		return nil
	}
	for b := range v.w.Branches {
		if id := graph.BranchID(b); v.replaced(id) {
			from := v.w.Branches[b].From
			list = append(list, &ReplacedBranch{base(v.w, from), id, v.branch[from]})
		}
	}
	return list
}

// shadowedEdges reports the edges that an unconditional edge to an exit cuts
// off, and those that a branch of their node makes dead: one problem a node and
// cause.
func (v *view) shadowedEdges() []Problem {
	var list []Problem
	if v.dead == nil {
		return nil
	}
	for i := range v.n {
		n := graph.NodeID(i)
		if v.kinds[n] == graph.KindExit {
			continue
		}
		if v.w.Engine.BranchShadows && v.branch[n] != none {
			if dead := v.outOf(n, func(e graph.EdgeID) bool { return v.w.Edges[e].Branch == none }); len(dead) > 0 {
				list = append(list, &CutOffByBranch{base(v.w, n), v.branch[n], dead})
			}
		}
		if v.exitEdge != nil && v.exitEdge[n] != none {
			if dead := v.outOf(n, func(e graph.EdgeID) bool { return v.cutOff(n, e) }); len(dead) > 0 {
				list = append(list, v.byExit(n, dead))
			}
		}
	}
	return list
}

// byExit returns the problem that the edge from n to an exit cuts off others. If it
// is optional, they are dead in some configurations.
func (v *view) byExit(n graph.NodeID, dead []graph.EdgeID) *CutOffByExit {
	p := &CutOffByExit{base(v.w, n), v.exitEdge[n], dead}
	if v.w.Edges[p.Exit].Optional() {
		p.Doubt = Doubt{Why: WhyGuard, Edge: p.Exit}
	}
	return p
}

// cutOff reports whether the edge from n to an exit ends the run before e is taken.
// What a branch makes dead, or the replacement of a branch, is not among them.
func (v *view) cutOff(n graph.NodeID, e graph.EdgeID) bool {
	edge := &v.w.Edges[e]
	if v.exit[edge.To] || v.excluded(v.exitEdge[n], e) {
		return false
	}
	if edge.Branch != none {
		return !v.replaced(edge.Branch)
	}
	return !v.w.Engine.BranchShadows || v.branch[n] == none
}

// outOf lists the edges out of n for which f holds.
func (v *view) outOf(n graph.NodeID, f func(graph.EdgeID) bool) []graph.EdgeID {
	var list []graph.EdgeID
	for _, e := range v.x.Out(n) {
		if f(e) {
			list = append(list, e)
		}
	}
	return list
}

// excluded reports whether no configuration has both edges of one node.
func (v *view) excluded(a, b graph.EdgeID) bool {
	if !v.w.Edges[a].Optional() || !v.w.Edges[b].Optional() {
		return false
	}
	return v.guards[a].Excludes(v.guards[b])
}
