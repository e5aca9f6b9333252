package pocketflow

// This file builds the workflow of a flow.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// engine is how the library runs a flow; it has no names for the ends.
var engine = assembly.Engine{
	Engine: graph.Engine{DeadEnd: graph.DeadEndExits},
	Mode:   graph.ModeAny,
	Start:  "START", End: "END",
}

// flowBuilder makes the workflow of a flow, and collects the actions with which it ends.
type flowBuilder struct {
	*flows
	*assembly.Chart
	node     *node
	workflow *graph.Workflow
	names    map[*node]string
	taken    map[string]int
	queue    []*node
	actions  // of the whole flow
}

// actions are what decides where a node leads.
type actions struct {
	values   []graph.Value
	complete bool
	reason   *assembly.Unknown
	fn       string
	pos      graph.Pos
}

// add adds an action, or the conditions under which it is returned again.
func (c *actions) add(v graph.Value) {
	if i := slices.IndexFunc(c.values, func(x graph.Value) bool { return x.Text == v.Text }); i >= 0 {
		c.values[i].Guard = c.values[i].Guard.Or(v.Guard)
		return
	}
	c.values = append(c.values, v)
}

// flow returns the workflow of a flow that the program makes.
func (a *flows) flow(n *node) *flowBuilder {
	if f := a.made[n]; f != nil {
		return f
	}
	f := &flowBuilder{
		flows: a, Chart: a.Chart(assembly.FuncName(n.obj.Func), n.pos, engine), node: n,
		names: make(map[*node]string), taken: make(map[string]int), actions: actions{complete: true},
	}
	a.made[n], a.begun[n] = f, true
	defer delete(a.begun, n)
	f.begin()
	for len(f.queue) > 0 {
		next := f.queue[0]
		f.queue = f.queue[1:]
		f.leave(next)
	}
	f.stray()
	f.workflow = f.Build()
	if n.isBatch() {
		f.repeat()
		f.around()
	}
	return f
}

// stray notes that successors may be missing.
func (f *flowBuilder) stray() {
	stray := f.Astray(f.node.obj)
	for n := range f.names {
		stray = stray || n.vague
	}
	if stray {
		f.OpenFor(assembly.Because(reason.Successor), graph.UnknownAnything, graph.None, f.node.pos)
	}
}

// begin adds the edges to the first node.
func (f *flowBuilder) begin() {
	v := f.Arg(f.node.obj, "start")
	if set := f.setting(f.node, "start", "node"); !set.IsZero() {
		v = set
	}
	if v.IsZero() {
		f.Edge(engine.Start, engine.End, graph.Edge{Kind: graph.EdgeDirect, Pos: f.node.pos})
		return
	}
	for _, x := range v.Each() {
		f.Edge(engine.Start, f.place(x), graph.Edge{Kind: graph.EdgeDirect, Guard: x.Guard.Data(), Pos: f.node.pos})
	}
}

// place adds the node of a value, once, and returns its name.
func (f *flowBuilder) place(v assembly.Value) string {
	n := f.nodeOf(v)
	if n == nil {
		return f.opaque(v)
	}
	f.replaces(n, v)
	if name := f.names[n]; name != "" {
		return name
	}
	name := f.free(f.nameOf(n, v))
	f.names[n] = name
	f.queue = append(f.queue, n)
	return name
}

// free returns a name that no node has.
func (f *flowBuilder) free(name string) string {
	if f.taken[name]++; f.taken[name] > 1 {
		name = fmt.Sprintf("%s#%d", name, f.taken[name])
	}
	return name
}

// opaque adds a node of which nothing is known.
func (f *flowBuilder) opaque(v assembly.Value) string {
	u := v.Why(reason.ForeignNode)
	open := u.Open(graph.UnknownBody, f.node.pos)
	name := f.free("?")
	id := f.Node(graph.Node{Name: name, Kind: graph.KindPassthrough, Pos: open.Pos})
	f.OpenFor(u, graph.UnknownBody, id, open.Pos)
	f.OpenFor(u, graph.UnknownTargets, id, open.Pos)
	f.Edge(name, engine.End, graph.Edge{Kind: graph.EdgeDirect, Pos: open.Pos})
	f.complete, f.reason = false, u
	return name
}

// leave adds a node, and the edges that leave it.
func (f *flowBuilder) leave(n *node) {
	name := f.names[n]
	desc, unknowns, c := f.describe(n, graph.Node{Name: name, Pos: n.pos})
	if desc.Kind == graph.KindPassthrough && len(n.edges) > 1 {
		desc.Kind = graph.KindRouter
	}
	id := f.Put(desc, unknowns)
	if n.open != nil {
		f.OpenFor(n.open, graph.UnknownTargets, id, n.pos)
	}
	if n.own != nil {
		f.OpenFor(n.own, graph.UnknownBody, id, n.pos)
		f.OpenFor(n.own, graph.UnknownTargets, id, n.pos)
		f.complete, f.reason = false, n.own
	}
	if !c.complete {
		f.OpenFor(c.reason, graph.UnknownTargets, id, n.pos)
		f.complete, f.reason = false, c.reason
	}
	f.ways(n, name, c)
}

