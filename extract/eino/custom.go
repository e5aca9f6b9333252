package eino

// This file reads agents of the program's own types: what their Run and Resume do.
//
// Both return a stream of events. One that interrupts stops the run when the stream
// ends, whatever the agent does between; Resume is what it does when the human has
// answered. One with an error ends the run.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// customAgent handles a type of the program that implements Agent. One that
// holds another agent and has only another name is that agent under this name.
func (a *workshop) customAgent(v assembly.Value) *graph.Agent {
	key := v.Identity()
	if ag, ok := a.custom[key]; ok {
		return ag
	}
	name := ""
	if res, ok := v.Returned("Name"); ok {
		name, _ = res.Text()
	}
	inner := a.heldAgent(v)
	body := v.ObserveStream("Run")
	if body.Func == "" || funcid.IsWrapper(body.Func) || inner != nil && name == "" { // Run or Name is that of the agent inside
		if inner != nil {
			if name != "" {
				inner.Name = name
			}
			// Eino tells an agent of its team through OnSetSubAgents: a wrapper
			// without it keeps the team from the model.
			a.info[inner].hidden = !v.HasMethod("OnSetSubAgents")
			a.custom[key] = inner
			return inner
		}
		if body.Func == "" {
			return nil
		}
	}
	body = a.turns(body, v.ObserveStream("Resume"))
	name = cmp.Or(name, assembly.OpaqueName(body.Pos))
	ag := &graph.Agent{Name: name, Kind: graph.AgentCustom, Framework: a.Name, Pos: body.Pos}
	a.custom[key] = ag
	a.info[ag] = &agentInfo{body: body, leaves: leaves(body)}
	if inner != nil {
		ag.SubAgents = append(ag.SubAgents, inner)
		a.children[inner] = true
	}
	a.order = append(a.order, ag)
	return ag
}

// heldAgent returns the agent in a field of a struct, or nil.
func (a *workshop) heldAgent(v assembly.Value) *graph.Agent {
	for _, f := range v.Fields() {
		if o := f.Object(agentKinds...); o != nil {
			return a.agentOf(o)
		}
	}
	return nil
}

// turns returns what an agent does from its start to its end, of what its two methods
// do; it may have no Resume. The event of an interrupt asks nobody if it is not sent.
func (a *workshop) turns(run, resume *assembly.Behaviour) *assembly.Behaviour {
	out := *run
	t := &turnCourse{a: a, at: make(map[turn]int), bodies: []*assembly.Behaviour{run}}
	if resume.Func != "" {
		t.bodies = append(t.bodies, resume)
		out.Known = run.Known && resume.Known
		if run.Known && !resume.Known {
			out.Reason, out.Pos = resume.Reason, resume.Pos
		}
	}
	first := t.nexts(turn{}, run.Course.First)
	out.Course = &assembly.Course{First: first, Steps: t.steps}
	out.Effects = nil
	for _, s := range t.steps {
		out.Effects = append(out.Effects, s.Effect)
	}
	return &out
}

// A turnCourse joins the courses of the methods of an agent.
type turnCourse struct {
	a      *workshop
	bodies []*assembly.Behaviour // Run, Resume
	steps  []*assembly.CourseStep
	at     map[turn]int
}

// A turn is a step of a method, or its end, with the interrupt that was sent before.
type turn struct {
	body, step int
	asked      *assembly.Effect
}

// nexts returns the steps that follow on t, to which next are the steps that follow in
// its method.
func (f *turnCourse) nexts(t turn, next []int) []int {
	var out []int
	for _, i := range next {
		t.step = i
		switch {
		case i != assembly.CourseEnd || t.asked != nil:
			out = append(out, f.step(t))
		default:
			out = append(out, assembly.CourseEnd)
		}
	}
	return out
}

// step returns the step for t: at the end of its method the interrupt takes place.
func (f *turnCourse) step(t turn) int {
	if i, ok := f.at[t]; ok {
		return i
	}
	i, s := len(f.steps), &assembly.CourseStep{}
	f.at[t] = i
	f.steps = append(f.steps, s)
	if t.step == assembly.CourseEnd {
		s.Effect = *t.asked
		if len(f.bodies) == 1 || t.body == 1 {
			s.Next = []int{assembly.CourseEnd}
		}
		if len(f.bodies) > 1 { // once more if Resume itself asks again
			s.Next = append(s.Next, f.nexts(turn{body: 1}, f.bodies[1].Course.First)...)
		}
		return i
	}
	b := f.bodies[t.body]
	old := b.Course.Steps[t.step]
	s.Effect, s.Spawned = old.Effect, old.Spawned
	if isEvent(old.Effect) {
		s.Kind = "event"
	}
	for _, e := range f.sent(b, old, t.asked) {
		t.asked = e
		s.Next = append(s.Next, f.nexts(t, old.Next)...)
	}
	return i
}

// sent returns, for each event that a step may send, the interrupt that stands when it
// has done so: its own, or what stood before. For one with an error there is none.
func (f *turnCourse) sent(b *assembly.Behaviour, s *assembly.CourseStep, asked *assembly.Effect) []*assembly.Effect {
	if s.Kind != "send" {
		return []*assembly.Effect{asked}
	}
	var out []*assembly.Effect
	for _, event := range f.a.StepArg(s, "event").Each() {
		e := asked
		if event = event.Behind(); event.IsStruct() && !event.Field("Err").IsZero() {
			continue
		}
		if u := event.Opaque(); u != nil {
			made := func(h assembly.Effect) bool { return isEvent(h) && h.Row.Key() == u.Row && h.Pos == u.Pos }
			if i := slices.IndexFunc(b.Effects, made); i >= 0 {
				e = &b.Effects[i]
			}
		}
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// isEvent reports whether an effect makes the event of an interrupt, which is nothing
// until it is sent.
func isEvent(e assembly.Effect) bool {
	return e.Kind == "human" && e.Row.Package == "github.com/cloudwego/eino/adk"
}
