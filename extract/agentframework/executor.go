package agentframework

// This file reads executors: the functions that one runs for a message, and whom it
// sends messages to.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// A handler is a function of an executor, and what it sends.
type handler struct {
	body    *extract.Behaviour
	answers bool // it returns what is sent on
	hook    bool // it runs after the messages of a step
}

// A reader collects the functions of one executor.
type reader struct {
	*assembler
	handlers []handler
	muted    bool // what handlers return is not sent
	unknowns []*extract.Unknown
}

// executor reads what an executor is made of.
func (r *reader) executor(v extract.Value) {
	for _, alt := range extract.Alternatives(v) {
		switch x := extract.Deref(alt.V).(type) {
		case *extract.Object:
			if x.Kind != "executor" {
				r.object(x)
				continue
			}
			r.lasting(func() { r.object(x) })
		case *extract.Struct:
			if strings.HasSuffix(x.Type, ".ExecutorBinding") {
				r.factory(extract.Field(x, "NewExecutorFunc"), extract.Field(x, "ID"))
				continue
			}
			r.lasting(func() { r.literal(x) })
		case *extract.Unknown:
			r.unknowns = append(r.unknowns, x)
		default:
			r.unknowns = append(r.unknowns, &extract.Unknown{Reason: "it is no executor that agentvet can see"})
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

func (r *reader) object(o *extract.Object) {
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
		r.unknowns = append(r.unknowns, &extract.Unknown{Reason: "it is an executor of the framework's own", Pos: o.Pos})
		return
	}
	r.body(o.Arg("body"))
	for _, op := range o.Calls("extend", "set") {
		if op.Kind == "extend" {
			r.executor(op.Arg("with"))
			continue
		}
		field, _ := extract.AsString(op.Arg("field"))
		r.field(field, op.Arg("value"))
	}
}

// body reads the second argument of NewExecutor: a function, a value with a method
// Handle, or an executor.
func (r *reader) body(v extract.Value) {
	switch x := extract.Unwrap(v).(type) {
	case extract.FuncValue:
		r.add(r.Observe(x), r.Answers(x.ID), false)
		return
	case *extract.OneOf:
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
func (r *reader) factory(f, id extract.Value) {
	b := r.Observe(f, nil, id)
	for _, made := range b.Objects {
		if made.Kind == "handler:turn" || made.Kind == "handler:forward" { // no executor names them
			r.registered(made)
		}
	}
	found := false
	if len(b.Results) > 0 {
		for _, alt := range extract.Returns(b) {
			if !extract.IsZero(alt.V) {
				r.executor(alt.V)
				found = true
			}
		}
	}
	if !b.Known || !found {
		r.unknowns = append(r.unknowns, &extract.Unknown{Reason: b.Reason, Pos: b.Pos})
	}
}

// literal reads an executor of which the program gives the fields.
func (r *reader) literal(s *extract.Struct) {
	for _, name := range s.FieldNames() {
		r.field(name, extract.Field(s, name))
	}
}

// field reads a field of an executor.
func (r *reader) field(name string, v extract.Value) {
	if extract.IsZero(v) {
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
			r.unknowns = append(r.unknowns, &extract.Unknown{Reason: b.Reason, Pos: b.Pos})
		}
	case "OnMessageDeliveryStartingFunc", "OnMessageDeliveryFinishedFunc":
		r.add(r.Observe(v), false, true)
	case "DisableAutoSendMessageHandlerResultObject":
		r.muted = true
	}
}

// registered reads a handler that the code of an executor registers.
func (r *reader) registered(o *extract.Object) {
	switch o.Kind {
	case "handler:forward":
		r.handlers = append(r.handlers, handler{answers: true})
	case "handler:turn":
		still, known := extract.AsBool(o.Arg("still"))
		r.add(r.Observe(o.Arg("fn")), !still || !known, false)
	default:
		b := r.Observe(o.Arg("fn"))
		r.add(b, (o.Kind == "handler:any" || !extract.IsZero(o.Arg("output"))) && !returnsNothing(b), false)
	}
}

// returnsNothing reports whether a handler may return the nil that is not sent on.
func returnsNothing(b *extract.Behaviour) bool {
	if !b.Known || len(b.Results) == 0 {
		return true
	}
	return slices.ContainsFunc(extract.Returns(b), func(alt extract.Return) bool {
		s, ok := extract.Deref(alt.V).(*extract.Struct)
		return extract.IsZero(alt.V) || ok && s.Type == "struct{}"
	})
}

func (r *reader) add(b *extract.Behaviour, answers, hook bool) {
	r.handlers = append(r.handlers, handler{b, answers, hook})
}

// describe completes the node of an executor.
func (r *reader) describe(n graph.Node, stack []graph.Pos) (graph.Node, []graph.Unknown) {
	var list []extract.Phase
	for _, h := range r.handlers {
		if h.body != nil {
			list = append(list, extract.Phase{Name: fmt.Sprintf("handler %d", len(list)+1), Body: h.body, Skip: len(r.handlers) > 1})
		}
	}
	var unknowns []graph.Unknown
	n.Kind = graph.KindPassthrough
	if len(list) > 0 {
		n.Func = list[0].Body.Func
		n, unknowns = r.Describe(n, stack, list...)
	}
	for _, ph := range list {
		unknowns = append(unknowns, extract.RunAgents(&n, ph.Body, r.running)...)
	}
	for _, u := range r.unknowns {
		unknowns = append(unknowns, u.Open(graph.UnknownBody, n.Pos))
	}
	if len(r.handlers)+len(r.unknowns) == 0 {
		u := &extract.Unknown{Reason: "it has no handler that agentvet can see"}
		unknowns = append(unknowns, u.Open(graph.UnknownBody, n.Pos))
	}
	return n, unknowns
}

// running returns an agent that an executor runs, nil if v is none.
func (r *reader) running(v extract.Value) *graph.Agent {
	o, ok := extract.Unwrap(v).(*extract.Object)
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
	sends := func(s *extract.FlowStep) bool {
		to, known := extract.AsString(s.Args["target"])
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
			if to, known := extract.AsString(e.Args["target"]); e.Kind == "send" && known && to != "" && !slices.Contains(out, to) {
				out = append(out, to)
			}
		}
	}
	return out
}
