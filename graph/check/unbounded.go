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
	can   bool    // what cannot be is Excluded
	open  []int32 // the unknown that leaves open what the node limits, or None; nil if there is none
}

// unbounded reports each loop of models without a limit once. Loops without a way
// out are not among them: they are livelocks. The cost is linear.
func (r *runner) unbounded(en *ending) []Problem {
	v := en.v
	if en.missed || v.w.Engine.StepLimit > 0 || !v.hasSay() {
		return nil
	}
	flags := &v.scratch.flags
	l := &rounds{v: v, can: r.o.Feasible != nil, reach: en.reach, free: flags.take(v.n), model: flags.take(v.n)}
	defer flags.give(l.free, l.model)
	some := false
	for _, n := range en.reach.order[:en.reach.known] {
		l.model[n] = r.asksModel(v, n)
		some = some || l.model[n]
		l.free[n] = en.canExit.certainly(n) && !v.is(n, counting) && !r.alwaysAsks(v, n)
	}
	if !some {
		return nil
	}
	l.findOpen()
	return l.problems()
}

// hasSay reports whether the program may have a say in a loop: it could set a limit,
// or a router of it decides.
func (v *view) hasSay() bool {
	if v.some&limitless != 0 {
		return true
	}
	for b := range v.w.Branches {
		if v.byProgram(&v.w.Branches[b]) {
			return true
		}
	}
	return false
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
	all := l.partition(l.free)
	if len(all.loops) == 0 {
		return nil
	}
	var list []Problem
	seen := make([]bool, len(all.loops))
	certain := all
	if sure, fewer := l.sure(all); fewer {
		certain = l.partition(sure)
	}
	for _, nodes := range certain.loops {
		if p := l.loop(nodes, certain); p != nil {
			seen[all.comp[nodes[0]]] = true
			list = append(list, p)
		}
	}
	if certain == all {
		return list
	}
	for c, nodes := range all.loops {
		if seen[c] {
			continue
		}
		if p := l.loop(nodes, all); p != nil {
			l.doubt(p.Common(), nodes)
			list = append(list, p)
		}
	}
	return list
}

// sure lists the nodes of the loops that limit nothing for certain: neither what is not
// known of them nor how they leave their component may count rounds. fewer says that
// some nodes are not among them.
func (l *rounds) sure(all *partition) (sure []bool, fewer bool) {
	v := l.v
	sure = v.scratch.flags.take(v.n)
	for _, nodes := range all.loops {
		for _, n := range nodes {
			sure[n] = l.open == nil || l.open[n] == none
			fewer = fewer || !sure[n]
		}
	}
	for b := range v.w.Branches {
		branch := &v.w.Branches[b]
		if branch.From != none && sure[branch.From] && l.leaves(graph.BranchID(b), all.comp) && !v.byModel(branch) && mayCount(branch) {
			sure[branch.From], fewer = false, true
		}
	}
	return sure, fewer
}

// loop returns the problem that a component of part is, or nil.
func (l *rounds) loop(nodes []graph.NodeID, part *partition) Problem {
	v := l.v
	if v.some&limitless != 0 && slices.ContainsFunc(nodes, func(n graph.NodeID) bool { return v.is(n, limitless) }) {
		return &UnsetLimit{l.round(none, nodes, part)}
	}
	if v.madeAtOnce(nodes) {
		return nil
	}
	branch := l.decider(part, part.comp[nodes[0]])
	if branch == none {
		return nil
	}
	p := &EndlessChoice{l.round(v.w.Branches[branch].From, nodes, part), branch}
	if slices.ContainsFunc(nodes, func(n graph.NodeID) bool { return l.runsCode(n, branch) }) {
		p.Doubt = Doubt{Why: WhyCount, Edge: none}
	}
	if c, ok := v.limitedBy(nodes); l.can && ok {
		p.Excluded = &Exclusion{Counters: []graph.Counter{c}, Proof: graph.Proof{Loop: len(nodes)}}
	}
	return p
}

// round returns the base of a problem of a loop: a way to a model in it and once round.
func (l *rounds) round(n graph.NodeID, nodes []graph.NodeID, part *partition) Base {
	b := base(l.v.w, n)
	at := nearest(l.reach, slices.DeleteFunc(slices.Clone(nodes), func(n graph.NodeID) bool { return !l.model[n] }))
	b.Witness, b.Cycle = l.v.lasso(l.reach, at, part.edges(l.v))
	return b
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

// byProgram reports whether code of the program decides at b.
func (v *view) byProgram(b *graph.Branch) bool {
	return b.From != none && (b.Func != "" || v.saysNothing())
}

// byModel reports whether no code decides at b, but the model of an agent.
func (v *view) byModel(b *graph.Branch) bool { return b.Func == "" && isAgent(&v.w.Nodes[b.From]) }

// noLimitSet reports whether the loop around n can have a limit at n and has none.
func noLimitSet(n *graph.Node) bool { return n.Bound.State == graph.BoundUnlimited && !isAgent(n) }

// saysNothing reports whether w is a graph file that does not say what runs it, so
// perhaps an engine with a limit.
func (v *view) saysNothing() bool {
	return v.w.Mode == graph.ModeUnspecified && v.w.Engine == graph.Engine{}
}

// doubt makes a problem unknown because of what is not known of its loop.
func (l *rounds) doubt(p *Base, nodes []graph.NodeID) {
	for _, n := range nodes {
		if l.open != nil && l.open[n] != none {
			p.because(l.v, l.open[n])
			return
		}
	}
	p.Doubt = Doubt{Why: WhyCount, Edge: none}
}

// asksModel reports whether a run of n can come to a model.
func (r *runner) asksModel(v *view, n graph.NodeID) bool {
	return v.kinds[n] == graph.KindLLM || v.is(n, nested) && r.modelRuns(v.w.Nodes[n].Sub)
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
		if r.asksModel(v, n) {
			r.models[w] = true
			break
		}
	}
	return r.models[w]
}

// alwaysAsks reports whether no run of n goes on without a human.
func (r *runner) alwaysAsks(v *view, n graph.NodeID) bool {
	if v.w.Engine.RunsOn {
		return false
	}
	if v.asks(n) || !v.leavesUnasked(n) {
		return true
	}
	if !v.is(n, nested) {
		return false
	}
	sub := v.w.Nodes[n].Sub
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
