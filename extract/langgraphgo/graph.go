package langgraphgo

// This file turns the calls on a graph into nodes and edges.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// builder builds one workflow.
type builder struct {
	*assembler
	*graph.Builder
	obj    *interp.Object
	steps  []*step // in the order of the calls
	names  map[string]*step
	board  assembly.Board // what the nodes leave in the state
	schema bool           // the state is merged, not replaced
	first  bool           // the engine follows the first edge of a node and nothing else
}

// A step is a node as the program adds it.
type step struct {
	name    string
	op      *interp.Op
	body    *interp.Behaviour // nil for groups
	edges   []way             // without a condition, in order
	routers []*interp.Op      // with one
}

// A way is an edge without a condition.
type way struct {
	to    string
	guard interp.Guard
	pos   graph.Pos
}

// graph handles a graph that the program builds call by call.
func (b *builder) graph() {
	b.engine()
	b.Node(graph.Node{Name: start, Kind: graph.KindEntry, Generated: true, Pos: b.obj.At(b.Assembly)})
	b.Node(graph.Node{Name: end, Kind: graph.KindExit, Generated: true, Pos: b.obj.At(b.Assembly)})
	for _, op := range b.obj.Calls("node", "parallel") {
		b.node(op)
	}
	for _, op := range b.obj.Calls("edge") {
		b.edge(op)
	}
	if !b.first {
		for _, op := range b.obj.Calls("branch") {
			b.branch(op)
		}
	}
	for _, s := range b.steps {
		b.board.Crowded = b.board.Crowded || len(s.edges) > 1
	}
	for _, s := range b.sources() {
		b.leave(s)
	}
	b.entry()
	b.interrupts()
	b.uses()
}

// engine says how the framework runs the graph; doc.go has the measurements.
func (b *builder) engine() {
	w := b.Workflow()
	w.Mode = graph.ModeAny
	w.Engine = graph.Engine{DeadEnd: graph.DeadEndFails, BranchShadows: true, LastBranchWins: true}
	b.schema = len(b.obj.Calls("schema")) > 0 || b.obj.Row.Func == "NewMessageGraph"
	ops := b.compiled(b.obj)
	b.first = len(ops) > 0 && !slices.ContainsFunc(ops, func(op *interp.Op) bool { return op.Kind == "compile" })
}

// node adds the node of a call, under each name that it may have.
func (b *builder) node(op *interp.Op) {
	for _, alt := range interp.Alternatives(op.Arg("name")) {
		name, ok := interp.AsString(alt.V)
		if name == end && ok {
			continue // the engine never runs it: END comes first
		}
		if !ok {
			name = opaqueName(op.Pos)
		}
		s := &step{name: name, op: op}
		if old := b.names[name]; old != nil && exclusive(old.op.Guard, op.Guard) {
			b.otherwise(old, s)
			continue
		}
		b.steps, b.names[name] = append(b.steps, s), s
		n, unknowns := b.describe(s)
		id := b.Node(n)
		for _, u := range unknowns {
			u.Node = id
			b.Unknown(u)
		}
		if ok {
			continue
		}
		u := asUnknown(alt.V)
		b.Unknown(unknown(graph.UnknownSources, id, u, op.At(b.Assembly)))
		b.Unknown(unknown(graph.UnknownTargets, id, u, op.At(b.Assembly)))
		if op.Loop {
			b.Unknown(unknown(graph.UnknownAnything, graph.None, u, op.At(b.Assembly)))
		}
	}
}

// otherwise handles a node that another configuration of the program adds under
// the same name: what the name stands for depends on it.
func (b *builder) otherwise(old, s *step) {
	n, unknowns := b.describe(s)
	id := b.Lookup(old.name)
	known := &b.Workflow().Nodes[id]
	if n.Kind == known.Kind && n.Sub == nil && known.Sub == nil && len(unknowns) == 0 {
		known.Tools = append(known.Tools, n.Tools...)
		return
	}
	b.Unknown(graph.Unknown{
		What: graph.UnknownBody, Node: id, Pos: s.op.At(b.Assembly),
		Reason: "it is another function if " + s.op.Guard.String(),
	})
}

// exclusive reports whether two guards cannot hold together.
func exclusive(g, h interp.Guard) bool {
	return slices.ContainsFunc(g, func(c interp.Cond) bool {
		return slices.ContainsFunc(h, func(d interp.Cond) bool {
			return c.Text == d.Text && c.Pos == d.Pos && c.Neg != d.Neg
		})
	})
}

