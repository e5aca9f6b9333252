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
	flags := make([]bool, 2*v.n)
	open := flags[v.n:] // on the current path
	d := &dag{v: v, in: flags[:v.n:v.n], edge: make([]bool, len(v.w.Edges)), order: make([]graph.NodeID, 0, v.n)}
	next := make([]int32, v.n)
	path := make([]graph.NodeID, 1, v.n)
	path[0] = v.w.Entry
	d.in[v.w.Entry], open[v.w.Entry] = true, true
search:
	for len(path) > 0 {
		n := path[len(path)-1]
		out := v.x.Out(n)
		for k := next[n]; int(k) < len(out); k++ {
			e := out[k]
			to := v.to[e]
			switch {
			case !pass[e]:
			case open[to]:
				d.loops = true
			default:
				d.edge[e] = true
				if !d.in[to] {
					d.in[to], open[to] = true, true
					next[n] = k + 1
					path = append(path, to)
					continue search
				}
			}
		}
		open[n] = false
		d.order = append(d.order, n)
		path = path[:len(path)-1]
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
	at []domNode // by node
}

type domNode struct {
	parent, jump graph.NodeID
	depth        int32
}

// newDomTree returns the dominator tree of d.
func newDomTree(d *dag) *domTree {
	n := d.v.n
	t := &domTree{make([]domNode, n)}
	for i, m := range d.order {
		if i == 0 {
			t.at[m] = domNode{parent: none, jump: m}
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
	p := &t.at[parent]
	j := &t.at[p.jump]
	added := domNode{parent, parent, p.depth + 1}
	if p.depth-j.depth == j.depth-t.at[j.jump].depth {
		added.jump = j.jump
	}
	t.at[n] = added
}

// ancestor returns the ancestor of n at the given depth, which is at most n's.
func (t *domTree) ancestor(n graph.NodeID, depth int32) graph.NodeID {
	for t.at[n].depth > depth {
		if j := t.at[n].jump; t.at[j].depth >= depth {
			n = j
		} else {
			n = t.at[n].parent
		}
	}
	return n
}

// common returns the nearest common ancestor of a and b.
func (t *domTree) common(a, b graph.NodeID) graph.NodeID {
	if da, db := t.at[a].depth, t.at[b].depth; da > db {
		a = t.ancestor(a, db)
	} else {
		b = t.ancestor(b, da)
	}
	for a != b {
		if x, y := &t.at[a], &t.at[b]; x.jump != y.jump {
			a, b = x.jump, y.jump
		} else {
			a, b = x.parent, y.parent
		}
	}
	return a
}

// preorder numbers the nodes of the tree so that the descendants of a node
// follow it.
func (t *domTree) preorder(d *dag) []int32 {
	size := make([]int32, len(t.at)) // of the subtree
	for i := len(d.order) - 1; i > 0; i-- {
		n := d.order[i]
		size[n]++
		size[t.at[n].parent] += size[n]
	}
	number := make([]int32, len(t.at))
	free := make([]int32, len(t.at)) // the number of the next child
	for i, n := range d.order {
		if i > 0 {
			up := t.at[n].parent
			number[n] = free[up]
			free[up] += size[n]
		}
		free[n] = number[n] + 1
	}
	return number
}
