package check

// This file checks that runs can end: exits are reachable, and no step is
// reachable from which none is. doc.go says which of the two is reported.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// An ending is what the checks of this file, and those that must not repeat
// them, know of a workflow.
type ending struct {
	v       *view
	body    bool  // the workflow is the body of a step of another one
	reach   *tree // forward over live edges
	canExit *tree // backward over declared edges, from exits and jumps
	missed  bool  // no exit is reachable: that is reported, and no trap is
	noExit  bool  // no exit is reachable, but perhaps a jump
}

// newEnding searches for the ends of runs. The trees hold what unknowns add.
func newEnding(v *view, body bool) *ending {
	en := &ending{v: v, body: body, reach: v.forward(v.live)}
	en.canExit = v.backward(func(n graph.NodeID) bool { return v.exit[n] || v.jump[n] }, v.declared)
	en.missed = v.reachesEnd(en.reach) == none
	en.noExit = !slices.ContainsFunc(en.reach.order, func(n graph.NodeID) bool { return v.exit[n] })
	v.forwardMax(en.reach, v.live)
	v.backwardMax(en.canExit, v.declared)
	en.canExit.forget(v.scratch)
	return en
}

// reachesEnd returns the nearest exit or jump that a forward search reached, or
// None.
func (v *view) reachesEnd(t *tree) graph.NodeID {
	for _, n := range t.order {
		if v.exit[n] || v.jump[n] {
			return n
		}
	}
	return none
}

// problems returns what is wrong with the ends of runs.
func (en *ending) problems(o Options) []Problem {
	var list []Problem
	v := en.v
	switch {
	case en.missed:
		list = append(list, en.exitMissed())
	default:
		list = en.traps(list)
		if v.absent != nil {
			list = en.withoutOptional(list)
		}
	}
	if o.EachExit && !en.missed {
		list = en.eachExit(list)
	}
	return list
}

// exitMissed reports that no exit is reachable: ExitUnreachable, or of a body
// that runs go round in, Livelock.
func (en *ending) exitMissed() Problem {
	v := en.v
	p := newProblem(ExitUnreachable, v.w, none)
	p.Detail = ExitNone
	for i := range v.exit {
		if v.exit[i] {
			p.Detail = ExitMissed
			p.Nodes = append(p.Nodes, graph.NodeID(i))
		}
	}
	if cause := en.mayEnd(); cause != none {
		p.because(v, cause)
	}
	at := en.reach.order[en.reach.known-1]
	if traps := v.bottoms(en.reach, v.live); len(traps) > 0 {
		at = nearest(en.reach, traps)
	}
	p.Node = at
	p.Witness, p.Cycle = v.lasso(en.reach, at, v.live)
	p.Second = v.lostWay()
	en.endless(&p)
	return p
}

// lostWay returns the shortest path to an exit from a step that nothing leads
// to: that such a step is not reached is no problem of its own. It is nil if no
// exit can be reached in this way.
func (v *view) lostWay() graph.Witness {
	t := v.backward(func(n graph.NodeID) bool { return v.exit[n] }, v.declared)
	for _, n := range t.order {
		if t.next(n) == none || n == v.w.Entry || len(v.x.In(n)) > 0 {
			continue
		}
		path := graph.Witness{{Node: n, Edge: none}}
		for ; t.next(n) != none; n = t.next(n) {
			path = append(path, graph.Step{Node: t.next(n), Edge: t.edge[n]})
		}
		return path
	}
	return nil
}

// endless turns ExitUnreachable of a body that runs go round in into what it is
// for the workflow around it: a loop that no run leaves. The body as a whole is
// the step at fault.
func (en *ending) endless(p *Problem) {
	if en.body && p.Cycle != none {
		p.Rule, p.Node, p.Detail = en.v.loopRule(), none, LoopBody
	}
}

// mayEnd returns an unknown that may lead a run to an exit although no known
// path does, or None.
func (en *ending) mayEnd() int32 {
	u := &en.v.unknown
	if !u.any {
		return none
	}
	if u.anything != none {
		return u.anything
	}
	for _, n := range en.reach.order {
		if en.v.exit[n] || en.v.jump[n] {
			return en.reach.causeOf(n)
		}
		if u.body[n] != none {
			return u.body[n]
		}
	}
	return none
}

