// Package unroll writes the values of counters into workflows.
//
// A router that goes back while t.Rounds < 5 goes back five times at most. A search for runs
// that does not know the counter finds one that goes back six times. Unrolled has no such run: it
// has each step once for each combination of values that the counters may have after it, and
// the edges that a router takes at these values and no others.
//
//	step, Rounds=1 -> back, Rounds=1 -> … -> step, Rounds=5 -> end
//
// Each run of the workflow is one of the unrolled workflow, and the other way round as far as
// counters go. That is so because counters only do what graph.Counter says; whoever extracts
// them answers for that.
package unroll

import (
	"slices"
	"strconv"

	"github.com/agentvet/agentvet/graph"
)

// Limits. A workflow that needs more is not unrolled.
const (
	maxNodes = 4096
	maxValue = 1 << 30 // integers with 32 bits hold more
)

// Unrolled is a workflow without counters, and what its parts are copies of.
type Unrolled struct {
	*graph.Workflow
	Of       *graph.Workflow
	Node     []graph.NodeID // by node
	Edge     []graph.EdgeID // by edge
	Counters []graph.Counter
}

// Of unrolls the counters of w whose start is known, and what each step adds to them. It
// returns nil if there is none, if something is not known of how w goes on, if steps run at
// the same time, or if the counters may have too many values.
func Of(w *graph.Workflow) *Unrolled {
	u := &unrolling{w: w, out: &Unrolled{Of: w}, at: make(map[string]graph.NodeID), branch: make(map[[2]int]graph.BranchID)}
	for _, c := range w.Counters {
		if c.Started && -maxValue <= c.Start && c.Start <= maxValue && exact(w, c.Name) {
			u.out.Counters = append(u.out.Counters, c)
		}
	}
	if len(u.out.Counters) == 0 || w.Entry == graph.None || !Counts(w) {
		return nil
	}
	return u.run()
}

// exact reports whether it is known what each step adds to a counter.
func exact(w *graph.Workflow, counter string) bool {
	return !slices.ContainsFunc(w.Nodes, func(n graph.Node) bool { c := n.Adds(counter); return c.Least != c.Most })
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
	values [][]int                 // of the counters after each copy
	branch map[[2]int]graph.BranchID
}

func (u *unrolling) run() *Unrolled {
	w := *u.w
	w.Nodes, w.Edges, w.Branches, w.Exits, w.Counters = nil, nil, nil, nil, nil
	w.Interrupts, w.Jumps, w.Inputs, w.Unknowns = nil, nil, nil, nil
	u.out.Workflow = &w
	start := make([]int, len(u.out.Counters))
	for i, c := range u.out.Counters {
		start[i] = c.Start
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
			if u.taken(e, u.values[n]) && !u.follow(graph.NodeID(n), e) {
				return nil
			}
		}
		u.notes(graph.NodeID(n), u.out.Node[n])
	}
	return u.out
}

// enter returns the copy of a node that comes next where the counters have some values. ok is
// false if there are too many.
func (u *unrolling) enter(of graph.NodeID, values []int) (n graph.NodeID, ok bool) {
	after := slices.Clone(values)
	for i, c := range u.out.Counters {
		adds := u.w.Nodes[of].Adds(c.Name).Most
		if after[i] > maxValue || adds > maxValue {
			return 0, false
		}
		after[i] += adds
	}
	return u.copy(of, after)
}

// copy returns the copy of a node after which the counters have some values.
func (u *unrolling) copy(of graph.NodeID, values []int) (graph.NodeID, bool) {
	key := strconv.Itoa(int(of))
	for _, v := range values {
		key += " " + strconv.Itoa(v)
	}
	if n, ok := u.at[key]; ok {
		return n, true
	}
	if len(u.out.Node) == maxNodes {
		return 0, false
	}
	n := graph.NodeID(len(u.out.Node))
	u.at[key] = n
	u.out.Node = append(u.out.Node, of)
	u.values = append(u.values, values)
	node := u.w.Nodes[of]
	node.Counts = nil
	u.out.Workflow.Nodes = append(u.out.Workflow.Nodes, node)
	if slices.Contains(u.w.Exits, of) {
		u.out.Workflow.Exits = append(u.out.Workflow.Exits, n)
	}
	return n, true
}

// taken reports whether an edge may be taken where the counters have some values.
func (u *unrolling) taken(e graph.EdgeID, values []int) bool {
	return !slices.ContainsFunc(u.w.Edges[e].Within, func(x graph.Within) bool {
		i := slices.IndexFunc(u.out.Counters, func(c graph.Counter) bool { return c.Name == x.Counter })
		return i >= 0 && !x.Has(values[i])
	})
}

// follow adds the copy of an edge that leaves a copy of a node. It reports false if there are
// too many.
func (u *unrolling) follow(from graph.NodeID, e graph.EdgeID) (ok bool) {
	edge := u.w.Edges[e]
	edge.From, edge.Branch, edge.Within = from, u.branchOf(edge.Branch, from), nil
	edge.To, ok = u.enter(edge.To, u.values[from])
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
