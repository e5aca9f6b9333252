package trpcagent

// This file turns the calls on a graph into nodes and edges.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// builder builds the workflow of one graph, as one agent runs it.
type builder struct {
	*assembler
	*graph.Builder
	obj   *interp.Object
	owner *agent // nil for a graph that no agent runs
	steps []*step
	names map[string]*step
	joins []*join
	board assembly.Board // what the nodes leave in the state

	entered map[string]bool // nodes to which another way than a join leads
	routed  map[string]bool // nodes that always command where the run goes
	ends    bool            // the program names the end
}

// A step is a node as the program adds it.
type step struct {
	name    string
	op      *interp.Op
	opts    options
	body    *interp.Behaviour // of a function node
	ends    map[string][]string
	edges   []way        // without a condition, in order
	routers []*interp.Op // with one
}

// A way is an edge without a condition.
type way struct {
	to    string
	guard interp.Guard
	pos   graph.Pos
}

// A join is a call of AddJoinEdge: a barrier that opens when all have come.
type join struct {
	from  []string
	to    string
	guard interp.Guard
	pos   graph.Pos
}

// graphOf returns the workflow of a graph under a name. A program that never names
// the end lets its runs end where nothing follows.
func (a *assembler) graphOf(o *interp.Object, owner *agent, name string, pos graph.Pos) *graph.Workflow {
	b := &builder{
		assembler: a, obj: o, owner: owner, names: make(map[string]*step),
		entered: make(map[string]bool), routed: make(map[string]bool),
		Builder: graph.NewBuilder(name, framework, pos),
	}
	b.Workflow().Origin = a.Origin(o)
	b.engine()
	b.Node(graph.Node{Name: start, Kind: graph.KindEntry, Generated: true, Pos: pos})
	b.Node(graph.Node{Name: end, Kind: graph.KindExit, Generated: true, Pos: pos})
	for _, op := range b.obj.Calls("node", "node:llm", "node:tools", "node:agent") {
		b.node(op)
	}
	for _, op := range b.obj.Calls("edge", "join", "finish", "branch", "dispatch") {
		b.connect(op)
	}
	for _, s := range b.steps {
		b.board.Crowded = b.board.Crowded || len(s.edges) > 1
	}
	for _, s := range b.sources() {
		if s.name != start { // a run begins with the entry point, whatever the edges of Start say
			b.leave(s)
		}
	}
	b.entry()
	b.barriers()
	b.interrupts()
	b.uses()
	if !b.ends {
		b.Workflow().Engine.DeadEnd = graph.DeadEndExits
	}
	w := b.Build()
	for _, br := range w.Branches {
		if br.From != graph.None && w.Nodes[br.From].Kind == graph.KindPassthrough {
			w.Nodes[br.From].Kind = graph.KindRouter
		}
	}
	return w
}

// maxSteps is the number of steps after which the engine stops a run, unless the
// program says otherwise.
const maxSteps = 100

// engine says how the framework runs the graph; doc.go has the measurements.
func (b *builder) engine() {
	w := b.Workflow()
	w.Mode = graph.ModeAny
	w.Engine = graph.Engine{DeadEnd: graph.DeadEndStops, LastBranchWins: true, StepLimit: maxSteps, LimitIsSuccess: true}
	limit := b.executorOptions().value("steps")
	if _, given := limit.(interp.Zero); given {
		return
	}
	if n, ok := interp.AsInt(limit); ok && n > 0 {
		w.Engine.StepLimit = n
		return
	}
	b.Unknown(unknown(graph.UnknownBound, graph.None, asUnknown(limit), w.Pos))
}

// executorOptions returns the options of the executor that runs the graph: those
// that its agent passes on, or those of the executor that the program makes.
func (b *builder) executorOptions() options {
	if b.owner != nil {
		var out options
		for _, x := range b.owner.opts.active("executor") {
			o := optionsOf(x.obj.Arg("value"))
			for _, y := range o.list {
				out.list = append(out.list, option{y.obj, slices.Concat(x.guard, y.guard)})
			}
		}
		return out
	}
	for _, e := range b.ObjectsOf("executor") {
		if graphObject(e.Arg("graph")) == b.obj {
			return optionsOf(e.Arg("options"))
		}
	}
	return options{}
}

