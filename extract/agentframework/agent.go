package agentframework

// This file reads agents, and the workflow of one that works alone.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// agent is what the assembly knows of one agent.
type agent struct {
	obj    *interp.Object
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
func (a *assembler) agent(o *interp.Object) *agent {
	if g := a.agents[o]; g != nil {
		return g
	}
	pos, config := a.places[o], o.Arg("config")
	g := &agent{obj: o, graph: &graph.Agent{Name: assembly.FuncName(o.Func), Kind: graph.AgentLLM, Framework: a.Name, Pos: pos}}
	a.agents[o] = g
	switch name, ok := interp.AsString(interp.Field(config, "Name")); {
	case ok && name != "":
		g.graph.Name = name
	case !ok:
		g.graph.Name = opaqueName(pos)
		if u := interp.UnknownIn(interp.Field(config, "Name")); u != nil {
			g.graph.Unknowns = append(g.graph.Unknowns, u.Open(graph.UnknownSources, pos))
		}
	}
	if o.Kind == "agent:workflow" {
		a.readHosted(g)
		return g
	}
	r := &agentReader{assembler: a, agent: g}
	r.read(config)
	return g
}

// readHosted reads an agent that runs a workflow.
func (a *assembler) readHosted(g *agent) {
	g.graph.Kind = graph.AgentWorkflow
	for _, alt := range interp.Alternatives(g.obj.Arg("workflow")) {
		o, ok := interp.Unwrap(alt.V).(*interp.Object)
		if a.hosted(o, ok) == nil {
			g.open(unknownOr(alt.V, "it runs a workflow that agentvet cannot see"), graph.UnknownTools)
			continue
		}
		for _, inner := range a.members[o] {
			g.graph.SubAgents = append(g.graph.SubAgents, inner.graph)
		}
	}
}

// hosted returns the workflow of a builder, nil if o is none.
func (a *assembler) hosted(o *interp.Object, ok bool) *graph.Workflow {
	if !ok || !slices.Contains(workflowKinds, o.Kind) {
		return nil
	}
	return a.flow(o)
}

// open notes what is not known of an agent.
func (g *agent) open(u *interp.Unknown, kinds ...graph.UnknownKind) {
	for _, what := range kinds {
		g.graph.Unknowns = append(g.graph.Unknowns, u.Open(what, g.graph.Pos))
	}
}

// unknownOr returns the unknown in v, or one with the given reason.
func unknownOr(v interp.Value, reason string) *interp.Unknown {
	if u := interp.UnknownIn(v); u != nil {
		return u
	}
	return &interp.Unknown{Reason: reason}
}

// agentReader reads the settings of one agent.
type agentReader struct {
	*assembler
	*agent
	limits  []graph.Bound // of the middlewares that run tools
	loops   []graph.Bound // of those that repeat runs
	lenient bool          // a function of the program may approve calls
	vague   *interp.Unknown
}

func (r *agentReader) read(config interp.Value) {
	if u, ok := interp.Unwrap(config).(*interp.Unknown); ok {
		r.open(u, graph.UnknownTools, graph.UnknownBound)
	}
	r.addTools(interp.Field(config, "Tools"))
	r.options(interp.Field(config, "RunOptions"))
	for _, options := range r.runOptions(r.obj) {
		r.options(options)
	}
	r.contexts(interp.Field(config, "ContextProviders"))
	r.middlewares(interp.Field(config, "Middlewares"))
	r.middlewares(r.obj.Arg("middlewares"))
	r.rounds(interp.Field(config, "DisableFuncAutoCall"))
	if r.obj.Row.Text("remote") != "" {
		r.open(&interp.Unknown{Reason: "another program runs the agent"}, graph.UnknownTools)
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
func (r *agentReader) addTools(list interp.Value) {
	tools, more := assembly.ToolsIn(list, r.tool)
	r.graph.Tools = append(r.graph.Tools, tools...)
	if more != nil {
		r.open(more, graph.UnknownTools)
	}
	elems, _ := interp.Elems(list)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			r.call(alt.V)
		}
	}
}

// call notes the agent that a tool runs.
func (r *agentReader) call(tool interp.Value) {
	o, ok := interp.Unwrap(tool).(*interp.Object)
	switch {
	case !ok:
	case o.Kind == "tool:approval":
		for _, alt := range interp.Alternatives(o.Arg("tool")) {
			r.call(alt.V)
		}
	case o.Kind == "tool:agent":
		for _, alt := range interp.Alternatives(o.Arg("agent")) {
			in, ok := interp.Unwrap(alt.V).(*interp.Object)
			if !ok || !isAgent(in) {
				r.open(unknownOr(alt.V, "it calls an agent that agentvet cannot see"), graph.UnknownTools)
				continue
			}
			inner := r.assembler.agent(in)
			inner.part = true
			if !slices.Contains(r.called, inner) {
				r.called = append(r.called, inner)
				r.graph.SubAgents = append(r.graph.SubAgents, inner.graph)
			}
		}
	}
}

func isAgent(o *interp.Object) bool { return o.Kind == "agent" || o.Kind == "agent:workflow" }

// options reads options of the agent or of a run: they may add tools.
func (r *agentReader) options(list interp.Value) {
	elems, more := interp.Elems(list)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			switch x := interp.Unwrap(alt.V).(type) {
			case *interp.Object:
				r.option(x)
			case *interp.Unknown:
				if table.Call(x.Row) == nil { // it is no option of the framework
					r.open(x, graph.UnknownTools)
				}
			}
		}
	}
	if more != nil {
		r.open(more, graph.UnknownTools)
	}
}

