package agentframework

// This file builds the workflows that the framework makes of agents.

import (
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// Executors that the framework adds; the names are its own.
const (
	outputNode  = "agentworkflow.OutputMessages"
	splitNode   = "Start"
	collectNode = "agentworkflow.ConcurrentEnd"
	chatNode    = "agentworkflow.GroupChatHost"
	batchPrefix = "Batcher/"
)

// defaultTurns is how often members of a group chat speak if the program does not
// say.
const defaultTurns = 40

// speakers returns ways to the nodes of the agents of a prebuilt workflow.
func (b *builder) speakers() []way {
	pos := b.places[b.obj]
	var out []way
	elems, more := interp.Elems(b.obj.Arg("agents"))
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			o, ok := interp.Unwrap(alt.V).(*interp.Object)
			if !ok || !isAgent(o) {
				b.incomplete(unknownOr(alt.V, "it has an agent that agentvet cannot see"), graph.UnknownAnything, "", pos)
				continue
			}
			guard := append(e.Guard[:len(e.Guard):len(e.Guard)], alt.Guard...)
			out = append(out, way{to: b.member(o).name, guard: guard.Data(), pos: pos})
		}
	}
	b.incomplete(more, graph.UnknownAnything, "", pos)
	return out
}

// added adds an executor of the framework's.
func (b *builder) added(n graph.Node) *node {
	n.Generated, n.Pos = true, b.places[b.obj]
	if n.Kind == graph.KindInvalid {
		n.Kind = graph.KindPassthrough
	}
	x := b.named(n.Name)
	x.bound = true
	b.Node(n)
	return x
}

// sequential runs agents one after the other. One that may be missing is passed by.
func (b *builder) sequential(agents []way) {
	b.added(graph.Node{Name: outputNode})
	agents = append(agents, way{to: outputNode, pos: b.places[b.obj]})
	from := start
	for i := range agents {
		next := agents[i:]
		for j := range next {
			if len(next[j].guard) == 0 {
				next = next[:j+1]
				break
			}
		}
		b.names[from].lead(next)
		from = agents[i].to
	}
}

// concurrent runs agents at the same time; a step collects what each says, and the
// last one waits for all.
func (b *builder) concurrent(agents []way) {
	pos := b.places[b.obj]
	split := b.added(graph.Node{Name: splitNode})
	b.names[start].lead([]way{{to: splitNode, pos: pos}})
	b.added(graph.Node{Name: collectNode, Join: len(agents) > 1})
	for _, g := range agents {
		split.ways = append(split.ways, g)
		batch := b.added(graph.Node{Name: batchPrefix + g.to})
		b.names[g.to].lead([]way{{to: batch.name, pos: pos}})
		batch.lead([]way{{to: collectNode, guard: g.guard, pos: pos}})
	}
}

// groupChat lets agents speak in turn, as a manager says.
func (b *builder) groupChat(agents []way) {
	pos := b.places[b.obj]
	host := b.added(graph.Node{Name: chatNode, Kind: graph.KindRouter, Bound: b.turns()})
	b.names[start].lead([]way{{to: chatNode, pos: pos}})
	f := fork{pos: pos, total: true}
	for _, g := range agents {
		g.label = g.to
		f.ways = append(f.ways, g)
		b.names[g.to].lead([]way{{to: chatNode, pos: pos}})
	}
	f.ways = append(f.ways, way{to: end, label: "done", pos: pos})
	host.forks = []fork{f}
}

// turns returns how often members of a group chat speak.
func (b *builder) turns() graph.Bound {
	body := b.Observe(b.obj.Arg("manager"))
	if len(body.Results) == 0 {
		return graph.Bound{State: graph.BoundPresent}
	}
	out := graph.Bound{}
	for _, res := range interp.Returns(body) {
		limit := graph.Bound{State: graph.BoundPresent}
		switch x := interp.Deref(res.V).(type) {
		case *interp.Object:
			if n, known := interp.AsInt(x.Arg("max")); x.Kind == "manager" && known && n > 0 {
				limit = graph.Known(n)
			} else if x.Kind == "manager" && known {
				limit = graph.Known(defaultTurns)
			}
		case *interp.Struct:
			if interp.IsZero(interp.Field(x, "ShouldTerminate")) {
				limit = graph.Known(defaultTurns)
			}
		}
		if out.State != graph.BoundNone && out != limit {
			return graph.Bound{State: graph.BoundPresent}
		}
		out = limit
	}
	return out
}
