package trpcagent

// This file turns the calls on a graph into nodes and edges.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// maxSteps is the number of steps after which the engine stops a run, unless the
// program says otherwise.
const maxSteps = 100

// engine is how the framework runs a graph; doc.go has the measurements. The names of the
// ends are the framework's own.
var engine = assembly.Engine{
	Engine: graph.Engine{DeadEnd: graph.DeadEndStops, LastBranchWins: true, StepLimit: maxSteps, LimitIsSuccess: true},
	Mode:   graph.ModeAny,
	Start:  start, End: end,
	Silent: true,
}

// builder builds the workflow of one graph, as one agent runs it.
type builder struct {
	*registry
	*assembly.Chart
	obj   *assembly.Object
	owner *agent // nil for a graph that no agent runs
	joins []*join

	entered  map[string]bool // nodes to which another way than a join leads
	routed   map[string]bool // nodes whose edges are not taken, or are part of what they command
	commands map[string]bool // nodes that always command where the run goes
	ends     bool            // the program names the end
}

// A join is a call of AddJoinEdge: a barrier that opens when all have come.
type join struct {
	from  []string
	to    string
	guard assembly.Guard
	pos   graph.Pos
}

// graphOf returns the workflow of a graph under a name. A program that never names
// the end lets its runs end where nothing follows.
func (a *registry) graphOf(o *assembly.Object, owner *agent, name string, pos graph.Pos) *graph.Workflow {
	b := &builder{
		registry: a, obj: o, owner: owner, Chart: a.Chart(name, pos, engine),
		entered: make(map[string]bool), routed: make(map[string]bool), commands: make(map[string]bool),
	}
	b.Workflow().Origin = a.Origin(o)
	b.limit()
	b.schedule()
	b.schema()
	for _, op := range b.obj.Calls("node", "node:llm", "node:tools", "node:agent") {
		b.Place(op, b.describe)
	}
	for _, op := range b.obj.Calls("edge", "join", "finish", "branch", "dispatch") {
		b.connect(op)
	}
	for _, s := range b.Sources() {
		if s.Name != start { // a run begins with the entry point, whatever the edges of Start say
			b.leave(s)
		}
	}
	b.entry()
	b.barriers()
	b.interrupts()
	if a.Around(b.obj, "rewires") {
		b.OpenFor(assembly.Because(reason.MayOverwrite, "code that mentions its nodes"), graph.UnknownAnything, graph.None, pos)
	}
	b.Escapes(b.obj, "the builder")
	if !b.ends {
		b.Workflow().Engine.DeadEnd = graph.DeadEndExits
	}
	w := b.Build()
	b.Heed(w, b.coded(w))
	return assembly.Routers(w)
}

// limit reads after how many steps the engine stops a run.
func (b *builder) limit() {
	opts := b.executorOptions()
	if !opts.has("steps") {
		return
	}
	v, w := opts.value("steps"), b.Workflow()
	if n, ok := v.Int(); ok && n > 0 {
		w.Engine.StepLimit = n
		return
	}
	b.Open(v, graph.UnknownBound, graph.None, w.Pos)
}

// schedule reads whether a graph runs in supersteps. The other engine begins a step as soon as
// it can, once for several tokens or once for each, and counts each step.
func (b *builder) schedule() {
	all := b.executorOptions()
	if b.owner != nil {
		all.list = append(all.list, b.opts(b.owner).list...)
	}
	for _, x := range all.all("engine") {
		if name, ok := x.Arg("value").Text(); ok && (name == "bsp" || name == "") {
			continue
		}
		w := b.Workflow()
		if w.Mode = graph.ModeUnspecified; all.has("steps") {
			b.OpenFor(assembly.Because(reason.NotKnown), graph.UnknownBound, graph.None, w.Pos)
		}
	}
}

// executorOptions returns the options of the executor that runs the graph: those
// that its agent passes on, or those of the executor that the program makes.
func (b *builder) executorOptions() options {
	if b.owner != nil {
		out := options{a: b.Assembly}
		for _, x := range b.opts(b.owner).active("executor") {
			for _, y := range b.optionsOf(x.Arg("value")).list {
				out.list = append(out.list, y.Under(x.Guard))
			}
		}
		return out
	}
	for _, e := range b.ObjectsOf("executor") {
		if graphObject(b.Arg(e, "graph")) == b.obj {
			return b.optionsOf(b.Arg(e, "options"))
		}
	}
	return options{a: b.Assembly}
}

// graphObject returns the graph that v is, compiled or not, nil if it is none.
func graphObject(v assembly.Value) *assembly.Object {
	o := v.Object()
	if o != nil && o.Parent != nil {
		o = o.Parent
	}
	if o == nil || o.Kind != "graph" {
		return nil
	}
	return o
}

// stepOptions returns the options of the call that adds a step.
func (b *builder) stepOptions(s *assembly.Step) options {
	return b.optionsOf(b.Read(s.Op.Arg("options")))
}

// readEnds reads the names that a node gives to its targets, and returns why they are not
// all known.
func (b *builder) readEnds(s *assembly.Step) (unknowns []graph.Unknown) {
	s.Labels = make(map[string][]string)
	pos := s.Op.At(b.Assembly)
	for _, x := range b.stepOptions(s).all("ends") {
		more := x.Arg("value").Entries(func(key, val assembly.Value) {
			name, ok1 := key.Text()
			target, ok2 := val.Text()
			if !ok1 || !ok2 {
				unknowns = append(unknowns, val.Open(graph.UnknownTargets, pos))
				return
			}
			s.Labels[name] = append(s.Labels[name], target)
		})
		if more != nil {
			unknowns = append(unknowns, more.Open(graph.UnknownTargets, pos))
		}
	}
	return unknowns
}

// connect notes what a call says follows a node.
func (b *builder) connect(op *assembly.Op) {
	switch pos := op.At(b.Assembly); op.Kind {
	case "edge":
		b.Connect(b.ArgOf(op, "from"), b.ArgOf(op, "to"), pos)
	case "finish":
		b.Connect(b.ArgOf(op, "name"), b.NewText(end), pos)
	case "join":
		b.join(op)
	case "branch", "dispatch":
		b.Route(b.ArgOf(op, "from"), op)
	}
}
