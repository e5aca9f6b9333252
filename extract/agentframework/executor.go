package agentframework

// This file reads executors: the functions that one runs for a message, and whom it
// sends messages to.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// A handler is a function of an executor, and what it sends.
type handler struct {
	body    *interp.Behaviour
	answers bool // it returns what is sent on
	hook    bool // it runs after the messages of a step
}

// A reader collects the functions of one executor.
type reader struct {
	*assembler
	handlers []handler
	muted    bool // what handlers return is not sent
	unknowns []*interp.Unknown
}

// executor reads what an executor is made of.
func (r *reader) executor(v interp.Value) {
	for _, alt := range interp.Alternatives(v) {
		switch x := interp.Deref(alt.V).(type) {
		case *interp.Object:
			if x.Kind != "executor" {
				r.object(x)
				continue
			}
			r.lasting(func() { r.object(x) })
		case *interp.Struct:
			if strings.HasSuffix(x.Type, ".ExecutorBinding") {
				r.factory(interp.Field(x, "NewExecutorFunc"), interp.Field(x, "ID"))
				continue
			}
			r.lasting(func() { r.literal(x) })
		case *interp.Unknown:
			r.unknowns = append(r.unknowns, x)
		default:
			r.unknowns = append(r.unknowns, &interp.Unknown{Reason: "it is no executor that agentvet can see"})
		}
	}
}

// lasting reads an executor, whose functions share variables that last for a run.
func (r *reader) lasting(read func()) {
	handlers, unknowns, muted := len(r.handlers), len(r.unknowns), r.muted
	r.Lasting(func() {
		r.handlers, r.unknowns, r.muted = r.handlers[:handlers], r.unknowns[:unknowns], muted
		read()
	})
}

func (r *reader) object(o *interp.Object) {
	switch {
	case strings.HasPrefix(o.Kind, "handler"):
		r.registered(o)
		return
	case o.Kind == "binding":
		r.executor(o.Arg("executor"))
		return
	case o.Kind == "binding:factory":
		r.factory(o.Arg("make"), o.Arg("id"))
		return
	case o.Kind != "executor":
		r.unknowns = append(r.unknowns, &interp.Unknown{Reason: "it is an executor of the framework's own", Pos: o.Pos})
		return
	}
	r.body(o.Arg("body"))
	for _, op := range o.Calls("extend", "set") {
		if op.Kind == "extend" {
			r.executor(op.Arg("with"))
			continue
		}
		field, _ := interp.AsString(op.Arg("field"))
		r.field(field, op.Arg("value"))
	}
}

// body reads the second argument of NewExecutor: a function, a value with a method
// Handle, or an executor.
func (r *reader) body(v interp.Value) {
	switch x := interp.Unwrap(v).(type) {
	case interp.FuncValue:
		r.add(r.Observe(x), r.Answers(x.ID), false)
		return
	case *interp.OneOf:
		for _, alt := range x.Alts {
			r.body(alt.V)
		}
		return
	}
	if r.HasMethod(v, "Handle") {
		b := r.ObserveMethod(v, "Handle")
		r.add(b, r.Answers(b.Func), false)
		return
	}
	r.executor(v)
}

// factory reads the executor that a function makes for each run.
func (r *reader) factory(f, id interp.Value) {
	b := r.Observe(f, nil, id)
	for _, made := range b.Objects {
		if made.Kind == "handler:turn" || made.Kind == "handler:forward" { // no executor names them
			r.registered(made)
		}
	}
	found := false
	if len(b.Results) > 0 {
		for _, alt := range interp.Returns(b) {
			if !interp.IsZero(alt.V) {
				r.executor(alt.V)
				found = true
			}
		}
	}
	if !b.Known || !found {
		r.unknowns = append(r.unknowns, &interp.Unknown{Reason: b.Reason, Pos: b.Pos})
	}
}

// literal reads an executor of which the program gives the fields.
func (r *reader) literal(s *interp.Struct) {
	for _, name := range s.FieldNames() {
		r.field(name, interp.Field(s, name))
	}
}

// field reads a field of an executor.
func (r *reader) field(name string, v interp.Value) {
	if interp.IsZero(v) {
		return
	}
	switch name {
	case "ConfigureProtocol":
		b := r.Observe(v)
		for _, made := range b.Objects {
			if strings.HasPrefix(made.Kind, "handler") {
				r.registered(made)
			}
		}
		if !b.Known {
			r.unknowns = append(r.unknowns, &interp.Unknown{Reason: b.Reason, Pos: b.Pos})
		}
	case "OnMessageDeliveryStartingFunc", "OnMessageDeliveryFinishedFunc":
		r.add(r.Observe(v), false, true)
	case "DisableAutoSendMessageHandlerResultObject":
		r.muted = true
	}
}