// eachExit reports each exit that is not reachable.
func (en *ending) eachExit(list []Problem) []Problem {
	v := en.v
	for i := range v.exit {
		n := graph.NodeID(i)
		if !v.exit[n] || en.reach.certainly(n) {
			continue
		}
		p := newProblem(ExitUnreachable, v.w, n)
		p.Detail = ExitOne
		p.Witness = en.reach.path(n)
		if en.reach.reached[n] {
			p.because(v, en.reach.causeOf(n))
		}
		list = append(list, p)
	}
	return list
}

// traps reports the terminal traps: sets of steps that nothing leads out of
// and that have no exit.
func (en *ending) traps(list []Problem) []Problem {
	v := en.v
	trapped := v.scratch.flags.take(v.n)
	defer v.scratch.flags.give(trapped)
	found := false
	for i := range trapped {
		n := graph.NodeID(i)
		if !en.canExit.certainly(n) {
			trapped[i] = true
			found = found || en.reach.reached[n]
		}
	}
	if !found {
		return list
	}
	for _, trap := range v.closed(trapped, v.live) {
		at := nearest(en.reach, trap)
		if at == none || len(trap) == 1 && v.cutOffOnly(at) {
			continue
		}
		p := v.trap(en.reach, trap, at, v.live)
		switch {
		case !en.reach.certainly(at):
			p.because(v, en.reach.causeOf(at))
		case en.canExit.reached[at]:
			p.because(v, en.canExit.causeOf(at))
		}
		list = append(list, p)
	}
	return list
}

// cutOffOnly reports whether n has out-edges, but the engine ignores them all:
// that is ShadowedEdge's or ReplacedBranch's to report.
func (v *view) cutOffOnly(n graph.NodeID) bool {
	for _, e := range v.x.Out(n) {
		if v.live[e] {
			return false
		}
	}
	return len(v.x.Out(n)) > 0
}

// trap returns the problem that trap is. The step nearest to the entry stands
// for it.
func (v *view) trap(t *tree, trap []graph.NodeID, at graph.NodeID, pass []bool) Problem {
	p := newProblem(DeadEnd, v.w, at)
	p.Nodes = trap
	p.Witness, p.Cycle = v.lasso(t, at, pass)
	if p.Cycle != none {
		p.Rule = v.loopRule()
	}
	return p
}

// loopRule returns the rule that a loop without a way out breaks.
func (v *view) loopRule() Rule {
	if v.w.Engine.LimitIsSuccess {
		return SilentLoop
	}
	return Livelock
}

// withoutOptional reports what would be wrong in a configuration that lacks
// the optional edges, as Unknown: which edges can be absent together is not
// known.
func (en *ending) withoutOptional(list []Problem) []Problem {
	v := en.v
	if reach := v.forward(v.certain); v.reachesEnd(reach) == none {
		p := newProblem(ExitUnreachable, v.w, reach.order[len(reach.order)-1])
		p.Detail = ExitMissed
		for i := range v.exit {
			if v.exit[i] {
				p.Nodes = append(p.Nodes, graph.NodeID(i))
			}
		}
		if traps := v.bottoms(reach, v.certain); len(traps) > 0 {
			p.Node = nearest(reach, traps)
		}
		p.Witness, p.Cycle = v.lasso(reach, p.Node, v.certain)
		p.Verdict, p.Why = verdict.Unknown, WhyGuard
		p.Cause = en.firstAbsent(v.reachesEnd(en.reach))
		en.endless(&p)
		return append(list, p)
	}
	canExit := v.backward(func(n graph.NodeID) bool { return v.exit[n] || v.jump[n] }, without(v.declared, v.absent))
	trapped := make([]bool, v.n)
	for i := range trapped {
		trapped[i] = !canExit.reached[i]
	}
	for _, trap := range v.closed(trapped, v.certain) {
		at := nearest(en.reach, trap)
		if at == none || !en.reach.certainly(at) || !en.canExit.certainly(at) || len(trap) == 1 && v.cutOffOnly(at) {
			continue
		}
		if way := v.absentExit(trap); way != none {
			p := v.trap(en.reach, trap, at, v.certain)
			p.Verdict, p.Why, p.Cause = verdict.Unknown, WhyGuard, way
			list = append(list, p)
		}
	}
	return list
}

