package eino

// This file turns graphs, chains and workflows of compose into the model.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// graphBuilder builds one workflow.
type graphBuilder struct {
	*assembler
	*graph.Builder
	obj      *interp.Object
	branches []branchUse
	finals   []nodeState               // what the nodes leave in the state
	afters   []func()                  // what waits until all nodes are known
	code     map[string][]interp.Value // the functions of each node
	anyName  map[string]bool           // tools nodes with a handler for unknown names
}

// nodeState is what a node leaves in the state.
type nodeState struct {
	node string
	b    *interp.Behaviour
}

// branchUse is a branch that waits for its values: they may depend on what all
// nodes write.
type branchUse struct {
	id   graph.BranchID
	from string
	obj  *interp.Object
	// shared: the program declares one set of targets for several branches, so
	// a target that this one never selects is no mistake.
	shared bool
}

func (g *graphBuilder) ends() {
	g.Node(graph.Node{Name: start, Kind: graph.KindEntry, Generated: true, Pos: g.obj.At(g.Assembly)})
	g.Node(graph.Node{Name: end, Kind: graph.KindExit, Generated: true, Pos: g.obj.At(g.Assembly)})
}

// graph handles NewGraph.
func (g *graphBuilder) graph() {
	for _, op := range g.obj.Calls() {
		switch op.Kind {
		case "edge":
			g.edge(op, op.Arg("from"), op.Arg("to"))
		case "branch":
			g.graphBranch(op)
		case "compile", "export":
		default:
			g.nodeOp(op)
		}
	}
	g.uses()
}

// workflow handles NewWorkflow. AddInput makes an edge of control and data,
// AddDependency one of control. With WithNoDirectDependency there is data only:
// such an edge schedules its node if, and only if, the node has no other.
func (g *graphBuilder) workflow() {
	g.Workflow().Mode = graph.ModeAll
	for _, op := range g.obj.Calls() {
		switch op.Kind {
		case "branch":
			g.graphBranch(op)
		case "addend":
			g.edge(op, op.Arg("from"), interp.String(end))
		case "compile", "export":
		case "node:end":
			g.inputs(op, interp.String(end))
		default:
			g.nodeOp(op)
			g.inputs(op, op.Arg("key"))
		}
	}
	g.uses()
}

// inputs adds the edges that a WorkflowNode asks for.
func (g *graphBuilder) inputs(op *interp.Op, key interp.Value) {
	if op.Made == nil {
		return
	}
	var data []*interp.Op
	control := g.isBranchTarget(key)
	for _, in := range op.Made.Calls("input", "dependency") {
		if hasOption(in.Arg("opts"), "opt:nodirect") {
			data = append(data, in)
			continue
		}
		control = true
		g.edge(in, in.Arg("from"), key)
	}
	for _, in := range data {
		if control {
			g.input(in, in.Arg("from"), key)
		} else {
			g.edge(in, in.Arg("from"), key)
		}
	}
}

// isBranchTarget reports whether some branch of the workflow leads to a node.
func (g *graphBuilder) isBranchTarget(key interp.Value) bool {
	name, _ := interp.AsString(key)
	for _, op := range g.obj.Calls("branch") {
		for _, alt := range interp.Alternatives(op.Arg("branch")) {
			o, ok := interp.Unwrap(alt.V).(*interp.Object)
			if !ok {
				continue
			}
			found := false
			interp.Entries(o.Arg("ends"), func(k, _ interp.Value, _ interp.Guard) {
				target, ok := interp.AsString(k)
				found = found || ok && target == name
			})
			if found {
				return true
			}
		}
	}
	return false
}

func hasOption(v interp.Value, kind string) bool {
	return slices.ContainsFunc(options(v), func(o *interp.Object) bool { return o.Kind == kind })
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
			name := fmt.Sprintf("node_%d", index)
			if key, ok := nodeKey(op.Arg("opts")); ok {
				name = key
			}
			g.addNode(op, name)
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
	g.uses()
}

// nodeKey returns the key that WithNodeKey gives.
func nodeKey(opts interp.Value) (string, bool) {
	for _, o := range options(opts) {
		if o.Kind == "opt:nodekey" {
			return interp.AsString(o.Arg("key"))
		}
	}
	return "", false
}

func (g *graphBuilder) chainBranch(op *interp.Op, previous []string, index int) []string {
	br, ok := interp.Unwrap(op.Arg("branch")).(*interp.Object)
	if !ok || len(previous) != 1 {
		g.Unknown(unknown(graph.UnknownAnything, graph.None, asUnknown(op.Arg("branch")), op.At(g.Assembly)))
		return previous
	}
	var ends []string
	id := g.branch(br, previous[0], false)
	for _, c := range br.Calls() {
		key, ok := interp.AsString(c.Arg("key"))
		if !ok {
			g.Unknown(unknown(graph.UnknownTargets, g.Lookup(previous[0]), asUnknown(c.Arg("key")), c.At(g.Assembly)))
			continue
		}
		name := fmt.Sprintf("node_%d_branch_%s", index, key)
		if k, ok := nodeKey(c.Arg("opts")); ok {
			name = k
		}
		g.addNode(c, name)
		g.BranchEdge(id, previous[0], name, graph.Edge{Kind: graph.EdgeConditional, Label: key, Pos: c.At(g.Assembly)})
		ends = append(ends, name)
	}
	return ends
}

