package langgraphgo

// This file builds the graph of the prebuilt supervisor: a model names the member
// that goes on, or that all is done, and each member comes back to it.

import (
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// supervisor handles CreateSupervisor and its variants.
func (b *builder) supervisor() {
	const boss = "supervisor"
	b.engine()
	pos := b.obj.At(b.Assembly)
	b.Node(graph.Node{Name: start, Kind: graph.KindEntry, Generated: true, Pos: pos})
	b.Node(graph.Node{Name: end, Kind: graph.KindExit, Generated: true, Pos: pos})
	id := b.Node(graph.Node{Name: boss, Kind: graph.KindLLM, Pos: pos})
	b.Edge(start, boss, graph.Edge{Kind: graph.EdgeDirect, Pos: pos})
	br := b.Branch(graph.Branch{From: id, Pos: pos})
	more := interp.Entries(b.obj.Arg("members"), func(k, v interp.Value, g interp.Guard) {
		name, ok := interp.AsString(k)
		if !ok {
			name = opaqueName(b.obj.Pos)
		}
		n := graph.Node{Name: name, Kind: graph.KindSubgraph, Pos: pos}
		list, open := b.runs(v)
		if len(list) == 1 {
			n.Sub = list[0]
		}
		member := b.Node(n)
		if n.Sub == nil {
			b.Unknown(unknown(graph.UnknownBody, member, open, pos))
		}
		b.BranchEdge(br, boss, name, graph.Edge{Kind: graph.EdgeConditional, Label: name, Guard: g.String(), Pos: pos})
		b.Edge(name, boss, graph.Edge{Kind: graph.EdgeDirect, Guard: g.String(), Pos: pos})
	})
	if more != nil {
		b.Unknown(unknown(graph.UnknownTargets, id, more, pos))
		b.Unknown(unknown(graph.UnknownAnything, graph.None, more, pos))
	}
	b.BranchEdge(br, boss, end, graph.Edge{Kind: graph.EdgeConditional, Label: "FINISH", Pos: pos})
	b.interrupts()
}
