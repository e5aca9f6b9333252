package assembly

// This file finds the human in the code behind a tool.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

// BodyGate returns the gate in the body of a handler: the effect for which asks
// reports true. A way through the handler that neither asks nor has an answer
// makes it conditional, and so does a handler that was not read to its end.
// One that returns a question has asked.
func BodyGate(b *interp.Behaviour, asks func(interp.Effect) bool) graph.Gate {
	i := slices.IndexFunc(b.Effects, asks)
	if i < 0 {
		return graph.Gate{}
	}
	kind := graph.GateInterrupt
	if !b.Known || b.Course.Avoids(func(s *interp.CourseStep) bool {
		return asks(s.Effect) || s.Kind == "answered" || s.Kind == interp.StepAwaits
	}) {
		kind = graph.GateConditional
	}
	return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
}

// ConsentGate returns the gate of a kind in a function that was observed with ObserveDoing: the
// question whose answer holds back what is reports true for, or, without is, what the function
// does. It is conditional where that may happen although nobody agreed, and ignored where it
// happens although the answer was no.
func ConsentGate(b *interp.Behaviour, kind graph.GateKind, is func(*CourseStep) bool) graph.Gate {
	i := slices.IndexFunc(b.Effects, func(e interp.Effect) bool { return e.Kind == "human" || e.Kind == "answer" })
	consent := b.Consent(is)
	switch {
	case i < 0:
		return ownConsent(b)
	case consent == interp.Consented:
		return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
	}
	g := graph.Gate{Kind: graph.GateConditional, Pos: b.Effects[i].Pos}
	if !b.Inquires() {
		g.Slip = slipOf(b.Slip(is))
	}
	if g.Slip.Way != graph.SlipNone {
		g.Pos = Outermost(b.Effects[i])
	}
	switch {
	case g.Slip.Way != graph.SlipNone && g.Slip.Way != graph.SlipFailure && g.Slip.Does == "":
		g.Kind = graph.GateIgnored
	case consent == interp.NoConsent && g.Slip.Way == graph.SlipNone:
		return graph.Gate{}
	}
	return g
}

// Heeded returns the gate g of a function, observed with ObserveDoing, that is called again with what somebody answered: it is
// ignored where a no leads on to what is reports true for, or, without is, to what the function does.
func Heeded(g graph.Gate, b *interp.Behaviour, is func(*CourseStep) bool) graph.Gate {
	if s := b.Disregards(is); g.Kind != graph.GateNone && s.Way != graph.SlipNone {
		g.Kind, g.Slip = graph.GateIgnored, slipOf(s)
	}
	return g
}

// HandlerGate returns the gate in a handler, a function or a value with a method of a name, which
// does b when it is observed by itself. Where somebody is asked who answers at once, or nobody but
// the model, it is judged by the answer; else by its place, as BodyGate does, and by what it does after a no.
func HandlerGate(handler Value, method string, b *Behaviour) graph.Gate {
	g, placed := handlerGate(handler, method, b)
	if placed && g.Kind != graph.GateNone {
		g = Heeded(g, handler.observeDoing(method), nil)
	}
	return g
}

// BackedGate is HandlerGate for a framework that does not run the handler after a no.
func BackedGate(handler Value, method string, b *Behaviour) graph.Gate {
	g, _ := handlerGate(handler, method, b)
	return g
}

// handlerGate is HandlerGate without what it does after a no; placed says that it is judged by its place.
func handlerGate(handler Value, method string, b *Behaviour) (g graph.Gate, placed bool) {
	if !b.Has("human") {
		if g := DeciderGate(handler, method); g.Kind != graph.GateNone {
			return g, false
		}
	}
	if AnsweredAtOnce(b) || !b.Has("human") && handler.MayHave(OwnConsent) {
		return AnswerGate(handler.observeDoing(method)), false
	}
	return BodyGate(b, b.Halts), true
}

// observeDoing observes a handler, a function or a value with a method of a name, for ConsentGate.
func (x Value) observeDoing(method string) *Behaviour {
	if method != "" {
		return x.ObserveMethodDoing(method)
	}
	return x.ObserveDoing(nil, nil)
}

