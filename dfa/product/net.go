package product

// This file lays a workflow and the bodies of its SUBGRAPH nodes out as one set
// of places, with what each may do.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// A place is a node of one body: the body of a SUBGRAPH node that occurs twice
// has places for both.
type place int32

const none = -1

// Limits. A workflow that exceeds one is undecided, with the reason.
const (
	// maxPlaces bounds the steps of a workflow with all its bodies: about a
	// hundred bytes each.
	maxPlaces = 1 << 22
	// maxAlternatives bounds the ways in which one step can be left: a branch of
	// twelve values of which it may take any set has 4095.
	maxAlternatives = 1 << 12
	// maxConditions bounds the conditions of optional edges of which it is kept in mind
	// how they are decided; the others are decided anew each time.
	maxConditions = 64
)

// A body is one workflow at one place.
type body struct {
	w      *graph.Workflow
	edges  check.Edges
	first  place // of its nodes
	parent place // the SUBGRAPH node whose body it is, or none
	// supersteps: all steps that are due run, then what follows them.
	supersteps bool
	waits      bool // steps wait for all that can still deliver
	unsaid     bool // the mode is not known: steps may wait or not
	// cut: the engine may end a run of it before it is over, and call it a success.
	cut bool
	// The branches of a node are firstBranch of it and what follows in
	// nextBranch, up to none.
	firstBranch, nextBranch []graph.BranchID
	before, behind          map[graph.NodeID]bool // interrupts
	// guards are those of the optional edges by edge, nil if there is none. The evaluation
	// of a condition in them is one more than its index in net.conditions.
	guards []graph.Guard
}

// A net is a workflow laid out.
type net struct {
	bodies []body
	body   []int32 // of each place
	sub    []int32 // the body that a place runs, or none
	// forks: a run may have several tokens, or one that ends at a join.
	forks bool
	// recursive is a place whose body contains itself, or none.
	recursive place
	tooLarge  bool
	// hidden are the steps of which it is not known what they do.
	hidden map[place]*graph.Unknown
	joins  []place // nodes that wait for all predecessors to have run

	choices    map[place][]choice // memo, of places that are not simple
	wide       place              // a place with too many alternatives, or none
	conditions []int              // of optional edges: the first one that each may be, because it reads alike
	asked      []graph.Cond       // the same conditions, as if they were not negated
	shared     bool               // some conditions may be one
	related    *related           // see feasible.go; nil if that is not asked
	work       *int               // that may still be done, nil for any amount: see Within
}

// newNet lays w out. It is linear in the size of what it makes.
func newNet(w *graph.Workflow) *net {
	n := &net{recursive: none, wide: none, choices: make(map[place][]choice)}
	n.add(w, none, nil)
	n.findConditions()
	n.hide()
	return n
}

func (n *net) add(w *graph.Workflow, parent place, stack []*graph.Workflow) int32 {
	b := int32(len(n.bodies))
	first := place(len(n.body))
	n.bodies = append(n.bodies, newBody(w, first, parent))
	for range w.Nodes {
		n.body = append(n.body, b)
		n.sub = append(n.sub, none)
	}
	n.forks = n.forks || n.bodies[b].mayFork()
	stack = append(stack, w)
	for i := range w.Nodes {
		p := first + place(i)
		if n.bodies[b].joins(graph.NodeID(i)) {
			n.joins = append(n.joins, p)
			n.forks = true // a token may end there
		}
		sub := w.Nodes[i].Sub
		switch {
		case sub == nil || len(sub.Nodes) == 0:
		case slices.Contains(stack, sub):
			n.recursive = p
		case len(n.body)+len(sub.Nodes) > maxPlaces:
			n.tooLarge = true
		default:
			n.sub[p] = n.add(sub, p, stack)
		}
	}
	return b
}

