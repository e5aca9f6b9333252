// Package unroll writes the values of counters into workflows.
//
// A router that goes back while t.Rounds < 5 goes back five times at most. A search for runs
// that does not know the counter finds one that goes back six times. Unrolled has no such run: it
// has each step once for each combination of values that the counters may have after it, and
// the edges that a router takes at these values and no others.
//
//	step, Rounds=1 -> back, Rounds=1 -> … -> step, Rounds=5 -> end
//
// Truth values are counters that are 0 or 1: a tool behind a router that asks for Approved is in
// no run in which nothing has set it. A value that is not known, because whoever starts a run or a
// step may choose it, is the same as any; an edge that is only taken at some values makes it one of these. A step that adds one or
// two makes it one of several, from a least to a greatest.
//
// Each run of the workflow is one of the unrolled workflow, and the other way round as far as
// counters go whose values are all known. That is so because counters only do what graph.Counter
// says; whoever extracts them answers for that. Whether each run of the workflow is one of
// the unrolled one is checked by code of its own, see Covers.
package unroll

import (
	"slices"
	"strconv"

	"github.com/agentvet/agentvet/graph"
)

// Limits. A workflow that needs more is not unrolled.
const (
	maxNodes  = 4096
	maxCopies = 16      // of a step of a large workflow, on average
	maxValue  = 1 << 30 // integers with 32 bits hold more
	maxWidth  = 32      // between the least and the greatest of several values; beyond, it is any

	// maxLeftOut is how many counters, the last ones, are left out one after the other until there are few enough values.
	maxLeftOut = 12
	// maxNeeded is up to how many counters it is asked which of them are needed.
	maxNeeded = 12
)

// Unrolled is a workflow without counters, and what its parts are copies of.
type Unrolled struct {
	*graph.Workflow
	Of       *graph.Workflow
	Node     []graph.NodeID // by node
	Edge     []graph.EdgeID // by edge
	Counters []graph.Counter

	values [][]value // of the counters after each copy
}

// Of unrolls the counters of w. It returns nil if that leaves no edge out and says nothing of arguments, if something is not
// known of how w goes on, if steps run at the same time, or if the counters may have too many
// values, also without the last ones.
func Of(w *graph.Workflow) *Unrolled {
	if w.Entry == graph.None || !Counts(w) {
		return nil
	}
	for n := len(w.Counters); n > 0 && n > len(w.Counters)-maxLeftOut; n-- {
		u := &unrolling{
			w: w, out: &Unrolled{Of: w, Counters: w.Counters[:n]},
			at: make(map[string]graph.NodeID), branch: make(map[[2]int]graph.BranchID),
		}
		if out := u.run(); out != nil {
			if u.fewer && out.Covers() == nil {
				return out
			}
			return nil
		}
	}
	return nil
}

// Proof returns how large the proof is that runs of the unrolled workflow are all that there are.
func (u *Unrolled) Proof() graph.Proof {
	p := graph.Proof{States: len(u.Node), Ways: len(u.Edge), Moments: make([]graph.Moment, len(u.Node))}
	for n, of := range u.Node {
		m := graph.Moment{Node: of, Values: make([]*graph.Within, len(u.Counters))}
		for i, v := range u.values[n] {
			if !v.any {
				m.Values[i] = &graph.Within{Counter: u.Counters[i].Name, From: &v.from, To: &v.to}
			}
		}
		p.Moments[n] = m
	}
	for i := range u.Workflow.Edges {
		e := &u.Workflow.Edges[i]
		from := &p.Moments[e.From]
		from.Next = append(from.Next, graph.Next{Edge: u.Edge[i], Moment: int(e.To)})
	}
	return p
}

// A Known is what a counter certainly is at some time.
type Known struct {
	Counter graph.Counter
	Value   int
}

// Known returns what counters are after a copy of a step, of those of which it is known.
func (u *Unrolled) Known(n graph.NodeID) (list []Known) {
	for i, v := range u.values[n] {
		if is, known := v.is(); known {
			list = append(list, Known{u.Counters[i], is})
		}
	}
	return list
}

// Needed returns those of the counters of w without which it would not be proved what holds of the
// workflow that is unrolled with them; none of the others is needed beside them.
func Needed(w *graph.Workflow, holds func(*Unrolled) bool) []graph.Counter {
	needed := w.Counters
	for i := len(needed) - 1; i >= 0 && len(w.Counters) <= maxNeeded; i-- {
		fewer := *w
		fewer.Counters = slices.Delete(slices.Clone(needed), i, i+1)
		if u := Of(&fewer); u != nil && holds(u) {
			needed = fewer.Counters
		}
	}
	return needed
}

