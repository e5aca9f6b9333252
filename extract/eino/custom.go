package eino

// This file reads agents of the program's own types: what their Run and Resume do.
//
// Both return a stream of events. One that interrupts stops the run when the stream
// ends, whatever the agent does between; Resume is what it does when the human has
// answered. One with an error ends the run.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// customAgent handles a type of the program that implements Agent. One that
// holds another agent and has only another name is that agent under this name.
func (a *assembler) customAgent(v interp.Value) *graph.Agent {
	key := identity(v)
	if ag, ok := a.custom[key]; ok {
		return ag
	}
	name := ""
	if vals := a.CallMethod(v, "Name"); len(vals) > 0 {
		name, _ = interp.AsString(vals[0])
	}
	inner := a.heldAgent(v)
	body := a.ObserveStream(v, "Run")
	if body.Func == "" || strings.HasSuffix(body.Func, "$wrapper") || inner != nil && name == "" { // Run or Name is that of the agent inside
		if inner != nil {
			if name != "" {
				inner.Name = name
			}
			// Eino tells an agent of its team through OnSetSubAgents: a wrapper
			// without it keeps the team from the model.
			a.info[inner].hidden = !a.HasMethod(v, "OnSetSubAgents")
			a.custom[key] = inner
			return inner
		}
		if body.Func == "" {
			return nil
		}
	}
	body = turns(body, a.ObserveStream(v, "Resume"))
	ag := &graph.Agent{Name: name, Kind: graph.AgentCustom, Framework: a.Name, Pos: body.Pos}
	if name == "" {
		ag.Name = opaqueName(body.Pos)
	}
	a.custom[key] = ag
	a.info[ag] = &agentInfo{body: body, leaves: leaves(body)}
	if inner != nil {
		ag.SubAgents = append(ag.SubAgents, inner)
		a.children[inner] = true
	}
	a.order = append(a.order, ag)
	return ag
}

// identity returns what makes two values the same variable of the program.
func identity(v interp.Value) any {
	if p, ok := interp.Unwrap(v).(interp.Ptr); ok {
		return p
	}
	return interp.Unwrap(v)
}

// heldAgent returns the agent in a field of a struct, or nil.
func (a *assembler) heldAgent(v interp.Value) *graph.Agent {
	s, ok := interp.Deref(v).(*interp.Struct)
	if !ok {
		return nil
	}
	for _, f := range s.FieldNames() {
		if o, ok := interp.Unwrap(interp.Field(s, f)).(*interp.Object); ok && strings.HasPrefix(o.Kind, "agent:") {
			return a.agentOf(o)
		}
	}
	return nil
}

// turns returns what an agent does from its start to its end, of what its two methods
// do; it may have no Resume. The event of an interrupt asks nobody if it is not sent.
func turns(run, resume *interp.Behaviour) *interp.Behaviour {
	out := *run
	t := &turnFlow{at: make(map[turn]int), bodies: []*interp.Behaviour{run}}
	if resume.Func != "" {
		t.bodies = append(t.bodies, resume)
		out.Known = run.Known && resume.Known
		if run.Known && !resume.Known {
			out.Reason, out.Pos = resume.Reason, resume.Pos
		}
	}
	first := t.nexts(turn{}, run.Flow.First)
	out.Flow = &interp.Flow{First: first, Steps: t.steps}
	out.Effects = nil
	for _, s := range t.steps {
		out.Effects = append(out.Effects, s.Effect)
	}
	return &out
}

// A turnFlow joins the flows of the methods of an agent.
type turnFlow struct {
	bodies []*interp.Behaviour // Run, Resume
	steps  []*interp.FlowStep
	at     map[turn]int
}

// A turn is a step of a method, or its end, with the interrupt that was sent before.
type turn struct {
	body, step int
	asked      *interp.Effect
}

// nexts returns the steps that follow on t, to which next are the steps that follow in
// its method.
func (f *turnFlow) nexts(t turn, next []int) []int {
	var out []int
	for _, i := range next {
		t.step = i
		switch {
		case i != interp.FlowEnd || t.asked != nil:
			out = append(out, f.step(t))
		default:
			out = append(out, interp.FlowEnd)
		}
	}
	return out
}

// step returns the step for t: at the end of its method the interrupt takes place.
func (f *turnFlow) step(t turn) int {
	if i, ok := f.at[t]; ok {
		return i
	}
	i, s := len(f.steps), &interp.FlowStep{}
	f.at[t] = i
	f.steps = append(f.steps, s)
	if t.step == interp.FlowEnd {
		s.Effect = *t.asked
		if len(f.bodies) == 1 || t.body == 1 {
			s.Next = []int{interp.FlowEnd}
		}
		if len(f.bodies) > 1 { // once more if Resume itself asks again
			s.Next = append(s.Next, f.nexts(turn{body: 1}, f.bodies[1].Flow.First)...)
		}
		return i
	}
	b := f.bodies[t.body]
	old := b.Flow.Steps[t.step]
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
func (f *turnFlow) sent(b *interp.Behaviour, s *interp.FlowStep, asked *interp.Effect) []*interp.Effect {
	if s.Kind != "send" {
		return []*interp.Effect{asked}
	}
	var out []*interp.Effect
	for _, alt := range interp.Alternatives(s.Args["event"]) {
		e := asked
		switch x := interp.Deref(alt.V).(type) {
		case *interp.Unknown:
			for i := range b.Effects {
				if h := &b.Effects[i]; isEvent(*h) && h.Row.Key() == x.Row && h.Pos == x.Pos {
					e = h
					break
				}
			}
		case *interp.Struct:
			if !interp.IsZero(interp.Field(x, "Err")) {
				continue
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
func isEvent(e interp.Effect) bool {
	return e.Kind == "human" && e.Row.Package == "github.com/cloudwego/eino/adk"
}
