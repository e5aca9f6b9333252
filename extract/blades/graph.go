package blades

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
	names []string
}

// graph returns the workflow of a graph.
func (a *assembler) graph(o *interp.Object) *graph.Workflow {
	pos := a.Place(o)
	b := &builder{assembler: a, Builder: graph.NewBuilder(assembly.FuncName(o.Func), a.Name, pos)}
	w := b.Workflow()
	w.Mode = graph.ModeAll
	w.Engine = graph.Engine{DeadEnd: graph.DeadEndFails, ExitEnds: true}
	b.Node(graph.Node{Name: start, Kind: graph.KindEntry, Generated: true, Pos: pos})
	b.Node(graph.Node{Name: end, Kind: graph.KindExit, Generated: true, Pos: pos})
	for _, op := range o.Calls("node") {
		b.node(op)
	}
	b.edges(o.Calls("edge"))
	b.mark(o.Calls("entry"), func(name string, e graph.Edge) { b.Edge(start, name, e) })
	b.mark(o.Calls("finish"), func(name string, e graph.Edge) { b.Edge(name, end, e) })
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

// unsure notes an argument of a call that is not known.
func (b *builder) unsure(v interp.Value, what graph.UnknownKind, node graph.NodeID, pos graph.Pos) {
	u := interp.UnknownIn(v)
	if u == nil {
		u = &interp.Unknown{Reason: "it is not known"}
	}
	open := u.Open(what, pos)
	open.Node = node
	b.Unknown(open)
}

// node adds the node of a call, under each name that it may have. Of two of one
// name the first counts.
func (b *builder) node(op *interp.Op) {
	pos := op.At(b.Assembly)
	for _, alt := range interp.Alternatives(op.Arg("name")) {
		name, ok := interp.AsString(alt.V)
		if !ok {
			b.unsure(alt.V, graph.UnknownAnything, graph.None, pos)
			continue
		}
		if slices.Contains(b.names, name) {
			continue
		}
		b.names = append(b.names, name)
		body := b.Observe(op.Arg("fn"))
		n, unknowns := b.Describe(graph.Node{Name: name, Func: body.Func, Pos: pos}, append(slices.Clone(op.Stack), op.Pos), assembly.Phase{Name: "run", Body: body})
		unknowns = append(unknowns, b.RunAgents(&n, body, func(v assembly.Value) *graph.Agent { return b.running(v.Raw()) })...)
		id := b.Node(n)
		for _, u := range unknowns {
			u.Node = id
			b.Unknown(u)
		}
	}
}

// running returns an agent that a step runs, nil if v is none.
func (b *builder) running(v interp.Value) *graph.Agent {
	o := b.Read(v).Object("agent")
	if o == nil {
		return nil
	}
	g := b.Agent(o)
	g.Part = true
	return g.Agent
}

// edges adds the edges: those of a node with conditions are one branch, of which
// any number may be taken.
func (b *builder) edges(ops []*interp.Op) {
	branches := make(map[string]graph.BranchID)
	fans := make(map[string]int)
	for _, op := range ops {
		from, _ := interp.AsString(op.Arg("from"))
		fans[from]++
	}
	for _, op := range ops {
		pos := op.At(b.Assembly)
		for _, src := range interp.Alternatives(op.Arg("from")) {
			for _, dst := range interp.Alternatives(op.Arg("to")) {
				from, ok1 := interp.AsString(src.V)
				to, ok2 := interp.AsString(dst.V)
				e := graph.Edge{Kind: graph.EdgeDirect, Guard: slices.Concat(op.Guard, src.Guard, dst.Guard).Data(), Pos: pos}
				switch {
				case ok1 && ok2 && b.conditional(op):
					if _, ok := branches[from]; !ok {
						branches[from] = b.Branch(graph.Branch{From: b.Lookup(from), Multi: true, Pos: pos})
					}
					e.Kind = graph.EdgeConditional
					b.BranchEdge(branches[from], from, to, e)
				case ok1 && ok2:
					if fans[from] > 1 {
						e.Kind = graph.EdgeParallel
					}
					b.Edge(from, to, e)
				case ok1:
					b.unsure(dst.V, graph.UnknownTargets, b.Lookup(from), pos)
				case ok2:
					b.unsure(src.V, graph.UnknownSources, b.Lookup(to), pos)
				default:
					b.unsure(src.V, graph.UnknownAnything, graph.None, pos)
				}
			}
		}
	}
}

// conditional reports whether an edge has a condition, or may have one.
func (b *builder) conditional(op *interp.Op) bool {
	elems, more := interp.Elems(op.Arg("options"))
	return len(elems) > 0 || more != nil
}

// mark reads calls that name a node, of which the last counts.
func (b *builder) mark(ops []*interp.Op, add func(name string, e graph.Edge)) {
	for i, op := range ops {
		if i+1 < len(ops) && len(ops[i+1].Guard) == 0 {
			continue
		}
		for _, alt := range interp.Alternatives(op.Arg("name")) {
			if name, ok := interp.AsString(alt.V); ok {
				add(name, graph.Edge{Kind: graph.EdgeDirect, Guard: slices.Concat(op.Guard, alt.Guard).Data(), Pos: op.At(b.Assembly)})
				continue
			}
			b.unsure(alt.V, graph.UnknownAnything, graph.None, op.At(b.Assembly))
		}
	}
}