func (g *graphBuilder) chainParallel(op *interp.Op, previous []string, index int) []string {
	par, ok := interp.Unwrap(op.Arg("parallel")).(*interp.Object)
	if !ok || len(previous) != 1 {
		g.Unknown(unknown(graph.UnknownAnything, graph.None, asUnknown(op.Arg("parallel")), op.At(g.Assembly)))
		return previous
	}
	var ends []string
	for i, c := range par.Calls() {
		name := fmt.Sprintf("node_%d_parallel_%d", index, i)
		if k, ok := nodeKey(c.Arg("opts")); ok {
			name = k
		}
		g.addNode(c, name)
		g.Edge(previous[0], name, graph.Edge{Kind: graph.EdgeParallel, Pos: c.At(g.Assembly)})
		ends = append(ends, name)
	}
	return ends
}

// edge adds an edge for each pair of names that its ends may have.
func (g *graphBuilder) edge(op *interp.Op, from, to interp.Value) {
	for _, f := range interp.Alternatives(from) {
		for _, t := range interp.Alternatives(to) {
			guard := append(slices.Clone(op.Guard), append(f.Guard, t.Guard...)...)
			g.edge1(op, f.V, t.V, guard)
		}
	}
}

// input adds data without control between two nodes.
func (g *graphBuilder) input(op *interp.Op, from, to interp.Value) {
	for _, f := range interp.Alternatives(from) {
		for _, t := range interp.Alternatives(to) {
			source, known := interp.AsString(f.V)
			target, ok := interp.AsString(t.V)
			if known && ok {
				g.Input(source, target, op.At(g.Assembly))
				continue
			}
			g.Unknown(unknown(graph.UnknownAnything, graph.None, asUnknown(f.V), op.At(g.Assembly)))
		}
	}
}

func (g *graphBuilder) edge1(op *interp.Op, from, to interp.Value, guard interp.Guard) {
	f, fok := interp.AsString(from)
	t, tok := interp.AsString(to)
	switch {
	case fok && tok:
		g.Edge(f, t, graph.Edge{Kind: graph.EdgeDirect, Empty: op.Kind == "dependency", Pos: op.At(g.Assembly), Guard: guard.Data()})
	case fok:
		g.late(func() {
			g.Unknown(unknown(graph.UnknownTargets, g.Lookup(f), asUnknown(to), op.At(g.Assembly)))
		})
	case tok:
		g.late(func() {
			g.Unknown(unknown(graph.UnknownSources, g.Lookup(t), asUnknown(from), op.At(g.Assembly)))
		})
	default:
		g.Unknown(unknown(graph.UnknownAnything, graph.None, asUnknown(from), op.At(g.Assembly)))
	}
}

// late runs f when all nodes are known.
func (g *graphBuilder) late(f func()) { g.afters = append(g.afters, f) }

func asUnknown(v interp.Value) *interp.Unknown {
	for _, a := range interp.Alternatives(v) {
		if u, ok := interp.Unwrap(a.V).(*interp.Unknown); ok {
			return u
		}
	}
	return nil
}

// uses notes the ways in which the builder itself leaves agentvet's sight.
func (g *graphBuilder) uses() {
	for _, u := range g.obj.Uses {
		if u.Callee != "" && !g.IsFramework(u.Callee) && !g.IsStandard(u.Callee) {
			g.Unknown(graph.Unknown{
				What: graph.UnknownAnything, Node: graph.None, Pos: u.Pos,
				Reason: "the builder is passed to " + interp.ShortFunc(u.Callee) + ", whose body agentvet cannot see",
			})
			return
		}
	}
}

// options applies the options of Compile.
func (g *graphBuilder) options(opts []*interp.Object) {
	w := g.Workflow()
	if w.Mode == graph.ModeUnspecified {
		w.Mode = graph.ModeAny
	}
	w.Engine.DeadEnd = graph.DeadEndStops
	steps := len(w.Nodes) - 2 + 10 // the default: nodes + 10, without START and END
	if n, ok := interp.AsInt(interp.Field(g.obj.Arg("config"), "MaxStep")); ok && n > 0 && g.obj.Kind == "react" {
		steps = n
	}
	for _, o := range opts {
		switch o.Kind {
		case "opt:trigger":
			if mode, ok := interp.AsString(o.Arg("mode")); ok && mode == "all_predecessor" {
				w.Mode = graph.ModeAll
			}
		case "opt:maxsteps":
			if n, ok := interp.AsInt(o.Arg("n")); ok && n > 0 {
				steps = n
			}
		case "opt:before", "opt:after":
			g.interrupts(o)
		}
	}
	if w.Mode == graph.ModeAny {
		w.Engine.ExitEnds, w.Engine.StepLimit = true, steps
	}
}

func (g *graphBuilder) interrupts(o *interp.Object) {
	elems, _ := interp.Elems(o.Arg("nodes"))
	for _, e := range elems {
		if name, ok := interp.AsString(e.V); ok {
			g.Interrupt(graph.Interrupt{Name: name, After: o.Kind == "opt:after", Pos: o.At(g.Assembly)})
		}
	}
}

// finish sets what needs the whole graph: the values of branches, which may
// depend on state that any node writes, and the kinds that follow from edges.
func (g *graphBuilder) finish(w *graph.Workflow) {
	for _, f := range g.afters {
		f()
	}
	g.checkOffers(w)
	g.states[g.obj] = g.finals
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
