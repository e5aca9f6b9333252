package agentframework

// This file builds the workflows that the framework makes of agents.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
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
	pos := b.registry.Place(b.obj)
	var out []way
	list, more := b.Arg(b.obj, "agents").List()
	for _, x := range list {
		o := x.Object(agentKinds...)
		if o == nil {
			b.incomplete(x.Why(reason.NoneSeen, "agent"), graph.UnknownAnything, "", pos)
			continue
		}
		out = append(out, way{to: b.member(o).name, guard: x.Guard.Data(), pos: pos})
	}
	b.incomplete(more, graph.UnknownAnything, "", pos)
	return out
}

// added adds an executor of the framework's.
func (b *builder) added(n graph.Node) *node {
	n.Generated, n.Pos = true, b.registry.Place(b.obj)
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
	agents = append(agents, way{to: outputNode, pos: b.registry.Place(b.obj)})
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
	pos := b.registry.Place(b.obj)
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
	pos := b.registry.Place(b.obj)
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
	present := graph.Bound{State: graph.BoundPresent}
	returns := b.Returns(b.Arg(b.obj, "manager").Observe())
	if len(returns) == 0 {
		return present
	}
	var out graph.Bound
	for _, res := range returns {
		limit := b.limit(res.Value)
		if out.State != graph.BoundNone && out != limit {
			return present
		}
		out = limit
	}
	return out
}

// limit returns how often a manager lets members speak.
func (b *builder) limit(manager assembly.Value) graph.Bound {
	if o := manager.Behind().Object("manager"); o != nil && !b.stopsOtherwise(o) {
		if n, known := b.Arg(o, "max").Int(); known && n > 0 {
			return graph.Known(n)
		} else if known {
			return graph.Known(defaultTurns)
		}
	}
	if manager.IsStruct() && manager.Field("ShouldTerminate").IsZero() {
		return graph.Known(defaultTurns)
	}
	return graph.Bound{State: graph.BoundPresent}
}

// stopsOtherwise reports whether the program replaces the function of a manager that ends the
// chat.
func (b *builder) stopsOtherwise(manager *assembly.Object) bool {
	return slices.ContainsFunc(manager.Calls("set"), func(op *assembly.Op) bool {
		field, known := b.Read(op.Arg("field")).Text()
		return !known || field == "ShouldTerminate"
	})
}
