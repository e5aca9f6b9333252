package mcp

// This file finds the human in front of a tool. A server asks its user by an
// elicitation; the answer comes back as a value, so a handler that does not look
// at it asks in vain.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

// asks returns a predicate of the effects of b that ask a human and whose answer
// some condition of b depends on.
func asks(b *interp.Behaviour) func(interp.Effect) bool {
	return func(e interp.Effect) bool {
		return e.Kind == "human" && slices.ContainsFunc(b.Conds, func(c interp.Cond) bool { return c.Row == e.Row.Key() })
	}
}

// handlerGate returns the gate in a handler, or in what wraps it. One that is not read to
// its end may not come to the gate in what it wraps.
func (a *assembler) handlerGate(chain []interp.FuncValue) graph.Gate {
	if len(chain) == 0 {
		return graph.Gate{}
	}
	g, known := a.bodyGate(chain[0])
	if len(chain) == 1 || g.Kind == graph.GateConditional || g.Kind == graph.GateNone && known {
		return g
	}
	inner, _ := a.bodyGate(chain[len(chain)-1])
	switch {
	case g.Kind == graph.GateNone && inner.Kind != graph.GateNone:
		g = graph.Gate{Kind: graph.GateConditional, Pos: inner.Pos}
	case g.Kind == graph.GateInterrupt && inner.Kind == graph.GateNone:
		g.Kind = graph.GateWrapper
	}
	return g
}

// bodyGate returns the gate in the body of a handler, and whether all of it was read, as
// far as it may ask a human at all.
func (a *assembler) bodyGate(handler interp.FuncValue) (g graph.Gate, known bool) {
	if !a.MayHave(handler, "human") {
		return graph.Gate{}, true
	}
	r := a.run(handler)
	return r.gate, r.known
}

// middlewareGate returns the strongest gate that the middleware of a tool's
// servers is. All of the servers have to ask: a model may use any of them.
func (a *assembler) middlewareGate(f *offer) graph.Gate {
	var out graph.Gate
	for i, s := range f.servers {
		var g graph.Gate
		for _, mw := range a.asking(s) {
			gate := throughMiddleware(a, s, mw.V, f.tool.Name)
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

// asking returns the middleware of a server that may ask a human for some tool.
func (a *assembler) asking(s *interp.Object) []interp.Alt {
	if out, ok := a.askers[s]; ok {
		return out
	}
	out := slices.DeleteFunc(a.middleware(s), func(mw interp.Alt) bool {
		return throughMiddleware(a, s, mw.V, "").Kind == graph.GateNone
	})
	if a.askers == nil {
		a.askers = make(map[*interp.Object][]interp.Alt)
	}
	a.askers[s] = out
	return out
}

// middleware returns the functions through which a server calls its handlers.
func (a *assembler) middleware(s *interp.Object) []interp.Alt {
	var out []interp.Alt
	options, _ := interp.Elems(s.Arg("options"))
	for _, e := range options {
		for _, o := range objects(e.V, "middleware") {
			out = append(out, interp.Alt{V: o.Arg("fn"), Guard: e.Guard})
		}
	}
	for _, op := range s.Calls("middleware") {
		elems, _ := interp.Elems(op.Arg("list"))
		for _, e := range elems {
			out = append(out, interp.Alt{V: e.V, Guard: slices.Concat(op.Guard, e.Guard)})
		}
	}
	return out
}

// throughMiddleware returns the gate that a middleware is for the tool of a name, ""
// for any: it is observed with a next handler that only says that it runs.
func throughMiddleware(a *assembler, server *interp.Object, mw interp.Value, name string) graph.Gate {
	row, inner := call(sdk(server.Row), name)
	if row == nil {
		return graph.Gate{}
	}
	next := interp.FuncValue{ID: row.Key(), Row: row.Key()}
	b := a.ObserveInner(mw, []interp.Value{next}, inner)
	i := slices.IndexFunc(b.Effects, asks(b))
	if i < 0 {
		return graph.Gate{}
	}
	kind := graph.GateWrapper
	if b.Flow.Reaches(isNext, func(s *interp.FlowStep) bool { return asks(b)(s.Effect) }) {
		kind = graph.GateConditional
	}
	return graph.Gate{Kind: kind, Pos: b.Effects[i].Pos}
}

// call returns the row of the next handler of a library's middleware, and what its
// functions get for a call of the tool of a name.
func call(lib, name string) (next *library.Call, args []interp.Value) {
	request := func(typ, params string) interp.Value {
		p := &interp.Unknown{Reason: "the model chooses it"}
		if name != "" {
			p.SetField(params, "Name", interp.String(name))
		}
		r := &interp.Unknown{Reason: "the model chooses it"}
		r.SetField(typ, "Params", p)
		return r
	}
	switch lib {
	case mcpGo:
		const pkg = "github.com/mark3labs/mcp-go/mcp."
		return table.Call("github.com/mark3labs/mcp-go/server.ToolHandlerFunc"),
			[]interp.Value{nil, request(pkg+"CallToolRequest", pkg+"CallToolParams")}
	case goSDK:
		const pkg = "github.com/modelcontextprotocol/go-sdk/mcp."
		req := interp.Iface{
			Type: "*" + pkg + "CallToolRequest",
			V:    request(pkg+"ServerRequest[*"+pkg+"CallToolParamsRaw]", pkg+"CallToolParamsRaw"),
		}
		return table.Call(pkg + "MethodHandler"), []interp.Value{nil, interp.String("tools/call"), req}
	}
	return nil, nil
}

func isNext(s *interp.FlowStep) bool { return s.Kind == "next" }