// graphObject returns the graph that v is, compiled or not, nil if it is none.
func graphObject(v interp.Value) *interp.Object {
	o, ok := interp.Unwrap(v).(*interp.Object)
	if ok && o.Parent != nil {
		o = o.Parent
	}
	if !ok || o.Kind != "graph" {
		return nil
	}
	return o
}

// node adds the node of a call, under each name that it may have.
func (b *builder) node(op *interp.Op) {
	for _, alt := range interp.Alternatives(op.Arg("name")) {
		name, ok := interp.AsString(alt.V)
		if !ok {
			name = opaqueName(op.Pos)
		}
		s := &step{name: name, op: op, opts: optionsOf(op.Arg("options"))}
		if old := b.names[name]; old != nil && old.op.Guard.Excludes(op.Guard) {
			b.otherwise(old, s)
			continue
		}
		b.steps, b.names[name] = append(b.steps, s), s
		n, unknowns := b.describe(s)
		id := b.Node(n)
		for _, u := range unknowns {
			u.Node = id
			b.Unknown(u)
		}
		b.readEnds(s, id)
		if ok {
			continue
		}
		u := asUnknown(alt.V)
		b.Unknown(unknown(graph.UnknownSources, id, u, op.At(b.Assembly)))
		b.Unknown(unknown(graph.UnknownTargets, id, u, op.At(b.Assembly)))
		if op.Loop {
			b.Unknown(unknown(graph.UnknownAnything, graph.None, u, op.At(b.Assembly)))
		}
	}
}

// otherwise handles a node that another configuration of the program adds under
// the same name: what the name stands for depends on it.
func (b *builder) otherwise(old, s *step) {
	n, unknowns := b.describe(s)
	id := b.Lookup(old.name)
	b.readEnds(s, id)
	known := &b.Workflow().Nodes[id]
	if n.Kind == known.Kind && n.Sub == nil && known.Sub == nil && len(unknowns) == 0 && s.commands() == nil && old.commands() == nil {
		for _, t := range n.Tools {
			if !slices.Contains(known.Tools, t) {
				known.Tools = append(known.Tools, t)
			}
		}
		return
	}
	for _, what := range []graph.UnknownKind{graph.UnknownBody, graph.UnknownTargets} {
		b.Unknown(graph.Unknown{What: what, Node: id, Pos: s.op.At(b.Assembly), Reason: "it is another function if " + s.op.Guard.String()})
	}
}

// readEnds reads the names that a node gives to its targets.
func (b *builder) readEnds(s *step, id graph.NodeID) {
	s.ends = make(map[string][]string)
	for _, x := range s.opts.all("ends") {
		more := interp.Entries(x.obj.Arg("value"), func(k, v interp.Value, _ interp.Guard) {
			name, ok1 := interp.AsString(k)
			target, ok2 := interp.AsString(v)
			if !ok1 || !ok2 {
				b.Unknown(unknown(graph.UnknownTargets, id, asUnknown(v), s.op.At(b.Assembly)))
				return
			}
			s.ends[name] = append(s.ends[name], target)
		})
		if more != nil {
			b.Unknown(unknown(graph.UnknownTargets, id, more, s.op.At(b.Assembly)))
		}
	}
}

// sources returns the steps that edges leave: those with a node in the order of
// their calls, then the others by name.
func (b *builder) sources() []*step {
	list := slices.DeleteFunc(slices.Clone(b.steps), func(s *step) bool { return b.names[s.name] != s })
	var rest []string
	for name, s := range b.names {
		if s.op == nil {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	for _, name := range rest {
		list = append(list, b.names[name])
	}
	return list
}

// source returns the step of that name, a step without a node if nothing adds it.
func (b *builder) source(name string) *step {
	if s := b.names[name]; s != nil {
		return s
	}
	s := &step{name: name}
	b.names[name] = s
	return s
}

// uses notes the ways in which the builder itself leaves agentvet's sight.
func (b *builder) uses() {
	for _, u := range b.obj.Uses {
		if u.Callee != "" && !b.IsFramework(u.Callee) && !b.IsStandard(u.Callee) {
			b.Unknown(graph.Unknown{
				What: graph.UnknownAnything, Node: graph.None, Pos: u.Pos,
				Reason: "the builder is passed to " + interp.ShortFunc(u.Callee) + ", whose body agentvet cannot see",
			})
			return
		}
	}
}
