package check

// This file prepares one workflow for the checks: which edges the engine
// follows, where runs end, and what is unknown at which node.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

const none = graph.None

// A view is a workflow as the checks see it. Building one is linear.
type view struct {
	w      *graph.Workflow
	x      *graph.Index
	n      int
	exit   []bool        // runs end here as they should
	jump   []bool        // an edge from here leads to a name that no node has
	before []bool        // an interrupt asks a human before the node
	after  []bool        // and after it
	dead   []bool        // edges that the engine ignores; nil if there is none
	cut    []bool        // those of them that only another edge, to an exit, makes useless; nil if no engine rule asks
	absent []bool        // edges that some configuration lacks; nil if none is optional
	guards []graph.Guard // of the optional edges, each condition with an identity; nil if there is none

	kinds  []graph.Kind // of each node
	traits []trait      // of each node
	some   trait        // those that some node has

	// The ends of edges, apart from their labels and positions: searches look
	// at nothing else, and fit into the cache this way.
	from, to []graph.NodeID
	choice   []graph.BranchID // the branch that selects each edge, or None
	kind     []graph.EdgeKind
	// The edges over which control can pass: if the engine ignored none, as it
	// is, and in every configuration. An EXIT lets nothing pass.
	declared, live, certain []bool

	exitEdge []graph.EdgeID   // the edge to an exit that cuts the others off, or None; nil if no engine rule asks
	branch   []graph.BranchID // the last branch of each node, or None; nil if the node has none

	unknown unknowns

	scratch  *scratch
	texts    textSet   // scratch of the rules about names
	like     []int32   // see compareLabel
	values   []Problem // see routerValues
	valued   bool      // values and unchosen are known
	unchosen []bool    // see isUnchosen; nil if there is none
	effort   int       // what quests have looked at: see feasible.go

	// Scratch of round: back[n] is valid if seen[n] is the epoch.
	seen  []int32
	back  []graph.EdgeID
	epoch int32
}

// unknowns says which unknown there is at which node: an index in
// Workflow.Unknowns, or None. All is nil without unknowns.
type unknowns struct {
	any      bool // there is an unknown that concerns paths or bodies
	anything int32
	targets  []int32
	sources  []int32
	body     []int32
	tools    []int32
	entered  []graph.NodeID // nodes with unknown sources
}

// newView returns the view of w, which Check accepts but for names.
func newView(w *graph.Workflow, s *scratch) *view {
	v := &view{w: w, n: len(w.Nodes), scratch: s}
	optional := v.readEdges()
	v.x = graph.NewIndex(v.n, v.from, v.to)
	v.unknown.anything = none
	flags := make([]bool, 4*v.n)
	v.exit, v.jump, v.before, v.after = flags[:v.n:v.n], flags[v.n:2*v.n:2*v.n], flags[2*v.n:3*v.n:3*v.n], flags[3*v.n:]
	for _, j := range w.Jumps {
		if j.From != none {
			v.jump[j.From] = true
		}
	}
	for _, i := range w.Interrupts {
		switch {
		case i.Node == none:
		case i.After:
			v.after[i.Node] = true
		default:
			v.before[i.Node] = true
		}
	}
	v.findTraits()
	v.findUnknowns()
	v.findDead()
	if optional {
		v.findAbsent()
	}
	v.findPassable()
	return v
}

// readEdges notes what the checks ask of every edge, in one pass, for an Edge is
// large. It reports whether some edge is optional.
func (v *view) readEdges() (optional bool) {
	m := len(v.w.Edges)
	ends := make([]graph.NodeID, 2*m)
	v.from, v.to = ends[:m:m], ends[m:]
	v.choice, v.kind = make([]graph.BranchID, m), make([]graph.EdgeKind, m)
	v.like = make([]int32, len(v.w.Branches))
	for i := range v.w.Edges {
		e := &v.w.Edges[i]
		v.from[i], v.to[i], v.choice[i], v.kind[i] = e.From, e.To, e.Branch, e.Kind
		optional = optional || e.Optional()
		if e.Branch != none {
			v.compareLabel(e)
		}
	}
	return optional
}

// findUnknowns lists the unknowns by kind and node; of several of one kind at
// one node, the first.
func (v *view) findUnknowns() {
	if len(v.w.Unknowns) == 0 {
		return
	}
	u := &v.unknown
	at := make([]int32, 4*v.n)
	for i := range at {
		at[i] = none
	}
	u.targets, u.sources, u.body, u.tools = at[:v.n], at[v.n:2*v.n], at[2*v.n:3*v.n], at[3*v.n:]
	set := func(list []int32, n graph.NodeID, i int) {
		if n != none && list[n] == none {
			list[n] = int32(i)
			u.any = true
		}
	}
	for i := range v.w.Unknowns {
		x := &v.w.Unknowns[i]
		switch x.What {
		case graph.UnknownAnything:
			if u.anything == none {
				u.anything, u.any = int32(i), true
			}
		case graph.UnknownTargets:
			set(u.targets, x.Node, i)
		case graph.UnknownSources:
			if x.Node != none && u.sources[x.Node] == none {
				u.entered = append(u.entered, x.Node)
			}
			set(u.sources, x.Node, i)
		case graph.UnknownBody:
			set(u.body, x.Node, i)
		case graph.UnknownTools:
			if x.Node != none && v.w.Nodes[x.Node].Calls != graph.CallsNone { // what is only offered does not run
				set(u.tools, x.Node, i)
			}
		}
	}
}

