package adk

// This file builds the graphs of version 2: nodes and edges.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// graphNode is a node of a graph as the program makes it.
type graphNode struct {
	name    string
	obj     *interp.Object // nil for nodes of the program's own types
	value   interp.Value
	node    graph.Node
	unknown *graph.Unknown
	emits   emission
	agent   *agent // that it runs
}

// nodeOf returns the node that v is; pos is where it is used.
func (a *assembler) nodeOf(v interp.Value, pos graph.Pos) *graphNode {
	v = unwrapNode(v)
	o, ok := v.(*interp.Object)
	if !ok {
		return a.ownNode(v, pos)
	}
	if n := a.nodes[o]; n != nil {
		return n
	}
	at := a.places[o]
	if !at.IsValid() {
		at = o.Pos // it is made in the body of a function that was observed
	}
	n := &graphNode{obj: o, value: v}
	a.nodes[o] = n
	var u *interp.Unknown
	n.name, u = nameOf(o.Arg("name"), at)
	n.node = graph.Node{Name: n.name, Pos: at, Kind: graph.KindPassthrough}
	a.describe(n)
	if u != nil {
		x := unknown(graph.UnknownBody, u)
		n.unknown = &x
	}
	if config := o.Arg("config"); isTrue(interp.Field(config, "ParallelWorker")) {
		n.node = a.worker(n.name, n.node, at)
	}
	return n
}

// unwrapNode removes interfaces, but keeps them around types of the program.
func unwrapNode(v interp.Value) interp.Value {
	if o, ok := interp.Unwrap(v).(*interp.Object); ok {
		return o
	}
	return v
}

// describe fills in what the constructor of a node says.
func (a *assembler) describe(n *graphNode) {
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
		if b := a.observed(o, "fn"); !b.Known || n.node.Kind == graph.KindSubgraph || n.node.Kind == graph.KindPassthrough {
			n.node.Kind, n.node.Sub = graph.KindSubgraph, a.dynamic(n)
		}
	case "node:agent":
		n.agent = a.agentOf(o.Arg("agent"))
		name, pos := n.node.Name, n.node.Pos
		n.node, n.unknown = a.agentNode(n.agent)
		n.node.Name, n.node.Pos = name, pos
		n.emits = a.agentEmits(n.agent)
	case "node:tool":
		n.node.Kind, n.node.Calls = graph.KindTool, graph.CallsOnce
		if t, u := a.toolOf(o.Arg("tool")); t != nil {
			n.node.Tools = []*graph.Tool{t}
		} else {
			x := unknown(graph.UnknownTools, u)
			n.unknown = &x
		}
		n.emits.never = true
	case "node:join":
		n.node.Join = true
		n.emits.never = true
	case "node:workflow":
		n.node.Kind, n.node.Sub = graph.KindSubgraph, a.graphOf(o)
		n.emits.never = true
	case "node:parallel":
		inner := a.nodeOf(o.Arg("node"), n.node.Pos)
		n.node = a.worker(n.name, inner.node, n.node.Pos)
		n.emits.never = true
	}
}

// functionNode describes a node by what its function does.
func (a *assembler) functionNode(n *graphNode, routes bool) {
	b := a.observed(n.obj, "fn")
	n.node.Func = b.Func
	if !b.Known {
		n.unknown = &graph.Unknown{What: graph.UnknownBody, Reason: b.Reason, Pos: n.node.Pos}
	}
	n.node.Kind = simpleKind(b)
	if n.node.Kind == graph.KindSubgraph {
		s := newSketch(n.name, n.node.Pos)
		s.Flow(b, func(st *interp.FlowStep) []string { return a.stepNodes(s, st) })
		n.node.Sub = s.Finish()
	}
	if routes {
		n.emits = a.emissions(b)
	} else {
		n.emits.never = true
	}
}

// dynamic returns the body of a dynamic node: the nodes that its function runs, in
// the order of its control flow.
func (a *assembler) dynamic(n *graphNode) *graph.Workflow {
	s := newSketch(n.name, n.node.Pos)
	b := a.observed(n.obj, "fn")
	if b.Known {
		s.Flow(b, func(st *interp.FlowStep) []string { return a.stepNodes(s, st) })
	} else {
		s.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
		s.Arrow(start, assembly.Arrow{To: end, Pos: n.node.Pos})
	}
	return s.Finish()
}

