package check

// This file finds joins that run twice. In mode any a node runs as soon as one
// predecessor delivered. If a step forks into two paths that a run takes both,
// and they come together after different numbers of steps, then the step where
// they meet runs once for each arrival, and so does all that follows; if it is
// an exit that ends the run, the later path is cut off instead.
//
// A problem is reported only with a witness that no run-time detail can spoil:
// two paths from one fork that share no step, begin with edges that one run
// takes together, use no edge that closes a cycle and none that is optional.
// Such pairs are found with dominators: if g is the nearest common dominator of
// two predecessors p and q of a join, through different children c and d, then
// all paths from c to p lie below c and all paths from d to q below d, so none
// of the first meets one of the second; and depths from the entry, shortest and
// longest, differ by the lengths of those paths, because all of them pass c or d.
//
// What this does not see: forks whose paths come together, fork again and so
// share a step before the join, unless a nearer fork shows it; paths through
// edges that close a cycle; forks through optional edges; and paths through
// joins that wait for all, as those do that the framework generated.
//
// Of joins with the same two first edges, only the first is reported. The cost
// is O((V+E) log V).

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A joiner searches the joins of one workflow.
type joiner struct {
	*dag
	tree   *domTree
	number []int32 // preorder of the tree
	at     []measures
	seen   map[[2]graph.EdgeID]bool

	// Of the join at hand.
	preds  []graph.EdgeID
	arena  []arrival
	stack  []int32
	buffer []group
}

// measures are what paths from the entry to a node have, in one place, for the
// search comes to the nodes in no order.
type measures struct {
	short, long int32          // steps of the shortest and the longest path
	waits       int32          // most generated joins on a path
	forks       int32          // how many may send two tokens, of the node and its dominators
	first       graph.EdgeID   // the edge from the node's dominator straight to it, or None
	class       graph.BranchID // of first; see class
	fork        bool           // the node may send two tokens
}

// classFree is the class of an edge that can be taken together with any other.
const classFree = none

// class returns the branch whose other edges exclude e, or classFree.
func (v *view) class(e graph.EdgeID) graph.BranchID {
	b := v.choice[e]
	if b == none || v.w.Branches[b].Multi {
		return classFree
	}
	return b
}

// unbalancedJoins returns the problems of v.
func (v *view) unbalancedJoins(reach *tree) []Problem {
	if v.w.Mode != graph.ModeAny || !v.forks() {
		return nil
	}
	pass := slices.Clone(v.live)
	for e, kind := range v.kind {
		pass[e] = pass[e] && kind != graph.EdgeLoop && (v.absent == nil || !v.w.Edges[e].Optional())
	}
	d := newDAG(v, pass)
	j := &joiner{dag: d, tree: newDomTree(d), seen: make(map[[2]graph.EdgeID]bool)}
	j.number = j.tree.preorder(d)
	j.measure()
	var list []Problem
	for _, n := range d.order {
		if j.balanced(n) || !j.joins(n) || !j.belowFork(n) {
			continue
		}
		if p, ok := j.join(n); ok {
			list = append(list, j.problem(n, p, reach))
		}
	}
	return list
}

// measure computes depths, waits, forks and first edges.
func (j *joiner) measure() {
	v := j.v
	j.at = make([]measures, v.n)
	for i, n := range j.order {
		m := measures{first: none, fork: v.forksAt(n, j.edge)}
		if m.fork {
			m.forks = 1
		}
		if i > 0 {
			j.include(&m, n)
		}
		j.at[n] = m
	}
}

// include adds to m, the measures of n, those of its predecessors.
func (j *joiner) include(m *measures, n graph.NodeID) {
	v := j.v
	dom := j.tree.at[n].parent
	m.forks += j.at[dom].forks
	m.short = int32(len(j.order))
	in := 0
	for _, e := range v.x.In(n) {
		if !j.edge[e] {
			continue
		}
		in++
		from := v.from[e]
		p := &j.at[from]
		m.short, m.long, m.waits = min(m.short, p.short+1), max(m.long, p.long+1), max(m.waits, p.waits)
		if from == dom {
			m.addFirst(e, v.class(e))
		}
	}
	if in > 1 && (v.w.Nodes[n].Generated || v.w.Nodes[n].Join) {
		m.waits++
	}
}

// addFirst notes e as an edge from the dominator straight to the node. Edges of
// two branches together exclude nothing.
func (m *measures) addFirst(e graph.EdgeID, class graph.BranchID) {
	if m.first == none || class == classFree && m.class != classFree {
		m.first, m.class = e, class
	}
}

// joins reports whether n is a step at which arrivals matter.
func (j *joiner) joins(n graph.NodeID) bool {
	node := &j.v.w.Nodes[n]
	if len(j.v.x.In(n)) < 2 || node.Join || node.Generated && node.Kind != graph.KindExit {
		return false
	}
	return node.Kind != graph.KindExit || j.v.w.Engine.ExitEnds
}

