package trpcagent

// This file adds the edges that stand in no node: entry, static edges, barriers,
// and the places where a run stops for a human.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// join reads a call of AddJoinEdge. The framework ignores names of the ends among
// the sources, and repetitions.
func (b *builder) join(op *assembly.Op) {
	pos := op.At(b.Assembly)
	sources, more := b.Read(op.Arg("from")).Elems()
	to, ok := b.Read(op.Arg("to")).Text()
	j := &join{to: to, guard: op.Guard, pos: pos}
	for _, x := range sources {
		name, known := x.Text()
		switch {
		case !known || !x.Always():
			more = &assembly.Unknown{Reason: reason.Of(reason.Joined), Pos: pos}
		case name != "" && name != start && name != end && !slices.Contains(j.from, name):
			j.from = append(j.from, name)
		}
	}
	switch {
	case more != nil:
		b.OpenFor(more, graph.UnknownAnything, graph.None, pos)
	case !ok:
		b.OpenFor(assembly.Because(reason.NotKnown), graph.UnknownAnything, graph.None, pos)
	}
	if ok && to != "" && to != start && len(j.from) > 0 {
		b.joins = append(b.joins, j)
	}
}

// barriers adds the joins. A node to which nothing but one join leads waits
// itself; otherwise a generated node does, as other ways to the node do not wait.
func (b *builder) barriers() {
	count := make(map[string]int)
	for _, j := range b.joins {
		count[j.to]++
	}
	for i, j := range b.joins {
		to := j.to
		b.ends = b.ends || to == end
		switch id := b.Lookup(to); {
		case to == end || id == graph.None: // nothing waits there
		case !b.entered[to] && count[to] == 1:
			b.Workflow().Nodes[id].Join = true
		default:
			to = fmt.Sprintf("join:%s#%d", j.to, i+1)
			b.Node(graph.Node{Name: to, Kind: graph.KindPassthrough, Join: true, Generated: true, Pos: j.pos})
			b.Edge(to, j.to, graph.Edge{Kind: graph.EdgeDirect, Guard: j.guard.Data(), Pos: j.pos})
		}
		for _, from := range j.from {
			if b.routed[from] {
				continue // the node always commands where the run goes
			}
			b.Edge(from, to, graph.Edge{Kind: b.kindFrom(b.Step(from)), Guard: j.guard.Data(), Pos: j.pos})
		}
	}
}

// kindFrom returns the kind of the edges of a step without a condition.
func (b *builder) kindFrom(s *assembly.Step) graph.EdgeKind {
	n := len(s.Ways)
	for _, j := range b.joins {
		if slices.Contains(j.from, s.Name) {
			n++
		}
	}
	if n > 1 {
		return graph.EdgeParallel
	}
	return graph.EdgeDirect
}

// draw adds the edges of a step without a condition.
func (b *builder) draw(s *assembly.Step) {
	kind := b.kindFrom(s)
	for _, w := range s.Ways {
		b.enter(w.To)
		k := kind
		beside := func(x assembly.Way) bool { return x.To != w.To && !x.Guard.Excludes(w.Guard) }
		if len(s.Ways) > 1 && !slices.ContainsFunc(s.Ways, beside) {
			k = graph.EdgeDirect // the others belong to other configurations
		}
		b.Edge(s.Name, w.To, graph.Edge{Kind: k, Guard: w.Guard.Data(), Pos: w.Pos})
	}
}

// enter notes that another way than a join leads to a node.
func (b *builder) enter(name string) {
	b.entered[name] = true
	b.ends = b.ends || name == end
}

// entry adds the edge to the entry point. The last call wins, and is all that a
// run begins with.
func (b *builder) entry() {
	b.Last(b.obj.Calls("entry"), "name", graph.UnknownTargets, b.Lookup(start), func(name string, g assembly.Guard, pos graph.Pos) {
		b.enter(name)
		b.Edge(start, name, graph.Edge{Kind: graph.EdgeDirect, Guard: g.Data(), Pos: pos})
	})
}

// interrupts adds the gates that the graph itself has: on a node, by an option,
// and on nodes by their names. One that only some configurations have is none.
func (b *builder) interrupts() {
	for _, s := range b.Steps() {
		for _, when := range []string{"before", "after"} {
			for _, x := range b.stepOptions(s).active(when) {
				if x.Always() {
					b.Interrupt(graph.Interrupt{Name: s.Name, After: when == "after", Pos: x.Object().At(b.Assembly)})
				}
			}
		}
		if pos, asks := b.asksBefore(s); asks {
			b.Interrupt(graph.Interrupt{Name: s.Name, Pos: pos})
		}
	}
	for _, op := range b.obj.Calls("before", "after") {
		b.Stop(b.ArgOf(op, "names"), op.Kind == "after", op.At(b.Assembly))
	}
}
