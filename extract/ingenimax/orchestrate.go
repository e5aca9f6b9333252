package ingenimax

// This file reads orchestration: workflows of tasks, desks that hand over from agent
// to agent, and planners, over the agents of a registry.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// orchestrations adds the workflows of all orchestrators.
func (a *crew) orchestrations() {
	for _, o := range a.ObjectsOf("tasks") {
		if len(o.Calls("task")) > 0 && !a.general(o) {
			a.add(o, a.tasks(o))
		}
	}
	for _, o := range a.ObjectsOf("tasks:own") {
		a.add(o, a.filled(o))
	}
	for _, o := range a.ObjectsOf("plans") {
		if !a.general(o) {
			a.add(o, a.plans(o))
		}
	}
	for _, o := range a.ObjectsOf("desk", "planner") {
		if (a.Used(o) || len(o.Calls("handle", "plan")) > 0) && !a.general(o) {
			a.add(o, a.team(o))
		}
	}
}

// filled returns the workflow of tasks that the program fills in itself: nothing is known of it.
func (a *crew) filled(o *assembly.Object) *graph.Workflow {
	s := assembly.NewSketch(assembly.FuncName(o.Func), a.Name, start, end, a.Place(o))
	s.Unknown(assembly.Because(reason.MayOverwrite, "code that mentions its tasks").Open(graph.UnknownAnything, a.Place(o)))
	return s.Finish()
}

// plans returns the workflow of an executor of plans: it runs its tools as a plan says, and
// whether anybody has approved that is the program's.
func (a *crew) plans(o *assembly.Object) *graph.Workflow {
	pos := a.Place(o)
	g := &agent{graph: &graph.Agent{Pos: pos}}
	a.addTools(g, a.Arg(o, "tools"))
	s := assembly.NewSketch(assembly.FuncName(o.Func), a.Name, start, end, pos)
	execute := s.PlaceOpen(graph.Node{
		Name: "execute", Kind: graph.KindTool, Tools: g.graph.Tools, Calls: graph.CallsAny, Pos: pos,
	}, g.graph.Unknowns)
	s.Arrow(start, assembly.Arrow{To: execute, Pos: pos})
	s.Arrow(execute, assembly.Arrow{To: end, Pos: pos})
	s.Unknown(assembly.Because(reason.RunsTasks).Open(graph.UnknownAnything, pos))
	return s.Finish()
}

// A member is an agent of a registry, under the name that it has there.
type member struct {
	id    string
	agent assembly.Value
	pos   graph.Pos
}

// members returns the agents of a registry, and why there may be others. Of two with
// one name the last counts.
func (a *crew) members(v assembly.Value) (list []member, more *assembly.Unknown) {
	for _, x := range v.Each() {
		o := x.Object()
		if o == nil {
			more = x.Why(reason.Registry)
			continue
		}
		if len(o.Calls("hands")) > 0 {
			more = assembly.Because(reason.MayOverwrite, "code that has its list")
		}
		for _, op := range o.Calls("register") {
			pos := op.At(a.Assembly)
			for _, id := range a.ArgOf(op, "id").Each() {
				name, known := id.Text()
				if !known {
					more = &assembly.Unknown{Reason: reason.Of(reason.NamelessAgent), Pos: pos}
					continue
				}
				m := member{name, a.ArgOf(op, "agent"), pos}
				if i := slices.IndexFunc(list, func(x member) bool { return x.id == name }); i >= 0 && len(id.Guard) == 0 {
					list[i] = m
				} else {
					list = append(list, m)
				}
			}
		}
	}
	return list, more
}

// placeMember adds the node of a member, under its own name or another one.
func (a *crew) placeMember(s *assembly.Sketch, name string, m member) string {
	if g := a.agentOf(m.agent); g != nil {
		return a.step(s, name, g)
	}
	n := graph.Node{Name: name, Kind: graph.KindPassthrough, Agent: m.id, Pos: m.pos}
	return s.PlaceUnseen(n, m.agent)
}

// maxHandovers is how many agents a desk goes through.
const maxHandovers = 5

// team returns the workflow of a desk or a planner: a step that chooses, and agents
// after each of which another may run.
func (a *crew) team(o *assembly.Object) *graph.Workflow {
	pos := a.Place(o)
	s := assembly.NewSketch(assembly.FuncName(o.Func), a.Name, start, end, pos)
	s.Workflow().Mode = graph.ModeAny
	first := graph.Node{Name: "route", Kind: graph.KindRouter, Pos: pos}
	next := graph.Node{Name: "again", Kind: graph.KindRouter, Generated: true, Bound: graph.Known(maxHandovers), Pos: pos}
	if o.Kind == "planner" {
		first = graph.Node{Name: "plan", Kind: graph.KindLLM, Pos: pos}
		next.Bound = graph.Bound{State: graph.BoundPresent} // of a plan, which is finite
	} else if a.Arg(o, "router").Object("router:llm") != nil {
		first.Kind = graph.KindLLM
	}
	head := s.Place(first)
	s.Arrow(start, assembly.Arrow{To: head, Pos: pos})
	list, more := a.members(a.Arg(o, "registry"))
	if more != nil {
		s.Unknown(more.Open(graph.UnknownAnything, pos))
	}
	chosen := a.chosen(o)
	again := s.Place(next)
	for _, m := range list {
		name := a.placeMember(s, m.id, m)
		if chosen == nil || named(chosen, m.id) {
			s.Arrow(head, assembly.Arrow{To: name, Label: m.id, Pos: m.pos})
		}
		s.Arrow(name, assembly.Arrow{To: again, Pos: m.pos})
		s.Arrow(again, assembly.Arrow{To: name, Label: m.id, Kind: graph.EdgeLoop, Pos: m.pos})
	}
	s.Arrow(again, assembly.Arrow{To: end, Pos: pos})
	if len(list) == 0 {
		s.Arrow(head, assembly.Arrow{To: end, Pos: pos})
	}
	for _, c := range chosen {
		if more == nil && !named(list, c.id) {
			s.Arrow(head, assembly.Arrow{To: c.id, Label: c.id, Pos: c.pos}) // to nobody
		}
	}
	return s.Finish()
}

// named reports whether a member has the name.
func named(list []member, id string) bool {
	return slices.ContainsFunc(list, func(m member) bool { return m.id == id })
}

// chosen returns the names that the router of a desk may choose, nil for any.
func (a *crew) chosen(o *assembly.Object) (list []member) {
	add := func(v assembly.Value, pos graph.Pos) (known bool) {
		id, known := v.Text()
		if id != "" && !named(list, id) { // with an error, there is no name
			list = append(list, member{id: id, pos: pos})
		}
		return known
	}
	router := a.Arg(o, "router")
	r := router.Object()
	switch {
	case r != nil && r.Kind == "router:simple":
		for _, op := range r.Calls("route") {
			if !add(a.ArgOf(op, "id"), op.At(a.Assembly)) {
				return nil
			}
		}
		if a.Escape(r, "it") != nil {
			return nil
		}
	case r == nil && o.Kind == "desk":
		res := router.CallMethod("Route")
		if len(res) == 0 {
			return nil
		}
		for _, x := range res[0].Each() {
			if !add(x, a.Place(o)) {
				return nil
			}
		}
	}
	return list
}
