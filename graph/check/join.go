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
// Where no edge leads straight from g to c, one shortest path does, through other
// children of g; two such paths share a step only if they share their first edge.
//
// An engine that starts a step for each token and does not bear two runs of it at a time has a
// problem with ways of one length, too (OverlappingRuns).
//
// A node with Join waits for all of its predecessors, but in a loop it takes the
// one that is still to come as done since the round before: there too it runs
// once for each arrival.
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
	number []int32 // preorder of the tree; nil until it is asked for
	at     []measures
	meets  []graph.NodeID // several edges lead to them; in the order of the dag
	loop   []int32        // see loops; nil if no node waits
	seen   map[[2]graph.EdgeID]bool

	// Of the join at hand.
	preds  []graph.EdgeID
	arena  []arrival
	stack  []int32
	buffer []group
	even   bool // ways of one length count, too
}

// measures are what paths from the entry to a node have, in one place, for the
// search comes to the nodes in no order.
type measures struct {
	short, long int32        // steps of the shortest and the longest path
	waits       int32        // most generated joins on a path
	forks       int32        // how many may send two tokens, of the node and its dominators
	first       graph.EdgeID // the first edge of the path on which the node's dominator leads to it: straight, if it can
	fork        bool         // the node may send two tokens
}

// classFree is the class of an edge that can be taken together with any other.
const classFree = none

// class returns the branch whose other edges exclude e, or classFree. Of a branch
// whose sets of values are known, some of them may not; see concurrent.
func (v *view) class(e graph.EdgeID) graph.BranchID {
	b := v.choice[e]
	if b == none || v.w.Branches[b].Multi && v.w.Branches[b].Together == nil {
		return classFree
	}
	return b
}

// unbalancedJoins returns the problems of v.
func (v *view) unbalancedJoins(reach *tree) []Problem {
	list, never := v.starvedJoins(reach)
	if v.w.Mode != graph.ModeAny || !v.forks() {
		return list
	}
	pass := v.scratch.flags.take(len(v.live))
	for e, kind := range v.kind {
		pass[e] = v.live[e] && kind != graph.EdgeLoop && (v.absent == nil || !v.w.Edges[e].Optional())
	}
	j := newJoiner(newDAG(v, pass))
	for _, n := range j.meets {
		if !j.joins(n) || !j.belowFork(n) || never[n] {
			continue
		}
		if v.is(n, waiting) && j.loop == nil {
			j.loop = v.loops(never)
		}
		if !j.balanced(n) {
			if p, ok := j.join(n); ok {
				list = append(list, j.problem(n, p, reach))
				continue
			}
		}
		if v.w.Engine.OneRun && !v.is(n, waiting) {
			j.even = true
			if p, ok := j.join(n); ok {
				list = append(list, j.overlap(n, p, reach))
			}
			j.even = false
		}
	}
	v.scratch.flags.give(pass)
	j.release()
	return list
}

// release gives back the memory of j.
func (j *joiner) release() {
	m := j.v.scratch
	m.doms.give(j.tree.at)
	m.measures.give(j.at)
	m.nodes.give(j.meets)
	m.numbers.give(j.number)
	j.dag.release()
}

// loops returns for each node the number of its loop: nodes of one number lead to
// each other in every configuration, not through a step that never runs.
func (v *view) loops(never map[graph.NodeID]bool) []int32 {
	all := make([]bool, v.n)
	for i := range all {
		all[i] = !never[graph.NodeID(i)]
	}
	comp, _ := v.components(all, v.certain)
	return comp
}

// newJoiner finds the dominators of d, and computes depths, waits, forks and first
// edges.
func newJoiner(d *dag) *joiner {
	v := d.v
	j := &joiner{
		dag: d, tree: &domTree{v.scratch.doms.take(v.n)}, at: v.scratch.measures.take(v.n),
		meets: v.scratch.nodes.take(v.n)[:0], seen: make(map[[2]graph.EdgeID]bool),
	}
	for _, n := range j.order {
		m := &j.at[n]
		switch in, last := j.tree.place(d, n); in {
		case 0:
			m.first = none
		case 1:
			*m = j.at[v.from[last]]
			m.short, m.long, m.first = m.short+1, m.long+1, last
		default:
			j.meets = append(j.meets, n)
			j.include(m, n, j.tree.at[n].parent)
		}
		if m.fork = v.forksAt(n, j.edge); m.fork {
			m.forks++
		}
	}
	return j
}

