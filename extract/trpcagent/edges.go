package trpcagent

// This file adds the edges that stand in no node: entry, static edges, barriers,
// and the places where a run stops for a human.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// connect notes the edges of a call at their source.
func (b *builder) connect(op *interp.Op) {
	switch op.Kind {
	case "edge":
		b.edge(op, op.Arg("from"), op.Arg("to"))
	case "finish":
		b.edge(op, op.Arg("name"), interp.String(end))
	case "join":
		b.join(op)
	case "branch", "dispatch":
		for _, from := range interp.Alternatives(op.Arg("from")) {
			if name, ok := interp.AsString(from.V); ok {
				s := b.source(name)
				s.routers = append(s.routers, op)
				continue
			}
			b.Unknown(unknown(graph.UnknownAnything, graph.None, asUnknown(from.V), op.At(b.Assembly)))
		}
	}
}

// edge adds an edge to its source.
func (b *builder) edge(op *interp.Op, fromVal, toVal interp.Value) {
	pos := op.At(b.Assembly)
	for _, from := range interp.Alternatives(fromVal) {
		for _, to := range interp.Alternatives(toVal) {
			source, ok1 := interp.AsString(from.V)
			target, ok2 := interp.AsString(to.V)
			switch {
			case ok1 && ok2:
				b.addWay(source, way{target, slices.Concat(op.Guard, from.Guard, to.Guard), pos})
			case ok1:
				b.Unknown(unknown(graph.UnknownTargets, b.Lookup(source), asUnknown(to.V), pos))
			case ok2:
				b.Unknown(unknown(graph.UnknownSources, b.Lookup(target), asUnknown(from.V), pos))
			default:
				b.Unknown(unknown(graph.UnknownAnything, graph.None, asUnknown(from.V), pos))
			}
		}
	}
}

// addWay adds an edge. All edges to one node write to one channel, so a second
// edge between the same nodes changes nothing.
func (b *builder) addWay(from string, w way) {
	s := b.source(from)
	i := slices.IndexFunc(s.edges, func(x way) bool { return x.to == w.to })
	switch {
	case i < 0:
		s.edges = append(s.edges, w)
	case len(w.guard) == 0 || s.edges[i].guard.Excludes(w.guard):
		s.edges[i].guard = nil
	}
}

// join reads a call of AddJoinEdge. The framework ignores names of the ends among
// the sources, and repetitions.
func (b *builder) join(op *interp.Op) {
	pos := op.At(b.Assembly)
	elems, more := interp.Elems(op.Arg("from"))
	to, ok := interp.AsString(op.Arg("to"))
	j := &join{to: to, guard: op.Guard, pos: pos}
	for _, e := range elems {
		name, known := interp.AsString(e.V)
		switch {
		case !known || len(e.Guard) > 0:
			more = &interp.Unknown{Reason: "not all nodes that it joins are known", Pos: pos}
		case name != "" && name != start && name != end && !slices.Contains(j.from, name):
			j.from = append(j.from, name)
		}
	}
	if more != nil || !ok {
		b.Unknown(unknown(graph.UnknownAnything, graph.None, more, pos))
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
			b.Edge(from, to, graph.Edge{Kind: b.kindFrom(b.source(from)), Guard: j.guard.Data(), Pos: j.pos})
		}
	}
}

// kindFrom returns the kind of the edges of a step without a condition.
func (b *builder) kindFrom(s *step) graph.EdgeKind {
	n := len(s.edges)
	for _, j := range b.joins {
		if slices.Contains(j.from, s.name) {
			n++
		}
	}
	if n > 1 {
		return graph.EdgeParallel
	}
	return graph.EdgeDirect
}

// draw adds the edges of a step without a condition.
func (b *builder) draw(s *step) {
	kind := b.kindFrom(s)
	for _, w := range s.edges {
		b.enter(w.to)
		k := kind
		if !slices.ContainsFunc(s.edges, func(x way) bool { return x.to != w.to && !x.guard.Excludes(w.guard) }) && len(s.edges) > 1 {
			k = graph.EdgeDirect // the others belong to other configurations
		}
		b.Edge(s.name, w.to, graph.Edge{Kind: k, Guard: w.guard.Data(), Pos: w.pos})
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
	ops := b.obj.Calls("entry")
	for i, op := range ops {
		if i+1 < len(ops) && len(ops[i+1].Guard) == 0 {
			continue
		}
		for _, alt := range interp.Alternatives(op.Arg("name")) {
			if name, ok := interp.AsString(alt.V); ok {
				guard := slices.Concat(op.Guard, alt.Guard)
				b.enter(name)
				b.Edge(start, name, graph.Edge{Kind: graph.EdgeDirect, Guard: guard.Data(), Pos: op.At(b.Assembly)})
				continue
			}
			b.Unknown(unknown(graph.UnknownTargets, b.Lookup(start), asUnknown(alt.V), op.At(b.Assembly)))
		}
	}
}

// interrupts adds the gates that the graph itself has: on a node, by an option,
// and on nodes by their names. One that only some configurations have is none.
func (b *builder) interrupts() {
	for _, s := range b.steps {
		for _, when := range []string{"before", "after"} {
			for _, x := range s.opts.active(when) {
				if len(x.guard) == 0 {
					b.Interrupt(graph.Interrupt{Name: s.name, After: when == "after", Pos: x.obj.At(b.Assembly)})
				}
			}
		}
		if pos, asks := b.asksBefore(s); asks {
			b.Interrupt(graph.Interrupt{Name: s.name, Pos: pos})
		}
	}
	for _, op := range b.obj.Calls("before", "after") {
		elems, _ := interp.Elems(op.Arg("names"))
		for _, e := range elems {
			if name, ok := interp.AsString(e.V); ok && len(e.Guard)+len(op.Guard) == 0 {
				b.Interrupt(graph.Interrupt{Name: name, After: op.Kind == "after", Pos: op.At(b.Assembly)})
			}
		}
	}
}
