package langgraphgo

// This file builds the graph of the prebuilt supervisor: a model names the member
// that goes on, or that all is done, and each member comes back to it.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// supervisor handles CreateSupervisor and its variants.
func (b *builder) supervisor() {
	const boss = "supervisor"
	pos := b.obj.At(b.Assembly)
	id := b.Node(graph.Node{Name: boss, Kind: graph.KindLLM, Pos: pos})
	b.Edge(engine.Start, boss, graph.Edge{Kind: graph.EdgeDirect, Pos: pos})
	br := b.Branch(graph.Branch{From: id, Pos: pos})
	more := b.Arg(b.obj, "members").Entries(func(key, member assembly.Value) {
		name, ok := key.Text()
		if !ok {
			name = assembly.OpaqueName(b.obj.Pos)
		}
		list, open := b.runs(member)
		n := graph.Node{Name: name, Kind: graph.KindSubgraph, Pos: pos}
		if len(list) == 1 {
			n.Sub = list[0]
			b.Node(n)
		} else {
			b.OpenFor(open, graph.UnknownBody, b.Node(n), pos)
		}
		b.BranchEdge(br, boss, name, graph.Edge{Kind: graph.EdgeConditional, Label: name, Guard: key.Guard.Data(), Pos: pos})
		b.Edge(name, boss, graph.Edge{Kind: graph.EdgeDirect, Guard: key.Guard.Data(), Pos: pos})
	})
	if more != nil {
		b.OpenFor(more, graph.UnknownTargets, id, pos)
		b.OpenFor(more, graph.UnknownAnything, graph.None, pos)
	}
	b.BranchEdge(br, boss, engine.End, graph.Edge{Kind: graph.EdgeConditional, Label: "FINISH", Pos: pos})
	b.interrupts()
}
