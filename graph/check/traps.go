package check

// This file checks that runs can end: exits are reachable, and no step is
// reachable from which none is. doc.go says which of the two is reported.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
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
		list = en.traps(list, o.Feasible)
		if v.absent != nil {
			list = en.withoutOptional(list, o.Feasible)
		}
	}
	if o.EachExit && !en.missed {
		list = en.eachExit(list)
	}
	return list
}

// exitMissed reports that no exit is reachable.
func (en *ending) exitMissed() Problem {
	v := en.v
	b := base(v.w, none)
	if cause := en.mayEnd(); cause != none {
		b.because(v, cause)
	}
	b.Node = en.reach.order[en.reach.known-1]
	if traps := v.bottoms(en.reach, v.live); len(traps) > 0 {
		b.Node = nearest(en.reach, traps)
	}
	b.Witness, b.Cycle = v.lasso(en.reach, b.Node, v.live)
	exits := v.exits()
	if len(exits) == 0 && !en.endless(b) {
		return &NoExit{b}
	}
	return en.noWayOut(b, exits, v.lostWay)
}

// noWayOut returns the problem that no run reaches the exits. Of a body that runs go
// round in, it is what that is for the workflow around it: a loop that no run leaves.
// The body as a whole is at fault then.
func (en *ending) noWayOut(b Base, exits []graph.NodeID, lost func() graph.Witness) Problem {
	if en.endless(b) {
		b.Node = none
		return &EndlessBody{b, exits, en.v.w.Engine.LimitIsSuccess}
	}
	return &AllExitsMissed{b, exits, lost()}
}

// endless reports whether b is about a body that runs go round in.
func (en *ending) endless(b Base) bool { return en.body && b.Cycle != none }

// exits lists the exits of v.
func (v *view) exits() []graph.NodeID {
	var list []graph.NodeID
	for i := range v.exit {
		if v.exit[i] {
			list = append(list, graph.NodeID(i))
		}
	}
	return list
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
		p := &ExitMissed{base(v.w, n)}
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
func (en *ending) traps(list []Problem, can graph.Feasibility) []Problem {
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
		b := base(v.w, at)
		switch {
		case !en.reach.certainly(at):
			b.because(v, en.reach.causeOf(at))
		case en.canExit.reached[at]:
			b.because(v, en.canExit.causeOf(at))
		}
		list = append(list, en.reachable(can, b, trap, trapped))
	}
	return list
}

