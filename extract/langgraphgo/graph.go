package langgraphgo

// This file turns the calls on a graph into nodes and edges.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// engine is how the framework runs a graph; doc.go has the measurements. END is the
// framework's own name for an exit; an entry is a node that SetEntryPoint names, so START
// is ours.
var engine = assembly.Engine{
	Engine: graph.Engine{DeadEnd: graph.DeadEndFails, BranchShadows: true, LastBranchWins: true},
	Mode:   graph.ModeAny,
	Start:  "START", End: "END",
}

// builder builds one workflow.
type builder struct {
	*graphs
	*assembly.Chart
	obj   *assembly.Object
	first bool // the engine follows the first edge of a node and nothing else
}

// graph handles a graph that the program builds call by call.
func (b *builder) graph() {
	ops := b.compiled(b.obj)
	b.first = len(ops) > 0 && !slices.ContainsFunc(ops, func(op *assembly.Op) bool { return op.Kind == "compile" })
	for _, op := range b.obj.Calls("node", "parallel") {
		b.Place(op, b.describe)
	}
	for _, op := range b.obj.Calls("edge") {
		b.Connect(b.ArgOf(op, "from"), b.ArgOf(op, "to"), op.At(b.Assembly))
	}
	b.schema()
	if !b.first {
		for _, op := range b.obj.Calls("branch") {
			b.Route(b.ArgOf(op, "from"), op)
		}
	}
	for _, s := range b.Sources() {
		b.leave(s)
	}
	b.Enter(b.obj.Calls("entry"), "name")
	b.interrupts()
	b.Escapes(b.obj, "the builder")
	b.later()
}

// later notes what changes the graph once it is compiled: who gets it back may add to it, and
// UpdateState says where the next run of a thread begins.
func (b *builder) later() {
	for _, op := range b.obj.Ops {
		if op.Made == nil {
			continue
		}
		for _, x := range op.Made.Calls("node", "parallel", "edge", "branch", "entry", "schema", "merger", "moves") {
			b.OpenFor(assembly.Because(reason.MayOverwrite, x.Row.Name), graph.UnknownAnything, graph.None, x.At(b.Assembly))
		}
	}
}
