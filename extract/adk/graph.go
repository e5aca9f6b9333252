package adk

// This file builds the graphs of version 2: nodes and edges.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// graphNode is a node of a graph as the program makes it.
type graphNode struct {
	name     string
	obj      *assembly.Object // nil for nodes of the program's own types
	node     graph.Node
	unknowns []graph.Unknown
	emits    emission
	agent    *agent // that it runs
}

// nodeOf returns the node that v is; pos is where it is used.
func (a *roster) nodeOf(v assembly.Value, pos graph.Pos) *graphNode {
	o := v.Object()
	if o == nil {
		return a.ownNode(v, pos)
	}
	if n := a.nodes[o]; n != nil {
		return n
	}
	at := cmp.Or(a.Place(o), o.Pos) // it may be made in the body of a function that was observed
	n := &graphNode{obj: o}
	a.nodes[o] = n
	var u *assembly.Unknown
	n.name, u = assembly.NameOr(a.Arg(o, "name"), at)
	n.node = graph.Node{Name: n.name, Pos: at, Kind: graph.KindPassthrough}
	a.describe(n)
	n.because(graph.UnknownBody, u)
	if isTrue(a.Arg(o, "config").Field("ParallelWorker")) {
		n.node = a.worker(n.name, n.node, at)
	}
	return n
}

// because notes why something of a node is not known, if there is a reason.
func (n *graphNode) because(what graph.UnknownKind, u *assembly.Unknown) {
	if u != nil {
		n.unknowns = append(n.unknowns, unknown(what, u))
	}
}

// describe fills in what the constructor of a node says.
func (a *roster) describe(n *graphNode) {
	o := n.obj
	switch o.Kind {
	case "node:start":
		n.name, n.node.Name, n.node.Kind = start, start, graph.KindEntry
		n.emits.never = true
	case "node:function":
		a.functionNode(n, returnsEvent(o))
	case "node:emitting":
		a.functionNode(n, true)
	case "node:dynamic":
		a.functionNode(n, true)
		if b := a.observed(o, "fn"); !b.Known || n.node.Kind == graph.KindPassthrough {
			n.node.Kind, n.node.Sub = graph.KindSubgraph, a.body(n.name, n.node.Pos, b)
		}
	case "node:agent":
		n.agent = a.cast.Of(a.Arg(o, "agent"))
		name, pos := n.node.Name, n.node.Pos
		n.node, n.unknowns = a.cast.NodeOf(n.agent)
		n.node.Name, n.node.Pos = name, pos
		n.emits = a.agentEmits(n.agent)
	case "node:tool":
		n.node.Kind, n.node.Calls = graph.KindTool, graph.CallsOnce
		t, u := a.toolOf(a.Arg(o, "tool"))
		if t != nil {
			n.node.Tools = unanswered([]*graph.Tool{t}, graph.UnansweredStep)
		}
		n.because(graph.UnknownTools, u)
		n.emits.never = true
	case "node:join":
		n.node.Join = true
		n.emits.never = true
	case "node:workflow":
		n.node.Kind, n.node.Sub = graph.KindSubgraph, a.graphOf(o)
		n.emits.never = true
	case "node:parallel":
		inner := a.nodeOf(a.Arg(o, "node"), n.node.Pos)
		n.node = a.worker(n.name, inner.node, n.node.Pos)
		n.emits.never = true
	}
}

// functionNode describes a node by what its function does.
func (a *roster) functionNode(n *graphNode, routes bool) {
	b := a.observed(n.obj, "fn")
	if !b.Known {
		n.unknowns = []graph.Unknown{{What: graph.UnknownBody, Reason: b.Reason, Pos: n.node.Pos}}
	}
	a.simple(&n.node, b)
	if routes {
		n.emits = a.emissions(b)
	} else {
		n.emits.never = true
	}
}

// simple gives a node the kind of what its function does, or a body where one node cannot
// say that.
func (a *roster) simple(n *graph.Node, b *assembly.Behaviour) {
	n.Func = b.Func
	if b.Known {
		*n, _ = a.Do(*n, a.doing(), nil, assembly.Phase{Body: b})
	}
}

// body returns the workflow of what a function does: the nodes that it runs, in the order of
// its control flow.
func (a *roster) body(name string, pos graph.Pos, b *assembly.Behaviour) *graph.Workflow {
	if b.Known {
		return a.Body(name, pos, b, a.doing(), nil)
	}
	s := newSketch(name, pos)
	s.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
	s.Arrow(start, assembly.Arrow{To: end, Pos: pos})
	return s.Finish()
}