// A group is what arrives at a join through one child of a fork.
type group struct {
	first       graph.EdgeID // from the fork
	class       graph.BranchID
	short, long int32        // steps from the fork to the join
	nearP, farP graph.NodeID // the predecessors of the join that show it; None if first leads to the join
	nearE, farE graph.EdgeID // and their edges
}

// A pair is a fork with two groups that a run takes together.
type pair struct {
	fork        graph.NodeID
	short, long group
}

// length returns the steps of both paths. The longer path is the shortest of
// its group, if that is longer than the other one.
func (p *pair) length() int32 {
	if p.long.short > p.short.short {
		return p.short.short + p.long.short
	}
	return p.short.short + p.long.long
}

// An arrival is a node of the tree of a join's predecessors: the extremes of
// the predecessors below it.
type arrival struct {
	n           graph.NodeID
	short, long int32 // from the entry to the predecessor
	nearP, farP graph.NodeID
	nearE, farE graph.EdgeID
	waits       int32
	direct      graph.EdgeID // n's own edge to the join, or None
	directClass graph.BranchID
	child, next int32 // its first child and its next sibling in joiner.arena, or None
}

// join returns the pair that shows that n runs twice, if there is one: the one
// with the shortest paths.
func (j *joiner) join(n graph.NodeID) (pair, bool) {
	j.arrivals(n)
	var best pair
	found := false
	for i := range j.arena {
		if p, ok := j.fork(&j.arena[i]); ok && (!found || p.length() < best.length()) {
			best, found = p, true
		}
	}
	if !found {
		return best, false
	}
	key := [2]graph.EdgeID{min(best.short.first, best.long.first), max(best.short.first, best.long.first)}
	if j.seen[key] {
		return best, false
	}
	j.seen[key] = true
	return best, true
}

// balanced reports whether all paths from the entry to n have one length.
func (j *joiner) balanced(n graph.NodeID) bool { return j.at[n].short == j.at[n].long }

// belowFork reports whether there is a fork between the nearest dominator of n
// and n: a pair begins at a common dominator of two predecessors, all of which
// are below that of n.
func (j *joiner) belowFork(n graph.NodeID) bool {
	dom := j.tree.at[n].parent
	if dom == none || j.at[dom].fork {
		return dom != none
	}
	for _, e := range j.v.x.In(n) {
		if j.edge[e] && j.at[j.v.from[e]].forks > j.at[dom].forks {
			return true
		}
	}
	return false
}

// arrivals builds the tree of n's predecessors and their common dominators in
// j.arena, in preorder with a stack.
func (j *joiner) arrivals(n graph.NodeID) {
	v := j.v
	j.preds, j.arena, j.stack = j.preds[:0], j.arena[:0], j.stack[:0]
	for _, e := range v.x.In(n) {
		if j.edge[e] {
			j.preds = append(j.preds, e)
		}
	}
	slices.SortStableFunc(j.preds, func(a, b graph.EdgeID) int {
		return cmp.Compare(j.number[v.from[a]], j.number[v.from[b]])
	})
	for _, e := range j.preds {
		p, class := v.from[e], v.class(e)
		if len(j.stack) > 0 {
			if top := &j.arena[j.stack[len(j.stack)-1]]; top.n == p { // a second edge from the same step
				if class == classFree {
					top.direct, top.directClass = e, classFree
				}
				continue
			}
			j.meet(p)
		}
		j.push(arrival{
			n: p, short: j.at[p].short, long: j.at[p].long, nearP: p, farP: p, nearE: e, farE: e,
			waits: j.at[p].waits, direct: e, directClass: class, child: none, next: none,
		})
	}
	for len(j.stack) > 1 {
		j.pop()
	}
}

func (j *joiner) push(a arrival) {
	j.stack = append(j.stack, int32(len(j.arena)))
	j.arena = append(j.arena, a)
}

// pop completes the top of the stack and includes it in what is below it.
func (j *joiner) pop() {
	top := j.stack[len(j.stack)-1]
	j.stack = j.stack[:len(j.stack)-1]
	j.arena[j.stack[len(j.stack)-1]].include(j.arena, top)
}

// meet makes the common dominator of the top of the stack and p the top.
func (j *joiner) meet(p graph.NodeID) {
	depth := func(n graph.NodeID) int32 { return j.tree.at[n].depth }
	g := j.tree.common(j.arena[j.stack[len(j.stack)-1]].n, p)
	for len(j.stack) > 1 && depth(j.arena[j.stack[len(j.stack)-2]].n) >= depth(g) {
		j.pop()
	}
	top := j.stack[len(j.stack)-1]
	if a := &j.arena[top]; a.n != g {
		dominator := *a
		dominator.n, dominator.direct, dominator.child, dominator.next = g, none, top, none
		j.stack[len(j.stack)-1] = int32(len(j.arena))
		j.arena = append(j.arena, dominator)
	}
}

