package mcp

// This file describes tools: their arguments, handlers and hints.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/extract/recipe"
)

// describe fills in the tool of an offer.
func (a *assembler) describe(f *offer) {
	t := f.tool
	if f.def != nil {
		t.Description = constantText(extract.Field(f.def, "Description"))
		t.Hints = hints(f.def)
	}
	if f.handler == nil {
		return
	}
	chain := a.handlers(f.handler)
	for _, h := range chain {
		t.Handler = strings.TrimSuffix(h.ID, "$bound") // a method value
	}
	t.Args = a.argsType(f, chain)
	t.Gate = extract.StrongerGate(a.handlerGate(f.handler, chain), a.middlewareGate(f))
}

// constantText returns a string, or the string behind a pointer, "" if it is not
// known.
func constantText(v extract.Value) string {
	s, _ := extract.AsString(only(extract.Deref(only(v))))
	return s
}

// handlers returns the functions that a handler consists of: the outermost first,
// then those that it wraps. Closures around a handler, and the library's own
// adapters, are looked through.
func (a *assembler) handlers(v extract.Value) []extract.FuncValue {
	var chain []extract.FuncValue
	for range maxWrappers {
		switch x := extract.Unwrap(only(v)).(type) {
		case *extract.Object:
			v = x.Arg("fn")
			continue
		case extract.FuncValue:
			chain = append(chain, x)
			v = a.wrapped(x)
			if v == nil {
				return chain
			}
			continue
		}
		break
	}
	return chain
}

// maxWrappers is the number of closures around a handler that are looked through.
const maxWrappers = 16

// wrapped returns the handler that a closure captures, itself or in a struct, nil
// if there is none or there are several.
func (a *assembler) wrapped(f extract.FuncValue) extract.Value {
	var found []extract.Value
	for _, b := range f.Bindings {
		v := only(extract.Deref(b))
		if a.isHandler(v) {
			found = append(found, v)
		}
		if s, ok := extract.Deref(v).(*extract.Struct); ok {
			for _, name := range s.FieldNames() {
				if v := only(extract.Field(s, name)); a.isHandler(v) {
					found = append(found, v)
				}
			}
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// isHandler reports whether v is a function that runs a tool: one that takes a
// context and more, or that a library adapts.
func (a *assembler) isHandler(v extract.Value) bool {
	if o, ok := v.(*extract.Object); ok {
		return o.Kind == "handler"
	}
	params := withoutReceiver(a.Params(v))
	if len(params) < 2 || params[0].Type != "context.Context" {
		return false
	}
	return len(params) > 2 || !strings.HasPrefix(params[1].Type, "func(")
}

// withoutReceiver returns parameters from the context on: method values have their
// receiver before it.
func withoutReceiver(params []recipe.Param) []recipe.Param {
	if i := slices.IndexFunc(params, func(p recipe.Param) bool { return p.Type == "context.Context" }); i == 1 {
		return params[1:]
	}
	return params
}

// argsType returns the type of a tool's arguments: what the program tells the
// library by a type argument, of the registration, of the handler's adapter or of
// the schema, or what the innermost handler takes.
func (a *assembler) argsType(f *offer, chain []extract.FuncValue) string {
	if library(f.by.Row) == goSDK && len(f.by.Targs) > 0 && isConcrete(f.by.Targs[0]) {
		return f.by.Targs[0]
	}
	if o, ok := extract.Unwrap(f.handler).(*extract.Object); ok && len(o.Targs) > 0 && isConcrete(o.Targs[0]) {
		return o.Targs[0]
	}
	if in := objects(extract.Field(f.def, "InputSchema"), "input"); len(in) == 1 && len(in[0].Targs) > 0 && isConcrete(in[0].Targs[0]) {
		return in[0].Targs[0]
	}
	for _, h := range slices.Backward(chain) {
		params := withoutReceiver(a.Params(h))
		if len(params) == 0 {
			continue
		}
		last := params[len(params)-1]
		own := len(chain) > 1 && strings.Contains(last.Type, ".") // the program's own form of a handler
		if isConcrete(last.Type) && !isRequest(last.Type) && (len(params) > 2 || own || library(f.by.Row) == metoro) {
			return last.Type
		}
	}
	return ""
}

// isRequest reports whether a parameter is what every handler gets.
func isRequest(typ string) bool {
	return typ == "context.Context" || strings.Contains(typ, "mcp.CallToolRequest") || strings.Contains(typ, "mcp.CallToolParams")
}

// isConcrete reports whether a type is no bare name, as type parameters are.
func isConcrete(typ string) bool {
	return typ != "" && extract.IsConcrete(typ) && !strings.HasPrefix(typ, "func(")
}
