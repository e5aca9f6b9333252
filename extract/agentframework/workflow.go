package agentframework

// This file turns the calls on a builder into nodes.

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// builder builds one workflow.
type builder struct {
	*assembler
	*graph.Builder
	obj    *interp.Object
	nodes  []*node
	names  map[string]*node
	hosts  map[*interp.Object]*node // agents, whose identifiers may exist at run time only
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
func (a *assembler) flow(o *interp.Object) *graph.Workflow {
	if w, done := a.flows[o]; done {
		return w
	}
	a.flows[o] = nil // one that is a step of itself has no body
	pos := a.places[o]
	b := &builder{
		assembler: a, Builder: graph.NewBuilder(assembly.FuncName(o.Func), a.Name, pos), obj: o,
		names: make(map[string]*node), hosts: make(map[*interp.Object]*node),
	}
	w := b.Workflow()
	w.Engine.DeadEnd = graph.DeadEndStops
	for _, op := range o.Calls("name") {
		if name, ok := interp.AsString(op.Arg("name")); ok && name != "" {
			w.Name = name
		}
	}
	b.Node(graph.Node{Name: start, Kind: graph.KindEntry, Generated: true, Pos: pos})
	b.Node(graph.Node{Name: end, Kind: graph.KindExit, Generated: true, Pos: pos})
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
	b.uses()
	a.flows[o] = b.Build()
	return a.flows[o]
}

// calls reads the calls on a Builder.
func (b *builder) calls() {
	b.names[start].lead(b.place(b.obj.Arg("start"), nil, b.places[b.obj]))
	for _, op := range b.obj.Ops {
		if op.Kind == "bind" {
			b.place(op.Arg("binding"), op.Guard, op.At(b.Assembly))
		}
	}
	for _, op := range b.obj.Calls("edge", "fanout", "fanin", "chain", "switch") {
		b.connect(op)
	}
	for _, op := range b.obj.Calls("output") {
		elems, _ := interp.Elems(op.Arg("bindings"))
		for _, e := range elems {
			b.place(e.V, slices.Concat(op.Guard, e.Guard), op.At(b.Assembly))
		}
	}
}

// place adds the nodes that a binding may be, and returns ways to them.
func (b *builder) place(v interp.Value, guard interp.Guard, pos graph.Pos) []way {
	var out []way
	for _, alt := range interp.Alternatives(v) {
		n := b.node(alt.V, pos)
		out = append(out, way{to: n.name, guard: slices.Concat(guard, alt.Guard).Data(), pos: pos})
	}
	return out
}

// placeAll adds the nodes of a list of bindings.
func (b *builder) placeAll(list interp.Value, guard interp.Guard, pos graph.Pos) (ways []way, more *interp.Unknown) {
	elems, more := interp.Elems(list)
	for _, e := range elems {
		ways = append(ways, b.place(e.V, slices.Concat(guard, e.Guard), pos)...)
	}
	return ways, more
}

// node returns the node of a binding. What names an executor without making it
// stands for the one that another call binds.
func (b *builder) node(v interp.Value, pos graph.Pos) *node {
	o, _ := interp.Unwrap(v).(*interp.Object)
	if o != nil && o.Kind == "binding:agent" {
		return b.host(o)
	}
	if s, ok := interp.Deref(v).(*interp.Struct); ok && o == nil {
		name, known := interp.AsString(interp.Field(s, "ID"))
		if known && interp.IsZero(interp.Field(s, "NewExecutorFunc")) {
			return b.named(name)
		}
	}
	at := b.placeOf(o, pos)
	name, known := interp.AsString(b.identifier(v))
	if !known || name == "" {
		name = opaqueName(at)
	}
	n := b.named(name)
	if !n.bound {
		b.bind(n, v, at)
	}
	if known && name != "" || b.busy[n] {
		return n
	}
	b.busy[n] = true
	u := unknownOr(b.identifier(v), "it is a binding that agentvet cannot see")
	for _, what := range []graph.UnknownKind{graph.UnknownSources, graph.UnknownTargets} {
		open := u.Open(what, at)
		open.Node = b.Lookup(name)
		b.Unknown(open)
	}
	return n
}

// placeOf returns where an executor is made, or else bound; pos if neither is known.
func (b *builder) placeOf(o *interp.Object, pos graph.Pos) graph.Pos {
	if o == nil {
		return pos
	}
	if x, ok := interp.Unwrap(o.Arg("executor")).(*interp.Object); ok {
		return b.placeOf(x, pos)
	}
	return b.places[o]
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
func (b *builder) identifier(v interp.Value) interp.Value {
	switch x := interp.Deref(v).(type) {
	case *interp.Object:
		switch x.Kind {
		case "binding":
			return b.identifier(x.Arg("executor"))
		case "executor":
			if id, known := interp.AsString(x.Arg("id")); known && id == "" {
				return b.identifier(x.Arg("body"))
			}
		}
		return x.Arg("id")
	case *interp.Struct:
		return interp.Field(x, "ID")
	}
	return v
}

// bind adds the node of a binding.
func (b *builder) bind(n *node, v interp.Value, pos graph.Pos) {
	n.bound = true
	desc := graph.Node{Name: n.name, Kind: graph.KindPassthrough, Pos: pos}
	o, _ := interp.Unwrap(v).(*interp.Object)
	switch {
	case o != nil && o.Kind == "binding:port":
		desc.Kind = graph.KindHuman
		b.Node(desc)
		return
	case o != nil && o.Kind == "binding:sub":
		b.sub(desc, o)
		return
	}
	n.reads = &reader{assembler: b.assembler}
	n.reads.executor(v)
	var stack []graph.Pos
	if o != nil {
		stack = append(slices.Clone(o.Stack), o.Pos)
	}
	desc, unknowns := n.reads.describe(desc, stack)
	id := b.Node(desc)
	for _, u := range unknowns {
		u.Node = id
		b.Unknown(u)
	}
}

// sub adds a step that runs another workflow.
func (b *builder) sub(n graph.Node, o *interp.Object) {
	n.Kind = graph.KindSubgraph
	inner, ok := interp.Unwrap(interp.Settled(o.Arg("workflow"))).(*interp.Object)
	n.Sub = b.hosted(inner, ok)
	id := b.Node(n)
	if n.Sub != nil {
		b.part[inner] = true
		return
	}
	u := unknownOr(o.Arg("workflow"), "it runs a workflow that agentvet cannot see").Open(graph.UnknownBody, n.Pos)
	u.Node = id
	b.Unknown(u)
}

// host returns the node of an agent, one for each agent.
func (b *builder) host(o *interp.Object) *node {
	in, ok := interp.Unwrap(interp.Settled(o.Arg("agent"))).(*interp.Object)
	if !ok || !isAgent(in) {
		n := b.named(opaqueName(b.places[o]))
		n.bound = true
		id := b.Node(graph.Node{Name: n.name, Kind: graph.KindLLM, Pos: b.places[o]})
		u := unknownOr(o.Arg("agent"), "it runs an agent that agentvet cannot see").Open(graph.UnknownBody, b.places[o])
		u.Node = id
		b.Unknown(u)
		return n
	}
	n := b.member(in)
	if intercepts, known := interp.AsBool(o.Arg("intercept")); intercepts || !known {
		desc := &b.Workflow().Nodes[b.Lookup(n.name)]
		desc.Tools = lessGated(desc.Tools) // a step of the workflow says yes or no
	}
	return n
}

// member returns the node of an agent.
func (b *builder) member(o *interp.Object) *node {
	if n := b.hosts[o]; n != nil {
		return n
	}
	g := b.agent(o)
	g.part = true
	b.assembler.members[b.obj] = append(b.assembler.members[b.obj], g)
	name := descriptiveID(o.Arg("config"), g.graph.Name)
	for i := 2; b.names[name] != nil; i++ {
		name = fmt.Sprintf("%s#%d", g.graph.Name, i)
	}
	n := b.named(name)
	b.hosts[o], n.bound = n, true
	desc := assembly.ModelNode(g.graph)
	switch {
	case o.Kind == "agent:workflow":
		desc.Kind, desc.Calls = graph.KindSubgraph, graph.CallsUnspecified
		inner, ok := interp.Unwrap(interp.Settled(o.Arg("workflow"))).(*interp.Object)
		if desc.Sub = b.hosted(inner, ok); desc.Sub != nil {
			b.part[inner] = true
		}
	case len(g.called) > 0:
		desc = graph.Node{Agent: g.graph.Name, Kind: graph.KindSubgraph, Sub: b.alone(g), Pos: g.graph.Pos}
	}
	desc.Name = name
	id := b.Node(desc)
	for _, u := range g.graph.Unknowns {
		u.Node = id
		b.Unknown(u)
	}
	return n
}

var odd = regexp.MustCompile(`[^0-9A-Za-z]+`)

// descriptiveID returns the identifier of the executor that runs an agent: its name
// and identifier, if the program gives one; else a part of it is made at run time.
func descriptiveID(config interp.Value, name string) string {
	id, known := interp.AsString(interp.Field(config, "ID"))
	if !known || id == "" {
		return odd.ReplaceAllString(name, "_")
	}
	if given, ok := interp.AsString(interp.Field(config, "Name")); ok && given != "" {
		id = given + "_" + id
	}
	return odd.ReplaceAllString(id, "_")
}

// uses notes that the builder itself leaves agentvet's sight.
func (b *builder) uses() {
	for _, u := range b.obj.Uses {
		if u.Callee != "" && !b.IsFramework(u.Callee) && !b.IsStandard(u.Callee) && len(b.obj.Calls("build")) == 0 {
			b.Unknown(graph.Unknown{
				What: graph.UnknownAnything, Node: graph.None, Pos: u.Pos,
				Reason: "the builder is passed to " + interp.ShortFunc(u.Callee) + ", whose body agentvet cannot see",
			})
			return
		}
	}
}