// AnsweredAtOnce reports whether a function asks somebody, and always one who answers at once, such
// as whoever sits at the terminal.
func AnsweredAtOnce(b *Behaviour) bool {
	return b.Has("human") && !slices.ContainsFunc(b.Effects, func(e interp.Effect) bool {
		return e.Kind == "human" && library.Of("plain").Call(e.Row.Key()) == nil
	})
}

// DeciderGate returns the gate in a handler, a function or a value with a method of a name, that asks
// nobody who is seen: a conditional one if all that it does depends on the answers of deciders.
func DeciderGate(handler Value, method string) graph.Gate {
	if !handler.MayHave(Decider) {
		return graph.Gate{}
	}
	b := handler.observeDeciding(method)
	if !b.ConsentsAsRead() {
		return graph.Gate{}
	}
	g := ConsentGate(b, graph.GateConditional, nil)
	g.Unseen = true
	return g
}

// Hold notes in a tool without a gate what its handler, a function or a value with a method of a name, does only
// where a decider agreed, if it does other things before.
func Hold(t *graph.Tool, handler Value, method string) {
	if t.Gate.Kind == graph.GateNone && handler.MayHave(Decider) {
		t.Held, t.HeldBy = handler.observeDeciding(method).Held()
	}
}

// ownConsent returns the gate that an argument is not which says that somebody agreed.
func ownConsent(b *interp.Behaviour) graph.Gate {
	name, pos := b.OwnConsent()
	if name == "" {
		return graph.Gate{}
	}
	return graph.Gate{Kind: graph.GateIgnored, Pos: pos, Slip: graph.Slip{Way: graph.SlipModel, Words: name}}
}

// Outermost returns where an observed function itself comes to an effect: others may come to it, too,
// and do better.
func Outermost(e interp.Effect) graph.Pos {
	for _, pos := range e.Stack {
		if pos.IsValid() {
			return pos
		}
	}
	return e.Pos
}

func slipOf(s interp.Slip) graph.Slip {
	out := graph.Slip{Way: s.Way, Words: s.Words}
	if s.Step != nil {
		out.Does, out.Pos = interp.ShortFunc(s.Step.Row.Name), s.Step.Pos
	}
	return out
}

// AnswerGate is ConsentGate for a handler that asks somebody who answers at once, in words. Where
// these are compared in a way that is not understood, it is conditional.
func AnswerGate(b *interp.Behaviour) graph.Gate {
	g := ConsentGate(b, graph.GateInterrupt, nil)
	if g.Kind == graph.GateNone {
		if i := slices.IndexFunc(b.Effects, b.AsksHuman); i >= 0 {
			return graph.Gate{Kind: graph.GateConditional, Pos: b.Effects[i].Pos}
		}
	}
	return g
}

// StrongerGate returns the gate that holds back more calls, g if they are equal.
func StrongerGate(g, h graph.Gate) graph.Gate {
	rank := func(g graph.Gate) int {
		switch g.Kind {
		case graph.GateNone:
			return 0
		case graph.GateIgnored:
			return 1
		case graph.GateConditional:
			return 2
		}
		return 3
	}
	if rank(h) > rank(g) {
		return h
	}
	return g
}

// Gated returns ts behind gate g, where g is stronger than their own.
func Gated(ts []*graph.Tool, g graph.Gate) []*graph.Tool {
	return GatedBy(ts, func(*graph.Tool) graph.Gate { return g })
}

// GatedBy returns ts, each behind a gate of its own: a copy where that is stronger than the
// tool's, which others may use without.
func GatedBy(ts []*graph.Tool, of func(*graph.Tool) graph.Gate) []*graph.Tool {
	out := make([]*graph.Tool, len(ts))
	for i, t := range ts {
		out[i] = t
		if gate := StrongerGate(t.Gate, of(t)); gate != t.Gate {
			c := *t
			c.Gate = gate
			out[i] = &c
		}
	}
	return out
}
