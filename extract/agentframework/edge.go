package agentframework

// This file adds the edges of a workflow: who gets the messages of a node, and under
// which conditions.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// way is an edge.
type way struct {
	to, label string
	guard     graph.Guard
	pos       graph.Pos
}

// fork is a decision: a condition, a switch, or a function that assigns messages.
type fork struct {
	ways  []way
	sets  [][]string // labels of ways that go together; nil for any of them
	multi bool
	total bool // one of the ways is always taken
	pos   graph.Pos
}

// fanin is a barrier: the target waits for a message of each source.
type fanin struct {
	sources []way // to them
	target  way
}

// connect adds the edges of one call.
func (b *builder) connect(op *assembly.Op) {
	pos := op.At(b.Assembly)
	if op.Kind == "fanin" {
		sources, more := b.placeAll(b.ArgOf(op, "from"), pos)
		for _, t := range b.place(b.ArgOf(op, "to"), pos) {
			b.fanins = append(b.fanins, fanin{sources, t})
			b.incomplete(more, graph.UnknownSources, t.to, pos)
		}
		return
	}
	if op.Kind == "switch" {
		b.choose(op)
		return
	}
	options := b.Read(op.Arg("options"))
	for _, from := range b.place(b.ArgOf(op, "from"), pos) {
		n := b.names[from.to]
		if op.Kind == "edge" {
			b.direct(n, labelled(b.place(b.ArgOf(op, "to"), pos), options), op)
			continue
		}
		ways, more := b.placeAll(b.ArgOf(op, "to"), pos)
		b.incomplete(more, graph.UnknownTargets, from.to, pos)
		switch {
		case op.Kind == "chain":
			for _, w := range ways {
				n.ways = append(n.ways, w)
				n = b.names[w.to]
			}
		case hasOption(options, "opt:assigner"):
			n.forks = append(n.forks, fork{ways: ways, multi: true, pos: pos})
		default:
			n.ways = append(n.ways, labelled(ways, options)...)
		}
	}
}

// direct adds edges of one call to one target, which may be one of several.
func (b *builder) direct(n *node, ways []way, op *assembly.Op) {
	if b.Read(op.Arg("condition")).IsZero() {
		n.ways = append(n.ways, ways...)
		return
	}
	for _, w := range ways {
		n.forks = append(n.forks, fork{ways: []way{w}, pos: w.pos})
	}
}

// choose adds the cases of a switch.
func (b *builder) choose(op *assembly.Op) {
	pos := op.At(b.Assembly)
	for _, x := range b.ArgOf(op, "switch").Each() {
		o := x.Object()
		if o == nil {
			b.incomplete(x.Why(reason.NoneSeen, "switch"), graph.UnknownAnything, "", pos)
			continue
		}
		for _, from := range b.place(b.Arg(o, "from").Under(x.Guard), pos) {
			n := b.names[from.to]
			n.forks = append(n.forks, b.cases(o, op.Guard, from.to, pos))
		}
	}
}

// cases returns the decision of a switch, of which the first case that holds counts.
func (b *builder) cases(o *assembly.Object, guard assembly.Guard, from string, pos graph.Pos) fork {
	f := fork{pos: pos, total: true}
	cases, covered := 0, false
	for _, c := range o.Calls("case", "default") {
		ways, more := b.placeAll(b.ArgOf(c, "to").Under(guard), c.At(b.Assembly))
		b.incomplete(more, graph.UnknownTargets, from, pos)
		label := "default"
		if c.Kind == "case" {
			cases++
			label = fmt.Sprintf("case %d", cases)
		} else {
			covered = len(c.Guard) == 0
		}
		f.add(label, ways)
	}
	if !covered {
		f.add("none", []way{{to: end, pos: pos}})
	}
	return f
}

// add adds the targets of one case, which go together.
func (f *fork) add(label string, ways []way) {
	var set []string
	f.ways = slices.Clone(f.ways)
	for i, w := range ways {
		if w.label = label; len(ways) > 1 {
			w.label = fmt.Sprintf("%s.%d", label, i+1)
			f.multi = true
		}
		set = append(set, w.label)
		f.ways = append(f.ways, w)
	}
	f.sets = append(f.sets[:len(f.sets):len(f.sets)], set)
}

// labelled gives ways the label of an option.
func labelled(ways []way, options assembly.Value) []way {
	list, _ := options.List()
	for _, x := range list {
		if x.Object("opt:label") != nil {
			label := x.Arg("label").TextOr("")
			for i := range ways {
				ways[i].label = label
			}
		}
	}
	return ways
}

// hasOption reports whether an option of a kind is given, or one that is not known.
func hasOption(options assembly.Value, kind string) bool {
	elems, more := options.Elems()
	return more != nil || slices.ContainsFunc(elems, func(x assembly.Value) bool {
		return x.Object() == nil || x.Object(kind) != nil
	})
}

