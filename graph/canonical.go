package graph

// This file puts the parts of a workflow into an order that does not depend on the order in
// which they were added.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Canonical returns the workflow that w is whatever order its parts were added in: nodes by
// name, branches and edges by what they connect, lists of names sorted, all numbers given
// anew. Two workflows that print the same in this form differ in order alone. What order
// means to an engine is kept: which of two branches of a node comes last, where the last
// one wins. Nodes that share a name are told apart by kind, position and function. It takes
// time in O(n log n) for a workflow of n parts; w is not changed.
func (w *Workflow) Canonical() *Workflow {
	c := &canonizer{from: w, to: *w}
	c.nodes()
	c.branches()
	c.edges()
	c.rest()
	return &c.to
}

// A canonizer builds the canonical form of one workflow.
type canonizer struct {
	from   *Workflow
	to     Workflow
	node   []NodeID   // new numbers, by old
	branch []BranchID // likewise
}

// nodeOf returns the new number of a node.
func (c *canonizer) nodeOf(id NodeID) NodeID {
	if id < 0 || int(id) >= len(c.node) {
		return id
	}
	return c.node[id]
}

func (c *canonizer) branchOf(id BranchID) BranchID {
	if id < 0 || int(id) >= len(c.branch) {
		return id
	}
	return c.branch[id]
}

// sorted returns the numbers of n things in an order, and the new number of each.
func sorted[ID ~int32](n int, compare func(i, j int) int) (order []int, number []ID) {
	order, number = make([]int, n), make([]ID, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, compare)
	for at, i := range order {
		number[i] = ID(at)
	}
	return order, number
}

func (c *canonizer) nodes() {
	nodes := c.from.Nodes
	order, number := sorted[NodeID](len(nodes), func(i, j int) int {
		x, y := &nodes[i], &nodes[j]
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Kind, y.Kind), x.Pos.Compare(y.Pos), cmp.Compare(x.Func, y.Func))
	})
	c.node, c.to.Nodes = number, nil
	for _, i := range order {
		n := nodes[i]
		n.Tools = slices.SortedStableFunc(slices.Values(n.Tools), func(t, u *Tool) int {
			return cmp.Or(cmp.Compare(t.Name, u.Name), cmp.Compare(t.Handler, u.Handler), t.Pos.Compare(u.Pos))
		})
		n.Past = nil // edges get other numbers
		n.Final, n.Missing, n.Events = sortedNames(n.Final), sortedNames(n.Missing), sortedNames(n.Events)
		if n.Sub != nil {
			n.Sub = n.Sub.Canonical()
		}
		c.to.Nodes = append(c.to.Nodes, n)
	}
}

// sortedNames returns the sorted elements of a list.
func sortedNames(list []string) []string {
	if list == nil {
		return nil
	}
	return slices.Sorted(slices.Values(list))
}

// branches sorts branches by their node, and by what they are where that does not decide.
func (c *canonizer) branches() {
	branches := c.from.Branches
	content := make([]string, len(branches))
	for i := range branches {
		content[i] = c.content(BranchID(i))
	}
	order, number := sorted[BranchID](len(branches), func(i, j int) int {
		byNode := cmp.Compare(c.nodeOf(branches[i].From), c.nodeOf(branches[j].From))
		if c.from.Engine.LastBranchWins {
			return byNode
		}
		return cmp.Or(byNode, strings.Compare(content[i], content[j]))
	})
	c.branch, c.to.Branches = number, nil
	for _, i := range order {
		br := branches[i]
		br.From = c.nodeOf(br.From)
		br.Values = sortedValues(br.Values)
		br.Together = slices.Clone(br.Together)
		for k := range br.Together {
			br.Together[k] = sortedNames(br.Together[k])
		}
		slices.SortFunc(br.Together, slices.Compare)
		c.to.Branches = append(c.to.Branches, br)
	}
}

// content tells a branch from others of its node, by what it selects and where.
func (c *canonizer) content(id BranchID) string {
	br := &c.from.Branches[id]
	var parts []string
	for i := range c.from.Edges {
		if e := &c.from.Edges[i]; e.Branch == id {
			parts = append(parts, fmt.Sprintf("%d %d %q %q %s", c.nodeOf(e.To), e.Kind, e.Label, e.Guard, e.Pos))
		}
	}
	for _, v := range sortedValues(br.Values) {
		parts = append(parts, fmt.Sprintf("%q %q %s", v.Text, v.Guard, v.Pos))
	}
	slices.Sort(parts)
	return fmt.Sprintf("%s %s %t %t %q", br.Pos, br.Func, br.Multi, br.Complete, parts)
}

func sortedValues(list []Value) []Value {
	return slices.SortedStableFunc(slices.Values(list), func(v, u Value) int {
		return cmp.Or(cmp.Compare(v.Text, u.Text), cmp.Compare(v.Guard.String(), u.Guard.String()), v.Pos.Compare(u.Pos))
	})
}

func (c *canonizer) edges() {
	c.to.Edges = slices.Clone(c.from.Edges)
	for i := range c.to.Edges {
		e := &c.to.Edges[i]
		e.From, e.To, e.Branch = c.nodeOf(e.From), c.nodeOf(e.To), c.branchOf(e.Branch)
	}
	slices.SortStableFunc(c.to.Edges, func(e, f Edge) int {
		return cmp.Or(cmp.Compare(e.From, f.From), cmp.Compare(e.Branch, f.Branch), cmp.Compare(e.To, f.To), cmp.Compare(e.Kind, f.Kind),
			cmp.Compare(e.Label, f.Label), cmp.Compare(e.Guard.String(), f.Guard.String()), e.Pos.Compare(f.Pos))
	})
}

// rest sorts what says something of nodes and branches.
func (c *canonizer) rest() {
	w := &c.to
	w.Entry = c.nodeOf(w.Entry)
	w.Exits = slices.Clone(w.Exits)
	for i := range w.Exits {
		w.Exits[i] = c.nodeOf(w.Exits[i])
	}
	slices.Sort(w.Exits)
	w.Interrupts = slices.Clone(w.Interrupts)
	for i := range w.Interrupts {
		w.Interrupts[i].Node = c.nodeOf(w.Interrupts[i].Node)
	}
	sortPrinted(w.Interrupts)
	w.Jumps = slices.Clone(w.Jumps)
	for i := range w.Jumps {
		w.Jumps[i].From, w.Jumps[i].Branch = c.nodeOf(w.Jumps[i].From), c.branchOf(w.Jumps[i].Branch)
	}
	sortPrinted(w.Jumps)
	w.Inputs = slices.Clone(w.Inputs)
	for i := range w.Inputs {
		w.Inputs[i].From, w.Inputs[i].To = c.nodeOf(w.Inputs[i].From), c.nodeOf(w.Inputs[i].To)
	}
	sortPrinted(w.Inputs)
	w.Unknowns = slices.Clone(w.Unknowns)
	for i := range w.Unknowns {
		w.Unknowns[i].Node = c.nodeOf(w.Unknowns[i].Node)
	}
	sortPrinted(w.Unknowns)
	w.Counters = slices.Clone(w.Counters)
	sortPrinted(w.Counters)
}

// sortPrinted sorts a list of values without pointers by all that they have.
func sortPrinted[T any](list []T) {
	slices.SortStableFunc(list, func(x, y T) int { return strings.Compare(fmt.Sprintf("%+v", x), fmt.Sprintf("%+v", y)) })
}
