package check

// This file divides a workflow into the loops in which models run, for unbounded.go.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A partition is the loops among some nodes: their strongly connected components with a
// cycle in which a model runs.
type partition struct {
	comp     []int32 // the loop of each node, or None
	loops    [][]graph.NodeID
	inside   []bool           // see edges; nil until it is asked for
	deciders []graph.BranchID // by loop, see decider; nil until it is asked for
}

// partition finds the loops among the nodes at which in holds.
func (l *rounds) partition(in []bool) *partition {
	v := l.v
	comp, count := v.components(in, v.live)
	numbers := &v.scratch.numbers
	size := numbers.take(count)
	for _, c := range comp {
		if c != none {
			size[c]++
		}
	}
	number := numbers.take(count) // of the loop that a component is; 0: it is none
	loops := int32(0)
	for n, c := range comp {
		if c != none && l.model[n] && number[c] == 0 && (size[c] > 1 || v.followsItself(graph.NodeID(n))) {
			loops++
			number[c] = loops
		}
	}
	for n, c := range comp {
		if c != none {
			comp[n] = number[c] - 1
		}
	}
	numbers.give(size, number)
	return &partition{comp: comp, loops: members(comp, int(loops))}
}

// followsItself reports whether control can pass from n to n at once.
func (v *view) followsItself(n graph.NodeID) bool {
	return slices.ContainsFunc(v.x.Out(n), func(e graph.EdgeID) bool { return v.live[e] && v.to[e] == n })
}

// edges lists the edges within loops.
func (p *partition) edges(v *view) []bool {
	if p.inside == nil {
		p.inside = make([]bool, len(v.live))
		for e, live := range v.live {
			p.inside[e] = live && p.comp[v.from[e]] != none && p.comp[v.from[e]] == p.comp[v.to[e]]
		}
	}
	return p.inside
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

// decider returns the branch at which the program decides whether a round of loop c
// was the last, None if only models do: the one nearest to the entry.
func (l *rounds) decider(p *partition, c int32) graph.BranchID {
	if p.deciders == nil {
		p.deciders = make([]graph.BranchID, len(p.loops))
		for c := range p.deciders {
			p.deciders[c] = none
		}
		rank := l.reach.ranks()
		for b := range l.v.w.Branches {
			branch := &l.v.w.Branches[b]
			if !l.v.byProgram(branch) || !l.leaves(graph.BranchID(b), p.comp) {
				continue
			}
			best := &p.deciders[p.comp[branch.From]]
			if *best == none || rank[branch.From] < rank[l.v.w.Branches[*best].From] {
				*best = graph.BranchID(b)
			}
		}
	}
	return p.deciders[c]
}