// Counts reports whether what w says of its counters is all that happens to them: its steps
// run one after the other, and all of its edges are known.
func Counts(w *graph.Workflow) bool {
	return Sequential(w) && !slices.ContainsFunc(w.Unknowns, func(u graph.Unknown) bool {
		return u.What == graph.UnknownAnything || u.What == graph.UnknownTargets || u.What == graph.UnknownSources
	})
}

// Sequential reports whether one step of w runs at a time: none sends control to two others,
// and none waits.
func Sequential(w *graph.Workflow) bool {
	if w.Mode == graph.ModeAll || slices.ContainsFunc(w.Nodes, func(n graph.Node) bool { return n.Join }) {
		return false
	}
	ways := make([]int, len(w.Nodes))
	for i := range w.Edges {
		if e := &w.Edges[i]; e.Branch == graph.None {
			ways[e.From]++
		}
	}
	for b := range w.Branches {
		if br := &w.Branches[b]; br.Multi {
			return false
		} else if br.From != graph.None {
			ways[br.From]++
		}
	}
	return !slices.ContainsFunc(ways, func(n int) bool { return n > 1 })
}

// An unrolling is under way.
type unrolling struct {
	w      *graph.Workflow
	out    *Unrolled
	at     map[string]graph.NodeID // copies, by node and values
	branch map[[2]int]graph.BranchID
	fewer  bool // some edge is not taken somewhere, or something is known of what a call passes
}

// A value is what a counter is at some time: a number from one to another, or any.
type value struct {
	from, to int
	any      bool
}

func one(n int) value { return value{from: n, to: n} }

// is returns the number that a value certainly is.
func (v value) is() (n int, known bool) { return v.from, !v.any && v.from == v.to }

func (v value) String() string {
	switch n, known := v.is(); {
	case v.any:
		return "?"
	case known:
		return strconv.Itoa(n)
	}
	return strconv.Itoa(v.from) + ".." + strconv.Itoa(v.to)
}

// after returns what a counter is when a step has done something to it. ok is false if it may wrap
// around.
func (v value) after(does graph.Count) (next value, ok bool) {
	switch {
	case does.Set != nil:
		return one(*does.Set), true
	case does.Most > maxValue || does.Least < -maxValue || v.to > maxValue || v.from < -maxValue:
		return v, false
	case does.Any || v.any:
		return value{any: true}, true
	}
	next = value{from: v.from + does.Least, to: v.to + does.Most}
	if next.to-next.from > maxWidth {
		return value{any: true}, true
	}
	return next, true
}

// within returns what a counter is where only some numbers lead on. ok is false if it is none of them.
func (v value) within(x graph.Within) (then value, ok bool) {
	only, is := x.Only()
	switch {
	case v.any && is:
		return one(only), true
	case v.any:
		return v, true
	}
	if x.From != nil {
		v.from = max(v.from, *x.From)
	}
	if x.To != nil {
		v.to = min(v.to, *x.To)
	}
	return v, v.from <= v.to
}

func (u *unrolling) run() *Unrolled {
	w := *u.w
	w.Nodes, w.Edges, w.Branches, w.Exits, w.Counters = nil, nil, nil, nil, nil
	w.Interrupts, w.Jumps, w.Inputs, w.Unknowns = nil, nil, nil, nil
	u.out.Workflow = &w
	start := make([]value, len(u.out.Counters))
	for i, c := range u.out.Counters {
		start[i] = value{from: c.Start, to: c.Start, any: !c.Started}
		if c.Start < -maxValue || c.Start > maxValue {
			return nil
		}
	}
	from, to := make([]graph.NodeID, len(u.w.Edges)), make([]graph.NodeID, len(u.w.Edges))
	for i := range u.w.Edges {
		from[i], to[i] = u.w.Edges[i].From, u.w.Edges[i].To
	}
	x := graph.NewIndex(len(u.w.Nodes), from, to)
	entry, ok := u.enter(u.w.Entry, start)
	if !ok {
		return nil
	}
	w.Entry = entry
	u.notes(graph.None, graph.None)
	for n := 0; n < len(u.out.Node); n++ {
		for _, e := range x.Out(u.out.Node[n]) {
			values, ok := u.taken(e, u.out.values[n])
			if !ok {
				u.fewer = true
				continue
			}
			if !u.follow(graph.NodeID(n), e, values) {
				return nil
			}
		}
		u.notes(graph.NodeID(n), u.out.Node[n])
	}
	return u.out
}

// enter returns the copy of a node that comes next where the counters have some values. ok is
// false if there are too many.
func (u *unrolling) enter(of graph.NodeID, values []value) (n graph.NodeID, ok bool) {
	after := slices.Clone(values)
	for i, c := range u.out.Counters {
		if after[i], ok = after[i].after(u.w.Nodes[of].Does(c.Name)); !ok {
			return 0, false
		}
	}
	return u.copy(of, after)
}