// registered reads a handler that the code of an executor registers.
func (r *reader) registered(o *interp.Object) {
	switch o.Kind {
	case "handler:forward":
		r.handlers = append(r.handlers, handler{answers: true})
	case "handler:turn":
		still, known := interp.AsBool(o.Arg("still"))
		r.add(r.Observe(o.Arg("fn")), !still || !known, false)
	default:
		b := r.Observe(o.Arg("fn"))
		r.add(b, (o.Kind == "handler:any" || !interp.IsZero(o.Arg("output"))) && !returnsNothing(b), false)
	}
}

// returnsNothing reports whether a handler may return the nil that is not sent on.
func returnsNothing(b *interp.Behaviour) bool {
	if !b.Known || len(b.Results) == 0 {
		return true
	}
	return slices.ContainsFunc(interp.Returns(b), func(alt interp.Return) bool {
		s, ok := interp.Deref(alt.V).(*interp.Struct)
		return interp.IsZero(alt.V) || ok && s.Type == "struct{}"
	})
}

func (r *reader) add(b *interp.Behaviour, answers, hook bool) {
	r.handlers = append(r.handlers, handler{b, answers, hook})
}

// describe completes the node of an executor.
func (r *reader) describe(n graph.Node, stack []graph.Pos) (graph.Node, []graph.Unknown) {
	var list []assembly.Phase
	for _, h := range r.handlers {
		if h.body != nil {
			list = append(list, assembly.Phase{Name: fmt.Sprintf("handler %d", len(list)+1), Body: h.body, Skip: len(r.handlers) > 1})
		}
	}
	var unknowns []graph.Unknown
	n.Kind = graph.KindPassthrough
	if len(list) > 0 {
		n.Func = list[0].Body.Func
		n, unknowns = r.Describe(n, stack, list...)
	}
	for _, ph := range list {
		unknowns = append(unknowns, assembly.RunAgents(&n, ph.Body, r.running)...)
	}
	for _, u := range r.unknowns {
		unknowns = append(unknowns, u.Open(graph.UnknownBody, n.Pos))
	}
	if len(r.handlers)+len(r.unknowns) == 0 {
		u := &interp.Unknown{Reason: "it has no handler that agentvet can see"}
		unknowns = append(unknowns, u.Open(graph.UnknownBody, n.Pos))
	}
	return n, unknowns
}

// running returns an agent that an executor runs, nil if v is none.
func (r *reader) running(v interp.Value) *graph.Agent {
	o, ok := interp.Unwrap(v).(*interp.Object)
	if !ok || !isAgent(o) {
		return nil
	}
	g := r.agent(o)
	g.part = true
	return g.graph
}

// sure reports whether an executor sends a message that counts, whatever message it
// handles. One that is not known is given the benefit of the doubt: its node says
// that it may do anything.
func (r *reader) sure(counts func(target string, known bool) bool) bool {
	sends := func(s *interp.FlowStep) bool {
		to, known := interp.AsString(s.Args["target"])
		return s.Kind == "send" && counts(to, known)
	}
	if len(r.unknowns) > 0 || len(r.handlers) == 0 {
		return true
	}
	silent := false
	for _, h := range r.handlers {
		switch {
		case h.hook:
			if h.body.Known && !h.body.Flow.Avoids(sends) {
				return true
			}
		case h.answers && !r.muted, !h.body.Known:
		default:
			silent = silent || h.body.Flow.Avoids(sends)
		}
	}
	return !silent
}

// always reports whether an executor sends a message to a target for each that it
// handles.
func (r *reader) always(target string) bool {
	return r.sure(func(to string, known bool) bool { return known && (to == "" || to == target) })
}

// ends reports whether a run may end with the executor: it may send nothing, or ask
// the engine to stop.
func (r *reader) ends() bool {
	halts := slices.ContainsFunc(r.handlers, func(h handler) bool { return h.body != nil && h.body.Has("halt") })
	return halts || !r.sure(func(string, bool) bool { return true })
}

// named returns the targets that the executor's code names.
func (r *reader) named() []string {
	var out []string
	for _, h := range r.handlers {
		if h.body == nil {
			continue
		}
		for _, e := range h.body.Effects {
			if to, known := interp.AsString(e.Args["target"]); e.Kind == "send" && known && to != "" && !slices.Contains(out, to) {
				out = append(out, to)
			}
		}
	}
	return out
}
