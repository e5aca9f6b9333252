package adk

// This file finds the human in front of a tool.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// toolGate returns the gate of a function tool: what its configuration says, or
// what its body does: the framework does not run it after a no.
func (a *roster) toolGate(o *assembly.Object, body *assembly.Behaviour) graph.Gate {
	return assembly.StrongerGate(a.configGate(o), assembly.BackedGate(a.Arg(o, "handler"), "", body))
}

// configGate reads RequireConfirmation and its provider. A provider replaces the
// flag: the flag says nothing where both are set.
func (a *roster) configGate(o *assembly.Object) graph.Gate {
	pos := a.Place(o)
	confirm, known := a.Arg(o, "confirm").Bool()
	if p := a.Arg(o, "provider"); !p.IsZero() {
		unheeded := known && confirm
		switch decided, always := a.constant(p); {
		case !decided:
			return graph.Gate{Kind: graph.GateConditional, Unheeded: unheeded, Pos: pos}
		case always:
			return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
		case unheeded:
			return graph.Gate{Unheeded: true, Pos: pos}
		}
		return graph.Gate{}
	}
	switch {
	case !known:
		return graph.Gate{Kind: graph.GateConditional, Pos: pos}
	case confirm:
		return graph.Gate{Kind: graph.GateConfirm, Pos: pos}
	}
	return graph.Gate{}
}

// constant reports whether a function always returns the same boolean.
func (a *roster) constant(f assembly.Value) (known, val bool) {
	b := f.Observe()
	if !b.Known || len(b.Results) == 0 {
		return false, false
	}
	for i, x := range a.Result(b, 0) {
		v, ok := x.Bool()
		if !ok || i > 0 && v != val {
			return false, false
		}
		val = v
	}
	return true, val
}

// callbacks puts the gates of an agent's BeforeToolCallbacks on its tools. Each
// callback is observed with each tool in turn, so that a test for names counts. One that
// is not known may ask somebody.
func (l *toolList) callbacks() {
	list, more := l.Arg(l.agent.Object, "beforetool").List()
	l.more(more)
	for _, cb := range list {
		if !cb.IsZero() && !cb.Observe().Known {
			l.more(&assembly.Unknown{Reason: reason.Of(reason.MayAsk), Pos: l.agent.At()})
		}
	}
	l.agent.Tools = assembly.GatedBy(l.agent.Tools, func(t *graph.Tool) graph.Gate {
		var gate graph.Gate
		for _, cb := range list {
			gate = assembly.StrongerGate(gate, l.callbackGate(cb, t))
		}
		return gate
	})
}

// callbackGate returns the gate that a BeforeToolCallback is for tool t. It is one
// only if the way that asks returns a result or an error, because otherwise the
// tool runs all the same.
func (a *roster) callbackGate(cb assembly.Value, t *graph.Tool) graph.Gate {
	args := []assembly.Value{{}, a.toolValue(t)}
	b := cb.ObserveWith(args...)
	i := slices.IndexFunc(b.Effects, b.Halts)
	if i < 0 || !a.holdsBack(b, b.Effects[i]) {
		return graph.Gate{}
	}
	kind := graph.GateCallback
	switch {
	case len(cb.Guard) > 0 || b.Course.Avoids(b.Asked):
		kind = graph.GateConditional
	case !refuses(t) && b.Has("answer") && cb.ObserveDoing(args, nil).PassesUnheeding():
		kind = graph.GateConditional
	}
	return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
}

// refuses reports whether the framework refuses a call of t by itself where the answer is no. It
// does for function tools, which alone have arguments of a type.
func refuses(t *graph.Tool) bool { return t.Args != "" }

// toolValue returns a value that answers Name as t does, for functions that get a
// tool from the framework.
func (a *roster) toolValue(t *graph.Tool) assembly.Value {
	if t.Name == "" {
		return assembly.Value{}
	}
	return a.NewObject("tool:stub", map[string]assembly.Value{
		"name": a.NewText(t.Name), "description": a.NewText(t.Description),
	})
}

// holdsBack reports whether the way on which e happens returns a result.
func (a *roster) holdsBack(b *assembly.Behaviour, e assembly.Effect) bool {
	found := false
	results := a.Result(b, 0)
	for _, x := range results {
		if !hasPrefix(x.Guard, e.Guard) && len(results) > 1 {
			continue
		}
		found = true
		if !x.IsNil() {
			return true
		}
	}
	return !found // it returns an error
}

func hasPrefix(g, prefix assembly.Guard) bool {
	return len(g) >= len(prefix) && slices.Equal(g[:len(prefix)], prefix)
}
