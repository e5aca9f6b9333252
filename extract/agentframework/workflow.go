package agentframework

// This file turns the calls on a builder into nodes.

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// builder builds one workflow.
type builder struct {
	*registry
	*assembly.Chart
	obj    *assembly.Object
	nodes  []*node
	names  map[string]*node
	hosts  map[*assembly.Object]*node // agents, whose identifiers may exist at run time only
	fanins []fanin
}

// node is an executor of the workflow.
type node struct {
	name  string
	bound bool    // a value that makes it was seen, not its name alone
	reads *reader // nil where the framework says what it sends
	ways  []way   // each gets every message
	forks []fork  // each sends a message on where a condition says
}

// lead adds ways of which a run takes one.
func (n *node) lead(ways []way) {
	if len(ways) == 1 {
		n.ways = append(n.ways, ways...)
		return
	}
	n.forks = append(n.forks, fork{ways: ways, total: true, pos: ways[0].pos})
}

// flow returns the workflow of a builder.
func (a *registry) flow(o *assembly.Object) *graph.Workflow {
	if w, done := a.flows[o]; done {
		return w
	}
	a.flows[o] = nil // one that is a step of itself has no body
	pos := a.Place(o)
	b := &builder{
		registry: a, Chart: a.Chart(assembly.FuncName(o.Func), pos, engine), obj: o,
		names: make(map[string]*node), hosts: make(map[*assembly.Object]*node),
	}
	for _, op := range o.Calls("name") {
		b.Workflow().Name = cmp.Or(b.Read(op.Arg("name")).TextOr(""), b.Workflow().Name)
	}
	b.named(start).bound = true
	switch o.Kind {
	case "workflow":
		b.calls()
	case "workflow:sequential":
		b.sequential(b.speakers())
	case "workflow:concurrent":
		b.concurrent(b.speakers())
	case "workflow:groupchat":
		b.groupChat(b.speakers())
	}
	b.finish()
	if len(o.Calls("build")) == 0 {
		b.Escapes(o, "the builder")
	}
	a.flows[o] = b.Build()
	return a.flows[o]
}

// calls reads the calls on a Builder.
func (b *builder) calls() {
	b.names[start].lead(b.place(b.Arg(b.obj, "start"), b.registry.Place(b.obj)))
	for _, op := range b.obj.Ops {
		if op.Kind == "bind" {
			b.place(b.ArgOf(op, "binding"), op.At(b.Assembly))
		}
	}
	for _, op := range b.obj.Calls("edge", "fanout", "fanin", "chain", "switch") {
		b.connect(op)
	}
	for _, op := range b.obj.Calls("output") {
		b.placeAll(b.ArgOf(op, "bindings"), op.At(b.Assembly))
	}
}

// place adds the nodes that a binding may be, and returns ways to them.
func (b *builder) place(v assembly.Value, pos graph.Pos) []way {
	var out []way
	for _, x := range v.Each() {
		out = append(out, way{to: b.node(x, pos).name, guard: x.Guard.Data(), pos: pos})
	}
	return out
}

// placeAll adds the nodes of a list of bindings.
func (b *builder) placeAll(list assembly.Value, pos graph.Pos) (ways []way, more *assembly.Unknown) {
	elems, more := list.Elems()
	for _, x := range elems {
		ways = append(ways, b.place(x, pos)...)
	}
	return ways, more
}

// node returns the node of a binding. What names an executor without making it
// stands for the one that another call binds.
func (b *builder) node(v assembly.Value, pos graph.Pos) *node {
	o := v.Object()
	if o != nil && o.Kind == "binding:agent" {
		return b.host(o)
	}
	if o == nil && v.IsStruct() {
		name, known := v.Field("ID").Text()
		if known && v.Field("NewExecutorFunc").IsZero() {
			return b.named(name)
		}
	}
	at, id := b.placeOf(o, pos), b.identifier(v)
	name := id.TextOr("")
	known := name != ""
	name = cmp.Or(name, assembly.OpaqueName(at))
	n := b.named(name)
	if !n.bound {
		b.bind(n, v, at)
	}
	if known || b.busy[n] {
		return n
	}
	b.busy[n] = true
	u := id.Why(reason.NoneSeen, "binding")
	for _, what := range []graph.UnknownKind{graph.UnknownSources, graph.UnknownTargets} {
		b.OpenFor(u, what, b.Lookup(name), at)
	}
	return n
}

// placeOf returns where an executor is made, or else bound; pos if neither is known.
func (b *builder) placeOf(o *assembly.Object, pos graph.Pos) graph.Pos {
	if o == nil {
		return pos
	}
	if x := b.Arg(o, "executor").Object(); x != nil {
		return b.placeOf(x, pos)
	}
	return b.registry.Place(o)
}

