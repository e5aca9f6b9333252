package blades

// This file reads agents and tools, and the workflow of an agent.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// agent is what the assembly knows of one agent.
type agent struct {
	graph   *graph.Agent
	called  []*agent            // agents that are its tools
	confirm []*interp.Behaviour // what asks before it begins
	part    bool                // it is a tool of another, or runs in a step of a graph
}

// defaultRounds is how often an agent asks its model if the program does not say.
const defaultRounds = 10

// agent returns the agent of a call of NewAgent.
func (a *assembler) agent(o *interp.Object) *agent {
	if g := a.agents[o]; g != nil {
		return g
	}
	pos := a.places[o]
	g := &agent{graph: &graph.Agent{Kind: graph.AgentLLM, Framework: a.Name, Bound: graph.Known(defaultRounds), Pos: pos}}
	a.agents[o] = g
	name, ok := interp.AsString(o.Arg("name"))
	if !ok || name == "" {
		name = opaqueName(pos)
		if u := interp.UnknownIn(o.Arg("name")); u != nil {
			g.graph.Unknowns = append(g.graph.Unknowns, u.Open(graph.UnknownSources, pos))
		}
	}
	g.graph.Name = name
	elems, more := interp.Elems(o.Arg("options"))
	for _, e := range elems {
		alts := interp.Alternatives(e.V)
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
func (g *agent) open(u *interp.Unknown, kinds ...graph.UnknownKind) {
	for _, what := range kinds {
		g.graph.Unknowns = append(g.graph.Unknowns, u.Open(what, g.graph.Pos))
	}
}

// option reads one option of an agent.
func (a *assembler) option(g *agent, v interp.Value, always bool) {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Unknown:
		g.open(x, graph.UnknownTools, graph.UnknownBound)
	case *interp.Object:
		switch x.Kind {
		case "opt:tools":
			a.addTools(g, x.Arg("tools"), always)
		case "opt:resolver":
			g.graph.Tools = append(g.graph.Tools, &graph.Tool{
				Framework: a.Name, Unknown: "the resolver of the agent says which tools there are", Pos: a.places[x],
			})
		case "opt:max":
			n, ok := interp.AsInt(x.Arg("max"))
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
func (a *assembler) addTools(g *agent, list interp.Value, always bool) {
	tools, more := assembly.ToolsIn(list, a.tool)
	if always {
		g.graph.Tools, g.called = nil, nil
	}
	g.graph.Tools = append(g.graph.Tools, tools...)
	if more != nil {
		g.open(more, graph.UnknownTools)
	}
	elems, _ := interp.Elems(list)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			o, ok := interp.Unwrap(alt.V).(*interp.Object)
			if !ok || o.Kind != "tool:agent" {
				continue
			}
			in, ok := interp.Unwrap(o.Arg("agent")).(*interp.Object)
			if !ok || in.Kind != "agent" {
				g.open(&interp.Unknown{Reason: "it calls an agent that agentvet cannot see", Pos: a.places[o]}, graph.UnknownTools)
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
func (a *assembler) wrap(g *agent, list interp.Value) {
	elems, _ := interp.Elems(list)
	for _, e := range elems {
		o, ok := interp.Unwrap(e.V).(*interp.Object)
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
func confirms(b *interp.Behaviour) bool {
	if !b.Known || len(b.Results) == 0 || b.Flow.Avoids(func(s *interp.FlowStep) bool { return s.Kind == "human" }) {
		return false
	}
	decided := false
	for _, r := range b.Results[0] {
		yes, known := interp.AsBool(r.V)
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
	s := assembly.NewSketch(g.graph.Name, a.Name, start, end, pos)
	s.Workflow().Mode = graph.ModeAny
	last := start
	for _, b := range g.confirm {
		name := s.Place(graph.Node{Name: "confirm", Kind: graph.KindHuman, Func: b.Func, Pos: pos})
		s.Arrow(last, assembly.Arrow{To: name, Label: "confirmed", Pos: pos})
		s.Arrow(name, assembly.Arrow{To: end, Label: "denied", Pos: pos})
		last = name
	}
	model := s.PlaceModel(g.graph, assembly.ModelNode(g.graph))
	s.Arrow(last, assembly.Arrow{To: model, Label: "confirmed", Pos: pos})
	s.Arrow(model, assembly.Arrow{To: end, Pos: pos})
	for _, in := range g.called {
		n := assembly.ModelNode(in.graph)
		switch {
		case a.open[in]:
			u := &interp.Unknown{Reason: "the agent calls itself"}
			n.Kind, n.Tools, n.Calls = graph.KindPassthrough, nil, graph.CallsUnspecified
			name := s.Place(n)
			open := u.Open(graph.UnknownBody, in.graph.Pos)
			open.Node = s.Lookup(name)
			s.Unknown(open)
			s.Arrow(model, assembly.Arrow{To: name, Label: in.graph.Name, Pos: pos})
			s.Arrow(name, assembly.Arrow{To: model, Pos: pos})
			continue
		case len(in.called) > 0:
			n = graph.Node{Name: in.graph.Name, Agent: in.graph.Name, Kind: graph.KindSubgraph, Sub: a.alone(in), Pos: in.graph.Pos}
		}
		name := s.PlaceModel(in.graph, n)
		s.Arrow(model, assembly.Arrow{To: name, Label: in.graph.Name, Pos: pos})
		s.Arrow(name, assembly.Arrow{To: model, Pos: pos})
	}
	return s.Finish()
}

// methods are those of the interface tools.Tool.
var methods = assembly.ToolMethods{Name: "Name", Description: "Description", Run: "Handle"}

// tool returns the tool that v is, nil for nil.
func (a *assembler) tool(v interp.Value) *graph.Tool {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		if x.Kind == "tool" || x.Kind == "tool:agent" {
			return a.toolOf(x)
		}
	case *interp.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case interp.Nil:
		return nil
	}
	return a.OwnTool(v, methods)
}

// toolOf returns the tool that a constructor makes, one for each call.
func (a *assembler) toolOf(o *interp.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	a.tools[o] = t
	if o.Kind == "tool:agent" {
		in, ok := interp.Unwrap(o.Arg("agent")).(*interp.Object)
		if !ok || in.Kind != "agent" {
			t.Unknown = "the agent is not known"
			return t
		}
		assembly.NameTool(t, in.Arg("name"))
		t.Agent = t.Name
		return t
	}
	assembly.NameTool(t, o.Arg("name"))
	t.Description, _ = interp.AsString(o.Arg("description"))
	b := a.Observe(o.Arg("handler"))
	if _, isFunc := interp.Unwrap(o.Arg("handler")).(interp.FuncValue); !isFunc {
		b = a.ObserveMethod(o.Arg("handler"), "Handle")
	}
	t.Handler, t.Args, t.Gate = b.Func, a.ArgsType(o, o.Arg("handler")), assembly.BodyGate(b, b.AsksHuman)
	return t
}