// firstAbsent returns the first optional edge on the path to n.
func (en *ending) firstAbsent(n graph.NodeID) graph.EdgeID {
	for _, step := range en.reach.path(n) {
		if step.Edge != none && en.v.absent[step.Edge] {
			return step.Edge
		}
	}
	return none
}

// absentExit returns an optional edge that leaves the nodes, or None.
func (v *view) absentExit(nodes []graph.NodeID) graph.EdgeID {
	for _, n := range nodes {
		for _, e := range v.x.Out(n) {
			if v.live[e] && v.absent[e] {
				return e
			}
		}
	}
	return none
}

// closed returns the strongly connected components of the nodes at which in
// holds that no passing edge leaves.
func (v *view) closed(in []bool, pass []bool) [][]graph.NodeID {
	comp, count := v.components(in, pass)
	defer v.scratch.numbers.give(comp)
	open := make([]bool, count)
	for i, c := range comp {
		if c == none {
			continue
		}
		for _, e := range v.x.Out(graph.NodeID(i)) {
			if to := v.to[e]; pass[e] && comp[to] != c {
				open[c] = true
			}
		}
	}
	var list [][]graph.NodeID
	for c, nodes := range members(comp, count) {
		if !open[c] {
			list = append(list, nodes)
		}
	}
	return list
}

// bottoms returns the nodes in which runs end up that never reach an exit: the
// closed components of what is reached without unknowns.
func (v *view) bottoms(t *tree, pass []bool) []graph.NodeID {
	in := make([]bool, v.n)
	for _, n := range t.order[:t.known] {
		in[n] = true
	}
	var all []graph.NodeID
	for _, nodes := range v.closed(in, pass) {
		all = append(all, nodes...)
	}
	return all
}

// nearest returns the node that the search reached first, or None.
func nearest(t *tree, nodes []graph.NodeID) graph.NodeID {
	rank := t.ranks()
	best := graph.NodeID(none)
	for _, n := range nodes {
		if t.reached[n] && (best == none || rank[n] < rank[best]) {
			best = n
		}
	}
	return best
}

// lasso returns the path to n and, if a cycle leads from n back to n, the
// shortest such cycle; cycle is then the index at which it begins.
func (v *view) lasso(t *tree, n graph.NodeID, pass []bool) (path graph.Witness, cycle int) {
	path = t.path(n)
	round := v.round(n, pass)
	if round == nil {
		return path, none
	}
	return append(path, round...), len(path) - 1
}

// round returns the shortest way from n back to n, without n at its start; nil
// if there is none. It looks at no more than what n reaches.
func (v *view) round(n graph.NodeID, pass []bool) graph.Witness {
	if v.seen == nil {
		v.seen, v.back = v.scratch.numbers.take(v.n), v.scratch.edges.take(v.n)
	}
	v.epoch++
	queue := []graph.NodeID{n}
	for i := 0; i < len(queue); i++ {
		for _, e := range v.x.Out(queue[i]) {
			to := v.to[e]
			if v.seen[to] == v.epoch || !pass[e] {
				continue
			}
			v.seen[to], v.back[to] = v.epoch, e
			if to == n {
				return v.unwind(n)
			}
			queue = append(queue, to)
		}
	}
	return nil
}

// unwind returns the cycle through n that v.back describes.
func (v *view) unwind(n graph.NodeID) graph.Witness {
	var back graph.Witness
	for m := n; ; {
		e := v.back[m]
		back = append(back, graph.Step{Node: m, Edge: e})
		if m = v.from[e]; m == n {
			break
		}
	}
	slices.Reverse(back)
	return back
}

// because makes p Unknown for the sake of the unknown with index cause.
func (p *Problem) because(v *view, cause int32) {
	p.Verdict, p.Why, p.Unknown = verdict.Unknown, WhyUnknown, v.unknownAt(cause)
}