// runOptions returns the options that calls of an agent give, where the package makes
// options that add tools.
func (a *assembler) runOptions(o *interp.Object) (options []interp.Value) {
	if len(a.ObjectsOf("opt:tool")) == 0 {
		return nil
	}
	if a.runs == nil {
		a.runs = []interp.Effect{}
		for _, name := range []string{"Run", "RunText", "RunMessage"} {
			for _, id := range a.Calling("github.com/microsoft/agent-framework-go/agent.Agent." + name) {
				a.runs = append(a.runs, a.ObserveRoot(id).Effects...)
			}
		}
	}
	for _, e := range a.runs {
		for _, alt := range interp.Alternatives(e.Args["agent"]) {
			if x, ok := interp.Unwrap(alt.V).(*interp.Object); ok && x.Pos == o.Pos && sameWay(x.Stack, o.Stack) {
				options = append(options, e.Args["options"])
			}
		}
	}
	return options
}

// sameWay reports whether one list of calls is the end of the other.
func sameWay(x, y []graph.Pos) bool {
	n := min(len(x), len(y))
	return slices.Equal(x[len(x)-n:], y[len(y)-n:])
}

func (r *agentReader) option(o *interp.Object) {
	if o.Kind != "opt:tool" {
		return
	}
	for _, alt := range interp.Alternatives(o.Arg("tool")) {
		if t := r.tool(alt.V); t != nil && !slices.Contains(r.graph.Tools, t) {
			r.graph.Tools = append(r.graph.Tools, t)
		}
		r.call(alt.V)
	}
}

// contexts reads the providers of context, which may add tools to each run.
func (r *agentReader) contexts(list interp.Value) {
	elems, more := interp.Elems(list)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			r.context(alt.V)
		}
	}
	if more != nil {
		r.open(more, graph.UnknownTools)
	}
}

func (r *agentReader) context(v interp.Value) {
	o, ok := interp.Unwrap(v).(*interp.Object)
	var b *interp.Behaviour
	switch {
	case !ok && interp.UnknownIn(v) != nil:
		r.open(interp.UnknownIn(v), graph.UnknownTools)
		return
	case !ok:
		b = r.ObserveMethod(v, "Invoking")
	case o.Row.Text("skills") != "":
		r.open(&interp.Unknown{Reason: "its skills say which tools it has", Pos: r.places[o]}, graph.UnknownTools)
		return
	case !interp.IsZero(o.Arg("provide")):
		b = r.Observe(o.Arg("provide"))
	default:
		for name := range strings.FieldsFuncSeq(o.Row.Text("tools"), func(c rune) bool { return c == '|' }) {
			r.graph.Tools = append(r.graph.Tools, &graph.Tool{
				Name: name, Framework: r.Name, Description: "added by the framework", Pos: r.places[o],
			})
		}
		return
	}
	for _, made := range b.Objects {
		r.option(made)
	}
	if !b.Known {
		r.open(&interp.Unknown{Reason: b.Reason, Pos: b.Pos}, graph.UnknownTools)
	}
}

