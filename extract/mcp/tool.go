package mcp

// This file describes tools: their arguments, handlers and hints.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// describe fills in the tool of an offer.
func (a *catalog) describe(f *offer) {
	t := f.tool
	if f.def.Given() {
		t.Description = constantText(f.def.Field("Description"))
		t.Hints = hints(f.def)
		t.Params, t.Closed = schemaParams(f)
		t.Title = cmp.Or(constantText(f.def.Field("Title")), constantText(f.def.Field("Annotations").Only().Field("Title")))
	}
	t.Result, t.Output = results(f)
	if !f.handler.Given() {
		return
	}
	chain := a.handlers(f)
	for _, h := range chain {
		t.Handler = funcid.Source(h.Func())
	}
	f.wrapped(chain)
	t.Args = argsType(f, chain)
	t.Gate = assembly.StrongerGate(a.handlerGate(chain), a.middlewareGate(f))
	if t.Gate.Kind.MayHold() && slices.ContainsFunc(f.servers, a.answersItself) {
		t.Gate.Kind = graph.GateConditional
	}
	if len(chain) > 0 {
		t.Captured = captures(chain[len(chain)-1])
		assembly.Hold(t, chain[len(chain)-1], "")
	}
}

// constantText returns a string, or the string behind a pointer, "" if it is not
// known.
func constantText(v assembly.Value) string {
	s, _ := v.Only().Behind().Only().Text()
	return s
}

// argsType returns the type of a tool's arguments: what the program tells the
// library by a type argument, of the registration, of the handler's adapter or of
// the schema, or what the innermost handler takes.
func argsType(f *offer, chain []assembly.Value) string {
	if by := cmp.Or(f.made, f.by); sdk(by.Row) == goSDK && len(by.Targs) > 0 && isConcrete(by.Targs[0]) {
		return by.Targs[0]
	}
	if o := f.handler.Object(); o != nil && len(o.Targs) > 0 && isConcrete(o.Targs[0]) {
		return o.Targs[0]
	}
	if in := f.def.Field("InputSchema").Objects("input"); len(in) == 1 && len(in[0].Targs) > 0 && isConcrete(in[0].Targs[0]) {
		return in[0].Targs[0]
	}
	for _, h := range slices.Backward(chain) {
		params := withoutReceiver(h.Params())
		if len(params) == 0 || params[0].Type != "context.Context" && sdk(f.by.Row) != metoro {
			continue
		}
		last := params[len(params)-1]
		own := len(chain) > 1 && strings.Contains(last.Type, ".") // the program's own form of a handler
		if isConcrete(last.Type) && !isRequest(last.Type) && (len(params) > 2 || own || sdk(f.by.Row) == metoro) {
			return last.Type
		}
	}
	return ""
}

// schemaParams returns the arguments that the schema in a definition names, and whether these are all.
func schemaParams(f *offer) (params []graph.Param, closed bool) {
	for _, field := range []string{"InputSchema", "RawInputSchema"} {
		schema := f.def.Field(field)
		if params, closed = schema.SchemaParams(f.tool.Pos), schema.ClosedSchema(); len(params) > 0 || closed {
			return params, closed
		}
	}
	return nil, false
}

// results returns what clients are told of what a tool returns: the type that the program tells the library, or the properties of a
// schema.
func results(f *offer) (typ string, fields []graph.Param) {
	if f.def.Given() {
		for _, field := range []string{"OutputSchema", "RawOutputSchema"} {
			schema := f.def.Field(field)
			if out := schema.Objects("output"); len(out) == 1 && len(out[0].Targs) > 0 && isConcrete(out[0].Targs[0]) {
				return out[0].Targs[0], nil
			}
			if fields = schema.SchemaParams(f.tool.Pos); len(fields) > 0 {
				return "", fields
			}
		}
	}
	if by := cmp.Or(f.made, f.by); sdk(by.Row) == goSDK && len(by.Targs) > 1 && isConcrete(by.Targs[1]) && by.Targs[1] != "any" {
		return by.Targs[1], nil
	}
	return "", nil
}

// isRequest reports whether a parameter is what every handler gets.
func isRequest(typ string) bool {
	return typ == "context.Context" || strings.Contains(typ, "mcp.CallToolRequest") || strings.Contains(typ, "mcp.CallToolParams")
}

// isConcrete reports whether a type is no bare name, as type parameters are.
func isConcrete(typ string) bool {
	return typ != "" && assembly.IsConcrete(typ) && !strings.HasPrefix(typ, "func(")
}