// copy returns the copy of a node after which the counters have some values.
func (u *unrolling) copy(of graph.NodeID, values []value) (graph.NodeID, bool) {
	key := strconv.Itoa(int(of))
	for _, v := range values {
		key += " " + v.String()
	}
	if n, ok := u.at[key]; ok {
		return n, true
	}
	if len(u.out.Node) == max(maxNodes, maxCopies*len(u.w.Nodes)) {
		return 0, false
	}
	n := graph.NodeID(len(u.out.Node))
	u.at[key] = n
	u.out.Node = append(u.out.Node, of)
	u.out.values = append(u.out.values, values)
	node := u.w.Nodes[of]
	node.Facts = u.facts(&node, values)
	u.fewer = u.fewer || len(node.Facts) > 0
	node.Counts = nil
	u.out.Workflow.Nodes = append(u.out.Workflow.Nodes, node)
	if slices.Contains(u.w.Exits, of) {
		u.out.Workflow.Exits = append(u.out.Workflow.Exits, n)
	}
	return n, true
}

// opposite are the operators that hold of a number where others do not. A value that is no number is passed in no call.
var opposite = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<"}

// facts returns what is known of the arguments of a node's calls where counters have some values after it. It is of
// numbers that the node leaves as they are.
func (u *unrolling) facts(n *graph.Node, values []value) (list []graph.Fact) {
	for _, p := range n.Passes {
		for i, c := range u.out.Counters {
			is, known := values[i].is()
			if !known || n.Does(c.Name) != (graph.Count{Counter: c.Name}) {
				continue
			}
			f := graph.Fact{Tool: p.Tool, Path: p.Path}
			switch {
			case c.Test == nil && !c.Truth && c.Name == p.Of:
				f.Op, f.With = "==", strconv.Itoa(is)
			case c.Test != nil && c.Test.Of == p.Of && is == 1:
				f.Op, f.With = c.Test.Op, c.Test.With
			case c.Test != nil && c.Test.Of == p.Of && is == 0:
				f.Op, f.With = opposite[c.Test.Op], c.Test.With
			}
			if f.Op != "" {
				list = append(list, f)
			}
		}
	}
	return list
}

// taken reports whether an edge may be taken where the counters have some values, and returns
// what they are if it is.
func (u *unrolling) taken(e graph.EdgeID, values []value) (then []value, ok bool) {
	then = slices.Clone(values)
	for _, x := range u.w.Edges[e].Within {
		i := slices.IndexFunc(u.out.Counters, func(c graph.Counter) bool { return c.Name == x.Counter })
		if i < 0 { // it was left out
			continue
		}
		if then[i], ok = then[i].within(x); !ok {
			return nil, false
		}
	}
	return then, true
}

// follow adds the copy of an edge that leaves a copy of a node, where the counters have some
// values. It reports false if there are too many.
func (u *unrolling) follow(from graph.NodeID, e graph.EdgeID, values []value) (ok bool) {
	edge := u.w.Edges[e]
	edge.From, edge.Branch, edge.Within = from, u.branchOf(edge.Branch, from), nil
	edge.To, ok = u.enter(edge.To, values)
	u.out.Workflow.Edges = append(u.out.Workflow.Edges, edge)
	u.out.Edge = append(u.out.Edge, e)
	return ok
}

// branchOf returns the copy of a branch at a copy of its node.
func (u *unrolling) branchOf(of graph.BranchID, from graph.NodeID) graph.BranchID {
	if of == graph.None {
		return graph.None
	}
	key := [2]int{int(of), int(from)}
	b, ok := u.branch[key]
	if !ok {
		b = graph.BranchID(len(u.out.Workflow.Branches))
		u.branch[key] = b
		branch := u.w.Branches[of]
		branch.From = from
		u.out.Workflow.Branches = append(u.out.Workflow.Branches, branch)
	}
	return b
}

// notes copies what else the workflow says of a node, for a copy n of it, or of none.
func (u *unrolling) notes(n, of graph.NodeID) {
	w := u.out.Workflow
	for _, i := range u.w.Interrupts {
		if i.Node == of {
			i.Node = n
			w.Interrupts = append(w.Interrupts, i)
		}
	}
	for _, j := range u.w.Jumps {
		if j.From == of {
			j.From, j.Branch = n, u.branchOf(j.Branch, n)
			w.Jumps = append(w.Jumps, j)
		}
	}
	for _, x := range u.w.Unknowns {
		if x.Node == of {
			x.Node = n
			w.Unknowns = append(w.Unknowns, x)
		}
	}
}
