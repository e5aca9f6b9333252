package agentframework

// This file reads agents, and the workflow of one that works alone.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// agent is what the assembly knows of one agent.
type agent struct {
	obj    *assembly.Object
	graph  *graph.Agent
	called []*agent // agents that are its tools
	part   bool     // it is a tool of another, or a step
}

// Limits of the framework where the program does not say.
const (
	defaultRounds = 40 // in which tools run
	defaultLoops  = 10 // of the middleware that repeats runs
)

// agent returns the agent that a constructor makes, one for each call.
func (a *registry) agent(o *assembly.Object) *agent {
	if g := a.agents[o]; g != nil {
		return g
	}
	pos, config := a.Place(o), a.Arg(o, "config")
	g := &agent{obj: o, graph: &graph.Agent{Name: assembly.FuncName(o.Func), Kind: graph.AgentLLM, Framework: a.Name, Pos: pos, Origin: a.Origin(o), Maker: o.Func}}
	a.agents[o] = g
	switch name, ok := config.Field("Name").Text(); {
	case ok && name != "":
		g.graph.Name = name
	case !ok:
		g.graph.Name = assembly.OpaqueName(pos)
		if u := config.Field("Name").Unknown(); u != nil {
			g.open(u, graph.UnknownSources)
		}
	}
	if o.Kind == "agent:workflow" {
		a.readHosted(g)
		return g
	}
	r := &agentReader{registry: a, agent: g}
	r.read(config)
	return g
}

// readHosted reads an agent that runs a workflow.
func (a *registry) readHosted(g *agent) {
	g.graph.Kind = graph.AgentWorkflow
	for _, x := range a.Arg(g.obj, "workflow").Each() {
		o := x.Object(workflowKinds...)
		if a.hosted(o) == nil {
			g.open(x.Why(reason.RunsUnseen, "a workflow"), graph.UnknownTools)
			continue
		}
		for _, inner := range a.members[o] {
			g.graph.SubAgents = append(g.graph.SubAgents, inner.graph)
		}
	}
}

// hosted returns the workflow of a builder, nil for none.
func (a *registry) hosted(o *assembly.Object) *graph.Workflow {
	if o == nil {
		return nil
	}
	return a.flow(o)
}

// open notes what is not known of an agent.
func (g *agent) open(u *assembly.Unknown, kinds ...graph.UnknownKind) {
	for _, what := range kinds {
		g.graph.Unknowns = append(g.graph.Unknowns, u.Open(what, g.graph.Pos))
	}
}

// agentReader reads the settings of one agent.
type agentReader struct {
	*registry
	*agent
	limits  []graph.Bound       // of the middlewares that run tools
	loops   []graph.Bound       // of those that repeat runs
	lenient bool                // a function of the program may approve calls
	vague   []*assembly.Unknown // what may run the agent again
}

func (r *agentReader) read(config assembly.Value) {
	if u := config.Opaque(); u != nil {
		r.open(u, graph.UnknownTools, graph.UnknownBound)
	}
	r.addTools(config.Field("Tools"))
	r.options(config.Field("RunOptions"))
	for _, options := range r.runOptions(r.obj) {
		r.options(options)
	}
	r.contexts(config.Field("ContextProviders"))
	r.middlewares(config.Field("Middlewares"))
	r.middlewares(r.Arg(r.obj, "middlewares"))
	if target := r.Arg(r.obj, "target"); !target.IsZero() && !strings.HasSuffix(target.Held(), ".ModelDeployment") {
		r.unread(assembly.Because(reason.Service)) // an agent that the service has
	}
	r.rounds(config.Field("DisableFuncAutoCall"))
	if r.obj.Row.Text("remote") != "" {
		r.open(assembly.Because(reason.Elsewhere), graph.UnknownTools)
	}
	if r.lenient || r.yesMan || len(r.limits) == 0 {
		r.graph.Tools = lessGated(r.graph.Tools)
	}
}

// lessGated returns tools of which a function of the program says whether the
// framework asks.
func lessGated(ts []*graph.Tool) []*graph.Tool {
	out := make([]*graph.Tool, len(ts))
	for i, t := range ts {
		c := *t
		if c.Gate.Kind == graph.GateConfirm {
			c.Gate.Kind = graph.GateConditional
		}
		out[i] = &c
	}
	return out
}

// addTools adds a list of tools.
func (r *agentReader) addTools(list assembly.Value) {
	elems, more := list.List()
	tools, _ := list.Tools(r.tool)
	r.graph.Tools = append(r.graph.Tools, tools...)
	if more != nil {
		r.open(more, graph.UnknownTools)
	}
	for _, x := range elems {
		r.call(x)
	}
}

// call notes the agent that a tool runs.
func (r *agentReader) call(tool assembly.Value) {
	o := tool.Object("tool:approval", "tool:agent")
	switch {
	case o == nil:
	case o.Kind == "tool:approval":
		for _, x := range r.Arg(o, "tool").Each() {
			r.call(x)
		}
	default:
		for _, x := range r.Arg(o, "agent").Each() {
			in := x.Object(agentKinds...)
			if in == nil {
				r.open(x.Why(reason.RunsUnseen, "an agent"), graph.UnknownTools)
				continue
			}
			inner := r.registry.agent(in)
			inner.part = true
			if !slices.Contains(r.called, inner) {
				r.called = append(r.called, inner)
				r.graph.SubAgents = append(r.graph.SubAgents, inner.graph)
			}
		}
	}
}

