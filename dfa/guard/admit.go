package guard

// This file decides on calls.

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/dfa"
)

// A Call is a call of a tool that a model wants.
type Call struct {
	Tool string
	// Arguments is a JSON object, the one that the tool gets. If it cannot be read, or if it is
	// empty, rules that test arguments judge by the worst that they can be.
	Arguments string
	Agent     string // who calls; "" if there is one agent only
	// Human is what a human has said to this call, with these arguments. It is for frameworks that ask
	// themselves, and never for what a model says.
	Human Answer
}

// An Answer is what a human has said.
type Answer uint8

const (
	NotAsked Answer = iota
	Yes
	No
)

// JSON returns v as the arguments of a call: a text as it is, anything else in JSON.
func JSON(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case json.RawMessage:
		return string(v)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "" // not known
	}
	return string(text)
}

// Call runs a call if the policy allows it: run is what the tool does. If it is refused, run does not
// happen, and the error is a *Refusal. Otherwise the error is that of run. What the tool returned stays
// unknown, for rules that ask for it: see Do and Guard.Returned.
func (g *Guard) Call(ctx context.Context, session string, c Call, run func(context.Context) error) error {
	if err := g.Admit(ctx, session, c); err != nil {
		return err
	}
	err := run(ctx)
	if err != nil {
		g.returned(ctx, session, c, "", true)
	} else {
		g.saidYes(ctx, session, c)
	}
	return err
}

// Do is Guard.Call for what returns a value, which is the result of the call in JSON.
func Do[T any](ctx context.Context, g *Guard, session string, c Call, run func(context.Context) (T, error)) (T, error) {
	if err := g.Admit(ctx, session, c); err != nil {
		var none T
		return none, err
	}
	v, err := run(ctx)
	if text := JSON(v); err != nil || text != "" {
		g.returned(ctx, session, c, text, err != nil)
	} else {
		g.saidYes(ctx, session, c)
	}
	return v, err
}

// Admit decides on a call that has not happened, asks a human if need be, and records the call if it
// may happen. The error is nil or a *Refusal; if it is nil, the caller lets the call happen, once. It
// never panics.
func (g *Guard) Admit(ctx context.Context, session string, c Call) error {
	return g.decide(ctx, &Decision{Session: session, Tool: c.Tool, Agent: c.Agent}, func(d *Decision) *Refusal {
		if r := g.known(&c); r != nil {
			return r
		}
		return g.admit(ctx, d, &c, g.event(&c))
	})
}

// Step decides on an event that is no call, such as a step of an agent, as Admit decides on calls.
// Nobody is asked.
func (g *Guard) Step(ctx context.Context, session string, e *dfa.Event) error {
	return g.decide(ctx, &Decision{Session: session, Agent: e.Agent, Node: e.Node}, func(d *Decision) *Refusal {
		s, r := g.live(ctx, d.Session)
		if r != nil {
			return r
		}
		r, _ = g.record(ctx, d, s, e)
		return r
	})
}

// Note records what has happened in any case, such as a human who was asked by somebody else. The
// error is nil or a *Refusal: that a rule is violated, that calls are stopped, or that it could not be
// recorded.
func (g *Guard) Note(ctx context.Context, session string, e *dfa.Event) error {
	return g.decide(ctx, &Decision{Session: session, Agent: e.Agent, Node: e.Node, Tool: e.Tool}, func(d *Decision) *Refusal {
		s, r := g.live(ctx, d.Session)
		if r != nil {
			return r
		}
		s.locked(func() { r = g.note(ctx, d, s, e) })
		return r
	})
}

func (g *Guard) note(ctx context.Context, d *Decision, s *session, e *dfa.Event) *Refusal {
	if s.broken != nil {
		return lost(s.broken)
	}
	said := s.m.Step(e)
	s.steps++
	d.Step = s.steps
	s.moved(label(e))
	if err := g.store(ctx, s); err != nil {
		s.broken = err // it did happen, so it cannot be taken back
		return failed(err)
	}
	if said.Denied() {
		return &Refusal{Reason: Forbidden, Rules: g.broken(s, said.Violated)}
	}
	d.Warned = g.broken(s, said.Violated)
	return nil
}

// decide makes one decision, and tells of it. A panic is a refusal.
func (g *Guard) decide(ctx context.Context, d *Decision, by func(*Decision) *Refusal) error {
	d.Refusal = protected(func() *Refusal {
		if err := ctx.Err(); err != nil {
			return &Refusal{Reason: Cancelled, Err: err}
		}
		return by(d)
	})
	g.tell(ctx, d)
	if d.Refusal == nil {
		return nil // not a nil *Refusal in an error
	}
	return d.Refusal
}

// protected returns what by does, or that it panicked.
func protected(by func() *Refusal) (r *Refusal) {
	defer func() {
		if p := recover(); p != nil {
			r = failed(fmt.Errorf("panic: %v", p))
		}
	}()
	return by()
}

// known says why a call is refused whatever has happened: there is no such tool, or it is not for
// this agent.
func (g *Guard) known(c *Call) *Refusal {
	if _, ok := g.tools[c.Tool]; !ok && (!g.o.OpenTools || c.Tool == "") {
		return &Refusal{Reason: UnknownTool, Tools: g.allowedNames(c.Agent)}
	}
	if g.o.Allowed != nil && !g.o.Allowed(c.Agent, c.Tool) {
		return &Refusal{Reason: NotGranted, Tools: g.allowedNames(c.Agent)}
	}
	return nil
}

