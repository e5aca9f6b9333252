package blades

// This file reads agents and tools, and the workflow of an agent.

import (
	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// agent is what the assembly knows of one agent.
type agent struct {
	graph   *graph.Agent
	called  []*agent             // agents that are its tools
	confirm []*extract.Behaviour // what asks before it begins
	part    bool                 // it is a tool of another, or runs in a step of a graph
}

// defaultRounds is how often an agent asks its model if the program does not say.
const defaultRounds = 10

// agent returns the agent of a call of NewAgent.
func (a *assembler) agent(o *extract.Object) *agent {
	if g := a.agents[o]; g != nil {
		return g
	}
	pos := a.places[o]
	g := &agent{graph: &graph.Agent{Kind: graph.AgentLLM, Framework: a.Name, Bound: graph.Known(defaultRounds), Pos: pos}}
	a.agents[o] = g
	name, ok := extract.AsString(o.Arg("name"))
	if !ok || name == "" {
		name = opaqueName(pos)
		if u := extract.UnknownIn(o.Arg("name")); u != nil {
			g.graph.Unknowns = append(g.graph.Unknowns, u.Open(graph.UnknownSources, pos))
		}
	}
	g.graph.Name = name
	elems, more := extract.Elems(o.Arg("options"))
	for _, e := range elems {
		alts := extract.Alternatives(e.V)
		for _, alt := range alts {
			a.option(g, alt.V, len(e.Guard) == 0 && len(alts) == 1)
		}
	}
	if more != nil {
		g.open(more, graph.UnknownTools, graph.UnknownBound)
	}
	return g
}

// open notes what is not known of an agent.
func (g *agent) open(u *extract.Unknown, kinds ...graph.UnknownKind) {
	for _, what := range kinds {
		g.graph.Unknowns = append(g.graph.Unknowns, u.Open(what, g.graph.Pos))
	}
}

// option reads one option of an agent.
func (a *assembler) option(g *agent, v extract.Value, always bool) {
	switch x := extract.Unwrap(v).(type) {
	case *extract.Unknown:
		g.open(x, graph.UnknownTools, graph.UnknownBound)
	case *extract.Object:
		switch x.Kind {
		case "opt:tools":
			a.addTools(g, x.Arg("tools"), always)
		case "opt:resolver":
			g.graph.Tools = append(g.graph.Tools, &graph.Tool{
				Framework: a.Name, Unknown: "the resolver of the agent says which tools there are", Pos: a.places[x],
			})
		case "opt:max":
			n, ok := extract.AsInt(x.Arg("max"))
			if g.graph.Bound = (graph.Bound{State: graph.BoundPresent}); ok && always {
				g.graph.Bound = graph.Known(max(n, 0))
			}
		case "opt:schema":
			g.graph.Returns = "output schema"
		case "opt:wrap":
			g.confirm = nil // each replaces the one before
			if always {
				a.wrap(g, x.Arg("list"))
			}
		}
	}
}

// addTools sets the tools of an agent, which a second option replaces: where it is
// not always given, the agent may have either.
func (a *assembler) addTools(g *agent, list extract.Value, always bool) {
	tools, more := extract.ToolsIn(list, a.tool)
	if always {
		g.graph.Tools, g.called = nil, nil
	}
	g.graph.Tools = append(g.graph.Tools, tools...)
	if more != nil {
		g.open(more, graph.UnknownTools)
	}
	elems, _ := extract.Elems(list)
	for _, e := range elems {
		for _, alt := range extract.Alternatives(e.V) {
			o, ok := extract.Unwrap(alt.V).(*extract.Object)
			if !ok || o.Kind != "tool:agent" {
				continue
			}
			in, ok := extract.Unwrap(o.Arg("agent")).(*extract.Object)
			if !ok || in.Kind != "agent" {
				g.open(&extract.Unknown{Reason: "it calls an agent that agentvet cannot see", Pos: a.places[o]}, graph.UnknownTools)
				continue
			}
			inner := a.agent(in)
			inner.part = true
			g.called = append(g.called, inner)
			g.graph.SubAgents = append(g.graph.SubAgents, inner.graph)
		}
	}
}

// wrap reads the middleware of an agent.
func (a *assembler) wrap(g *agent, list extract.Value) {
	elems, _ := extract.Elems(list)
	for _, e := range elems {
		o, ok := extract.Unwrap(e.V).(*extract.Object)
		if !ok || o.Kind != "confirm" || len(e.Guard) > 0 {
			continue
		}
		if b := a.Observe(o.Arg("fn")); confirms(b) {
			g.confirm = append(g.confirm, b)
		}
	}
}

// confirms reports whether a function that says if an agent may begin always asks a
// human first, and never says yes without looking at the answer.
func confirms(b *extract.Behaviour) bool {
	if !b.Known || len(b.Results) == 0 || b.Flow.Avoids(func(s *extract.FlowStep) bool { return s.Kind == "human" }) {
		return false
	}
	decided := false
	for _, r := range b.Results[0] {
		yes, known := extract.AsBool(r.V)
		if known && yes && len(r.Guard) == 0 {
			return false
		}
		decided = decided || !known || len(r.Guard) > 0
	}
	return decided
}

// alone returns the workflow of an agent: a question to a human, if there is one,
// the model, and the agents that are its tools.
func (a *assembler) alone(g *agent) *graph.Workflow {
	a.open[g] = true
	defer delete(a.open, g)
	pos := g.graph.Pos
	s := extract.NewSketch(g.graph.Name, a.Name, start, end, pos)
	s.Workflow().Mode = graph.ModeAny
	last := start
	for _, b := range g.confirm {
		name := s.Place(graph.Node{Name: "confirm", Kind: graph.KindHuman, Func: b.Func, Pos: pos})
		s.Arrow(last, extract.Arrow{To: name, Label: "confirmed", Pos: pos})
		s.Arrow(name, extract.Arrow{To: end, Label: "denied", Pos: pos})
		last = name
	}
	model := s.PlaceModel(g.graph, extract.ModelNode(g.graph))
	s.Arrow(last, extract.Arrow{To: model, Label: "confirmed", Pos: pos})
	s.Arrow(model, extract.Arrow{To: end, Pos: pos})
	for _, in := range g.called {
		n := extract.ModelNode(in.graph)
		switch {
		case a.open[in]:
			u := &extract.Unknown{Reason: "the agent calls itself"}
			n.Kind, n.Tools, n.Calls = graph.KindPassthrough, nil, graph.CallsUnspecified
			name := s.Place(n)
			open := u.Open(graph.UnknownBody, in.graph.Pos)
			open.Node = s.Lookup(name)
			s.Unknown(open)
			s.Arrow(model, extract.Arrow{To: name, Label: in.graph.Name, Pos: pos})
			s.Arrow(name, extract.Arrow{To: model, Pos: pos})
			continue
		case len(in.called) > 0:
			n = graph.Node{Name: in.graph.Name, Agent: in.graph.Name, Kind: graph.KindSubgraph, Sub: a.alone(in), Pos: in.graph.Pos}
		}
		name := s.PlaceModel(in.graph, n)
		s.Arrow(model, extract.Arrow{To: name, Label: in.graph.Name, Pos: pos})
		s.Arrow(name, extract.Arrow{To: model, Pos: pos})
	}
	return s.Finish()
}

// methods are those of the interface tools.Tool.
var methods = extract.ToolMethods{Name: "Name", Description: "Description", Run: "Handle"}

// tool returns the tool that v is, nil for nil.
func (a *assembler) tool(v extract.Value) *graph.Tool {
	switch x := extract.Unwrap(v).(type) {
	case *extract.Object:
		if x.Kind == "tool" || x.Kind == "tool:agent" {
			return a.toolOf(x)
		}
	case *extract.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case extract.Nil:
		return nil
	}
	return a.OwnTool(v, methods)
}

// toolOf returns the tool that a constructor makes, one for each call.
func (a *assembler) toolOf(o *extract.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	a.tools[o] = t
	if o.Kind == "tool:agent" {
		in, ok := extract.Unwrap(o.Arg("agent")).(*extract.Object)
		if !ok || in.Kind != "agent" {
			t.Unknown = "the agent is not known"
			return t
		}
		extract.NameTool(t, in.Arg("name"))
		t.Agent = t.Name
		return t
	}
	extract.NameTool(t, o.Arg("name"))
	t.Description, _ = extract.AsString(o.Arg("description"))
	b := a.Observe(o.Arg("handler"))
	if _, isFunc := extract.Unwrap(o.Arg("handler")).(extract.FuncValue); !isFunc {
		b = a.ObserveMethod(o.Arg("handler"), "Handle")
	}
	t.Handler, t.Args, t.Gate = b.Func, a.ArgsType(o, o.Arg("handler")), extract.BodyGate(b, b.AsksHuman)
	return t
}