// include adds what arrives below the child with the given index.
func (a *arrival) include(arena []arrival, index int32) {
	child := &arena[index]
	child.next, a.child = a.child, index
	if child.short < a.short {
		a.short, a.nearP, a.nearE = child.short, child.nearP, child.nearE
	}
	if child.long > a.long {
		a.long, a.farP, a.farE = child.long, child.farP, child.farE
	}
	a.waits = max(a.waits, child.waits)
}

// fork returns the two groups at a that a run takes together and whose lengths
// differ, if there are two.
func (j *joiner) fork(a *arrival) (pair, bool) {
	if !j.at[a.n].fork {
		return pair{}, false
	}
	groups := j.groups(a)
	if len(groups) < 2 {
		return pair{}, false
	}
	// The shortest group, the shortest other one and the shortest one of
	// another class: one of them is the best partner of every group.
	shortest := func(but func(group) bool) int {
		best := -1
		for i, g := range groups {
			if !but(g) && (best < 0 || g.short < groups[best].short) {
				best = i
			}
		}
		return best
	}
	m1 := shortest(func(group) bool { return false })
	m2 := shortest(func(g group) bool { return g.first == groups[m1].first })
	m3 := shortest(func(g group) bool {
		return g.first == groups[m1].first || g.class == groups[m1].class && g.class != classFree
	})
	best, found := pair{fork: a.n}, false
	for _, far := range groups {
		for _, m := range [...]int{m1, m2, m3} {
			if m < 0 || far.first == groups[m].first || far.class == groups[m].class && far.class != classFree || groups[m].short >= far.long {
				continue
			}
			if p := (pair{a.n, groups[m], far}); !found || p.length() < best.length() {
				best, found = p, true
			}
		}
	}
	return best, found
}

// groups returns what arrives through each child of a. A child to which no edge
// leads straight from a is a join itself and left out, and so is one below
// which a generated join waits.
func (j *joiner) groups(a *arrival) []group {
	groups := j.buffer[:0]
	if a.direct != none {
		groups = append(groups, group{first: a.direct, class: a.directClass, short: 1, long: 1, nearP: none, farP: none})
	}
	for i := a.child; i != none; i = j.arena[i].next {
		below := &j.arena[i]
		child := j.tree.ancestor(below.n, j.tree.at[a.n].depth+1)
		m := &j.at[child]
		if m.first == none || below.waits != j.at[a.n].waits {
			continue
		}
		groups = append(groups, group{
			first: m.first, class: m.class,
			short: below.short - m.short + 2, long: below.long - m.long + 2,
			nearP: below.nearP, farP: below.farP, nearE: below.nearE, farE: below.farE,
		})
	}
	j.buffer = groups
	return groups
}

// problem returns the problem that p shows at n.
func (j *joiner) problem(n graph.NodeID, p pair, reach *tree) Problem {
	problem := newProblem(UnbalancedJoin, j.v.w, n)
	problem.Detail = JoinTwice
	if j.v.w.Nodes[n].Kind == graph.KindExit {
		problem.Detail = JoinCutOff
	}
	problem.Nodes = []graph.NodeID{p.fork}
	problem.Edges = []graph.EdgeID{p.short.first, p.long.first}
	near := j.back(n, p.short.first, p.short.nearP, p.short.nearE, false)
	far := j.back(n, p.long.first, p.long.farP, p.long.farE, true)
	if p.long.short > p.short.short {
		far = j.back(n, p.long.first, p.long.nearP, p.long.nearE, false)
	}
	problem.Witness = append(reach.path(p.fork), near...)
	problem.Second = append(graph.Witness{{Node: p.fork, Edge: none}}, far...)
	return problem
}

// back returns the path that begins with the edge first and ends in n over the
// edge last of the predecessor pred: the longest or the shortest, followed
// backwards.
func (j *joiner) back(n graph.NodeID, first graph.EdgeID, pred graph.NodeID, last graph.EdgeID, longest bool) graph.Witness {
	if pred == none {
		return graph.Witness{{Node: n, Edge: first}}
	}
	depth := func(n graph.NodeID) int32 {
		if longest {
			return j.at[n].long
		}
		return j.at[n].short
	}
	path := graph.Witness{{Node: n, Edge: last}}
	child := j.v.to[first]
	for m := pred; m != child; {
		for _, e := range j.v.x.In(m) {
			if from := j.v.from[e]; j.edge[e] && depth(from)+1 == depth(m) {
				path = append(path, graph.Step{Node: m, Edge: e})
				m = from
				break
			}
		}
	}
	path = append(path, graph.Step{Node: child, Edge: first})
	slices.Reverse(path)
	return path
}
