package blades

// This file reads the middleware of tools, which runs around each call and may ask first.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// tool returns the tool that a constructor makes, with the gate of its middleware. Of the
// options that say what that is, the last counts.
func (a *assembler) tool(o *assembly.Object) *graph.Tool {
	t := a.ToolOf(o)
	var last assembly.Value
	a.Arg(o, "options").Options(func(opt assembly.Value) {
		switch opt.Object().Kind {
		case "wraps":
			last = opt
		case "takes":
			assembly.Offers(t, opt.Arg("schema"))
		}
	}, func(u *assembly.Unknown) { a.unread[t] = u })
	if last.Given() {
		a.around(t, a.Arg(o, "handler"), last.Arg("list"))
	}
	if a.unread[t] != nil { // it may ask, in some cases at least
		t.Gate = assembly.StrongerGate(t.Gate, graph.Gate{Kind: graph.GateConditional, Pos: t.Pos})
	}
	return t
}

// around reads a list of middleware around a handler: each is run with that to come next.
func (a *assembler) around(t *graph.Tool, handler, list assembly.Value) {
	middleware, more := list.List()
	if more != nil {
		a.unread[t] = more
	}
	for _, mw := range middleware {
		switch o := mw.Object(); {
		case o != nil && o.Kind == "chain":
			a.around(t, handler, a.Arg(o, "list"))
		case !mw.IsFunc():
			a.unread[t] = mw.Why(reason.NoneSeen, "function")
		default:
			b := mw.ObserveDoing([]assembly.Value{handler}, nil)
			own := func(res assembly.Value) bool { return !res.IsFunc() && res.Type() != handler.Type() }
			if !b.Known || slices.ContainsFunc(a.Result(b, 0), own) { // a handler of a type of its own is not run
				a.unread[t] = &assembly.Unknown{Reason: reason.Of(reason.MayAsk), Pos: b.Pos}
			}
			gate := assembly.ConsentGate(b, graph.GateWrapper, nil)
			if len(mw.Guard) > 0 && gate.Kind == graph.GateWrapper {
				gate.Kind = graph.GateConditional
			}
			t.Gate = assembly.StrongerGate(t.Gate, gate)
		}
	}
}

// doubt notes at an agent that what stands around one of its tools is not known.
func (a *assembler) doubt(g *assembly.Agent) {
	i := slices.IndexFunc(g.Tools, func(t *graph.Tool) bool { return a.unread[t] != nil })
	if i >= 0 {
		g.Open(a.unread[g.Tools[i]], graph.UnknownTools)
	}
}
