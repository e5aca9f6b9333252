package eino

// This file turns graphs, chains and workflows of compose into the model.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// engine has the names that Eino gives to the ends of a graph; how it runs is for options to
// say.
var engine = assembly.Engine{Engine: graph.Engine{DeadEnd: graph.DeadEndStops}, Start: start, End: end}

// graphBuilder builds one workflow.
type graphBuilder struct {
	*workshop
	*assembly.Chart
	obj      *assembly.Object
	branches []branchUse
	code     map[string][]assembly.Value         // the functions of each node
	relays   map[string]bool                     // lambdas that get what the step before them has returned, and return what the next one gets
	answers  map[string][]func(name string) bool // names that tools nodes answer to, see otherNames
}

// branchUse is a branch that waits for its values: they may depend on what all
// nodes write.
type branchUse struct {
	id   graph.BranchID
	from string
	obj  *assembly.Object
	// shared: the program declares one set of targets for several branches, so
	// a target that this one never selects is no mistake.
	shared bool
}

// nodes adds the nodes that calls name.
func (g *graphBuilder) nodes() {
	for _, op := range g.obj.Calls() {
		if isNode(op.Kind) {
			g.Place(op, g.describe)
		}
	}
}

// graph handles NewGraph.
func (g *graphBuilder) graph() {
	g.nodes()
	for _, op := range g.obj.Calls("edge", "branch") {
		if op.Kind == "edge" {
			g.edge(op, g.ArgOf(op, "to"))
		} else {
			g.graphBranch(op)
		}
	}
}

// workflow handles NewWorkflow. AddInput makes an edge of control and data,
// AddDependency one of control. With WithNoDirectDependency there is data only:
// such an edge schedules its node if, and only if, the node has no other.
func (g *graphBuilder) workflow() {
	g.Workflow().Mode = graph.ModeAll
	g.nodes()
	for _, op := range g.obj.Calls() {
		switch {
		case op.Kind == "branch":
			g.graphBranch(op)
		case op.Kind == "addend":
			g.edge(op, g.NewText(end))
		case op.Kind == "node:end":
			g.inputs(op, g.NewText(end))
		case isNode(op.Kind):
			g.inputs(op, g.ArgOf(op, "name").Bare())
		}
	}
}

// inputs adds the edges that a WorkflowNode asks for.
func (g *graphBuilder) inputs(op *assembly.Op, key assembly.Value) {
	if op.Made == nil {
		return
	}
	var data []*assembly.Op
	control := g.isBranchTarget(key)
	for _, in := range op.Made.Calls("input", "dependency") {
		if hasOption(g.ArgOf(in, "opts"), "opt:nodirect") {
			data = append(data, in)
			continue
		}
		control = true
		g.edge(in, key)
	}
	for _, in := range data {
		if !control {
			g.edge(in, key)
			continue
		}
		g.Pairs(g.ArgOf(in, "from"), key, in.At(g.Assembly), func(from, to string, _ assembly.Guard) {
			g.Input(from, to, in.At(g.Assembly))
		})
	}
}

// edge adds the edges of a call, from the nodes that it names.
func (g *graphBuilder) edge(op *assembly.Op, to assembly.Value) {
	pos := op.At(g.Assembly)
	g.Pairs(g.ArgOf(op, "from"), to, pos, func(from, to string, guard assembly.Guard) {
		g.Edge(from, to, graph.Edge{Kind: graph.EdgeDirect, Empty: op.Kind == "dependency", Pos: pos, Guard: guard.Data()})
	})
}

// isBranchTarget reports whether some branch of the workflow leads to a node.
func (g *graphBuilder) isBranchTarget(key assembly.Value) bool {
	name, _ := key.Text()
	for _, op := range g.obj.Calls("branch") {
		for _, br := range g.ArgOf(op, "branch").Objects() {
			if slices.Contains(g.declared(br), name) {
				return true
			}
		}
	}
	return false
}

func hasOption(v assembly.Value, kind string) bool {
	return slices.ContainsFunc(options(v), func(o *assembly.Object) bool { return o.Kind == kind })
}

// chain handles NewChain: each Append takes the next index, which names the node
// unless WithNodeKey does.
func (g *graphBuilder) chain() {
	previous := []string{start}
	index := 0
	for _, op := range g.obj.Calls() {
		switch op.Kind {
		case "compile", "export":
			continue
		case "chainbranch":
			previous = g.chainBranch(op, previous, index)
		case "chainparallel":
			previous = g.chainParallel(op, previous, index)
		default:
			name := g.keyOr(op, fmt.Sprintf("node_%d", index))
			g.add(op, name)
			for _, p := range previous {
				g.Edge(p, name, graph.Edge{Kind: graph.EdgeDirect, Pos: op.At(g.Assembly), Guard: op.Guard.Data()})
			}
			previous = []string{name}
		}
		index++
	}
	for _, p := range previous {
		if p != start {
			g.Edge(p, end, graph.Edge{Kind: graph.EdgeDirect, Pos: g.obj.At(g.Assembly)})
		}
	}
}

