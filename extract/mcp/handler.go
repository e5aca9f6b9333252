package mcp

// This file finds the function that runs a tool, behind what a program and its
// libraries wrap around it.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/recipe"
	"github.com/agentvet/agentvet/graph"
)

// handlers returns the functions that the handler of an offer consists of: the
// outermost first, then those that it wraps. Closures around a handler, and the
// library's own adapters, are looked through.
func (a *assembler) handlers(f *offer) []interp.FuncValue {
	var chain []interp.FuncValue
	v := f.handler
	for range maxWrappers {
		switch x := interp.Unwrap(only(v)).(type) {
		case *interp.Object:
			v = x.Arg("fn")
			continue
		case interp.FuncValue:
			chain = append(chain, x)
			v = a.wrapped(x, f.tool.Name)
			if v == nil {
				return append(chain, a.sibling(f, x)...)
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
// if there is none or there are several. In a struct that has the tool's name, too,
// a handler may take what it likes.
func (a *assembler) wrapped(f interp.FuncValue, name string) interp.Value {
	var named, found []interp.Value
	for _, b := range f.Bindings {
		if v := only(interp.Deref(b)); a.isHandler(v) {
			found = addHandler(found, v)
		}
		for _, alt := range behind(b) {
			s, ok := alt.V.(*interp.Struct)
			if !ok {
				continue
			}
			beside := name != "" && hasName(s, name, maxNesting)
			for _, field := range s.FieldNames() {
				switch v := only(interp.Field(s, field)); {
				case beside && (a.isHandler(v) || len(a.Params(v)) == 1):
					named = addHandler(named, v)
				case a.isHandler(v):
					found = addHandler(found, v)
				}
			}
		}
	}
	for _, list := range [][]interp.Value{named, found} {
		if len(list) == 1 {
			return list[0]
		}
	}
	return nil
}

// addHandler adds a handler to those that were found, once.
func addHandler(list []interp.Value, v interp.Value) []interp.Value {
	f, isFunc := v.(interp.FuncValue)
	if isFunc && slices.ContainsFunc(list, func(w interp.Value) bool {
		g, ok := w.(interp.FuncValue)
		return ok && f.ID == g.ID
	}) {
		return list
	}
	return append(list, v)
}

// hasName reports whether a field of a struct, or of one in it, has the name.
func hasName(s *interp.Struct, name string, depth int) bool {
	return slices.ContainsFunc(s.FieldNames(), func(field string) bool {
		return slices.ContainsFunc(interp.Alternatives(interp.Field(s, field)), func(alt interp.Alt) bool {
			if inner, ok := alt.V.(*interp.Struct); ok && depth > 0 {
				return hasName(inner, name, depth-1)
			}
			text, ok := interp.AsString(alt.V)
			return ok && text == name
		})
	})
}

// sibling returns the handler that a closure looks up in a registry of tools: a method
// that it calls through an interface, of the type whose method made the definition.
func (a *assembler) sibling(f *offer, closure interp.FuncValue) []interp.FuncValue {
	def, ok := interp.Deref(f.def).(*interp.Struct)
	if !ok {
		return nil
	}
	var makers []string
	for _, id := range def.In {
		if typ := receiver(id); typ != "" {
			makers = append(makers, typ)
		}
	}
	if !slices.ContainsFunc(a.MayDispatch(closure, makers), func(g interp.FuncValue) bool { return a.isHandler(g) }) {
		return nil
	}
	var found []interp.FuncValue
	for _, g := range a.run(closure).dispatched {
		if a.isHandler(g) && slices.Contains(makers, receiver(g.ID)) {
			found = append(found, g)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

// run is what a handler does.
type run struct {
	handler    interp.FuncValue
	gate       graph.Gate
	known      bool               // it was read to its end
	dispatched []interp.FuncValue // see extract.Behaviour
}

// run returns what a handler does. Each caller of a registry makes its tools again:
// handlers that are alike are observed once.
func (a *assembler) run(handler interp.FuncValue) *run {
	for _, r := range a.runs[handler.ID] {
		if interp.Alike(r.handler, handler) {
			return r
		}
	}
	if a.runs == nil {
		a.runs = make(map[string][]*run)
	}
	b := a.Observe(handler)
	r := &run{handler, assembly.BodyGate(b, asks(b)), b.Known, b.Dispatched}
	a.runs[handler.ID] = append(a.runs[handler.ID], r)
	return r
}

// receiver returns the type of a method's receiver, "" for a function.
func receiver(id string) string {
	if !strings.HasPrefix(id, "(") {
		return ""
	}
	typ, _, _ := strings.Cut(id[1:], ").")
	return strings.TrimPrefix(typ, "*")
}

// isHandler reports whether v is a function that runs a tool: one that takes a
// context and more, or that a library adapts.
func (a *assembler) isHandler(v interp.Value) bool {
	if o, ok := v.(*interp.Object); ok {
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