func newBody(w *graph.Workflow, first, parent place) body {
	b := body{
		w: w, edges: check.EdgesOf(w), first: first, parent: parent,
		supersteps: w.Mode == graph.ModeAny && !w.Engine.EachToken, waits: w.Mode == graph.ModeAll, unsaid: w.Mode == graph.ModeUnspecified,
		firstBranch: make([]graph.BranchID, len(w.Nodes)), nextBranch: make([]graph.BranchID, len(w.Branches)),
		before: make(map[graph.NodeID]bool), behind: make(map[graph.NodeID]bool),
	}
	b.cut = w.Engine.LimitIsSuccess && b.mayBeStopped()
	for i := range b.firstBranch {
		b.firstBranch[i] = none
	}
	for i := len(w.Branches) - 1; i >= 0; i-- {
		if from := w.Branches[i].From; from != none {
			b.nextBranch[i] = b.firstBranch[from]
			b.firstBranch[from] = graph.BranchID(i)
		}
	}
	for _, i := range w.Interrupts {
		switch {
		case i.Node == none:
		case i.After:
			b.behind[i.Node] = true
		default:
			b.before[i.Node] = true
		}
	}
	return b
}

// mayFork reports whether a node of b may send several tokens.
func (b *body) mayFork() bool {
	tokens := make([]uint8, len(b.w.Nodes))
	last := make([]graph.BranchID, len(b.w.Nodes))
	for i := range last {
		last[i] = none
	}
	for i := range b.w.Edges {
		e := &b.w.Edges[i]
		if !b.edges.Live[i] {
			continue
		}
		if e.Branch != none && !b.w.Branches[e.Branch].Multi && last[e.From] == e.Branch {
			continue
		}
		last[e.From] = e.Branch
		if tokens[e.From]++; tokens[e.From] > 1 {
			return true
		}
	}
	return false
}

// loops reports whether a run may never end.
func (n *net) loops() bool {
	for i := range n.bodies {
		b := &n.bodies[i]
		if !b.endsWithin(len(b.w.Nodes)) || slices.ContainsFunc(b.w.Nodes, mayRepeat) {
			return true
		}
	}
	return false
}

// mayRepeat reports whether a node may begin its body again, or ask its model.
func mayRepeat(n graph.Node) bool {
	return n.Sub != nil && repeats(&n) || n.Kind == graph.KindLLM && n.Calls == graph.CallsAny && len(n.Tools) > 0
}

// mayBeStopped reports whether a run of b may come to the limit of its engine.
func (b *body) mayBeStopped() bool {
	limit := b.w.Engine.StepLimit
	unknown := slices.ContainsFunc(b.w.Unknowns, func(u graph.Unknown) bool { return u.What == graph.UnknownBound && u.Node == none })
	return unknown || limit > 0 && !b.endsWithin(limit)
}

// endsWithin reports whether no run of b takes more than so many supersteps.
func (b *body) endsWithin(steps int) bool {
	if len(b.w.Nodes) > steps {
		return false
	}
	into := make([]int, len(b.w.Nodes))
	for i := range b.w.Edges {
		if b.edges.Live[i] {
			into[b.w.Edges[i].To]++
		}
	}
	var order []graph.NodeID // each node behind all that lead to it
	add := func(n graph.NodeID) {
		if into[n] == 0 {
			order = append(order, n)
		}
	}
	for n := range b.w.Nodes {
		add(graph.NodeID(n))
	}
	for i := 0; i < len(order); i++ {
		for _, e := range b.edges.Index.Out(order[i]) {
			if b.edges.Live[e] {
				into[b.w.Edges[e].To]--
				add(b.w.Edges[e].To)
			}
		}
	}
	return len(order) == len(b.w.Nodes)
}

func (n *net) of(p place) (*body, *graph.Node) {
	b := &n.bodies[n.body[p]]
	return b, &b.w.Nodes[p-b.first]
}

// id returns the node of p in its body.
func (n *net) id(p place) graph.NodeID { return graph.NodeID(p - n.bodies[n.body[p]].first) }

func (n *net) entry(b int32) place { return n.bodies[b].first + place(n.bodies[b].w.Entry) }

// joins reports whether a node waits for several predecessors to have run.
func (b *body) joins(id graph.NodeID) bool {
	return b.w.Nodes[id].Join && len(b.edges.Index.In(id)) > 1
}
