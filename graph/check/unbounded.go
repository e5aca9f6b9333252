package check

// This file finds loops of models that nothing limits: each round can be followed
// by another, and the engine, the nodes and the code set no number of rounds.
//
// A node limits the cycles through it if it counts rounds (Node.Bound), or if each
// run of it asks a human, who sees each round. Without those nodes, a strongly
// connected component in which a model runs is a loop without a limit, if the
// program has a say in it: a limit can be set at a node of it and is not, or a
// router of the program decides each time whether to leave. Agents that hand over
// to each other as their models like are no such loop. The rounds of an agent
// limit what it does in one run, not how often it runs.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// rounds searches one workflow.
type rounds struct {
	v     *view
	reach *tree
	free  []bool  // a round can pass the node, and nothing there limits their number
	model []bool  // a model runs there
	open  []int32 // the unknown that leaves open what the node limits, or None; nil if there is none
}

// unbounded reports each loop of models without a limit once. Loops without a way
// out are not among them: they are livelocks. The cost is linear.
func (r *runner) unbounded(en *ending) []Problem {
	v := en.v
	if en.missed || v.w.Engine.StepLimit > 0 || !r.modelRuns(v.w) {
		return nil
	}
	l := &rounds{v: v, reach: en.reach, free: make([]bool, v.n), model: make([]bool, v.n)}
	for _, n := range en.reach.order[:en.reach.known] {
		node := &v.w.Nodes[n]
		l.free[n] = en.canExit.certainly(n) && !countsRounds(node) && !r.alwaysAsks(v, n)
		l.model[n] = node.Kind == graph.KindLLM || node.Sub != nil && r.modelRuns(node.Sub)
	}
	l.findOpen()
	return l.problems()
}

// countsRounds reports whether a bound of n limits the loop in which it stands. What
// an agent says is how often it asks its own model.
func countsRounds(n *graph.Node) bool {
	return (n.Bound.State == graph.BoundKnown || n.Bound.State == graph.BoundPresent) && !isAgent(n)
}

func isAgent(n *graph.Node) bool { return n.Kind == graph.KindLLM && n.Calls == graph.CallsAny }

// findOpen lists the nodes that may count rounds or ask a human, for all that is
// known.
func (l *rounds) findOpen() {
	for i := range l.v.w.Unknowns {
		u := &l.v.w.Unknowns[i]
		if u.Node == none || u.What != graph.UnknownBody && u.What != graph.UnknownBound || isAgent(&l.v.w.Nodes[u.Node]) {
			continue
		}
		if l.open == nil {
			l.open = make([]int32, l.v.n)
			for n := range l.open {
				l.open[n] = none
			}
		}
		l.open[u.Node] = int32(i)
	}
}

// problems returns the loops that exist whatever is not known, and those for which
// that decides. One loop is reported once.
func (l *rounds) problems() []Problem {
	var list []Problem
	v := l.v
	comp, count := v.components(l.free, v.live)
	sure := make([]bool, v.n)
	for n := range sure {
		sure[n] = l.free[n] && (l.open == nil || l.open[n] == none)
	}
	for b := range v.w.Branches {
		if branch := &v.w.Branches[b]; branch.From != none && l.leaves(graph.BranchID(b), comp) && !v.byModel(branch) && mayCount(branch) {
			sure[branch.From] = false
		}
	}
	seen := make([]bool, count)
	certain, some := v.components(sure, v.live)
	inside := l.inside(certain)
	for _, nodes := range members(certain, some) {
		if p, ok := l.loop(nodes, certain, inside); ok {
			seen[comp[nodes[0]]] = true
			list = append(list, p)
		}
	}
	inside = l.inside(comp)
	for c, nodes := range members(comp, count) {
		if seen[c] {
			continue
		}
		if p, ok := l.loop(nodes, comp, inside); ok {
			l.doubt(&p, nodes)
			list = append(list, p)
		}
	}
	return list
}

// inside returns the edges within components.
func (l *rounds) inside(comp []int32) []bool {
	v := l.v
	pass := make([]bool, len(v.live))
	for e := range pass {
		pass[e] = v.live[e] && comp[v.from[e]] != none && comp[v.from[e]] == comp[v.to[e]]
	}
	return pass
}

// leaves reports whether branch b decides between another round of the component
// of its node and a way out of it.
func (l *rounds) leaves(b graph.BranchID, comp []int32) bool {
	from := l.v.w.Branches[b].From
	if comp[from] == none {
		return false
	}
	in, out := false, false
	for _, e := range l.v.x.Out(from) {
		if l.v.live[e] && l.v.choice[e] == b {
			inside := comp[l.v.to[e]] == comp[from]
			in, out = in || inside, out || !inside
		}
	}
	return in && out
}