// of returns the unknown of a list at n, or None.
func (u *unknowns) of(list []int32, n graph.NodeID) int32 {
	if list == nil {
		return none
	}
	return list[n]
}

// findDead marks the edges that the engine ignores: those of branches that a
// later branch replaces, unconditional ones beside a branch that shadows them,
// and those that an unconditional edge to an exit cuts off.
func (v *view) findDead() {
	g := v.w.Engine
	cut := g.ExitEnds && v.w.Mode == graph.ModeAny
	if !g.LastBranchWins && !g.BranchShadows && !cut {
		return
	}
	v.dead = make([]bool, len(v.w.Edges))
	if g.LastBranchWins || g.BranchShadows {
		v.branch = make([]graph.BranchID, v.n)
		for i := range v.branch {
			v.branch[i] = none
		}
		for b := range v.w.Branches {
			if from := v.w.Branches[b].From; from != none {
				v.branch[from] = graph.BranchID(b)
			}
		}
	}
	for i := range v.w.Edges {
		e := &v.w.Edges[i]
		switch {
		case e.Branch != none:
			v.dead[i] = g.LastBranchWins && v.branch[e.From] != e.Branch
		case g.BranchShadows:
			v.dead[i] = v.branch[e.From] != none
		}
	}
	if cut {
		v.findCutOff()
	}
}

// findCutOff finds for each node the first unconditional edge to an exit, one
// that always exists if possible; if it does, the edges to other steps are dead.
func (v *view) findCutOff() {
	v.exitEdge = make([]graph.EdgeID, v.n)
	for i := range v.exitEdge {
		v.exitEdge[i] = none
	}
	for i := range v.w.Edges {
		e := &v.w.Edges[i]
		if e.Branch != none || v.dead[i] || !v.exit[e.To] {
			continue
		}
		if old := v.exitEdge[e.From]; old == none || len(e.Guard) == 0 && len(v.w.Edges[old].Guard) > 0 {
			v.exitEdge[e.From] = graph.EdgeID(i)
		}
	}
	v.cut = make([]bool, len(v.w.Edges))
	for i := range v.w.Edges {
		e := &v.w.Edges[i]
		if by := v.exitEdge[e.From]; by != none && len(v.w.Edges[by].Guard) == 0 && !v.exit[e.To] && !v.dead[i] {
			v.dead[i], v.cut[i] = true, true
		}
	}
}

// findPassable says over which edges control can pass.
func (v *view) findPassable() {
	v.declared = make([]bool, len(v.from))
	for e, from := range v.from {
		v.declared[e] = v.kinds[from] != graph.KindExit
	}
	v.leaveOutShared()
	v.live = without(v.declared, v.dead)
	v.certain = without(v.live, v.absent)
}

// A label is a router value at a branch.
type label struct {
	b    graph.BranchID
	text string
}

// leaveOutShared leaves out the edges that a branch shares with others and that
// its router, of which all values are known, never takes: they are declared for
// the others.
func (v *view) leaveOutShared() {
	var returned map[label]bool
	for b := range v.w.Branches {
		if branch := &v.w.Branches[b]; branch.Shared && branch.Complete {
			if returned == nil {
				returned = make(map[label]bool)
			}
			for _, value := range branch.Values {
				returned[label{graph.BranchID(b), value.Text}] = true
			}
		}
	}
	if returned == nil {
		return
	}
	for i := range v.w.Edges {
		e := &v.w.Edges[i]
		if e.Branch != none && v.w.Branches[e.Branch].Shared && v.w.Branches[e.Branch].Complete && e.Label != "" {
			v.declared[i] = v.declared[i] && returned[label{e.Branch, e.Label}]
		}
	}
}

// without returns the edges of set that are not in out; set itself if out is
// nil.
func without(set, out []bool) []bool {
	if out == nil {
		return set
	}
	rest := make([]bool, len(set))
	for i := range set {
		rest[i] = set[i] && !out[i]
	}
	return rest
}

// concurrent reports whether one run of their common node can take both edges:
// all but two edges of one branch that never takes both.
func (v *view) concurrent(a, b graph.EdgeID) bool {
	if a == b {
		return false
	}
	ba, bb := v.choice[a], v.choice[b]
	if ba != bb || ba == none {
		return true
	}
	branch := &v.w.Branches[ba]
	return branch.Multi && (branch.Together == nil || together(branch, v.w.Edges[a].Label, v.w.Edges[b].Label))
}

// together reports whether one decision of a branch may return both values. An
// edge without a value may be taken with any.
func together(b *graph.Branch, x, y string) bool {
	return slices.ContainsFunc(b.Together, func(set []string) bool {
		return (x == "" || slices.Contains(set, x)) && (y == "" || slices.Contains(set, y))
	})
}

// unknownAt returns the unknown with index i.
func (v *view) unknownAt(i int32) *graph.Unknown { return &v.w.Unknowns[i] }