// incomplete notes that a list has more than is known.
func (b *builder) incomplete(more *assembly.Unknown, what graph.UnknownKind, node string, pos graph.Pos) {
	if more != nil {
		b.OpenFor(more, what, b.Lookup(node), pos)
	}
}

// finish adds the edges. A node without any ends the run, and so does one that may
// send nothing.
func (b *builder) finish() {
	b.barriers()
	for _, n := range b.nodes {
		if !n.bound {
			continue
		}
		b.leave(n)
	}
}

// barriers adds the ways to nodes that wait for several. One that other messages
// reach, too, waits in a step of its own.
func (b *builder) barriers() {
	for i, f := range b.fanins {
		to := f.target.to
		others := slices.ContainsFunc(b.nodes, func(n *node) bool { return n.leadsTo(to) }) ||
			slices.ContainsFunc(slices.Concat(b.fanins[:i], b.fanins[i+1:]), func(g fanin) bool { return g.target.to == to })
		if others {
			to = fmt.Sprintf("barrier:%d", f.target.pos.Line)
			n := b.named(to)
			n.bound = true
			b.Node(graph.Node{Name: to, Kind: graph.KindPassthrough, Generated: true, Join: true, Pos: f.target.pos})
			n.ways = []way{f.target}
		} else if id := b.Lookup(to); id != graph.None {
			b.Workflow().Nodes[id].Join = true
		}
		for _, s := range f.sources {
			n := b.names[s.to]
			n.ways = append(n.ways, way{to: to, guard: s.guard, pos: s.pos})
		}
	}
}

func (n *node) leadsTo(name string) bool {
	is := func(w way) bool { return w.to == name }
	return slices.ContainsFunc(n.ways, is) || slices.ContainsFunc(n.forks, func(f fork) bool { return slices.ContainsFunc(f.ways, is) })
}

// leave adds the edges that leave a node.
func (b *builder) leave(n *node) {
	pos := b.Workflow().Nodes[b.Lookup(n.name)].Pos
	if len(n.ways)+len(n.forks) == 0 {
		b.Edge(n.name, end, graph.Edge{Kind: graph.EdgeDirect, Pos: pos})
		return
	}
	ends := n.reads != nil && n.reads.ends()
	b.lost(n)
	b.draw(n, ends, pos)
	for i, f := range n.forks {
		first := i == 0 && len(n.ways) == 0
		if !f.total || ends && first && !slices.ContainsFunc(f.ways, func(w way) bool { return w.to == end }) {
			f.add("none", []way{{to: end, pos: f.pos}}) // no condition may hold, or nothing is sent
		}
		b.fork(n, f)
	}
}

// draw adds the ways that every message takes, if the executor sends it to all.
func (b *builder) draw(n *node, ends bool, pos graph.Pos) {
	all := n.reads == nil || !slices.ContainsFunc(n.ways, func(w way) bool { return !n.reads.always(w.to) })
	switch {
	case len(n.ways) == 0:
	case all:
		kind := graph.EdgeDirect
		if len(n.ways) > 1 {
			kind = graph.EdgeParallel
		}
		for _, w := range n.ways {
			b.Edge(n.name, w.to, graph.Edge{Kind: kind, Label: w.label, Guard: w.guard, Pos: w.pos})
		}
	case len(n.reads.named()) == 0: // all of them or none
		f := fork{pos: pos}
		f.add("message", n.ways)
		f.add("nothing", []way{{to: end, pos: pos}})
		b.fork(n, f)
	default:
		f := fork{ways: slices.Clone(n.ways), multi: true, pos: pos}
		if ends {
			f.ways = append(f.ways, way{to: end, pos: pos})
		}
		b.fork(n, f)
	}
}

// fork adds one decision.
func (b *builder) fork(n *node, f fork) {
	br := graph.Branch{From: b.Lookup(n.name), Multi: f.multi, Pos: f.pos}
	if f.multi && len(f.sets) > 1 {
		br.Together, br.Complete = f.sets, true
		for _, w := range f.ways {
			br.Values = append(br.Values, graph.Value{Text: w.label})
		}
	}
	id := b.Branch(br)
	for _, w := range f.ways {
		b.BranchEdge(id, n.name, w.to, graph.Edge{Kind: graph.EdgeConditional, Label: w.label, Guard: w.guard, Pos: w.pos})
	}
}

// lost adds jumps for messages to names that no node has.
func (b *builder) lost(n *node) {
	if n.reads == nil {
		return
	}
	for _, to := range n.reads.named() {
		if b.names[to] == nil {
			b.Edge(n.name, to, graph.Edge{Kind: graph.EdgeDirect, Pos: b.Workflow().Nodes[b.Lookup(n.name)].Pos})
		}
	}
}