// loop returns the problem that a component is, if it is one.
func (l *rounds) loop(nodes []graph.NodeID, comp []int32, inside []bool) (Problem, bool) {
	v := l.v
	at := nearest(l.reach, slices.DeleteFunc(slices.Clone(nodes), func(n graph.NodeID) bool { return !l.model[n] }))
	if at == none || v.round(at, inside) == nil {
		return Problem{}, false
	}
	p := newProblem(Unbounded, v.w, none)
	p.Detail = RoundsUnset
	if !slices.ContainsFunc(nodes, l.unset) {
		if v.madeAtOnce(nodes) {
			return p, false
		}
		p.Detail, p.Branch = RoundsChosen, l.decider(nodes, comp)
		if p.Branch == none {
			return p, false
		}
		p.Node = v.w.Branches[p.Branch].From
		if slices.ContainsFunc(nodes, func(n graph.NodeID) bool { return l.runsCode(n, p.Branch) }) {
			p.Verdict, p.Why = Unknown, WhyCount
		}
	}
	p.Witness, p.Cycle = v.lasso(l.reach, at, inside)
	return p, true
}

// runsCode reports whether n runs code of the program other than that of branch b: it
// may count, and at last write what the router takes for the end.
func (l *rounds) runsCode(n graph.NodeID, b graph.BranchID) bool {
	f := l.v.w.Nodes[n].Func
	return f != "" && f != l.v.w.Branches[b].Func
}

// madeAtOnce reports whether one call of a framework makes the whole loop, and its
// router: the program has no say in it.
func (v *view) madeAtOnce(nodes []graph.NodeID) bool {
	return v.w.Pos.IsValid() && !slices.ContainsFunc(nodes, func(n graph.NodeID) bool { return v.w.Nodes[n].Pos != v.w.Pos })
}

// byModel reports whether no code decides at b, but the model of an agent.
func (v *view) byModel(b *graph.Branch) bool { return b.Func == "" && isAgent(&v.w.Nodes[b.From]) }

// unset reports whether the loop around n has a limit at n that is not set.
func (l *rounds) unset(n graph.NodeID) bool {
	node := &l.v.w.Nodes[n]
	return node.Bound.State == graph.BoundUnlimited && !isAgent(node)
}

// decider returns the branch at which the program decides whether a round was the
// last, None if only models do: the one nearest to the entry.
func (l *rounds) decider(nodes []graph.NodeID, comp []int32) graph.BranchID {
	best := graph.BranchID(none)
	rank := l.reach.ranks()
	for b := range l.v.w.Branches {
		branch := &l.v.w.Branches[b]
		if branch.From == none || comp[branch.From] == none || comp[branch.From] != comp[nodes[0]] {
			continue
		}
		if (branch.Func != "" || l.v.saysNothing()) && l.leaves(graph.BranchID(b), comp) &&
			(best == none || rank[branch.From] < rank[l.v.w.Branches[best].From]) {
			best = graph.BranchID(b)
		}
	}
	return best
}

// saysNothing reports whether w is a graph file that does not say what runs it, so
// perhaps an engine with a limit.
func (v *view) saysNothing() bool {
	return v.w.Mode == graph.ModeUnspecified && v.w.Engine == graph.Engine{}
}

// doubt makes p Unknown because of what is not known of its loop.
func (l *rounds) doubt(p *Problem, nodes []graph.NodeID) {
	for _, n := range nodes {
		if l.open != nil && l.open[n] != none {
			p.because(l.v, l.open[n])
			return
		}
	}
	p.Verdict, p.Why = Unknown, WhyCount
}

// modelRuns reports whether a run of w can come to a model.
func (r *runner) modelRuns(w *graph.Workflow) bool {
	found, ok := r.models[w]
	if ok {
		return found
	}
	r.models[w] = false // a body inside itself adds nothing
	v := r.view(w)
	for _, n := range v.forward(v.live).order {
		node := &w.Nodes[n]
		if node.Kind == graph.KindLLM || node.Sub != nil && r.modelRuns(node.Sub) {
			r.models[w] = true
			break
		}
	}
	return r.models[w]
}

// alwaysAsks reports whether no run of n goes on without a human.
func (r *runner) alwaysAsks(v *view, n graph.NodeID) bool {
	if v.asks(n) || !v.leavesUnasked(n) {
		return true
	}
	sub := v.w.Nodes[n].Sub
	if sub == nil {
		return false
	}
	asked, ok := r.asked[sub]
	if ok {
		return asked
	}
	r.asked[sub] = false // to come round to it again asks nobody
	s := r.view(sub)
	pass := make([]bool, len(s.live))
	for e := range pass {
		pass[e] = s.live[e] && !r.alwaysAsks(s, s.from[e])
	}
	asked = true
	for _, m := range s.forward(pass).order {
		asked = asked && (!s.mayEnd(m) || r.alwaysAsks(s, m))
	}
	r.asked[sub] = asked
	return asked
}

// mayEnd reports whether a run of a body may be over at n, or go on to what is not
// known.
func (v *view) mayEnd(n graph.NodeID) bool {
	return v.exit[n] || v.jump[n] || len(v.x.Out(n)) == 0 || len(v.w.Unknowns) > 0
}
