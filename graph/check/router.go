package check

// This file checks decisions: routers, the values they return, and what the
// engine makes of the edges beside them.

import "github.com/agentvet/agentvet/graph"

// routerShape reports routers that also send a token along edges that they do
// not choose. Edges of kind LOOP are alternatives by their nature, with or
// without a branch. Where the engine ignores edges beside a branch, the edge is
// ShadowedEdge's to report.
func (v *view) routerShape() []Problem {
	var list []Problem
	for i := range v.w.Nodes {
		if v.w.Nodes[i].Kind != graph.KindRouter || v.w.Nodes[i].Generated {
			continue
		}
		n := graph.NodeID(i)
		var bad []graph.EdgeID
		for _, e := range v.x.Out(n) {
			edge := &v.w.Edges[e]
			if edge.Branch == none && (edge.Kind == graph.EdgeDirect || edge.Kind == graph.EdgeParallel) && v.live[e] {
				bad = append(bad, e)
			}
		}
		if len(bad) > 0 {
			p := newProblem(RouterShape, v.w, n)
			p.Edge, p.Edges = bad[0], bad
			list = append(list, p)
		}
	}
	return list
}

// A label is a router value at a branch.
type label struct {
	b    graph.BranchID
	text string
}

// routerValues reports values that no edge of their branch takes (RouterValue)
// and edges of a branch whose values are all known that no value takes
// (RouterTarget), unless the branch shares its edges with others. An edge
// without a label may take any value. A branch that the
// engine replaces is not judged.
func (v *view) routerValues() []Problem {
	values := 0
	for b := range v.w.Branches {
		values += len(v.w.Branches[b].Values)
	}
	if values == 0 && !v.anyComplete() {
		return nil
	}
	returned := make(map[label]bool, values)
	for b := range v.w.Branches {
		for _, value := range v.w.Branches[b].Values {
			returned[label{graph.BranchID(b), value.Text}] = true
		}
	}
	taken := make(map[label]bool)
	wild := make([]bool, len(v.w.Branches))
	var list []Problem
	take := func(b graph.BranchID, text string) {
		if b != none {
			taken[label{b, text}] = true
			wild[b] = wild[b] || text == ""
		}
	}
	for i := range v.w.Edges {
		e := &v.w.Edges[i]
		take(e.Branch, e.Label)
		if e.Branch != none && e.Label != "" && v.w.Branches[e.Branch].Complete && !v.w.Branches[e.Branch].Shared && !v.replaced(e.Branch) && !returned[label{e.Branch, e.Label}] {
			p := newProblem(RouterTarget, v.w, e.From)
			p.Branch, p.Edge = e.Branch, graph.EdgeID(i)
			list = append(list, p)
		}
	}
	for _, j := range v.w.Jumps {
		take(j.Branch, j.Label)
	}
	for b := range v.w.Branches {
		if id := graph.BranchID(b); !wild[b] && !v.replaced(id) {
			list = v.untaken(list, id, taken)
		}
	}
	return list
}

func (v *view) anyComplete() bool {
	for b := range v.w.Branches {
		if v.w.Branches[b].Complete {
			return true
		}
	}
	return false
}

// untaken reports each distinct value of b that no edge or jump takes.
func (v *view) untaken(list []Problem, b graph.BranchID, taken map[label]bool) []Problem {
	branch := &v.w.Branches[b]
	for i, value := range branch.Values {
		if taken[label{b, value.Text}] {
			continue
		}
		taken[label{b, value.Text}] = true // once, however often it is returned
		p := newProblem(RouterValue, v.w, branch.From)
		p.Branch, p.Value = b, i
		switch u := &v.unknown; {
		case u.anything != none:
			p.because(v, u.anything)
		case branch.From != none && u.of(u.targets, branch.From) != none:
			p.because(v, u.targets[branch.From])
		}
		list = append(list, p)
	}
	return list
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
			p := newProblem(ReplacedBranch, v.w, v.w.Branches[b].From)
			p.Branch, p.Other = id, v.branch[p.Node]
			list = append(list, p)
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
		if v.w.Nodes[n].Kind == graph.KindExit {
			continue
		}
		if v.w.Engine.BranchShadows && v.branch[n] != none {
			list = v.shadowed(list, n, ShadowedByBranch, func(e *graph.Edge) bool { return e.Branch == none })
		}
		if v.exitEdge != nil && v.exitEdge[n] != none {
			list = v.shadowed(list, n, ShadowedByExit, func(e *graph.Edge) bool {
				return !v.exit[e.To] && (e.Branch == none || !v.replaced(e.Branch)) && !(v.w.Engine.BranchShadows && e.Branch == none && v.branch[n] != none)
			})
		}
	}
	return list
}

// shadowed reports the out-edges of n that are dead for one reason. If the
// edge that cuts them off is optional, they are dead in some configurations.
func (v *view) shadowed(list []Problem, n graph.NodeID, detail Detail, isDead func(*graph.Edge) bool) []Problem {
	p := newProblem(ShadowedEdge, v.w, n)
	p.Detail = detail
	if detail == ShadowedByBranch {
		p.Branch = v.branch[n]
	} else if p.Edge = v.exitEdge[n]; v.w.Edges[p.Edge].Optional() {
		p.Verdict, p.Why, p.Cause = Unknown, WhyGuard, p.Edge
	}
	for _, e := range v.x.Out(n) {
		if isDead(&v.w.Edges[e]) && !v.excluded(p.Edge, e) {
			p.Edges = append(p.Edges, e)
		}
	}
	if len(p.Edges) == 0 {
		return list
	}
	return append(list, p)
}

// excluded reports whether no configuration has both edges of one node.
func (v *view) excluded(a, b graph.EdgeID) bool {
	if a == none || !v.w.Edges[a].Optional() || !v.w.Edges[b].Optional() {
		return false
	}
	return normalGuard(v.w.Edges[a].Guard) == negation(normalGuard(v.w.Edges[b].Guard))
}