// named returns the node of a name.
func (b *builder) named(name string) *node {
	n := b.names[name]
	if n == nil {
		n = &node{name: name}
		b.names[name] = n
		b.nodes = append(b.nodes, n)
	}
	return n
}

// identifier returns the identifier of an executor or a binding.
func (b *builder) identifier(v assembly.Value) assembly.Value {
	o := v.Behind().Object()
	switch {
	case o == nil && v.IsStruct():
		return v.Field("ID")
	case o == nil:
		return v
	case o.Kind == "binding":
		return b.identifier(b.Arg(o, "executor"))
	}
	id := b.Arg(o, "id")
	if s, known := id.Text(); o.Kind == "executor" && known && s == "" {
		return b.identifier(b.Arg(o, "body"))
	}
	return id
}

// bind adds the node of a binding.
func (b *builder) bind(n *node, v assembly.Value, pos graph.Pos) {
	n.bound = true
	desc := graph.Node{Name: n.name, Kind: graph.KindPassthrough, Pos: pos}
	o := v.Object()
	switch {
	case o != nil && o.Kind == "binding:port" && b.answers():
		u := assembly.Because(reason.AnswersItself)
		b.OpenFor(u, graph.UnknownBody, b.Node(desc), pos)
		return
	case o != nil && o.Kind == "binding:port":
		desc.Kind = graph.KindHuman
		b.Node(desc)
		return
	case o != nil && o.Kind == "binding:sub":
		b.sub(desc, o)
		return
	}
	n.reads = &reader{registry: b.registry}
	n.reads.executor(v)
	var stack []graph.Pos
	if o != nil {
		stack = append(slices.Clone(o.Stack), o.Pos)
	}
	b.Put(n.reads.describe(desc, stack))
}

// sub adds a step that runs another workflow.
func (b *builder) sub(n graph.Node, o *assembly.Object) {
	n.Kind = graph.KindSubgraph
	v := b.Arg(o, "workflow")
	inner := v.Settled().Object(workflowKinds...)
	if n.Sub = b.hosted(inner); n.Sub != nil {
		b.Node(n)
		b.part[inner] = true
		return
	}
	b.OpenFor(v.Why(reason.RunsUnseen, "a workflow"), graph.UnknownBody, b.Node(n), n.Pos)
}

// host returns the node of an agent, one for each agent.
func (b *builder) host(o *assembly.Object) *node {
	v, pos := b.Arg(o, "agent"), b.registry.Place(o)
	in := v.Settled().Object(agentKinds...)
	if in == nil {
		n := b.named(assembly.OpaqueName(pos))
		n.bound = true
		id := b.Node(graph.Node{Name: n.name, Kind: graph.KindLLM, Pos: pos})
		b.OpenFor(v.Why(reason.RunsUnseen, "an agent"), graph.UnknownBody, id, pos)
		return n
	}
	n := b.member(in)
	if intercepts, known := b.Arg(o, "intercept").Bool(); intercepts || !known {
		desc := &b.Workflow().Nodes[b.Lookup(n.name)]
		desc.Tools = lessGated(desc.Tools) // a step of the workflow says yes or no
	}
	return n
}

// member returns the node of an agent.
func (b *builder) member(o *assembly.Object) *node {
	if n := b.hosts[o]; n != nil {
		return n
	}
	g := b.agent(o)
	g.part = true
	b.registry.members[b.obj] = append(b.registry.members[b.obj], g)
	name := descriptiveID(b.Arg(o, "config"), g.graph.Name)
	for i := 2; b.names[name] != nil; i++ {
		name = fmt.Sprintf("%s#%d", g.graph.Name, i)
	}
	n := b.named(name)
	b.hosts[o], n.bound = n, true
	desc := assembly.ModelNode(g.graph)
	switch {
	case o.Kind == "agent:workflow":
		desc.Kind, desc.Calls = graph.KindSubgraph, graph.CallsUnspecified
		inner := b.Arg(o, "workflow").Settled().Object(workflowKinds...)
		if desc.Sub = b.hosted(inner); desc.Sub != nil {
			b.part[inner] = true
		}
	case len(g.called) > 0:
		desc = graph.Node{Agent: g.graph.Name, Kind: graph.KindSubgraph, Sub: b.alone(g), Pos: g.graph.Pos}
	}
	desc.Name = name
	b.Put(desc, g.graph.Unknowns)
	return n
}

var odd = regexp.MustCompile(`[^0-9A-Za-z]+`)

// descriptiveID returns the identifier of the executor that runs an agent: its name
// and identifier, if the program gives one; else a part of it is made at run time.
func descriptiveID(config assembly.Value, name string) string {
	id := config.Field("ID").TextOr("")
	if id == "" {
		return odd.ReplaceAllString(name, "_")
	}
	if given := config.Field("Name").TextOr(""); given != "" {
		id = given + "_" + id
	}
	return odd.ReplaceAllString(id, "_")
}
