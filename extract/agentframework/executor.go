package agentframework

// This file reads executors: the functions that one runs for a message, and whom it
// sends messages to.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A handler is a function of an executor, and what it sends.
type handler struct {
	body    *assembly.Behaviour
	answers bool // it returns what is sent on
	hook    bool // it runs around the messages of a step
	rare    bool // it runs for no message: once for a run, or where the run is saved
}

// A reader collects the functions of one executor.
type reader struct {
	*registry
	handlers []handler
	muted    bool // what handlers return is not sent
	unknowns []*assembly.Unknown
}

// executor reads what an executor is made of.
func (r *reader) executor(v assembly.Value) {
	for _, x := range v.Each() {
		x = x.Behind()
		o, u := x.Object(), x.Opaque()
		switch {
		case o != nil && o.Kind != "executor":
			r.object(o)
		case o != nil:
			r.lasting(func() { r.object(o) })
		case x.IsStruct() && strings.HasSuffix(x.Type(), ".ExecutorBinding"):
			r.factory(x.Field("NewExecutorFunc"), x.Field("ID"))
		case x.IsStruct():
			r.lasting(func() { x.Struct(r.field) })
		case u != nil:
			r.unknowns = append(r.unknowns, u)
		default:
			r.unknowns = append(r.unknowns, assembly.Because(reason.NoneSeen, "executor"))
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

func (r *reader) object(o *assembly.Object) {
	switch {
	case strings.HasPrefix(o.Kind, "handler"):
		r.registered(o)
		return
	case o.Kind == "binding":
		r.executor(r.Arg(o, "executor"))
		return
	case o.Kind == "binding:factory":
		r.factory(r.Arg(o, "make"), r.Arg(o, "id"))
		return
	case o.Kind != "executor":
		r.unknowns = append(r.unknowns, &assembly.Unknown{Reason: reason.Of(reason.OwnExecutor), Pos: o.Pos})
		return
	}
	r.body(r.Arg(o, "body"))
	for _, op := range o.Calls("extend", "set") {
		if op.Kind == "extend" {
			r.executor(r.Read(op.Arg("with")))
			continue
		}
		r.field(r.Read(op.Arg("field")).TextOr(""), r.Read(op.Arg("value")))
	}
}

// body reads the second argument of NewExecutor: a function, a value with a method
// Handle, or an executor.
func (r *reader) body(v assembly.Value) {
	for _, x := range v.Each() {
		switch {
		case x.IsFunc():
			r.add(x.Observe(), r.Answers(x.Func()), false)
		case x.HasMethod("Handle"):
			b := x.ObserveMethod("Handle")
			r.add(b, r.Answers(b.Func), false)
		default:
			r.executor(x)
		}
	}
}

// factory reads the executor that a function makes for each run.
func (r *reader) factory(f, id assembly.Value) {
	b := f.ObserveWith(assembly.Value{}, id)
	for _, made := range b.Objects {
		if made.Kind == "handler:turn" || made.Kind == "handler:forward" { // no executor names them
			r.registered(made)
		}
	}
	found := false
	for _, res := range r.Returns(b) {
		if !res.IsZero() {
			r.executor(res.Value)
			found = true
		}
	}
	if !b.Known || !found {
		r.unknowns = append(r.unknowns, &assembly.Unknown{Reason: b.Reason, Pos: b.Pos})
	}
}

// field reads a field of an executor.
func (r *reader) field(name string, v assembly.Value) {
	if v.IsZero() {
		return
	}
	switch name {
	case "ConfigureProtocol":
		b := v.Observe()
		for _, made := range b.Objects {
			if strings.HasPrefix(made.Kind, "handler") {
				r.registered(made)
			}
		}
		if !b.Known {
			r.unknowns = append(r.unknowns, &assembly.Unknown{Reason: b.Reason, Pos: b.Pos})
		}
	case "OnMessageDeliveryStartingFunc", "OnMessageDeliveryFinishedFunc":
		r.add(v.Observe(), false, true)
	case "InitializeFunc", "OnCheckpointFunc", "OnCheckpointRestoredFunc":
		r.handlers = append(r.handlers, handler{body: v.Observe(), rare: true})
	case "DisableAutoSendMessageHandlerResultObject":
		r.muted = true
	}
}

// registered reads a handler that the code of an executor registers.
func (r *reader) registered(o *assembly.Object) {
	switch o.Kind {
	case "handler:forward":
		r.handlers = append(r.handlers, handler{answers: true})
	case "handler:turn":
		still, known := r.Arg(o, "still").Bool()
		r.add(r.Arg(o, "fn").Observe(), !still || !known, false)
	default:
		b := r.Arg(o, "fn").Observe()
		r.add(b, (o.Kind == "handler:any" || !r.Arg(o, "output").IsZero()) && !r.returnsNothing(b), false)
	}
}

// returnsNothing reports whether a handler may return the nil that is not sent on.
func (r *reader) returnsNothing(b *assembly.Behaviour) bool {
	if !b.Known || len(b.Results) == 0 {
		return true
	}
	return slices.ContainsFunc(r.Returns(b), func(x assembly.Return) bool {
		return x.IsZero() || x.IsStruct() && x.Type() == "struct{}"
	})
}

func (r *reader) add(b *assembly.Behaviour, answers, hook bool) {
	r.handlers = append(r.handlers, handler{body: b, answers: answers, hook: hook})
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
		unknowns = append(unknowns, r.RunAgents(&n, ph.Body, r.running)...)
	}
	for _, u := range r.unknowns {
		unknowns = append(unknowns, u.Open(graph.UnknownBody, n.Pos))
	}
	handles := slices.ContainsFunc(r.handlers, func(h handler) bool { return !h.rare })
	if !handles && len(r.unknowns) == 0 {
		u := assembly.Because(reason.NoHandler)
		unknowns = append(unknowns, u.Open(graph.UnknownBody, n.Pos))
	}
	return n, unknowns
}

// running returns an agent that an executor runs, nil if v is none.
func (r *reader) running(v assembly.Value) *graph.Agent {
	o := v.Object(agentKinds...)
	if o == nil {
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
	sends := func(s *assembly.CourseStep) bool {
		to, known := r.StepArg(s, "target").Text()
		return s.Kind == "send" && counts(to, known)
	}
	if len(r.unknowns) > 0 || len(r.handlers) == 0 {
		return true
	}
	silent := false
	for _, h := range r.handlers {
		switch {
		case h.rare:
		case h.hook:
			if h.body.Known && !h.body.Course.Avoids(sends) {
				return true
			}
		case h.answers && !r.muted, !h.body.Known:
		default:
			silent = silent || h.body.Course.Avoids(sends)
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
			target, _ := r.EffectArg(e, "target")
			if to := target.TextOr(""); e.Kind == "send" && to != "" && !slices.Contains(out, to) {
				out = append(out, to)
			}
		}
	}
	return out
}
