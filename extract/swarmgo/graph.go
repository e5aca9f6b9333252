package swarmgo

// This file turns the calls on a graph into nodes and edges.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// builder builds the workflow of one graph.
type builder struct {
	*assembler
	*graph.Builder
	nodes map[string]*node
	order []*node
	late  []*interp.Op // edges one end of which is not there when they are added
}

// node is a step of a graph.
type node struct {
	name  string
	op    *interp.Op // the last call that adds it
	edges []edge     // in the order in which the engine tries them
	exit  bool
}

// edge is a way on: to a node, or to those that a condition names.
type edge struct {
	op   *interp.Op
	from interp.Guard
}

// graph returns the workflow of a graph.
func (a *assembler) graph(o *interp.Object) *graph.Workflow {
	pos := a.places[o]
	b := &builder{assembler: a, Builder: graph.NewBuilder(assembly.FuncName(o.Func), a.Name, pos), nodes: make(map[string]*node)}
	w := b.Workflow()
	w.Mode = graph.ModeAny
	w.Engine = graph.Engine{DeadEnd: graph.DeadEndFails, ExitEnds: true}
	if name, ok := interp.AsString(o.Arg("name")); ok && name != "" {
		w.Name = name
	}
	b.Node(graph.Node{Name: start, Kind: graph.KindEntry, Generated: true, Pos: pos})
	b.Node(graph.Node{Name: end, Kind: graph.KindExit, Generated: true, Pos: pos})
	for _, op := range o.Calls() {
		b.call(op)
	}
	for _, n := range b.order {
		b.describe(n)
		b.leave(n)
	}
	b.lost()
	for _, u := range o.Uses {
		if u.Callee != "" && !a.IsFramework(u.Callee) && !a.IsStandard(u.Callee) {
			b.Unknown(graph.Unknown{
				What: graph.UnknownAnything, Node: graph.None, Pos: u.Pos,
				Reason: "the graph is passed to " + interp.ShortFunc(u.Callee) + ", whose body agentvet cannot see",
			})
			break
		}
	}
	return b.Build()
}

// call reads one call. An edge whose ends do not exist yet is not added.
func (b *builder) call(op *interp.Op) {
	pos := op.At(b.Assembly)
	switch op.Kind {
	case "node", "node:agent", "node:made", "node:router", "node:all", "node:prompt":
		for _, alt := range interp.Alternatives(op.Arg("id")) {
			name, known := interp.AsString(alt.V)
			if !known {
				b.Unknown(unsure(alt.V, graph.UnknownAnything, pos))
				continue
			}
			n := b.nodes[name]
			if n == nil {
				n = &node{name: name}
				b.nodes[name], b.order = n, append(b.order, n)
			}
			n.op = op
		}
	case "edge", "branch":
		for _, src := range interp.Alternatives(op.Arg("from")) {
			name, known := interp.AsString(src.V)
			switch n := b.nodes[name]; {
			case !known:
				b.Unknown(unsure(src.V, graph.UnknownAnything, pos))
			case n != nil && b.exists(op.Arg("to")):
				n.edges = append(n.edges, edge{op, slices.Concat(op.Guard, src.Guard)})
			default:
				b.late = append(b.late, op)
			}
		}
	case "entry":
		for _, alt := range interp.Alternatives(op.Arg("name")) {
			name, known := interp.AsString(alt.V)
			if !known {
				b.Unknown(unsure(alt.V, graph.UnknownAnything, pos))
			} else if b.nodes[name] != nil {
				b.Edge(start, name, graph.Edge{Kind: graph.EdgeDirect, Guard: slices.Concat(op.Guard, alt.Guard).Data(), Pos: pos})
			}
		}
	case "exit":
		for _, alt := range interp.Alternatives(op.Arg("name")) {
			name, known := interp.AsString(alt.V)
			n := b.nodes[name]
			switch {
			case n != nil && len(op.Guard)+len(alt.Guard) == 0:
				n.exit = true
			case n != nil || !known:
				b.Unknown(unsure(alt.V, graph.UnknownAnything, pos))
			}
		}
	}
}

// exists reports whether the target of an edge may be there already.
func (b *builder) exists(to interp.Value) bool {
	return slices.ContainsFunc(interp.Alternatives(to), func(alt interp.Alt) bool {
		name, known := interp.AsString(alt.V)
		return !known || b.nodes[name] != nil
	})
}

// lost adds the edges whose ends nothing ever adds. One that is only added too early
// is not there at all: the library returns an error, or drops it.
func (b *builder) lost() {
	for _, op := range b.late {
		from, _ := interp.AsString(op.Arg("from"))
		to, known := interp.AsString(op.Arg("to"))
		if known && (b.nodes[from] == nil || b.nodes[to] == nil) {
			b.Edge(from, to, graph.Edge{Kind: graph.EdgeDirect, Pos: op.At(b.Assembly)})
		}
	}
}
