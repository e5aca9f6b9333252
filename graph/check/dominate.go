package check

// This file computes dominators: n dominates m if every path from the entry to
// m passes n.

import "github.com/agentvet/agentvet/graph"

// A dag is the part of a workflow that is left without the edges that close
// cycles: every path in it is a path of the workflow.
type dag struct {
	v     *view
	order []graph.NodeID // topological: predecessors first
	list  []graph.NodeID // order is the end of it
	in    []bool         // the node is part of it
	edge  []bool         // the edge is part of it
	loops bool           // an edge was left out because it closes a cycle
}

// newDAG searches in depth from the entry over the edges that pass, and leaves
// out those that lead back to a node of the current path.
func newDAG(v *view, pass []bool) *dag {
	m := v.scratch
	open := m.flags.take(v.n) // on the current path
	d := &dag{v: v, edge: m.flags.take(len(pass)), in: m.flags.take(v.n), list: m.nodes.take(v.n)}
	next := m.numbers.take(v.n) // by place on the current path: the out-edge to look at
	// The current path, and from the end on the nodes that are done, the last one first:
	// no node is both.
	list := d.list
	list[0] = v.w.Entry
	d.in[v.w.Entry], open[v.w.Entry] = true, true
	done := v.n
search:
	for top := 0; top >= 0; {
		n := list[top]
		out := v.x.Out(n)
		for k := next[top]; int(k) < len(out); k++ {
			e := out[k]
			to := v.to[e]
			switch {
			case !pass[e]:
			case !d.in[to]:
				d.edge[e], d.in[to], open[to] = true, true, true
				next[top] = k + 1
				top++
				list[top], next[top] = to, 0
				continue search
			case open[to]:
				d.loops = true
			default:
				d.edge[e] = true
			}
		}
		open[n] = false
		done--
		top--
		list[done] = n
	}
	d.order = list[done:]
	m.numbers.give(next)
	m.flags.give(open)
	return d
}

// release gives back the memory of d.
func (d *dag) release() {
	m := d.v.scratch
	m.flags.give(d.in, d.edge)
	m.nodes.give(d.list)
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
	t := &domTree{d.v.scratch.doms.take(d.v.n)}
	for _, n := range d.order {
		t.place(d, n)
	}
	return t
}

// place adds n, whose predecessors in d are in the tree. It returns how many edges
// lead to n, and the last of them.
func (t *domTree) place(d *dag, n graph.NodeID) (in int, last graph.EdgeID) {
	dom := graph.NodeID(none)
	for _, e := range d.v.x.In(n) {
		if !d.edge[e] {
			continue
		}
		in, last = in+1, e
		if from := d.v.from[e]; in == 1 {
			dom = from
		} else if dom != from {
			dom = t.common(dom, from)
		}
	}
	if in == 0 {
		t.at[n] = domNode{parent: none, jump: n}
		return 0, none
	}
	t.add(n, dom)
	return in, last
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
	numbers := &d.v.scratch.numbers
	number := numbers.take(len(t.at))
	// The size of the subtree, and once the node has its number, that of the next child.
	next := numbers.take(len(t.at))
	for i := len(d.order) - 1; i > 0; i-- {
		n := d.order[i]
		next[n]++
		next[t.at[n].parent] += next[n]
	}
	for i, n := range d.order {
		if i > 0 {
			up := t.at[n].parent
			number[n] = next[up]
			next[up] += next[n]
		}
		next[n] = number[n] + 1
	}
	numbers.give(next)
	return number
}
