package check

// This file checks that everything can run that the program declares.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// unreachable reports the steps that nothing leads to. Of an unreachable region
// only the components without a predecessor are reported. An edge that the
// engine ignores counts as an edge here. Steps that the framework generated are
// passed over: what is behind them is reported instead. So are nodes whose name
// is declared twice, which twice has: that is reported. Regions that lead to an
// exit that is missed are left out: ExitUnreachable says so, or UndeclaredNode,
// where a jump may be the way that was meant.
func (en *ending) unreachable(o Options, twice map[string]bool) []Problem {
	v := en.v
	reach := en.reach
	if v.dead != nil {
		reach = v.forward(v.declared)
		v.forwardMax(reach, v.declared)
	}
	if reach.known == v.n {
		return nil
	}
	lost := v.scratch.flags.take(v.n)
	defer v.scratch.flags.give(lost)
	for i := range lost {
		lost[i] = true
	}
	for _, n := range reach.order[:reach.known] {
		lost[n] = false
	}
	missed := en.leadsToMissed(o, lost)
	defer v.scratch.flags.give(missed)
	comp, count := v.components(lost, v.declared)
	defer v.scratch.numbers.give(comp)
	groups := members(comp, count)
	covered := make([]bool, count)
	type head struct { // of a component that is reported
		n graph.NodeID
		c int
	}
	var heads []head
	for c := count - 1; c >= 0; c-- { // predecessors first
		if n := v.headOf(groups[c], missed, twice); n != none && !covered[c] {
			heads = append(heads, head{n, c})
			covered[c] = true
		} else if missed[groups[c][0]] {
			covered[c] = true
		}
		if covered[c] {
			v.cover(groups[c], comp, covered)
		}
	}
	slices.SortFunc(heads, func(a, b head) int { return cmp.Compare(a.n, b.n) })
	list := make([]Problem, len(heads))
	for i, h := range heads {
		p := &Unreachable{base(v.w, h.n), groups[h.c]}
		if reach.reached[h.n] {
			p.because(v, reach.causeOf(h.n))
			p.Witness = reach.path(h.n)
		}
		list[i] = p
	}
	return list
}

// cover marks the components that the nodes lead to.
func (v *view) cover(nodes []graph.NodeID, comp []int32, covered []bool) {
	for _, n := range nodes {
		for _, e := range v.x.Out(n) {
			if c := comp[v.to[e]]; c != none && v.declared[e] {
				covered[c] = true
			}
		}
	}
}

// headOf returns the node that stands for one unreachable component, or None if
// all of it is generated or declared twice, or it leads to a missed exit.
func (v *view) headOf(nodes []graph.NodeID, missed []bool, twice map[string]bool) graph.NodeID {
	for _, n := range nodes {
		if !v.is(n, generated) && !missed[n] && (twice == nil || !twice[v.w.Nodes[n].Name]) {
			return n
		}
	}
	return none
}

// leadsToMissed marks the unreachable nodes from which control would come to an
// exit that another rule misses.
func (en *ending) leadsToMissed(o Options, lost []bool) []bool {
	v := en.v
	if !en.noExit && !o.EachExit {
		return v.scratch.flags.take(v.n)
	}
	t := v.backward(func(n graph.NodeID) bool { return v.exit[n] && lost[n] }, v.declared)
	return t.reached // what leads to an unreachable node is unreachable
}
