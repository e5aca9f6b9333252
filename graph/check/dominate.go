package check

// This file computes dominators: n dominates m if every path from the entry to
// m passes n.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A dag is the part of a workflow that is left without the edges that close
// cycles: every path in it is a path of the workflow.
type dag struct {
	v     *view
	order []graph.NodeID // topological: predecessors first
	in    []bool         // the node is part of it
	edge  []bool         // the edge is part of it
	loops bool           // an edge was left out because it closes a cycle
}

// newDAG searches in depth from the entry over the edges that pass, and leaves
// out those that lead back to a node of the current path.
func newDAG(v *view, pass []bool) *dag {
	d := &dag{v: v, in: make([]bool, v.n), edge: make([]bool, len(v.w.Edges))}
	open := make([]bool, v.n)
	next := make([]int32, v.n)
	path := []graph.NodeID{v.w.Entry}
	d.in[v.w.Entry], open[v.w.Entry] = true, true
	for len(path) > 0 {
		n := path[len(path)-1]
		out := v.x.Out(n)
		k := next[n]
		if int(k) == len(out) {
			open[n] = false
			d.order = append(d.order, n)
			path = path[:len(path)-1]
			continue
		}
		next[n]++
		e := out[k]
		to := v.to[e]
		if !pass[e] {
			continue
		}
		if open[to] {
			d.loops = true
			continue
		}
		d.edge[e] = true
		if !d.in[to] {
			d.in[to], open[to] = true, true
			path = append(path, to)
		}
	}
	slices.Reverse(d.order)
	return d
}

// A domTree is the dominator tree of a dag. Nodes of a dag come after all their
// predecessors, so one pass suffices: the dominator of a node is the nearest
// common ancestor of its predecessors in the tree so far. Ancestors are found
// in O(log V) by jump pointers (Myers, "An applicative random-access stack",
// 1983), so that deep trees do not make the pass quadratic.
type domTree struct {
	parent, jump []graph.NodeID
	depth        []int32
}

// newDomTree returns the dominator tree of d.
func newDomTree(d *dag) *domTree {
	n := d.v.n
	t := &domTree{parent: make([]graph.NodeID, n), jump: make([]graph.NodeID, n), depth: make([]int32, n)}
	for i, m := range d.order {
		if i == 0 {
			t.parent[m], t.jump[m] = none, m
			continue
		}
		dom := graph.NodeID(none)
		for _, e := range d.v.x.In(m) {
			if !d.edge[e] {
				continue
			}
			if from := d.v.from[e]; dom == none {
				dom = from
			} else {
				dom = t.common(dom, from)
			}
		}
		t.add(m, dom)
	}
	return t
}

func (t *domTree) add(n, parent graph.NodeID) {
	t.parent[n], t.depth[n] = parent, t.depth[parent]+1
	j := t.jump[parent]
	if t.depth[parent]-t.depth[j] == t.depth[j]-t.depth[t.jump[j]] {
		t.jump[n] = t.jump[j]
	} else {
		t.jump[n] = parent
	}
}

// ancestor returns the ancestor of n at the given depth, which is at most n's.
func (t *domTree) ancestor(n graph.NodeID, depth int32) graph.NodeID {
	for t.depth[n] > depth {
		if j := t.jump[n]; t.depth[j] >= depth {
			n = j
		} else {
			n = t.parent[n]
		}
	}
	return n
}

// common returns the nearest common ancestor of a and b.
func (t *domTree) common(a, b graph.NodeID) graph.NodeID {
	if t.depth[a] > t.depth[b] {
		a = t.ancestor(a, t.depth[b])
	} else {
		b = t.ancestor(b, t.depth[a])
	}
	for a != b {
		if t.jump[a] != t.jump[b] {
			a, b = t.jump[a], t.jump[b]
		} else {
			a, b = t.parent[a], t.parent[b]
		}
	}
	return a
}

// preorder numbers the nodes of the tree so that the descendants of a node
// follow it.
func (t *domTree) preorder(d *dag) []int32 {
	size := make([]int32, len(t.parent)) // of the subtree
	for i := len(d.order) - 1; i > 0; i-- {
		n := d.order[i]
		size[n]++
		size[t.parent[n]] += size[n]
	}
	number := make([]int32, len(t.parent))
	free := make([]int32, len(t.parent)) // the number of the next child
	for i, n := range d.order {
		if i > 0 {
			up := t.parent[n]
			number[n] = free[up]
			free[up] += size[n]
		}
		free[n] = number[n] + 1
	}
	return number
}