// include makes m the measures of n, to which several edges lead.
func (j *joiner) include(m *measures, n, dom graph.NodeID) {
	v := j.v
	m.first, m.forks, m.short = none, j.at[dom].forks, int32(len(j.order))
	for _, e := range v.x.In(n) {
		if !j.edge[e] {
			continue
		}
		from := v.from[e]
		p := &j.at[from]
		m.short, m.long, m.waits = min(m.short, p.short+1), max(m.long, p.long+1), max(m.waits, p.waits)
		if from == dom && (m.first == none || v.class(e) == classFree && v.class(m.first) != classFree) {
			m.first = e // edges of two branches together exclude nothing
		}
	}
	if m.first == none { // the shortest path, which back follows
		before := v.from[j.before(n, m.short, false)]
		m.first = j.at[j.tree.ancestor(before, j.tree.at[dom].depth+1)].first
	}
	if v.is(n, generated|waiting) {
		m.waits++
	}
}

// lead returns the steps of the path that begins with the first edge of n.
func (j *joiner) lead(n graph.NodeID) int32 {
	if first := j.at[n].first; j.v.to[first] != n {
		return j.at[n].short - j.at[j.v.from[first]].short
	}
	return 1
}

// before returns the last edge of the shortest or the longest path to n, which
// has the given number of steps.
func (j *joiner) before(n graph.NodeID, steps int32, longest bool) graph.EdgeID {
	for _, e := range j.v.x.In(n) {
		p := &j.at[j.v.from[e]]
		if j.edge[e] && (longest && p.long+1 == steps || !longest && p.short+1 == steps) {
			return e
		}
	}
	panic("check: internal error: a node without a path to it")
}

