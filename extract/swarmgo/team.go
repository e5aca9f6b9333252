package swarmgo

// This file builds the workflow of a team, in which the text of a model says who is
// next.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// Constants of the library.
const (
	supervisor = 1 // the type of a team whose members report to one
	goOn       = 1 // how to handle cycles: not to stop
)

// member is an agent of a team.
type member struct {
	name  string
	guard graph.Guard
	pos   graph.Pos
}

// team returns the workflow of a team: any member may name any other, as its model
// writes the name.
func (a *assembler) team(o *assembly.Object) *graph.Workflow {
	pos := a.Place(o)
	s := assembly.NewSketch(assembly.FuncName(o.Func), a.Name, engine.Start, engine.End, pos)
	s.Workflow().Mode = graph.ModeAny
	members := a.place(s, o)
	a.enter(s, o, members)
	kind, known := a.Arg(o, "type").Int()
	for _, m := range members {
		if !known || kind != supervisor || !a.cycles(o) || a.leads(o, m.name) {
			s.Arrow(m.name, assembly.Arrow{To: engine.End, Label: "done", Pos: m.pos})
		}
		for _, next := range members {
			x := assembly.Arrow{To: next.name, Label: next.name, Guard: next.guard, Pos: m.pos}
			if next.name == m.name {
				x.Kind = graph.EdgeLoop
			}
			s.Arrow(m.name, x)
		}
	}
	for _, op := range o.Calls("shares") {
		s.Unknown(assembly.Because(reason.MayOverwrite, "code that has its map").Open(graph.UnknownAnything, op.At(a.Assembly)))
	}
	return s.Finish()
}

// place adds the members of a team. Of two with one name the last counts.
func (a *assembler) place(s *assembly.Sketch, o *assembly.Object) []member {
	var out []member
	for _, op := range o.Calls("member") {
		pos := op.At(a.Assembly)
		for _, v := range a.ArgOf(op, "agent").Each() {
			g := a.agents.Of(v)
			if g == nil {
				s.Unknown(v.Open(graph.UnknownAnything, pos))
				continue
			}
			g.Linked, g.Part = true, true
			if i := slices.IndexFunc(out, func(m member) bool { return m.name == g.Name }); i >= 0 {
				out[i].guard = out[i].guard.Or(v.Guard.Data())
				continue
			}
			name := s.PlaceModel(g.Agent, assembly.ModelNode(g.Agent))
			out = append(out, member{name, v.Guard.Data(), pos})
		}
	}
	return out
}

// enter adds the edges to the members with which runs begin.
func (a *assembler) enter(s *assembly.Sketch, o *assembly.Object, members []member) {
	for _, op := range o.Calls("execute") {
		pos := op.At(a.Assembly)
		for _, v := range a.ArgOf(op, "start").Each() {
			name, known := v.Text()
			if known && s.Has(name) {
				s.Arrow(engine.Start, assembly.Arrow{To: name, Label: name, Guard: v.Guard.Data(), Pos: pos})
				continue
			}
			if !known {
				open := v.Open(graph.UnknownTargets, pos)
				open.Node = s.Lookup(engine.Start)
				s.Unknown(open)
			}
		}
	}
	if len(s.Arrows(engine.Start)) > 0 {
		return
	}
	for _, m := range members { // whoever runs it chooses
		s.Arrow(engine.Start, assembly.Arrow{To: m.name, Label: m.name, Guard: m.guard, Pos: m.pos})
	}
}

// cycles reports whether a run surely goes on when it comes to a member again.
func (a *assembler) cycles(o *assembly.Object) bool {
	ops := o.Calls("cycles")
	if len(ops) == 0 || len(o.Calls("callback")) > 0 {
		return false
	}
	n, known := a.ArgOf(ops[len(ops)-1], "handling").Int()
	return known && n == goOn && len(ops[len(ops)-1].Guard) == 0
}

// leads reports whether a member is, or may be, the leader of a team.
func (a *assembler) leads(o *assembly.Object, name string) bool {
	return slices.ContainsFunc(o.Calls("leader"), func(op *assembly.Op) bool {
		leader, known := a.ArgOf(op, "name").Text()
		return !known || leader == name
	})
}