// middlewares reads those that run tools, approve calls, and repeat runs.
func (r *agentReader) middlewares(list interp.Value) {
	elems, more := interp.Elems(list)
	for _, e := range elems {
		alts := interp.Alternatives(e.V)
		for _, alt := range alts {
			if o, ok := interp.Unwrap(alt.V).(*interp.Object); ok {
				r.middleware(o, len(e.Guard) == 0 && len(alts) == 1)
			}
		}
	}
	if more != nil {
		r.vague = more
	}
}

func (r *agentReader) middleware(o *interp.Object, always bool) {
	limit := graph.Bound{State: graph.BoundPresent}
	n, known := interp.AsInt(o.Arg("max"))
	switch o.Kind {
	case "mw:autocall":
		if n == 0 {
			n = defaultRounds
		}
		if known && always {
			limit = graph.Known(max(n, 0) + 1) // the last time it is offered no tools
		}
		r.limits = append(r.limits, limit)
		r.addTools(o.Arg("tools"))
	case "mw:loop":
		if n == 0 {
			n = defaultLoops
		}
		if known && always {
			limit = graph.Known(max(n, 1))
		}
		r.loops = append(r.loops, limit)
	case "mw:approval":
		elems, more := interp.Elems(o.Arg("rules"))
		r.lenient = r.lenient || len(elems) > 0 || more != nil
	case "mw:context":
		r.context(o.Arg("provider"))
	}
}

// rounds says how often a run asks the model.
func (r *agentReader) rounds(disabled interp.Value) {
	off, known := interp.AsBool(disabled)
	if r.obj.Row.Text("auto") != "" && !(off && known) {
		r.limits = append(r.limits, graph.Known(defaultRounds+1))
	}
	switch {
	case r.vague != nil:
		r.open(r.vague, graph.UnknownBound)
		return
	case len(r.limits) == 0 && r.obj.Row.Text("auto") == "": // its own provider may do anything
		r.open(&interp.Unknown{Reason: "its provider says how often it asks a model"}, graph.UnknownBound)
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
func (a *assembler) alone(g *agent) *graph.Workflow {
	s := assembly.NewSketch(g.graph.Name, a.Name, start, end, g.graph.Pos)
	s.Workflow().Mode = graph.ModeAny
	model := a.place(s, g)
	s.Arrow(start, assembly.Arrow{To: model, Pos: g.graph.Pos})
	s.Arrow(model, assembly.Arrow{To: end, Pos: g.graph.Pos})
	return s.Finish()
}

// place adds the node of an agent, and behind it those of the agents that it calls,
// which come back.
func (a *assembler) place(s *assembly.Sketch, g *agent) string {
	a.busy[g] = true
	defer delete(a.busy, g)
	if g.obj.Kind == "agent:workflow" {
		n := graph.Node{Name: g.graph.Name, Agent: g.graph.Name, Kind: graph.KindSubgraph, Pos: g.graph.Pos}
		for _, alt := range interp.Alternatives(g.obj.Arg("workflow")) {
			o, ok := interp.Unwrap(alt.V).(*interp.Object)
			n.Sub = a.hosted(o, ok)
		}
		return s.PlaceModel(g.graph, n)
	}
	model := s.PlaceModel(g.graph, assembly.ModelNode(g.graph))
	for _, in := range g.called {
		if a.busy[in] {
			u := graph.Unknown{What: graph.UnknownBody, Node: s.Lookup(model), Reason: "agent " + in.graph.Name + " calls itself", Pos: in.graph.Pos}
			s.Unknown(u)
			continue
		}
		inner := a.place(s, in)
		s.Arrow(model, assembly.Arrow{To: inner, Label: in.graph.Name, Pos: g.graph.Pos})
		s.Arrow(inner, assembly.Arrow{To: model, Pos: g.graph.Pos})
	}
	return model
}