// joins reports whether n is a step at which arrivals matter.
func (j *joiner) joins(n graph.NodeID) bool {
	if len(j.v.x.In(n)) < 2 {
		return false
	}
	if j.v.kinds[n] == graph.KindExit {
		return j.v.w.Engine.ExitEnds
	}
	return !j.v.is(n, generated)
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
	waits := j.v.is(n, waiting)
	for i := range j.arena {
		if waits && j.loop[j.arena[i].n] != j.loop[n] {
			continue // it runs once, when all have come
		}
		p, ok := j.fork(&j.arena[i])
		if waits && p.short.nearP == none {
			continue // the others have begun when the fork is done
		}
		if ok && (!found || p.length() < best.length()) {
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

// balanced reports whether all paths from the nearest dominator of n to n have one
// length. All paths to the dominator can be continued by each of them, and the two
// of a pair begin at the dominator or below it.
func (j *joiner) balanced(n graph.NodeID) bool {
	m, dom := &j.at[n], &j.at[j.tree.at[n].parent]
	return m.short-dom.short == m.long-dom.long
}

// belowFork reports whether a pair may begin at the nearest dominator of n, or below
// it at a fork that dominates two predecessors of n.
func (j *joiner) belowFork(n graph.NodeID) bool {
	dom := &j.at[j.tree.at[n].parent]
	if dom.fork {
		return true
	}
	below := 0
	for _, e := range j.v.x.In(n) {
		if j.edge[e] && j.at[j.v.from[e]].forks > dom.forks {
			below++
		}
	}
	return below > 1
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
	if j.number == nil {
		j.number = j.tree.preorder(j.dag)
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
	choose := func(p pair) {
		if !found || p.length() < best.length() {
			best, found = p, true
		}
	}
	for _, far := range groups {
		for _, m := range [...]int{m1, m2, m3} {
			if m >= 0 && j.unbalanced(groups[m], far) {
				choose(pair{a.n, groups[m], far})
			}
		}
		if far.class != classFree && j.v.w.Branches[far.class].Together != nil {
			for _, near := range groups {
				if near.class == far.class && j.unbalanced(near, far) {
					choose(pair{a.n, near, far})
				}
			}
		}
	}
	return best, found
}

// unbalanced reports whether a run takes both groups, the near one in fewer steps, or, where ways of
// one length count, in as many.
func (j *joiner) unbalanced(near, far group) bool {
	return (near.short < far.long || j.even && near.short == far.long) && near.first != far.first && j.v.concurrent(near.first, far.first)
}

// groups returns what arrives through each child of a. One below which a
// generated join waits is left out.
func (j *joiner) groups(a *arrival) []group {
	groups := j.buffer[:0]
	if a.direct != none {
		groups = append(groups, group{first: a.direct, class: a.directClass, short: 1, long: 1, nearP: none, farP: none})
	}
	for i := a.child; i != none; i = j.arena[i].next {
		below := &j.arena[i]
		child := j.tree.ancestor(below.n, j.tree.at[a.n].depth+1)
		m := &j.at[child]
		if below.waits != j.at[a.n].waits {
			continue
		}
		lead := j.lead(child)
		groups = append(groups, group{
			first: m.first, class: j.v.class(m.first),
			short: below.short - m.short + lead + 1, long: below.long - m.long + lead + 1,
			nearP: below.nearP, farP: below.farP, nearE: below.nearE, farE: below.farE,
		})
	}
	j.buffer = groups
	return groups
}

// problem returns the problem that p shows at n.
func (j *joiner) problem(n graph.NodeID, p pair, reach *tree) Problem {
	problem := &UnbalancedJoin{Base: base(j.v.w, n), Fork: p.fork, First: [2]graph.EdgeID{p.short.first, p.long.first}}
	switch node := &j.v.w.Nodes[n]; {
	case node.Join:
		problem.Effect = Stale
	case node.Kind == graph.KindExit:
		problem.Effect = CutOff
	}
	near := j.back(n, p.fork, p.short, p.short.nearP, p.short.nearE, false)
	far := j.back(n, p.fork, p.long, p.long.farP, p.long.farE, true)
	if p.long.short > p.short.short {
		far = j.back(n, p.fork, p.long, p.long.nearP, p.long.nearE, false)
	}
	problem.Witness = append(reach.path(p.fork), near...)
	problem.Other = append(graph.Witness{{Node: p.fork, Edge: none}}, far...)
	return problem
}

// overlap returns the problem that p, two ways of one length, shows at n. What decides at the fork
// may never take both, if it is not known which edges it takes together.
func (j *joiner) overlap(n graph.NodeID, p pair, reach *tree) Problem {
	problem := &OverlappingRuns{Base: base(j.v.w, n), Fork: p.fork, First: [2]graph.EdgeID{p.short.first, p.long.first}}
	problem.Witness = append(reach.path(p.fork), j.back(n, p.fork, p.short, p.short.nearP, p.short.nearE, false)...)
	problem.Other = append(graph.Witness{{Node: p.fork, Edge: none}}, j.back(n, p.fork, p.long, p.long.farP, p.long.farE, true)...)
	if b := j.v.choice[p.short.first]; b != none && b == j.v.choice[p.long.first] {
		if branch := &j.v.w.Branches[b]; branch.Together == nil || branch.Any {
			problem.Doubt = Doubt{Why: WhyUnknown, Edge: none}
		}
	}
	return problem
}

// back returns the path of a group from the fork to n over the edge last of the
// predecessor pred, the longest or the shortest, followed backwards. To the
// child of the fork it is the one that include chose.
func (j *joiner) back(n, fork graph.NodeID, g group, pred graph.NodeID, last graph.EdgeID, longest bool) graph.Witness {
	if pred == none {
		return graph.Witness{{Node: n, Edge: g.first}}
	}
	path := graph.Witness{{Node: n, Edge: last}}
	for m := pred; m != fork; {
		e := j.at[m].first
		if below := j.tree.at[m].parent != fork; below || j.lead(m) > 1 {
			longest = longest && below
			steps := j.at[m].short
			if longest {
				steps = j.at[m].long
			}
			e = j.before(m, steps, longest)
		}
		path = append(path, graph.Step{Node: m, Edge: e})
		m = j.v.from[e]
	}
	slices.Reverse(path)
	return path
}