// worker returns a node that runs another one for each item of its input.
func (a *roster) worker(name string, inner graph.Node, pos graph.Pos) graph.Node {
	s := newSketch(name, pos)
	inner.Name = s.Place(inner)
	again := s.Place(graph.Node{
		Name: "again", Kind: graph.KindPassthrough, Generated: true, Pos: pos,
		Bound: graph.Bound{State: graph.BoundPresent}, // one round an item
	})
	s.Arrow(start, assembly.Arrow{To: inner.Name, Label: "item", Pos: pos})
	s.Arrow(start, assembly.Arrow{To: end, Label: "empty", Pos: pos})
	s.Arrow(inner.Name, assembly.Arrow{To: again, Pos: pos})
	s.Arrow(again, assembly.Arrow{To: inner.Name, Label: "item", Kind: graph.EdgeLoop, Pos: pos})
	s.Arrow(again, assembly.Arrow{To: end, Label: "done", Pos: pos})
	return graph.Node{Name: name, Kind: graph.KindSubgraph, Sub: s.Finish(), Pos: pos}
}

// placeNode adds a node to a sketch, once, and returns its name.
func placeNode(s *assembly.Sketch, n *graphNode) string {
	if s.Has(n.name) {
		return n.name
	}
	return s.PlaceOpen(n.node, n.unknowns)
}

// ownNode describes a node of one of the program's own types, or one that is not
// known.
func (a *roster) ownNode(v assembly.Value, pos graph.Pos) *graphNode {
	n := &graphNode{}
	if u := v.Opaque(); u != nil || v.Held() == "" {
		if u == nil {
			u = &assembly.Unknown{Reason: reason.Of(reason.NoneSeen, "node"), Pos: pos}
		}
		n.name = assembly.OpaqueName(pos)
		n.because(graph.UnknownBody, u)
		n.node = graph.Node{Name: n.name, Kind: graph.KindPassthrough, Pos: pos}
		return n
	}
	name := v.Instead(&assembly.Unknown{Reason: reason.Of(reason.NameByType, assembly.ShortFunc(v.Held())), Pos: pos})
	if base := v.Field("BaseNode").Object(); base != nil {
		if old := a.nodes[base]; old != nil {
			return old
		}
		a.nodes[base] = n
		name, pos = a.Arg(base, "name"), a.Place(base)
	} else if res := v.CallMethod("Name"); len(res) > 0 {
		name = res[0]
	}
	var u *assembly.Unknown
	n.name, u = assembly.NameOr(name, pos)
	b := v.ObserveMethod("Run")
	n.node = graph.Node{Name: n.name, Kind: graph.KindPassthrough, Pos: pos}
	a.simple(&n.node, b)
	n.emits = a.emissions(b)
	if !b.Known {
		u = &assembly.Unknown{Reason: b.Reason, Pos: pos}
	}
	n.because(graph.UnknownBody, u)
	return n
}

// graphEdge is an edge of a graph as the program makes it.
type graphEdge struct {
	from, to *graphNode
	labels   []string // empty for an unconditional edge
	unknown  bool     // its route is not known
	guard    graph.Guard
	pos      graph.Pos
	way      assembly.Path
}

// edgesOf reads a list of edges, and why there may be more.
func (a *roster) edgesOf(list assembly.Value, pos graph.Pos) ([]*graphEdge, *assembly.Unknown) {
	elems, more := list.List()
	var out []*graphEdge
	for _, e := range elems {
		if u := e.Opaque(); u != nil {
			more = u
			continue
		}
		out = append(out, a.edge(e, pos)...)
	}
	placeEdges(out)
	return out, more
}

// placeEdges moves the positions of edges that a helper of the program makes to
// the calls of the helper that tell them apart.
func placeEdges(edges []*graphEdge) {
	ways := make([]assembly.Path, len(edges))
	for i, e := range edges {
		ways[i] = e.way
	}
	for i, pos := range assembly.Places(ways) {
		if pos.IsValid() {
			edges[i].pos = pos
		}
	}
}

// edge returns the edges that one Edge struct may be.
func (a *roster) edge(v assembly.Value, pos graph.Pos) []*graphEdge {
	way := v.Way()
	if len(way) > 0 {
		pos = way[0]
	}
	var out []*graphEdge
	for _, from := range v.Field("From").Each() {
		for _, to := range v.Bare().Field("To").Each() {
			for _, route := range v.Bare().Field("Route").Each() {
				g := slices.Concat(from.Guard, to.Guard, route.Guard)
				e := &graphEdge{from: a.nodeOf(from, pos), to: a.nodeOf(to, pos), guard: g.Data(), pos: pos, way: way}
				e.route(route)
				out = append(out, e)
			}
		}
	}
	return out
}

// route reads the labels that take an edge: a label is what fmt prints.
func (e *graphEdge) route(v assembly.Value) {
	if v.IsZero() && v.Held() == "" {
		return
	}
	if v.Object("route:default") != nil {
		e.labels = []string{defaultLabel}
		return
	}
	row := typeRow(v)
	if row == nil {
		e.unknown = true // a route of the program's own
		return
	}
	labels := []assembly.Value{v}
	if row.Kind == "route:multi" {
		var more *assembly.Unknown
		labels, more = v.Elems()
		e.unknown = more != nil
	}
	for _, x := range labels {
		text, ok := x.Constant()
		if !ok {
			e.unknown = true
			continue
		}
		e.labels = append(e.labels, text)
	}
}