// options reads options of the agent or of a run: they may add tools.
func (r *agentReader) options(list assembly.Value) {
	elems, more := list.List()
	for _, x := range elems {
		if o := x.Object(); o != nil {
			r.option(o)
		} else if u := x.Opaque(); u != nil && table.Call(u.Row) == nil { // it is no option of the framework
			r.open(u, graph.UnknownTools)
		}
	}
	if more != nil {
		r.open(more, graph.UnknownTools)
	}
}

// runOptions returns the options that calls of an agent give, and tools that run it, where
// the package makes options that add tools.
func (a *registry) runOptions(o *assembly.Object) (options []assembly.Value) {
	if len(a.ObjectsOf("opt:tool", "opt:params")) == 0 {
		return nil
	}
	of := func(who assembly.Value, given assembly.Value) {
		for _, x := range who.Objects() {
			if x.Pos == o.Pos && sameWay(x.Stack, o.Stack) {
				options = append(options, given)
			}
		}
	}
	for _, t := range a.ObjectsOf("tool:agent") {
		of(a.Arg(t, "agent"), a.Arg(t, "options"))
	}
	if a.runs == nil {
		a.runs = []assembly.Effect{}
		for _, name := range []string{"Run", "RunText", "RunMessage"} {
			for _, id := range a.Calling("github.com/microsoft/agent-framework-go/agent.Agent." + name) {
				a.runs = append(a.runs, a.ObserveRoot(id).Effects...)
			}
		}
	}
	for _, e := range a.runs {
		who, _ := a.EffectArg(e, "agent")
		given, _ := a.EffectArg(e, "options")
		of(who, given)
	}
	return options
}

// sameWay reports whether one list of calls is the end of the other.
func sameWay(x, y []graph.Pos) bool {
	n := min(len(x), len(y))
	return slices.Equal(x[len(x)-n:], y[len(y)-n:])
}

func (r *agentReader) option(o *assembly.Object) {
	if o.Kind == "opt:params" {
		r.params(o)
	}
	if o.Kind != "opt:tool" {
		return
	}
	for _, x := range r.Arg(o, "tool").Each() {
		if t := r.tool(x); t != nil && !slices.Contains(r.graph.Tools, t) {
			r.graph.Tools = append(r.graph.Tools, t)
		}
		r.call(x)
	}
}

// rounds says how often a run asks the model.
func (r *agentReader) rounds(disabled assembly.Value) {
	off, known := disabled.Bool()
	if r.obj.Row.Text("auto") != "" && !(off && known) {
		r.limits = append(r.limits, graph.Known(defaultRounds+1))
	}
	switch {
	case len(r.vague) > 0:
		for _, u := range r.vague {
			r.open(u, graph.UnknownBound)
		}
		return
	case len(r.limits) == 0 && r.obj.Row.Text("auto") == "": // its own provider may do anything
		r.open(assembly.Because(reason.ProviderRounds), graph.UnknownBound)
		return
	case len(r.limits) == 0:
		r.graph.Bound = graph.Known(1) // what runs the tools is the program
	case len(r.limits) == 1:
		r.graph.Bound = r.limits[0]
	default:
		r.graph.Bound = graph.Bound{State: graph.BoundPresent}
	}
	for _, l := range r.loops {
		if r.graph.Bound.State != graph.BoundKnown || l.State != graph.BoundKnown {
			r.graph.Bound = graph.Bound{State: graph.BoundPresent}
			continue
		}
		r.graph.Bound.N *= l.N
	}
}

// alone returns the workflow of an agent: its model, and the agents that are its
// tools.
func (a *registry) alone(g *agent) *graph.Workflow {
	s := assembly.NewSketch(g.graph.Name, a.Name, start, end, g.graph.Pos)
	s.Workflow().Mode = graph.ModeAny
	model := a.place(s, g)
	s.Arrow(start, assembly.Arrow{To: model, Pos: g.graph.Pos})
	s.Arrow(model, assembly.Arrow{To: end, Pos: g.graph.Pos})
	return s.Finish()
}

// place adds the node of an agent, and behind it those of the agents that it calls,
// which come back.
func (a *registry) place(s *assembly.Sketch, g *agent) string {
	a.busy[g] = true
	defer delete(a.busy, g)
	if g.obj.Kind == "agent:workflow" {
		n := graph.Node{Name: g.graph.Name, Agent: g.graph.Name, Kind: graph.KindSubgraph, Pos: g.graph.Pos}
		for _, x := range a.Arg(g.obj, "workflow").Each() {
			n.Sub = a.hosted(x.Object(workflowKinds...))
		}
		return s.PlaceModel(g.graph, n)
	}
	model := s.PlaceModel(g.graph, assembly.ModelNode(g.graph))
	for _, in := range g.called {
		if a.busy[in] {
			u := graph.Unknown{What: graph.UnknownBody, Node: s.Lookup(model), Reason: reason.Of(reason.Itself, "agent"), Pos: in.graph.Pos}
			s.Unknown(u)
			continue
		}
		inner := a.place(s, in)
		s.Arrow(model, assembly.Arrow{To: inner, Label: in.graph.Name, Pos: g.graph.Pos})
		s.Arrow(inner, assembly.Arrow{To: model, Pos: g.graph.Pos})
	}
	return model
}
