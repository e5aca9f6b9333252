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
	// MaxPlaces bounds the steps of a workflow with all its bodies: about a
	// hundred bytes each.
	MaxPlaces = 1 << 22
	// maxAlternatives bounds the ways in which one step can be left: a branch of
	// twelve values of which it may take any set has 4095.
	maxAlternatives = 1 << 12
	// maxGuards bounds the conditions of optional edges of which it is kept in mind
	// how they are decided; the others are decided anew each time.
	maxGuards = 64
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
	guards     []guard            // conditions of optional edges, each once for each place
	guardIndex map[guardKey]int
	shared     bool // a condition occurs at several places
}

// newNet lays w out. It is linear in the size of what it makes.
func newNet(w *graph.Workflow) *net {
	n := &net{recursive: none, wide: none, choices: make(map[place][]choice)}
	n.add(w, none, nil)
	n.findGuards()
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
		case len(n.body)+len(sub.Nodes) > MaxPlaces:
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
	b.cut = w.Engine.StepLimit > 0 && w.Engine.LimitIsSuccess && !b.endsWithin(w.Engine.StepLimit)
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

// A guard is the condition of optional edges that leave a place.
type guard struct {
	at        place
	condition string
	first     int // the first guard with the condition
}

type guardKey struct {
	at        place
	condition string
}

// findGuards lists the guards.
func (n *net) findGuards() {
	first := make(map[string]int)
	n.guardIndex = make(map[guardKey]int)
	for i := range n.bodies {
		b := &n.bodies[i]
		for j := range b.w.Edges {
			e := &b.w.Edges[j]
			if !e.Optional() || !b.edges.Live[j] {
				continue
			}
			g := guard{at: b.first + place(e.From)}
			g.condition, _ = check.Guard(e)
			if n.guardAt(g.at, g.condition) != none {
				continue
			}
			other, shared := first[g.condition]
			if !shared {
				other = len(n.guards)
				first[g.condition] = other
			}
			n.shared = n.shared || shared
			g.first = other
			n.guardIndex[guardKey{g.at, g.condition}] = len(n.guards)
			n.guards = append(n.guards, g)
		}
	}
}

// decidesAhead reports whether it matters, before anything runs, which optional
// edges exist: some steps wait for what comes along them.
func (n *net) decidesAhead() bool {
	if len(n.guards) == 0 {
		return false
	}
	return slices.ContainsFunc(n.bodies, func(b body) bool { return b.waits }) || slices.ContainsFunc(n.joins, func(p place) bool {
		b, _ := n.of(p)
		return slices.ContainsFunc(b.edges.Index.In(n.id(p)), func(e graph.EdgeID) bool { return b.w.Edges[e].Optional() })
	})
}

// guardAt returns the index of a guard, or none.
func (n *net) guardAt(p place, condition string) int {
	if i, ok := n.guardIndex[guardKey{p, condition}]; ok {
		return i
	}
	return none
}

// joins reports whether a node waits for several predecessors to have run.
func (b *body) joins(id graph.NodeID) bool {
	return b.w.Nodes[id].Join && len(b.edges.Index.In(id)) > 1
}

// plain reports whether a run of the node sends one token along one edge: it
// has one unconditional edge, or one branch, all values of which lead somewhere.
func (b *body) plain(id graph.NodeID) bool {
	br := b.firstBranch[id]
	if b.stops(id) || br != none && (b.nextBranch[br] != none || b.w.Branches[br].Multi || b.w.Branches[br].Complete || len(b.w.Jumps) > 0) {
		return false
	}
	count := 0
	for _, e := range b.edges.Index.Out(id) {
		edge := &b.w.Edges[e]
		if !b.edges.Live[e] {
			continue
		}
		if edge.Branch != br || edge.Optional() {
			return false
		}
		count++
	}
	return count == 1 || count > 1 && br != none
}

// stops reports whether a run may end at a node that other edges lead on from:
// it is an exit, but not of kind EXIT.
func (b *body) stops(id graph.NodeID) bool {
	return b.edges.Exit[id] && len(b.edges.Index.Out(id)) > 0
}

// A choice is one way to leave a step: the edges that it takes, none if the token
// ends there.
type choice struct {
	edges []graph.EdgeID
	// Of net.guards, up to maxGuards: those that this choice takes to be decided, and those
	// of them that hold.
	assumed, value uint64
}

// leave returns the ways to leave p.
func (n *net) leave(p place) []choice {
	if c, ok := n.choices[p]; ok {
		return c
	}
	c := n.alternatives(p)
	n.choices[p] = c
	return c
}

func (n *net) alternatives(p place) []choice {
	b, _ := n.of(p)
	id := n.id(p)
	out := n.configurations(p, b, id)
	for br := b.firstBranch[id]; br != none; br = b.nextBranch[br] {
		options := n.options(p, b, br)
		if len(options) == 0 {
			continue
		}
		if len(out)*len(options) > maxAlternatives {
			n.wide = p
			break
		}
		var next []choice
		for _, c := range out {
			for _, o := range options {
				next = append(next, choice{slices.Concat(c.edges, o), c.assumed, c.value})
			}
		}
		out = next
	}
	if b.stops(id) {
		out = append(out, choice{})
	}
	return out
}

// configurations returns the sets of unconditional edges of a node, one for each
// way in which the conditions of the optional ones may be decided.
func (n *net) configurations(p place, b *body, id graph.NodeID) []choice {
	out := []choice{{}}
	for _, e := range b.edges.Index.Out(id) {
		edge := &b.w.Edges[e]
		if edge.Branch != none || !b.edges.Live[e] {
			continue
		}
		if !edge.Optional() {
			for i := range out {
				out[i].edges = append(out[i].edges[:len(out[i].edges):len(out[i].edges)], e)
			}
			continue
		}
		condition, negated := check.Guard(edge)
		bit := uint64(0)
		if i := n.guardAt(p, condition); i < maxGuards {
			bit = 1 << i
		}
		out = split(out, bit, negated, e)
	}
	return out
}

// split adds the edge e, which exists if the condition of the bit holds (or not,
// if negated), to the choices where it does.
func split(list []choice, bit uint64, negated bool, e graph.EdgeID) []choice {
	var out []choice
	for _, c := range list {
		with := choice{append(slices.Clone(c.edges), e), c.assumed | bit, c.value &^ bit}
		without := choice{c.edges, c.assumed | bit, c.value &^ bit}
		if negated {
			without.value |= bit
		} else {
			with.value |= bit
		}
		decided := bit != 0 && c.assumed&bit != 0
		if !decided || c.value&bit == with.value&bit {
			out = append(out, with)
		}
		if !decided || c.value&bit == without.value&bit {
			out = append(out, without)
		}
	}
	return out
}

// options returns the sets of edges that one decision of a branch may take. The
// empty set stands for a value that leads nowhere.
func (n *net) options(p place, b *body, br graph.BranchID) [][]graph.EdgeID {
	branch := &b.w.Branches[br]
	var edges []graph.EdgeID
	for _, e := range b.edges.Index.Out(branch.From) {
		if b.w.Edges[e].Branch == br && b.edges.Live[e] {
			edges = append(edges, e)
		}
	}
	var out [][]graph.EdgeID
	switch {
	case !branch.Multi:
		for _, e := range edges {
			out = append(out, []graph.EdgeID{e})
		}
	case branch.Together != nil:
		out = n.together(p, b.w, branch, edges)
	default:
		out = n.subsets(p, edges)
	}
	if branch.Together == nil && b.leadsNowhere(br, edges) {
		out = append(out, nil)
	}
	return out
}

// together returns the sets of edges that the known sets of values select. Which
// values take the edges that have none is not known.
func (n *net) together(p place, w *graph.Workflow, branch *graph.Branch, edges []graph.EdgeID) [][]graph.EdgeID {
	open := slices.DeleteFunc(slices.Clone(edges), func(e graph.EdgeID) bool { return w.Edges[e].Label != "" })
	others := append(n.subsets(p, open), nil)
	var out [][]graph.EdgeID
	for _, set := range branch.Together {
		var taken []graph.EdgeID
		for _, e := range edges {
			if l := w.Edges[e].Label; l != "" && slices.Contains(set, l) {
				taken = append(taken, e)
			}
		}
		for _, more := range others {
			all := slices.Concat(taken, more)
			known := slices.ContainsFunc(out, func(s []graph.EdgeID) bool { return slices.Equal(s, all) })
			if !known && (len(all) > 0 || len(open) == 0) {
				out = append(out, all)
			}
		}
	}
	return out
}

// subsets returns the non-empty subsets of edges.
func (n *net) subsets(p place, edges []graph.EdgeID) [][]graph.EdgeID {
	if len(edges) > 11 { // 2^12 is too many
		n.wide = p
		return [][]graph.EdgeID{edges}
	}
	var out [][]graph.EdgeID
	for set := 1; set < 1<<len(edges); set++ {
		var taken []graph.EdgeID
		for i, e := range edges {
			if set>>i&1 != 0 {
				taken = append(taken, e)
			}
		}
		out = append(out, taken)
	}
	return out
}

// leadsNowhere reports whether a value of the branch is known to have no edge:
// it jumps to a node that does not exist, or no edge has its label.
func (b *body) leadsNowhere(br graph.BranchID, edges []graph.EdgeID) bool {
	if slices.ContainsFunc(b.w.Jumps, func(j graph.Jump) bool { return j.Branch == br }) {
		return true
	}
	branch := &b.w.Branches[br]
	if !branch.Complete || len(edges) == 0 {
		return false
	}
	return slices.ContainsFunc(branch.Values, func(v graph.Value) bool {
		return !slices.ContainsFunc(edges, func(e graph.EdgeID) bool {
			l := b.w.Edges[e].Label
			return l == "" || l == v.Text
		})
	})
}