// graphOf returns the workflow of a graph, of a node that nests one, or of an
// agent that runs one.
func (a *roster) graphOf(o *assembly.Object) *graph.Workflow {
	if w := a.graphs[o]; w != nil {
		return w
	}
	pos := a.Place(o)
	name, _ := assembly.NameOr(a.Arg(o, "name"), pos)
	b := graph.NewBuilder(name, "adk", pos)
	a.graphs[o] = b.Workflow()
	b.Workflow().Mode = graph.ModeAny
	b.Workflow().Engine = engine
	b.Workflow().Engine.EachToken, b.Workflow().Engine.OneRun = true, true
	edges, more := a.edgesOf(a.Arg(o, "edges"), pos)
	if more != nil {
		b.Unknown(unknown(graph.UnknownAnything, more))
	}
	d := &drawing{roster: a, Builder: b, out: make(map[*graphNode][]*graphEdge)}
	d.draw(edges, pos)
	return b.Build()
}

// drawing is a graph under construction.
type drawing struct {
	*roster
	*graph.Builder
	nodes []*graphNode
	out   map[*graphNode][]*graphEdge
}

// draw adds the nodes in the order of the edges, then what leaves each, then the
// end, to which nodes without successors lead.
func (d *drawing) draw(edges []*graphEdge, pos graph.Pos) {
	begin := d.nodeOf(d.NewObject("node:start", nil), pos)
	for _, e := range edges {
		if e.from.node.Kind == graph.KindEntry {
			begin = e.from
		}
	}
	d.add(begin)
	for _, e := range edges {
		d.add(e.from)
		d.add(e.to)
		d.out[e.from] = append(d.out[e.from], e)
	}
	d.Node(graph.Node{Name: end, Kind: graph.KindExit, Pos: pos})
	for _, n := range d.nodes {
		d.leave(n)
		if len(d.out[n]) == 0 {
			d.Edge(n.name, end, graph.Edge{Kind: graph.EdgeDirect, Pos: n.node.Pos})
		}
	}
}

func (d *drawing) add(n *graphNode) {
	if slices.Contains(d.nodes, n) {
		return
	}
	d.nodes = append(d.nodes, n)
	node := n.node
	if node.Kind == graph.KindEntry && !node.Pos.IsValid() {
		node.Pos = d.Workflow().Pos
	}
	d.questions(n, &node)
	id := d.Node(node)
	for _, u := range n.unknowns {
		u.Node = id
		d.Unknown(u)
	}
}

// graphAgents returns the agents that the nodes of a graph run, nested ones too.
func (a *roster) graphAgents(o *assembly.Object) []*child {
	v := &agentFinder{roster: a, seen: make(map[*graphNode]bool)}
	v.graph(o)
	return v.found
}

// agentFinder walks nodes and the nodes inside them.
type agentFinder struct {
	*roster
	seen  map[*graphNode]bool
	found []*child
}

func (f *agentFinder) graph(o *assembly.Object) {
	edges, _ := f.edgesOf(f.Arg(o, "edges"), o.Pos)
	for _, e := range edges {
		f.node(e.from)
		f.node(e.to)
	}
}

func (f *agentFinder) node(n *graphNode) {
	if f.seen[n] {
		return
	}
	f.seen[n] = true
	if n.agent != nil {
		f.found = append(f.found, &child{Actor: n.agent})
	}
	if n.obj == nil {
		return
	}
	switch n.obj.Kind {
	case "node:workflow":
		f.graph(n.obj)
	case "node:parallel":
		f.node(f.nodeOf(f.Arg(n.obj, "node"), n.node.Pos))
	case "node:dynamic", "node:emitting", "node:function":
		for _, e := range f.observed(n.obj, "fn").Effects {
			f.run(e)
		}
	}
}

// run visits what a step in the body of a node runs.
func (f *agentFinder) run(e assembly.Effect) {
	if e.Kind != "run" {
		return
	}
	if v, ok := f.EffectArg(e, "node"); ok {
		for _, x := range v.Each() {
			f.node(f.nodeOf(x, e.Pos))
		}
	}
	v, _ := f.EffectArg(e, "agent")
	for _, x := range v.Each() {
		if g := f.cast.Of(x); g.Object != nil {
			f.found = append(f.found, &child{Actor: g})
		}
	}
}

// hiddenRuns reports whether the graph of o may run agents that are not known.
func (a *roster) hiddenRuns(o *assembly.Object) bool {
	for _, w := range a.graphOf(o).All() {
		if len(w.Unknowns) > 0 {
			return true
		}
	}
	return false
}

// graphEscalates reports whether a node of a graph may end the loop around it.
func (a *roster) graphEscalates(o *assembly.Object) bool {
	edges, more := a.edgesOf(a.Arg(o, "edges"), o.Pos)
	if more != nil {
		return true
	}
	for _, e := range edges {
		for _, n := range []*graphNode{e.from, e.to} {
			switch {
			case n.agent != nil && a.mayEscalate(n.agent), len(n.unknowns) > 0:
				return true
			case n.obj != nil && strings.HasPrefix(n.obj.Kind, "node:") && n.node.Func != "" && a.escalates(a.observed(n.obj, "fn")):
				return true
			}
		}
	}
	return false
}
