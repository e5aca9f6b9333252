package check

// This file searches: forward from the entry, backward from the exits, in the
// workflow as it is known and with everything that its unknowns may add.

import "github.com/agentvet/agentvet/graph"

// A tree is the result of a search in breadth: shortest paths. Nodes that were
// not reached have no entry in order.
type tree struct {
	reached []bool
	edge    []graph.EdgeID // the edge to (forward) or from (backward) the node; None at roots and where an unknown leads
	next    []graph.NodeID // the node before (forward) or after (backward) it; None at roots
	cause   []int32        // the unknown without which it is not reached, or None; nil if there are no unknowns
	order   []graph.NodeID // in the order in which nodes were reached
	known   int            // how many of order are reached without unknowns
	rank    []int32        // index in order; see ranks
}

func newTree(n int) *tree {
	t := &tree{
		reached: make([]bool, n), edge: make([]graph.EdgeID, n),
		next: make([]graph.NodeID, n), order: make([]graph.NodeID, 0, n),
	}
	return t
}

func (t *tree) add(n, next graph.NodeID, e graph.EdgeID) {
	t.reached[n], t.next[n], t.edge[n] = true, next, e
	t.order = append(t.order, n)
}

// because adds a node for which an unknown is needed.
func (t *tree) because(n, next graph.NodeID, e graph.EdgeID, cause int32) {
	if !t.reached[n] {
		t.add(n, next, e)
		t.cause[n] = cause
	}
}

// ranks returns for each reached node its index in order.
func (t *tree) ranks() []int32 {
	if t.rank == nil {
		t.rank = make([]int32, len(t.reached))
		for i, n := range t.order {
			t.rank[n] = int32(i)
		}
	}
	return t.rank
}

// causeOf returns the unknown that n's being reached depends on, or None.
func (t *tree) causeOf(n graph.NodeID) int32 {
	if t.cause == nil {
		return none
	}
	return t.cause[n]
}

// certainly reports whether n is reached without unknowns.
func (t *tree) certainly(n graph.NodeID) bool { return t.reached[n] && t.causeOf(n) == none }

func (t *tree) withCauses() {
	t.known = len(t.order)
	t.cause = make([]int32, len(t.reached))
	for i := range t.cause {
		t.cause[i] = none
	}
}

// forward searches from the entry over the edges that pass.
func (v *view) forward(pass []bool) *tree {
	t := newTree(v.n)
	t.add(v.w.Entry, none, none)
	v.expand(t, 0, pass)
	t.known = len(t.order)
	return t
}

// expand continues a forward search at the i-th node of its order.
func (v *view) expand(t *tree, i int, pass []bool) {
	for ; i < len(t.order); i++ {
		n := t.order[i]
		for _, e := range v.x.Out(n) {
			if to := v.to[e]; !t.reached[to] && pass[e] {
				t.add(to, n, e)
				if t.cause != nil {
					t.cause[to] = t.cause[n]
				}
			}
		}
	}
}

// forwardMax continues a forward search with the edges that unknowns may add.
// The known part of t stays as it is.
func (v *view) forwardMax(t *tree, pass []bool) {
	u := &v.unknown
	if !u.any {
		return
	}
	t.withCauses()
	if u.anything != none {
		v.toAll(t, v.w.Entry, u.anything)
	}
	for _, n := range u.entered {
		t.because(n, v.w.Entry, none, u.sources[n])
	}
	for i := 0; i < len(t.order); i++ {
		n := t.order[i]
		if i >= t.known {
			for _, e := range v.x.Out(n) {
				if pass[e] {
					t.because(v.to[e], n, e, t.cause[n])
				}
			}
		}
		if open := u.targets[n]; open != none && len(t.order) < v.n {
			v.toAll(t, n, open)
		}
	}
}

// toAll adds all nodes that are not reached yet: from may lead to them.
func (v *view) toAll(t *tree, from graph.NodeID, cause int32) {
	for i := range v.n {
		t.because(graph.NodeID(i), from, none, cause)
	}
}

