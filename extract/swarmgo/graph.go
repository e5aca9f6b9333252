package swarmgo

// This file turns the calls on a graph into nodes and edges.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// builder builds the workflow of one graph.
type builder struct {
	*assembler
	*assembly.Chart
	nodes map[string]*node
	order []*node
	late  []*assembly.Op // edges one end of which is not there when they are added
}

// node is a step of a graph.
type node struct {
	name  string
	op    *assembly.Op // the last call that adds it
	edges []edge       // in the order in which the engine tries them
	exit  bool
}

// edge is a way on: to a node, or to those that a condition names.
type edge struct {
	op   *assembly.Op
	from assembly.Guard
}

// graph returns the workflow of a graph.
func (a *assembler) graph(o *assembly.Object) *graph.Workflow {
	name := a.Arg(o, "name").TextOr("")
	if name == "" {
		name = assembly.FuncName(o.Func)
	}
	b := &builder{assembler: a, Chart: a.Chart(name, a.Place(o), engine), nodes: make(map[string]*node)}
	for _, op := range o.Calls() {
		b.call(op)
	}
	for _, n := range b.order {
		b.describe(n)
		b.leave(n)
	}
	b.lost()
	if a.Around(o, "rewires") {
		b.OpenFor(rewired(), graph.UnknownAnything, graph.None, a.Place(o))
	}
	b.Escapes(o, "the graph")
	return b.Build()
}

// call reads one call. An edge whose ends do not exist yet is not added.
func (b *builder) call(op *assembly.Op) {
	pos := op.At(b.Assembly)
	switch op.Kind {
	case "node", "node:agent", "node:made", "node:router", "node:all", "node:prompt":
		b.each(op, "id", func(name string, _ assembly.Value) {
			n := b.nodes[name]
			if n == nil {
				n = &node{name: name}
				b.nodes[name], b.order = n, append(b.order, n)
			}
			n.op = op
		})
	case "edge", "branch":
		b.each(op, "from", func(name string, from assembly.Value) {
			if n := b.nodes[name]; n != nil && b.exists(b.ArgOf(op, "to")) {
				n.edges = append(n.edges, edge{op, from.Guard})
			} else {
				b.late = append(b.late, op)
			}
		})
	case "entry":
		b.each(op, "name", func(name string, v assembly.Value) {
			if b.nodes[name] != nil {
				b.Edge(engine.Start, name, graph.Edge{Kind: graph.EdgeDirect, Guard: v.Guard.Data(), Pos: pos})
			}
		})
	case "exit":
		b.each(op, "name", func(name string, v assembly.Value) {
			switch n := b.nodes[name]; {
			case n != nil && v.Always():
				n.exit = true
			case n != nil:
				b.Open(v, graph.UnknownAnything, graph.None, pos)
			}
		})
	}
}

// each calls yield for each name that an argument may be. One that is not known may be that
// of any node.
func (b *builder) each(op *assembly.Op, arg string, yield func(name string, v assembly.Value)) {
	for _, v := range b.ArgOf(op, arg).Each() {
		if name, known := v.Text(); known {
			yield(name, v)
		} else {
			b.Open(v, graph.UnknownAnything, graph.None, op.At(b.Assembly))
		}
	}
}

// exists reports whether the target of an edge may be there already.
func (b *builder) exists(to assembly.Value) bool {
	return slices.ContainsFunc(to.Each(), func(v assembly.Value) bool {
		name, known := v.Text()
		return !known || b.nodes[name] != nil
	})
}

// lost adds the edges whose ends nothing ever adds. One that is only added too early
// is not there at all: the library returns an error, or drops it.
func (b *builder) lost() {
	for _, op := range b.late {
		from := b.ArgOf(op, "from").TextOr("")
		to, known := b.ArgOf(op, "to").Text()
		if known && (b.nodes[from] == nil || b.nodes[to] == nil) {
			b.Edge(from, to, graph.Edge{Kind: graph.EdgeDirect, Pos: op.At(b.Assembly)})
		}
	}
}
