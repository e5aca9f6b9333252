package check

// This file finds strongly connected components: groups of nodes each of which
// leads to each other.

import "github.com/agentvet/agentvet/graph"

// components numbers the strongly connected components of the nodes at which
// in holds, over the edges that pass: an edge between components leads from a
// higher number to a lower one. Other nodes have the number None.
func (v *view) components(in []bool, pass []bool) (comp []int32, count int) {
	s := &scc{v: v, in: in, pass: pass, comp: make([]int32, v.n), low: make([]int32, v.n), next: make([]int32, v.n)}
	for i := range s.comp {
		s.comp[i] = none
	}
	for i := range v.n {
		if in[i] && s.low[i] == 0 {
			s.search(graph.NodeID(i))
		}
	}
	return s.comp, s.count
}

// An scc is Tarjan's search, with a stack of its own instead of recursion.
type scc struct {
	v        *view
	in, pass []bool
	comp     []int32
	low      []int32 // the earliest node on the stack that is reached; 0: not visited
	next     []int32 // the next out-edge to look at
	path     []visit
	stack    []graph.NodeID // visited and in no component yet
	clock    int32
	count    int
}

// A visit is a node on the current path, and when it was first visited.
type visit struct {
	n    graph.NodeID
	time int32
}

func (s *scc) visit(n graph.NodeID) {
	s.clock++
	s.low[n] = s.clock
	s.stack = append(s.stack, n)
	s.path = append(s.path, visit{n, s.clock})
}

func (s *scc) search(root graph.NodeID) {
	for s.visit(root); len(s.path) > 0; {
		f := s.path[len(s.path)-1]
		if out := s.v.x.Out(f.n); int(s.next[f.n]) < len(out) {
			e := out[s.next[f.n]]
			s.next[f.n]++
			s.follow(f.n, e)
			continue
		}
		s.path = s.path[:len(s.path)-1]
		if len(s.path) > 0 {
			up := s.path[len(s.path)-1].n
			s.low[up] = min(s.low[up], s.low[f.n])
		}
		if s.low[f.n] == f.time {
			s.complete(f.n)
		}
	}
}

// follow looks at one edge of n.
func (s *scc) follow(n graph.NodeID, e graph.EdgeID) {
	to := s.v.to[e]
	switch {
	case !s.in[to] || !s.pass[e]:
	case s.low[to] == 0:
		s.visit(to)
	case s.comp[to] == none:
		s.low[n] = min(s.low[n], s.low[to])
	}
}

// complete makes n, the first node of its component, and what was visited after
// it one component.
func (s *scc) complete(n graph.NodeID) {
	for {
		m := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.comp[m] = int32(s.count)
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
