package assembly

// This file reads functions that a framework calls beside agents and models, and that may
// change what these do.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// MayAnswer reports whether a function may answer in the place of what it runs before, by its
// first result, and why that is not known. A result is an answer if what answer finds in it
// is not zero.
func (a *Assembly) MayAnswer(cb Value, answer func(Value) Value) (may bool, open *Unknown) {
	if cb.IsZero() {
		return false, nil
	}
	b := cb.Observe()
	if !b.Known {
		return false, &Unknown{Reason: b.Reason, Pos: b.Pos}
	}
	for _, res := range a.Result(b, 0) {
		switch x := answer(res); {
		case x.IsZero():
		case x.Unknown() != nil:
			open = x.Unknown()
		default:
			may = true
		}
	}
	return may, open
}

// ModelHook returns what a function around the questions to a model leaves open, nil for
// nothing: it may change what the model is offered, ask somebody, or run something.
func (x Value) ModelHook() *Unknown {
	if x.IsZero() {
		return nil
	}
	if u := x.Rewrites(); u != nil {
		return u
	}
	switch b := x.Observe(); {
	case b.Asks():
		return &Unknown{Reason: reason.Of(reason.MayAsk), Pos: b.Pos}
	case b.Has("tool") || b.Has("run"):
		return &Unknown{Reason: reason.Of(reason.MoreThanTools), Pos: b.Pos}
	}
	return nil
}

// AddHooks adds the functions in a list, or that a value is, to those that run beside an agent. What is
// no function of which the name is known is left out.
func AddHooks(g *graph.Agent, what string, v Value) {
	list := []Value{v}
	if !v.IsFunc() {
		list, _ = v.List()
	}
	for _, e := range list {
		for _, x := range e.Each() {
			AddHook(g, what, x.Func())
		}
	}
}

// AddHook adds a function to those that run beside an agent, once.
func AddHook(g *graph.Agent, what, fn string) {
	h := graph.Hook{What: what, Func: fn, Pos: g.Pos}
	if fn != "" && !slices.Contains(g.Hooks, h) {
		g.Hooks = append(g.Hooks, h)
	}
}
