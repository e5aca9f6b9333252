package blades

// This file turns the calls on a graph into nodes and edges.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// engine is how blades runs a graph; it has no names for the ends.
var engine = assembly.Engine{
	Engine: graph.Engine{DeadEnd: graph.DeadEndFails, ExitEnds: true},
	Mode:   graph.ModeAll,
	Start:  start, End: end,
}

// builder builds the workflow of one graph.
type builder struct {
	*assembler
	*assembly.Chart
	names []string
}

// graph returns the workflow of a graph.
func (a *assembler) graph(o *assembly.Object) *graph.Workflow {
	b := &builder{assembler: a, Chart: a.Chart(assembly.FuncName(o.Func), a.Place(o), engine)}
	for _, op := range o.Calls("node") {
		b.node(op)
	}
	b.edges(o.Calls("edge"))
	b.Last(o.Calls("entry"), "name", graph.UnknownAnything, graph.None, func(name string, g assembly.Guard, pos graph.Pos) {
		b.Edge(start, name, graph.Edge{Kind: graph.EdgeDirect, Guard: g.Data(), Pos: pos})
	})
	b.Last(o.Calls("finish"), "name", graph.UnknownAnything, graph.None, func(name string, g assembly.Guard, pos graph.Pos) {
		b.Edge(name, end, graph.Edge{Kind: graph.EdgeDirect, Guard: g.Data(), Pos: pos})
	})
	b.around(o)
	b.Escapes(o, "the graph")
	return b.Build()
}

// around notes that middleware stands around all steps: it may do something in their place.
func (b *builder) around(o *assembly.Object) {
	opens := func(u *assembly.Unknown) { b.OpenFor(u, graph.UnknownAnything, graph.None, b.assembler.Place(o)) }
	b.Arg(o, "options").Options(func(opt assembly.Value) {
		list, more := opt.Arg("list").List()
		if slices.ContainsFunc(list, func(mw assembly.Value) bool { return mw.Object("other") == nil && !mw.IsZero() }) {
			more = assembly.Because(reason.Callback)
		}
		if more != nil {
			opens(more)
		}
	}, opens)
}

// node adds the node of a call, under each name that it may have. Of two of one
// name the first counts.
func (b *builder) node(op *assembly.Op) {
	pos := op.At(b.Assembly)
	for _, alt := range b.ArgOf(op, "name").Each() {
		name, ok := alt.Text()
		if !ok {
			b.Open(alt, graph.UnknownAnything, graph.None, pos)
			continue
		}
		if slices.Contains(b.names, name) {
			continue
		}
		b.names = append(b.names, name)
		body := b.ArgOf(op, "fn").Observe()
		n, unknowns := b.Describe(graph.Node{Name: name, Func: body.Func, Pos: pos}, append(slices.Clone(op.Stack), op.Pos), assembly.Phase{Name: "run", Body: body})
		unknowns = append(unknowns, b.RunAgents(&n, body, b.running)...)
		b.Put(n, unknowns)
	}
}

// running returns an agent that a step runs, nil if v is none.
func (b *builder) running(v assembly.Value) *graph.Agent {
	o := v.Object("agent")
	if o == nil {
		return nil
	}
	g := b.Agent(o)
	g.Part = true
	return g.Agent
}

// edges adds the edges: those of a node with conditions are one branch, of which
// any number may be taken.
func (b *builder) edges(ops []*assembly.Op) {
	branches := make(map[string]graph.BranchID)
	fans := make(map[string]int)
	for _, op := range ops {
		fans[b.ArgOf(op, "from").TextOr("")]++
	}
	for _, op := range ops {
		pos := op.At(b.Assembly)
		b.Pairs(b.ArgOf(op, "from"), b.ArgOf(op, "to"), pos, func(from, to string, g assembly.Guard) {
			e := graph.Edge{Kind: graph.EdgeDirect, Guard: g.Data(), Pos: pos}
			if !b.conditional(op) {
				if fans[from] > 1 {
					e.Kind = graph.EdgeParallel
				}
				b.Edge(from, to, e)
				return
			}
			if _, ok := branches[from]; !ok {
				branches[from] = b.Branch(graph.Branch{From: b.Lookup(from), Multi: true, Pos: pos})
			}
			e.Kind = graph.EdgeConditional
			b.BranchEdge(branches[from], from, to, e)
		})
	}
}

// conditional reports whether an edge has a condition, or may have one.
func (b *builder) conditional(op *assembly.Op) bool {
	options, more := b.ArgOf(op, "options").Elems()
	return len(options) > 0 || more != nil
}