// reachable returns the problem that a trap is, with a path to it whose conditions hold
// together. If there is none, and none to a step that leads into the trap and nowhere else,
// the problem is excluded.
func (en *ending) reachable(can graph.Feasibility, b Base, trap []graph.NodeID, trapped []bool) Problem {
	v := en.v
	path := v.guarded(en.reach.path(b.Node))
	if can == nil || len(path) == 0 || can(path).State != graph.CannotBe {
		return v.trap(b, en.reach, trap, v.live)
	}
	switch n, o := v.occursAt(can, en.basin(trap, trapped, v.live), nil); {
	case o.State == graph.CanBe && slices.Contains(trap, n):
		b.Node = n
		return v.trap(b, o.reach, trap, o.pass)
	case o.State == graph.CanBe:
		// Runs come to the step and not to the trap: an edge is missing on the way.
		b.Node, b.Doubt = n, Doubt{Why: WhyGuard, Edge: none, Needs: o.needs}
		return v.trap(b, o.reach, []graph.NodeID{n}, o.pass)
	case o.State == graph.CannotBe:
		b.Excluded = &Exclusion{Clash: o.Clash, Proof: o.Proof}
	}
	return v.trap(b, en.reach, trap, v.live)
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

// trap returns the problem that trap is. The step nearest to the entry, the node of
// b, stands for it.
func (v *view) trap(b Base, t *tree, trap []graph.NodeID, pass []bool) Problem {
	b.Witness, b.Cycle = v.lasso(t, b.Node, pass)
	if b.Cycle == none {
		return &DeadEnd{b}
	}
	return &Livelock{b, trap, v.w.Engine.LimitIsSuccess}
}

// withoutOptional reports what would be wrong in a configuration that lacks
// the optional edges, as Unknown. Which edges can be absent together, can says.
func (en *ending) withoutOptional(list []Problem, can graph.Feasibility) []Problem {
	v := en.v
	absent, certain := v.absent, v.certain
	if reach := v.forward(v.certain); v.reachesEnd(reach) == none {
		p := en.exitAbsent(reach, can)
		if list = append(list, p); p.Common().Excluded == nil {
			return list
		}
		// It stood for all that it could hide: here even edges that exclude each other and
		// leave no case out are no way on.
		absent = make([]bool, len(v.from))
		for e, g := range v.guards {
			absent[e] = g != nil
		}
		certain = without(v.live, absent)
	}
	canExit := v.backward(func(n graph.NodeID) bool { return v.exit[n] || v.jump[n] }, without(v.declared, absent))
	trapped := make([]bool, v.n)
	for i := range trapped {
		trapped[i] = !canExit.reached[i]
	}
	for _, trap := range v.closed(trapped, certain) {
		at := nearest(en.reach, trap)
		if at == none || !en.reach.certainly(at) || !en.canExit.certainly(at) || len(trap) == 1 && v.cutOffOnly(at) {
			continue
		}
		if way := v.absentExit(trap, absent); way != none {
			b := base(v.w, at)
			b.Doubt = Doubt{Why: WhyGuard, Edge: way}
			list = append(list, en.trapWithout(can, b, trap, trapped, certain))
		}
	}
	return list
}

// exitAbsent returns the problem that no exit is reachable in a configuration, where reach
// is what is reachable in all.
func (en *ending) exitAbsent(reach *tree, can graph.Feasibility) Problem {
	v := en.v
	pass := v.certain
	b := base(v.w, none)
	b.Doubt = Doubt{Why: WhyGuard, Edge: en.firstAbsent(v.reachesEnd(en.reach))}
	if can != nil {
		switch o := v.occurs(can, v.w.Entry, v.live); o.State {
		case graph.CanBe:
			reach, pass, b.Doubt.Needs = o.reach, o.pass, o.needs
		case graph.CannotBe:
			b.Excluded = &Exclusion{Clash: o.Clash, Proof: o.Proof}
		}
	}
	b.Node = reach.order[len(reach.order)-1]
	if traps := v.bottoms(reach, pass); len(traps) > 0 {
		b.Node = nearest(reach, traps)
	}
	b.Witness, b.Cycle = v.lasso(reach, b.Node, pass)
	return en.noWayOut(b, v.exits(), func() graph.Witness { return nil })
}

// trapWithout returns the problem that a trap is in a configuration that lacks edges:
// excluded, if there is no configuration in which runs come to it, or to a step that leads
// into it, and find no way out.
func (en *ending) trapWithout(can graph.Feasibility, b Base, trap []graph.NodeID, trapped, certain []bool) Problem {
	v := en.v
	if can == nil {
		return v.trap(b, en.reach, trap, certain)
	}
	switch n, o := v.occursAt(can, en.basin(trap, trapped, certain), v.declared); o.State {
	case graph.CanBe:
		// At a step that only leads into the trap, another trap may be to blame.
		if slices.Contains(trap, n) && o.reach.reached[n] {
			b.Node, b.Doubt.Needs = n, o.needs
			return v.trap(b, o.reach, trap, o.pass)
		}
	case graph.CannotBe:
		b.Excluded = &Exclusion{Clash: o.Clash, Proof: o.Proof}
	}
	return v.trap(b, en.reach, trap, certain)
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
func (v *view) absentExit(nodes []graph.NodeID, absent []bool) graph.EdgeID {
	for _, n := range nodes {
		for _, e := range v.x.Out(n) {
			if v.live[e] && absent[e] {
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