// backward searches from the nodes at which seed holds, against the edges
// that pass.
func (v *view) backward(seed func(graph.NodeID) bool, pass []bool) *tree {
	t := newTree(v.n)
	for i := range v.n {
		if n := graph.NodeID(i); seed(n) {
			t.add(n, none, none)
		}
	}
	for i := 0; i < len(t.order); i++ {
		for _, e := range v.x.In(t.order[i]) {
			if from := v.from[e]; !t.reached[from] && pass[e] {
				t.add(from, t.order[i], e)
			}
		}
	}
	t.known = len(t.order)
	return t
}

// backwardMax continues a backward search from exits with what unknowns may
// add: bodies that end the run, targets and sources that are not listed.
func (v *view) backwardMax(t *tree, pass []bool) {
	u := &v.unknown
	if !u.any {
		return
	}
	t.withCauses()
	if u.anything != none {
		v.toAll(t, none, u.anything)
		return
	}
	for i := range v.n {
		if n := graph.NodeID(i); u.body[n] != none {
			t.because(n, none, none, u.body[n])
		}
	}
	opened := false
	for i := 0; i < len(t.order); i++ {
		n := t.order[i]
		if !opened { // there is a node to lead to
			opened = true
			for j := range v.n {
				if m := graph.NodeID(j); u.targets[m] != none {
					t.because(m, n, none, u.targets[m])
				}
			}
		}
		if i >= t.known {
			for _, e := range v.x.In(n) {
				if pass[e] {
					t.because(v.from[e], n, e, t.cause[n])
				}
			}
		}
		if open := u.sources[n]; open != none && len(t.order) < v.n {
			v.toAll(t, n, open)
		}
	}
}

// path returns the path of a forward search to n; for a node that was not
// reached it is that node alone.
func (t *tree) path(n graph.NodeID) graph.Witness {
	length := 0
	for m := n; m != none && t.reached[m]; m = t.next[m] {
		length++
	}
	if length == 0 {
		return graph.Witness{{Node: n, Edge: none}}
	}
	path := make(graph.Witness, length)
	for m := n; m != none; m = t.next[m] {
		length--
		path[length] = graph.Step{Node: m, Edge: t.edge[m]}
	}
	return path
}

// components numbers the strongly connected components of the nodes at which
// in holds, over the edges that pass: an edge between components leads from a
// higher number to a lower one. Other nodes have the number None. It is
// Tarjan's algorithm with a stack of its own.
func (v *view) components(in []bool, pass []bool) (comp []int32, count int) {
	comp = make([]int32, v.n)
	low := make([]int32, v.n) // 0: not visited
	type frame struct {
		n graph.NodeID
		i int32
	}
	var frames []frame
	var stack []graph.NodeID
	clock := int32(0)
	visit := func(n graph.NodeID) {
		clock++
		low[n] = clock
		stack = append(stack, n)
		frames = append(frames, frame{n, clock})
	}
	next := make([]int32, v.n) // the next out-edge of a node to look at
	for i := range comp {
		comp[i] = none
	}
	for r := range v.n {
		root := graph.NodeID(r)
		if !in[root] || low[root] != 0 {
			continue
		}
		for visit(root); len(frames) > 0; {
			f := frames[len(frames)-1]
			out := v.x.Out(f.n)
			if k := next[f.n]; int(k) < len(out) {
				next[f.n]++
				e := out[k]
				to := v.to[e]
				switch {
				case !in[to] || !pass[e]:
				case low[to] == 0:
					visit(to)
				case comp[to] == none:
					low[f.n] = min(low[f.n], low[to])
				}
				continue
			}
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				up := frames[len(frames)-1].n
				low[up] = min(low[up], low[f.n])
			}
			if low[f.n] != f.i {
				continue
			}
			for {
				m := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				comp[m] = int32(count)
				if m == f.n {
					break
				}
			}
			count++
		}
	}
	return comp, count
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