// worker returns a node that runs another one for each item of its input.
func (a *assembler) worker(name string, inner graph.Node, pos graph.Pos) graph.Node {
	s := newSketch(name, pos)
	inner = s.withName(inner)
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

func (s *sketch) withName(n graph.Node) graph.Node {
	n.Name = s.Place(n)
	return n
}

// graphNode adds a node to a sketch, once, and returns its name.
func (s *sketch) graphNode(n *graphNode) string {
	if s.Has(n.name) {
		return n.name
	}
	s.Place(n.node)
	if n.unknown != nil {
		u := *n.unknown
		u.Node = s.Lookup(n.name)
		s.Unknown(u)
	}
	return n.name
}

// ownNode describes a node of one of the program's own types, or one that is not
// known.
func (a *assembler) ownNode(v interp.Value, pos graph.Pos) *graphNode {
	n := &graphNode{value: v}
	if u, ok := interp.Unwrap(v).(*interp.Unknown); ok || interp.DynamicType(v) == "" {
		if u == nil {
			u = &interp.Unknown{Reason: "it is no node that agentvet can see", Pos: pos}
		}
		n.name, _ = nameOf(u, pos)
		x := unknown(graph.UnknownBody, u)
		n.unknown = &x
		n.node = graph.Node{Name: n.name, Kind: graph.KindPassthrough, Pos: pos}
		return n
	}
	base, _ := interp.Unwrap(interp.Field(v, "BaseNode")).(*interp.Object)
	if old := a.nodes[base]; base != nil && old != nil {
		return old
	}
	if base != nil {
		a.nodes[base] = n
	}
	var name interp.Value = &interp.Unknown{Reason: "its type computes the name", Pos: pos}
	if base != nil {
		name, pos = base.Arg("name"), a.places[base]
	}
	if res := a.CallMethod(v, "Name"); base == nil && len(res) > 0 {
		name = res[0]
	}
	var u *interp.Unknown
	n.name, u = nameOf(name, pos)
	b := a.ObserveMethod(v, "Run")
	n.node = graph.Node{Name: n.name, Kind: simpleKind(b), Func: b.Func, Pos: pos}
	if n.node.Kind == graph.KindSubgraph {
		s := newSketch(n.name, pos)
		s.Flow(b, func(st *interp.FlowStep) []string { return a.stepNodes(s, st) })
		n.node.Sub = s.Finish()
	}
	n.emits = a.emissions(b)
	if !b.Known {
		u = &interp.Unknown{Reason: b.Reason, Pos: pos}
	}
	if u != nil {
		x := unknown(graph.UnknownBody, u)
		n.unknown = &x
	}
	return n
}

// graphEdge is an edge of a graph as the program makes it.
type graphEdge struct {
	from, to *graphNode
	labels   []string // empty for an unconditional edge
	unknown  bool     // its route is not known
	guard    graph.Guard
	pos      graph.Pos
	way      interp.Way
}

// edgesOf reads a list of edges, and why there may be more.
func (a *assembler) edgesOf(list interp.Value, pos graph.Pos) ([]*graphEdge, *interp.Unknown) {
	elems, more := interp.Elems(list)
	var out []*graphEdge
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			if u, ok := interp.Unwrap(alt.V).(*interp.Unknown); ok {
				more = u
				continue
			}
			guard := append(slices.Clone(e.Guard), alt.Guard...)
			out = append(out, a.edge(alt.V, guard, pos)...)
		}
	}
	placeEdges(out)
	return out, more
}