// ways adds the edges that leave a node: those of its successors, and those to the
// end for actions that have none.
func (f *flowBuilder) ways(n *node, name string, c *actions) {
	var out []graph.Edge
	var to []string
	arrow := func(target, label string, guard assembly.Guard, pos graph.Pos) {
		to = append(to, target)
		out = append(out, graph.Edge{Kind: graph.EdgeConditional, Label: label, Guard: guard.Data(), Pos: pos})
	}
	for _, e := range n.edges {
		for _, x := range e.to.Each() {
			arrow(f.place(x), e.action, slices.Concat(e.guard, x.Guard), e.pos)
		}
	}
	for _, v := range c.values {
		if !n.covered(v.Text) {
			f.add(v)
			arrow(engine.End, v.Text, nil, n.pos)
		}
	}
	if len(out) == 0 { // nothing of what it returns is known
		arrow(engine.End, defaultAction, nil, n.pos)
	}
	if len(out) == 1 && c.complete {
		out[0].Kind, out[0].Label = graph.EdgeDirect, ""
		f.Edge(name, to[0], out[0])
		return
	}
	br := f.Branch(graph.Branch{From: f.Lookup(name), Func: c.fn, Values: c.values, Complete: c.complete, Pos: c.pos})
	for i, e := range out {
		f.BranchEdge(br, name, to[i], e)
	}
}

// describe says what a node is, and what decides where it leads.
func (f *flowBuilder) describe(n *node, desc graph.Node) (graph.Node, []graph.Unknown, *actions) {
	c := &actions{complete: true, pos: n.pos}
	if n.isFlow() {
		desc.Kind = graph.KindSubgraph
		if f.begun[n] {
			c.complete, c.reason = false, &assembly.Unknown{Reason: reason.Of(reason.Itself, "flow"), Pos: n.pos}
			return desc, []graph.Unknown{c.reason.Open(graph.UnknownBody, n.pos)}, c
		}
		inner := f.flow(n)
		f.inner[n] = true
		desc.Sub = inner.workflow
		*c = inner.actions
		c.pos = n.pos
		return desc, nil, c
	}
	list, post := f.phases(n)
	desc, unknowns := f.Describe(desc, append(slices.Clone(n.obj.Stack), n.obj.Pos), list...)
	desc.Func = f.exec(n).Func()
	if post == nil {
		c.add(graph.Value{Text: defaultAction})
		return desc, unknowns, c
	}
	f.returned(c, n, post)
	return desc, unknowns, c
}

// returned reads the actions that a Post function returns.
func (f *flowBuilder) returned(c *actions, n *node, post *assembly.Behaviour) {
	c.fn = post.Func
	c.reason = &assembly.Unknown{Reason: reason.Of(reason.PostAction), Pos: post.Pos}
	if !post.Known || len(post.Results) == 0 {
		c.complete = false
		if post.Reason.Given() {
			c.reason.Reason = post.Reason
		}
		return
	}
	if post.Pos.IsValid() && !f.IsFramework(post.Func) {
		c.pos = f.At(post.Pos, nil)
	}
	values, complete := new(assembly.Board).Texts(f.Result(post, 0), n.name)
	for _, v := range values {
		v.Text = orDefault(v.Text)
		c.add(v)
	}
	c.complete = complete && len(values) > 0
}

// repeat makes the workflow of a batch flow: its nodes, once for each set of
// parameters, also not at all.
func (f *flowBuilder) repeat() {
	n := f.node
	s := assembly.NewSketch(f.workflow.Name, f.Name, engine.Start, engine.End, n.pos)
	s.Workflow().Mode = graph.ModeAny
	body := s.Place(graph.Node{Name: "flow", Kind: graph.KindSubgraph, Sub: f.workflow, Generated: true, Pos: n.pos})
	s.Repeat([]assembly.Member{{Node: body, Pos: n.pos}}, graph.Bound{State: graph.BoundPresent}, nil, "")
	s.Arrow(engine.Start, assembly.Arrow{To: engine.End, Label: "none", Pos: n.pos})
	f.workflow = s.Finish()
}

// around adds what a batch flow does before its nodes run, and after: its own action says
// where the flow around it goes on.
func (f *flowBuilder) around() {
	n := f.node
	list, post := f.phases(n)
	f.actions = actions{complete: true, pos: n.pos}
	if post == nil {
		f.add(graph.Value{Text: defaultAction})
	} else {
		f.returned(&f.actions, n, post)
	}
	x := batch{Chart: f.flows.Chart(f.workflow.Name, n.pos, engine), pos: n.pos, last: engine.Start}
	for _, ph := range list {
		if ph.Name == "post" {
			x.run(f.workflow)
		}
		x.add(f.Describe(graph.Node{Name: ph.Name, Pos: n.pos}, append(slices.Clone(n.obj.Stack), n.obj.Pos), ph))
	}
	if x.matters {
		x.run(f.workflow)
		x.Edge(x.last, engine.End, graph.Edge{Kind: graph.EdgeDirect, Pos: n.pos})
		f.workflow = x.Build()
	}
}

// A batch is a line of steps: what prepares a batch flow, its nodes, and what comes after.
type batch struct {
	*assembly.Chart
	pos     graph.Pos
	last    string
	ran     bool
	matters bool // there is more than the nodes
}

func (x *batch) add(n graph.Node, unknowns []graph.Unknown) {
	x.matters = x.matters || n.Kind != graph.KindPassthrough || len(n.Tools)+len(unknowns) > 0
	x.Put(n, unknowns)
	x.Edge(x.last, n.Name, graph.Edge{Kind: graph.EdgeDirect, Pos: x.pos})
	x.last = n.Name
}

// run adds the nodes, once.
func (x *batch) run(nodes *graph.Workflow) {
	if x.ran {
		return
	}
	x.ran = true
	x.Put(graph.Node{Name: "batch", Kind: graph.KindSubgraph, Sub: nodes, Generated: true, Pos: x.pos}, nil)
	x.Edge(x.last, "batch", graph.Edge{Kind: graph.EdgeDirect, Pos: x.pos})
	x.last = "batch"
}