// add adds a node under a name that the chain gives it.
func (g *graphBuilder) add(op *assembly.Op, name string) {
	g.Put(g.describe(&assembly.Step{Name: name, Op: op}))
}

// keyOr returns the key that WithNodeKey gives, or the name that is made up.
func (g *graphBuilder) keyOr(op *assembly.Op, name string) string {
	for _, o := range options(g.ArgOf(op, "opts")) {
		if o.Kind == "opt:nodekey" {
			return g.Arg(o, "key").TextOr(name)
		}
	}
	return name
}

// chainPart returns the object that a chain appends after one node, nil if it is not known.
func (g *graphBuilder) chainPart(op *assembly.Op, arg string, previous []string) *assembly.Object {
	v := g.ArgOf(op, arg)
	part := v.Object()
	if part == nil || len(previous) != 1 {
		g.Open(v, graph.UnknownAnything, graph.None, op.At(g.Assembly))
		return nil
	}
	return part
}

func (g *graphBuilder) chainBranch(op *assembly.Op, previous []string, index int) []string {
	br := g.chainPart(op, "branch", previous)
	if br == nil {
		return previous
	}
	var ends []string
	id := g.branch(br, previous[0], false)
	for _, c := range br.Calls() {
		pos := c.At(g.Assembly)
		key, ok := g.ArgOf(c, "name").Text()
		if !ok {
			g.Open(g.ArgOf(c, "name"), graph.UnknownTargets, g.Lookup(previous[0]), pos)
			continue
		}
		name := g.keyOr(c, fmt.Sprintf("node_%d_branch_%s", index, key))
		g.add(c, name)
		g.BranchEdge(id, previous[0], name, graph.Edge{Kind: graph.EdgeConditional, Label: key, Pos: pos})
		ends = append(ends, name)
	}
	return ends
}

func (g *graphBuilder) chainParallel(op *assembly.Op, previous []string, index int) []string {
	par := g.chainPart(op, "parallel", previous)
	if par == nil {
		return previous
	}
	var ends []string
	for i, c := range par.Calls() {
		name := g.keyOr(c, fmt.Sprintf("node_%d_parallel_%d", index, i))
		g.add(c, name)
		g.Edge(previous[0], name, graph.Edge{Kind: graph.EdgeParallel, Pos: c.At(g.Assembly)})
		ends = append(ends, name)
	}
	return ends
}

// options applies the options of Compile.
func (g *graphBuilder) options(opts []*assembly.Object) {
	w := g.Workflow()
	if w.Mode == graph.ModeUnspecified {
		w.Mode = graph.ModeAny
	}
	steps := len(w.Nodes) - 2 + 10 // the default: nodes + 10, without START and END
	if n, ok := g.config(g.obj, "MaxStep").Int(); ok && n > 0 && g.obj.Kind == "react" {
		steps = n
	}
	for _, o := range opts {
		switch o.Kind {
		case "opt:trigger":
			if g.Arg(o, "mode").TextOr("") == "all_predecessor" {
				w.Mode = graph.ModeAll
			}
		case "opt:maxsteps":
			if n, ok := g.Arg(o, "n").Int(); ok && n > 0 {
				steps = n
			}
		case "opt:before", "opt:after":
			g.Stop(g.Arg(o, "nodes"), o.Kind == "opt:after", o.At(g.Assembly))
		}
	}
	if w.Mode == graph.ModeAny {
		w.Engine.ExitEnds, w.Engine.StepLimit = true, g.ofRuns(steps)
	}
}

// ofRuns returns the largest number of steps that a run may have: options of runs replace
// that of the graph, whichever graph it is that a run gets.
func (g *graphBuilder) ofRuns(steps int) int {
	for _, o := range g.ObjectsOf("runsteps") {
		n := g.Arg(o, "n")
		k, ok := n.Int()
		if !ok {
			g.OpenFor(n.Why(reason.RunnerLimits), graph.UnknownBound, graph.None, o.At(g.Assembly))
		}
		steps = max(steps, k)
	}
	return steps
}

// finish sets what needs the whole graph: the values of branches, which may
// depend on state that any node writes, and the kinds that follow from edges.
func (g *graphBuilder) finish(w *graph.Workflow) {
	g.checkOffers(w)
	g.boards[g.obj] = &g.Board
	for _, use := range g.branches {
		g.values(w, use)
	}
	out := make([]int, len(w.Nodes))
	for _, e := range w.Edges {
		if e.Branch == graph.None {
			out[e.From]++
		}
	}
	for i := range w.Edges {
		if e := &w.Edges[i]; e.Branch == graph.None && out[e.From] > 1 {
			e.Kind = graph.EdgeParallel
		} else if e.Branch == graph.None {
			e.Kind = graph.EdgeDirect
		}
	}
	g.Heed(w, g.coded(w))
	for _, br := range w.Branches {
		if br.From == graph.None || w.Nodes[br.From].Kind != graph.KindPassthrough {
			continue
		}
		// In a Workflow the inputs of others are edges too: a node with both
		// does its own work, and its branch is an addition.
		if g.obj.Kind != "workflow" || out[br.From] == 0 {
			w.Nodes[br.From].Kind = graph.KindRouter
		}
	}
}