// allowedNames returns the tools that an agent may call at all.
func (g *Guard) allowedNames(agent string) []string {
	if g.o.Allowed == nil {
		return g.names
	}
	return slices.DeleteFunc(slices.Clone(g.names), func(name string) bool { return !g.o.Allowed(agent, name) })
}

// event returns the event that a call is.
func (g *Guard) event(c *Call) *dfa.Event {
	t := g.tools[c.Tool]
	e := &dfa.Event{Tool: c.Tool, Agent: c.Agent, Caps: t.Caps, Tags: t.Tags}
	var err error
	e.Args, err = dfa.ParseArgs(c.Arguments)
	if err != nil {
		e.Args, e.Open = nil, true // judged by the worst that they can be
	}
	return e
}

// live returns a session, or why calls in it are refused.
func (g *Guard) live(ctx context.Context, id string) (*session, *Refusal) {
	s, err := g.session(ctx, id)
	if err != nil {
		return nil, lost(err)
	}
	return s, nil
}

// admit decides on a call by the rules.
func (g *Guard) admit(ctx context.Context, d *Decision, c *Call, e *dfa.Event) *Refusal {
	s, r := g.live(ctx, d.Session)
	if r != nil {
		return r
	}
	yes := &dfa.Event{Human: true, Agent: c.Agent}
	switch d.Asked = c.Human != NotAsked; c.Human {
	case NotAsked:
	case Yes:
		r, _ = g.record(ctx, d, s, yes, e)
		return r
	default:
		return &Refusal{Reason: Declined}
	}
	r, helps := g.record(ctx, d, s, e)
	if r == nil || !helps {
		return r
	}
	if g.o.Approve == nil {
		r.Reason = NeedsApproval
		return r
	}
	d.Asked = true
	q := Question{Session: d.Session, Tool: c.Tool, Agent: c.Agent, Arguments: c.Arguments, Rules: r.Rules}
	if reason, err := g.ask(ctx, q); reason != ReasonInvalid {
		r.Reason, r.Err = reason, err
		return r
	}
	r, _ = g.record(ctx, d, s, yes, e)
	return r
}

// record asks the rules of a session whether events may happen one right after the other, and
// records them if they may. If they may not, it reports whether a human's yes would change that.
func (g *Guard) record(ctx context.Context, d *Decision, s *session, events ...*dfa.Event) (r *Refusal, helps bool) {
	var at dfa.Snapshot // where the session is that refuses
	s.locked(func() {
		if s.broken != nil {
			r = lost(s.broken)
			return
		}
		stopped := s.m.Stopped()
		d.Step = s.steps + len(events)
		undo := g.undo(s)
		said := s.admit(events)
		if !said.Denied() {
			r = g.keep(ctx, d, s, said, events, undo)
			return
		}
		r = &Refusal{Reason: Forbidden, Rules: g.broken(s, said.Violated)}
		if len(said.Violated) == 0 {
			r.Reason = Stopped
			return
		}
		at = s.m.Snapshot()
		at.Stopped = stopped
		if said.Escalated() && len(events) == 1 && events[0].Tool != "" {
			helps = g.may(at, &dfa.Event{Human: true, Agent: events[0].Agent}, events[0])
		}
		if helps {
			s.m.Resume() // it is stopped only if nobody can help
		}
		if s.m.Stopped() != stopped {
			r.Halted = true
			r.Err = g.store(ctx, s)
		}
	})
	if r != nil && r.Reason == Forbidden && !r.Halted {
		g.showWay(r, at, events[len(events)-1])
	}
	return r, helps
}

// admit asks the rules, and records events that they allow.
func (s *session) admit(events []*dfa.Event) dfa.Decision {
	if len(events) == 1 {
		return s.m.Admit(events[0])
	}
	return s.m.AdmitAll(events...)
}

// undo returns what takes the session back to where it is. Only a store can fail, so without one
// there is nothing to be taken back.
func (g *Guard) undo(s *session) func() {
	if g.o.Store == nil {
		return nil
	}
	before, steps, since, states := s.m.Snapshot(), s.steps, slices.Clone(s.since), slices.Clone(s.states)
	return func() {
		if err := s.m.Restore(before); err != nil {
			panic("guard: internal error: " + err.Error())
		}
		s.steps, s.since, s.states = steps, since, states
	}
}

// keep records events that may happen. If they cannot be stored, they do not happen.
func (g *Guard) keep(ctx context.Context, d *Decision, s *session, said dfa.Decision, events []*dfa.Event, undo func()) *Refusal {
	s.steps += len(events)
	s.moved(label(events[len(events)-1]))
	if err := g.store(ctx, s); err != nil {
		undo()
		return failed(err)
	}
	d.Warned = g.broken(s, said.Violated)
	return nil
}

// maxLabel is how much of a name is kept: with OpenTools a model makes them up.
const maxLabel = 100

// label says what an event is, in a word.
func label(e *dfa.Event) string {
	text := e.Kind
	switch {
	case e.Tool != "":
		text = e.Tool
	case e.Human:
		text = "human"
	case e.Node != "":
		text = e.Node
	}
	return text[:min(len(text), maxLabel)]
}
