package mcp

// This file finds the human in front of a tool. A server asks its user by an
// elicitation; the answer comes back as a value, so a handler that does not look
// at it asks in vain.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// handlerGate returns the gate in a handler, or in what wraps it. One that is not read to
// its end may not come to the gate in what it wraps.
func (a *catalog) handlerGate(chain []assembly.Value) graph.Gate {
	if len(chain) == 0 {
		return graph.Gate{}
	}
	g, known := a.bodyGate(chain[0])
	if len(chain) == 1 || g.Kind == graph.GateConditional || !g.Kind.MayHold() && known {
		return g
	}
	inner, _ := a.bodyGate(chain[len(chain)-1])
	switch {
	case !g.Kind.MayHold() && inner.Kind.MayHold():
		g = graph.Gate{Kind: graph.GateConditional, Pos: inner.Pos}
	case g.Kind == graph.GateInterrupt && !inner.Kind.MayHold():
		g.Kind = graph.GateWrapper
	}
	return g
}

// bodyGate returns the gate in the body of a handler, and whether all of it was read, as
// far as it may ask a human at all.
func (a *catalog) bodyGate(handler assembly.Value) (g graph.Gate, known bool) {
	if !handler.MayHave("human", assembly.OwnConsent, assembly.Decider) {
		a.silent = append(a.silent, handler)
		return graph.Gate{}, true
	}
	r := a.run(handler)
	return r.gate, r.known
}

// aside observes the handlers that ask nobody, where others ask before each call: what they change may be what these go by. Where
// no tool is gated for certain before anything has changed, none will be, whatever changes.
func (a *catalog) aside() {
	gated := slices.ContainsFunc(a.offers, func(f *offer) bool { return f.tool.Gated() })
	if a.Settled = !gated; a.Settled {
		return
	}
	for _, handler := range a.silent {
		a.run(handler)
	}
}

// middlewareGate returns the strongest gate that the middleware of a tool's
// servers is. All of the servers have to ask: a model may use any of them.
func (a *catalog) middlewareGate(f *offer) graph.Gate {
	var out graph.Gate
	for i, s := range f.servers {
		var g graph.Gate
		for _, mw := range a.asking(s) {
			gate := a.through(s, mw, f.tool.Name)
			if gate.Kind == graph.GateWrapper && !s.Guard.Implies(mw.Guard) {
				gate.Kind = graph.GateConditional
			}
			g = assembly.StrongerGate(g, gate)
		}
		if i == 0 || assembly.StrongerGate(out, g) == out {
			out = g
		}
	}
	return out
}

// answersItself reports whether code of a server may answer the questions that it sends to its
// user: middleware on the way that mentions an answer, or that is not known.
func (a *catalog) answersItself(s *assembly.Object) bool {
	for _, op := range s.Calls("sending") {
		list, more := a.ArgOf(op, "list").Elems()
		if more != nil || slices.ContainsFunc(list, func(mw assembly.Value) bool { return !mw.IsFunc() || mw.MayHave("human") }) {
			return true
		}
	}
	return false
}

// asking returns the middleware of a server that may ask a human for some tool.
func (a *catalog) asking(s *assembly.Object) []assembly.Value {
	if out, ok := a.askers[s]; ok {
		return out
	}
	out := slices.DeleteFunc(a.middleware(s), func(mw assembly.Value) bool {
		return !a.through(s, mw, "").Kind.MayHold()
	})
	if a.askers == nil {
		a.askers = make(map[*assembly.Object][]assembly.Value)
	}
	a.askers[s] = out
	return out
}

// middleware returns the functions through which a server calls its handlers.
func (a *catalog) middleware(s *assembly.Object) []assembly.Value {
	var out []assembly.Value
	options, _ := a.Arg(s, "options").Elems()
	for _, e := range options {
		for _, o := range e.Objects("middleware") {
			out = append(out, a.Arg(o, "fn").Under(e.Guard))
		}
	}
	for _, op := range s.Calls("middleware") {
		list, _ := a.ArgOf(op, "list").Elems()
		out = append(out, list...)
	}
	return out
}

// through returns the gate that a middleware is for the tool of a name, ""
// for any: it is observed with a next handler that only says that it runs.
func (a *catalog) through(server *assembly.Object, mw assembly.Value, name string) graph.Gate {
	row, inner := a.call(sdk(server.Row), name)
	if row == nil {
		return graph.Gate{}
	}
	b := mw.ObserveDoing([]assembly.Value{a.NewNext(row.Key())}, inner)
	return assembly.ConsentGate(b, graph.GateWrapper, isNext)
}

// call returns the row of the next handler of a library's middleware, and what its
// functions get for a call of the tool of a name.
func (a *catalog) call(lib, name string) (next *library.Call, args []assembly.Value) {
	request := func(typ, params string) assembly.Value {
		p := a.NewUnknown(reason.ModelChooses)
		if name != "" {
			p.Set(params, "Name", a.NewText(name))
		}
		return a.NewUnknown(reason.ModelChooses).Set(typ, "Params", p)
	}
	switch lib {
	case mcpGo:
		const pkg = "github.com/mark3labs/mcp-go/mcp."
		return table.Call("github.com/mark3labs/mcp-go/server.ToolHandlerFunc"),
			[]assembly.Value{{}, request(pkg+"CallToolRequest", pkg+"CallToolParams")}
	case goSDK:
		const pkg = "github.com/modelcontextprotocol/go-sdk/mcp."
		const typ = pkg + "ServerRequest[*" + pkg + "CallToolParamsRaw]" // which goes by another name, too
		//agentvet:ignore agentvet/unread the request that a handler of the program is read with
		return table.Call(pkg + "MethodHandler"), []assembly.Value{{}, a.NewText("tools/call"), request(typ, pkg+"CallToolParamsRaw").As("*" + typ)}
	}
	return nil, nil
}

func isNext(s *assembly.CourseStep) bool { return s.Kind == "next" }
