package check

// This file finds strongly connected components: groups of nodes each of which
// leads to each other.

import (
	"math"

	"github.com/agentvet/agentvet/graph"
)

// components numbers the strongly connected components of the nodes at which
// in holds, over the edges that pass: an edge between components leads from a
// higher number to a lower one. Other nodes have the number None.
func (v *view) components(in []bool, pass []bool) (comp []int32, count int) {
	m := v.scratch
	s := &scc{v: v, pass: pass, comp: m.numbers.take(v.n), low: m.numbers.take(v.n), stack: m.nodes.take(v.n)[:0]}
	for i := range s.comp {
		s.comp[i] = none
		if !in[i] {
			s.low[i] = settled
		}
	}
	for i := range v.n {
		if s.low[i] == 0 {
			s.search(graph.NodeID(i))
		}
	}
	m.numbers.give(s.low)
	m.nodes.give(s.stack)
	return s.comp, s.count
}

// An scc is Tarjan's search, with a stack of its own instead of recursion.
type scc struct {
	v     *view
	pass  []bool
	comp  []int32
	low   []int32 // the earliest node on the stack that is reached, by the time of its visit; 0: not visited; settled
	path  []visit
	stack []graph.NodeID // visited and in no component yet
	clock int32
	count int
}

// settled is the low of nodes that are in a component already, or in none.
const settled = math.MaxInt32

// A visit is a node on the current path, when it was first visited, and the
// out-edges that are still to be looked at.
type visit struct {
	n    graph.NodeID
	time int32
	out  []graph.EdgeID
}

func (s *scc) visit(n graph.NodeID) {
	s.clock++
	s.low[n] = s.clock
	s.stack = append(s.stack, n)
	s.path = append(s.path, visit{n, s.clock, s.v.x.Out(n)})
}

func (s *scc) search(root graph.NodeID) {
	for s.visit(root); len(s.path) > 0; {
		f := &s.path[len(s.path)-1]
		if to := s.next(f); to != none {
			s.visit(to)
			continue
		}
		low := s.low[f.n]
		if low == f.time {
			s.complete(f.n)
		}
		s.path = s.path[:len(s.path)-1]
		if low < f.time {
			up := s.path[len(s.path)-1].n
			s.low[up] = min(s.low[up], low)
		}
	}
}

// next goes on with the edges of f, and returns the first node that they lead to
// and that is not visited yet, or None.
func (s *scc) next(f *visit) graph.NodeID {
	low := s.low[f.n]
	for i, e := range f.out {
		to := s.v.to[e]
		switch {
		case !s.pass[e]:
		case s.low[to] == 0:
			s.low[f.n], f.out = low, f.out[i+1:]
			return to
		default:
			low = min(low, s.low[to])
		}
	}
	s.low[f.n], f.out = low, nil
	return none
}

// complete makes n, the first node of its component, and what was visited after
// it one component.
func (s *scc) complete(n graph.NodeID) {
	for {
		m := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.comp[m], s.low[m] = int32(s.count), settled
		if m == n {
			break
		}
	}
	s.count++
}

// members lists the nodes of each component in ascending order.
func members(comp []int32, count int) [][]graph.NodeID {
	size := make([]int32, count)
	total := 0
	for _, c := range comp {
		if c != none {
			size[c]++
			total++
		}
	}
	all := make([]graph.NodeID, 0, total)
	list := make([][]graph.NodeID, count)
	for c := range list {
		start := len(all)
		all = all[:start+int(size[c])]
		list[c] = all[start:start:len(all)]
	}
	for i, c := range comp {
		if c != none {
			list[c] = append(list[c], graph.NodeID(i))
		}
	}
	return list
}
