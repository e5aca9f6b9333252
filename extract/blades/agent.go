package blades

// This file reads what the rows do not say of agents, and the workflow of an agent.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// option reads the options that add tools at run time, or ask before the agent begins.
func (a *assembler) option(g *assembly.Agent, v assembly.Value) {
	switch o := v.Object(); o.Kind {
	case "opt:resolver":
		g.Tools = append(g.Tools, &graph.Tool{
			Framework: a.Name, Unknown: reason.Of(reason.SaysTools, "a resolver"), Pos: a.Place(o),
		})
	case "opt:skills":
		skills, _ := a.Arg(o, "list").List()
		if len(skills) > 0 || a.Arg(o, "list").Unknown() != nil {
			a.adds(g, skillTools...)
		}
	case "opt:wrap":
		a.confirm[g] = nil // each replaces the one before
		a.wrap(g, a.Arg(o, "list"), v.Sole)
	case "agent": // of package flow, or recipe
		if _, file := o.Args["spec"]; file {
			g.Open(assembly.Because(reason.FileSays), graph.UnknownAnything)
			return
		}
		a.wrap(g, a.Arg(o, "list"), true)
		a.delegates(g)
	}
}

// skillTools are the tools of an agent that has skills. The last one runs scripts.
var skillTools = []string{"list_skills", "load_skill", "load_skill_resource", "run_skill_script"}

// adds gives an agent tools that the framework brings.
func (a *assembler) adds(g *assembly.Agent, names ...string) {
	for _, name := range names {
		g.Tools = append(g.Tools, &graph.Tool{
			Framework: a.Name, Name: name, Description: graph.AddedByFramework, Pos: g.Pos,
		})
	}
}

// wrap reads the middleware of an agent, which asks before it begins or may change what it
// is offered. One that does not always stand there asks nobody.
func (a *assembler) wrap(g *assembly.Agent, list assembly.Value, always bool) {
	middleware, more := list.List()
	for _, m := range middleware {
		o := m.Object()
		if o == nil {
			if u := m.Rewrites(); u != nil {
				g.Open(u, graph.UnknownTools)
			}
			continue
		}
		if o.Kind != "confirm" || len(m.Guard) > 0 || !always {
			continue
		}
		if b := a.Arg(o, "fn").Observe(); a.confirms(b) {
			a.confirm[g] = append(a.confirm[g], b)
		}
	}
	if more != nil {
		g.Open(more, graph.UnknownTools)
	}
}

// confirms reports whether a function that says if an agent may begin always asks a
// human first, and never says yes without looking at the answer.
func (a *assembler) confirms(b *assembly.Behaviour) bool {
	if !b.Known || len(b.Results) == 0 || b.Course.Avoids(func(s *assembly.CourseStep) bool { return s.Kind == "human" }) {
		return false
	}
	decided := false
	for _, r := range a.Result(b, 0) {
		yes, known := r.Bool()
		if known && yes && len(r.Guard) == 0 {
			return false
		}
		decided = decided || !known || len(r.Guard) > 0
	}
	return decided
}

// alone returns the workflow of an agent: a question to a human, if there is one,
// the model, and the agents that are its tools.
func (a *assembler) alone(g *assembly.Agent) *graph.Workflow {
	a.open[g] = true
	defer delete(a.open, g)
	pos := g.Pos
	s := assembly.NewSketch(g.Name, a.Name, start, end, pos)
	s.Workflow().Mode = graph.ModeAny
	last := start
	for _, b := range a.confirm[g] {
		name := s.Place(graph.Node{Name: "confirm", Kind: graph.KindHuman, Func: b.Func, Pos: pos})
		s.Arrow(last, assembly.Arrow{To: name, Label: "confirmed", Pos: pos})
		s.Arrow(name, assembly.Arrow{To: end, Label: "denied", Pos: pos})
		last = name
	}
	model := s.PlaceModel(g.Agent, assembly.ModelNode(g.Agent))
	s.Arrow(last, assembly.Arrow{To: model, Label: "confirmed", Pos: pos})
	s.Arrow(model, assembly.Arrow{To: end, Pos: pos})
	for _, in := range g.Called {
		n := assembly.ModelNode(in.Agent)
		switch {
		case a.open[in]:
			u := assembly.Because(reason.Itself, "agent")
			n.Kind, n.Tools, n.Calls = graph.KindPassthrough, nil, graph.CallsUnspecified
			name := s.Place(n)
			open := u.Open(graph.UnknownBody, in.Pos)
			open.Node = s.Lookup(name)
			s.Unknown(open)
			s.Arrow(model, assembly.Arrow{To: name, Label: in.Name, Pos: pos})
			s.Arrow(name, assembly.Arrow{To: model, Pos: pos})
			continue
		case len(in.Called) > 0:
			n = graph.Node{Name: in.Name, Agent: in.Name, Kind: graph.KindSubgraph, Sub: a.alone(in), Pos: in.Pos}
		}
		name := s.PlaceModel(in.Agent, n)
		s.Arrow(model, assembly.Arrow{To: name, Label: in.Name, Pos: pos})
		s.Arrow(name, assembly.Arrow{To: model, Pos: pos})
	}
	return s.Finish()
}