// placeEdges moves the positions of edges that a helper of the program makes to
// the calls of the helper that tell them apart.
func placeEdges(edges []*graphEdge) {
	ways := make([]interp.Way, len(edges))
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
func (a *assembler) edge(v interp.Value, guard interp.Guard, pos graph.Pos) []*graphEdge {
	var way interp.Way
	if s, ok := interp.Deref(v).(*interp.Struct); ok && len(s.Made) > 0 {
		way = s.Way()
		pos = way[0]
	}
	var out []*graphEdge
	for _, from := range interp.Alternatives(interp.Field(v, "From")) {
		for _, to := range interp.Alternatives(interp.Field(v, "To")) {
			for _, route := range interp.Alternatives(interp.Field(v, "Route")) {
				g := slices.Concat(guard, from.Guard, to.Guard, route.Guard)
				e := &graphEdge{from: a.nodeOf(from.V, pos), to: a.nodeOf(to.V, pos), guard: g.Data(), pos: pos, way: way}
				a.route(e, route.V)
				out = append(out, e)
			}
		}
	}
	return out
}

// route reads the labels that take an edge.
func (a *assembler) route(e *graphEdge, v interp.Value) {
	if interp.IsZero(v) && interp.DynamicType(v) == "" {
		return
	}
	if o, ok := interp.Unwrap(v).(*interp.Object); ok && o.Kind == "route:default" {
		e.labels = []string{defaultLabel}
		return
	}
	row := a.typeRow(interp.DynamicType(v))
	if row == nil {
		e.unknown = true // a route of the program's own
		return
	}
	elems := []interp.Alt{{V: v}}
	if row.Kind == "route:multi" {
		var more *interp.Unknown
		elems, more = interp.Elems(v)
		e.unknown = more != nil
	}
	for _, x := range elems {
		text, ok := labelText(x.V)
		if !ok {
			e.unknown = true
			continue
		}
		e.labels = append(e.labels, text)
	}
}

// labelText returns a label as the framework compares it: as fmt prints it.
func labelText(v interp.Value) (string, bool) {
	if c, ok := interp.Unwrap(v).(interp.Const); ok {
		if s, ok := interp.AsString(c); ok {
			return s, true
		}
		if b, ok := interp.AsBool(c); ok {
			return fmt.Sprint(b), true
		}
		if i, ok := interp.AsInt(c); ok {
			return fmt.Sprint(i), true
		}
	}
	return "", false
}

// graphOf returns the workflow of a graph, of a node that nests one, or of an
// agent that runs one.
func (a *assembler) graphOf(o *interp.Object) *graph.Workflow {
	if w := a.graphs[o]; w != nil {
		return w
	}
	pos := a.places[o]
	name, _ := nameOf(o.Arg("name"), pos)
	b := graph.NewBuilder(name, "adk", pos)
	a.graphs[o] = b.Workflow()
	b.Workflow().Mode = graph.ModeAny
	b.Workflow().Engine = engine
	b.Workflow().Engine.EachToken = true
	edges, more := a.edgesOf(o.Arg("edges"), pos)
	if more != nil {
		b.Unknown(unknown(graph.UnknownAnything, more))
	}
	d := &drawing{assembler: a, Builder: b, out: make(map[*graphNode][]*graphEdge)}
	d.draw(edges, pos)
	return b.Build()
}

// drawing is a graph under construction.
type drawing struct {
	*assembler
	*graph.Builder
	nodes []*graphNode
	out   map[*graphNode][]*graphEdge
}

// draw adds the nodes in the order of the edges, then what leaves each, then the
// end, to which nodes without successors lead.
func (d *drawing) draw(edges []*graphEdge, pos graph.Pos) {
	begin := d.nodeOf(interp.NewObject("node:start", nil), pos)
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
	id := d.Node(node)
	if n.unknown != nil {
		u := *n.unknown
		u.Node = id
		d.Unknown(u)
	}
}

// graphAgents returns the agents that the nodes of a graph run, nested ones too.
func (a *assembler) graphAgents(o *interp.Object) []*child {
	v := &agentFinder{assembler: a, seen: make(map[*graphNode]bool)}
	v.graph(o)
	return v.found
}

// agentFinder walks nodes and the nodes inside them.
type agentFinder struct {
	*assembler
	seen  map[*graphNode]bool
	found []*child
}

func (f *agentFinder) graph(o *interp.Object) {
	edges, _ := f.edgesOf(o.Arg("edges"), o.Pos)
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
		f.found = append(f.found, &child{agent: n.agent})
	}
	if n.obj == nil {
		return
	}
	switch n.obj.Kind {
	case "node:workflow":
		f.graph(n.obj)
	case "node:parallel":
		f.node(f.nodeOf(n.obj.Arg("node"), n.node.Pos))
	case "node:dynamic", "node:emitting", "node:function":
		for _, e := range f.observed(n.obj, "fn").Effects {
			f.run(e)
		}
	}
}

// run visits what a step in the body of a node runs.
func (f *agentFinder) run(e interp.Effect) {
	if e.Kind != "run" {
		return
	}
	for _, alt := range interp.Alternatives(e.Args["node"]) {
		if e.Args["node"] != nil {
			f.node(f.nodeOf(alt.V, e.Pos))
		}
	}
	for _, alt := range interp.Alternatives(e.Args["agent"]) {
		if o := agentObject(alt.V); o != nil {
			f.found = append(f.found, &child{agent: f.agent(o, o.Kind[len("agent:"):])})
		}
	}
}

// hiddenRuns reports whether the graph of o may run agents that are not known.
func (a *assembler) hiddenRuns(o *interp.Object) bool {
	for _, w := range a.graphOf(o).All() {
		if len(w.Unknowns) > 0 {
			return true
		}
	}
	return false
}

// graphEscalates reports whether a node of a graph may end the loop around it.
func (a *assembler) graphEscalates(o *interp.Object) bool {
	edges, more := a.edgesOf(o.Arg("edges"), o.Pos)
	if more != nil {
		return true
	}
	for _, e := range edges {
		for _, n := range []*graphNode{e.from, e.to} {
			switch {
			case n.agent != nil && a.mayEscalate(n.agent), n.unknown != nil:
				return true
			case n.obj != nil && strings.HasPrefix(n.obj.Kind, "node:") && n.node.Func != "" && escalates(a.observed(n.obj, "fn")):
				return true
			}
		}
	}
	return false
}