// edge adds the edges of a call of AddEdge to their source.
func (b *builder) edge(op *interp.Op) {
	for _, from := range interp.Alternatives(op.Arg("from")) {
		for _, to := range interp.Alternatives(op.Arg("to")) {
			source, ok1 := interp.AsString(from.V)
			target, ok2 := interp.AsString(to.V)
			guard := slices.Concat(op.Guard, from.Guard, to.Guard)
			switch {
			case ok1 && ok2:
				b.addWay(source, way{target, guard, op.At(b.Assembly)})
			case ok1:
				b.Unknown(unknown(graph.UnknownTargets, b.Lookup(source), asUnknown(to.V), op.At(b.Assembly)))
			case ok2:
				b.Unknown(unknown(graph.UnknownSources, b.Lookup(target), asUnknown(from.V), op.At(b.Assembly)))
			default:
				b.Unknown(unknown(graph.UnknownAnything, graph.None, asUnknown(from.V), op.At(b.Assembly)))
			}
		}
	}
}

// addWay adds an edge. The engine collects the names of the next nodes in a set,
// so a second edge between the same nodes changes nothing.
func (b *builder) addWay(from string, w way) {
	s := b.source(from)
	i := slices.IndexFunc(s.edges, func(x way) bool { return x.to == w.to })
	switch {
	case i < 0:
		s.edges = append(s.edges, w)
	case len(w.guard) == 0 || exclusive(s.edges[i].guard, w.guard):
		s.edges[i].guard = nil
	}
}

// source returns the step of that name, a step without a node if nothing adds it.
func (b *builder) source(name string) *step {
	if s := b.names[name]; s != nil {
		return s
	}
	s := &step{name: name}
	b.names[name] = s
	return s
}

// branch adds a call of AddConditionalEdge to its source.
func (b *builder) branch(op *interp.Op) {
	for _, from := range interp.Alternatives(op.Arg("from")) {
		if name, ok := interp.AsString(from.V); ok {
			s := b.source(name)
			s.routers = append(s.routers, op)
			continue
		}
		b.Unknown(unknown(graph.UnknownAnything, graph.None, asUnknown(from.V), op.At(b.Assembly)))
	}
}

// sources returns the steps that edges leave: those with a node in the order of
// their calls, then the others by name.
func (b *builder) sources() []*step {
	list := slices.Clone(b.steps)
	list = slices.DeleteFunc(list, func(s *step) bool { return b.names[s.name] != s }) // replaced by a later node
	var rest []string
	for name, s := range b.names {
		if s.op == nil {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	for _, name := range rest {
		list = append(list, b.names[name])
	}
	return list
}

// entry adds the edge to the entry point. The last call wins.
func (b *builder) entry() {
	ops := b.obj.Calls("entry")
	for i, op := range ops {
		if i+1 < len(ops) && len(ops[i+1].Guard) == 0 {
			continue
		}
		for _, alt := range interp.Alternatives(op.Arg("name")) {
			if name, ok := interp.AsString(alt.V); ok {
				guard := slices.Concat(op.Guard, alt.Guard)
				b.Edge(start, name, graph.Edge{Kind: graph.EdgeDirect, Guard: guard.String(), Pos: op.At(b.Assembly)})
				continue
			}
			b.Unknown(unknown(graph.UnknownTargets, b.Lookup(start), asUnknown(alt.V), op.At(b.Assembly)))
		}
	}
}

// uses notes the ways in which the builder itself leaves agentvet's sight.
func (b *builder) uses() {
	for _, u := range b.obj.Uses {
		if u.Callee != "" && !b.IsFramework(u.Callee) && !b.IsStandard(u.Callee) {
			b.Unknown(graph.Unknown{
				What: graph.UnknownAnything, Node: graph.None, Pos: u.Pos,
				Reason: "the builder is passed to " + interp.ShortFunc(u.Callee) + ", whose body agentvet cannot see",
			})
			return
		}
	}
}

// finish makes routers of the nodes that decide and do nothing else.
func (b *builder) finish(w *graph.Workflow) {
	for _, br := range w.Branches {
		if br.From != graph.None && w.Nodes[br.From].Kind == graph.KindPassthrough {
			w.Nodes[br.From].Kind = graph.KindRouter
		}
	}
}
