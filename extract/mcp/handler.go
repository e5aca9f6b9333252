package mcp

// This file finds the function that runs a tool, behind what a program and its
// libraries wrap around it.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// handlers returns the functions that the handler of an offer consists of: the
// outermost first, then those that it wraps. Closures around a handler, and the
// library's own adapters, are looked through.
func (a *catalog) handlers(f *offer) []assembly.Value { return a.chain(f, f.handler, maxWrappers) }

// chain returns the functions that a handler consists of, up to a number of wrappers.
func (a *catalog) chain(f *offer, v assembly.Value, limit int) []assembly.Value {
	var chain []assembly.Value
	for ; limit > 0; limit-- {
		v = a.common(f, v.Only(), limit-1)
		if v.Object() != nil {
			v = v.Arg("fn")
			continue
		}
		if !v.IsFunc() {
			break
		}
		chain = append(chain, v)
		inner := a.wrapped(f, v, limit-1)
		if a.helps(v, inner) {
			return chain
		}
		if !inner.Given() {
			return append(chain, a.sibling(f, v)...)
		}
		v = inner
	}
	return chain
}

// common returns the handler to which all lead that v may be, v itself if they do not. One that some runs
// wrap is the one that it is in the others:
//
//	if schema != nil {
//		h = validated(schema, h)
//	}
//
// A wrapper that asks a human is no wrapper that may be left out.
func (a *catalog) common(f *offer, v assembly.Value, limit int) assembly.Value {
	list := v.Each()
	if len(list) < 2 || slices.ContainsFunc(list, func(one assembly.Value) bool { return !isHandler(one) }) {
		return v
	}
	var inner assembly.Value
	var chains [][]assembly.Value
	for _, one := range list {
		chain := a.chain(f, one, limit/2) // each may be one of several in turn
		if len(chain) == 0 {
			return v
		}
		last := chain[len(chain)-1]
		if inner.Given() && !inner.Alike(last) || a.handlerGate(chain[:len(chain)-1]).Kind != graph.GateNone {
			return v
		}
		inner, chains = last, append(chains, chain)
	}
	for _, chain := range chains {
		f.wrapped(chain)
	}
	return inner
}

// wrapped notes the functions of a chain but for the last one, which is the handler, and in which variables each has the next one:
// if it has it in a struct or as a method, in any.
func (f *offer) wrapped(chain []assembly.Value) {
	for i, next := range chain[min(1, len(chain)):] {
		w := graph.Wrapper{Func: funcid.Source(chain[i].Func())}
		var all []int
		for n, captured := range chain[i].Captured() {
			list := captured.Behind().Each()
			isNext := func(v assembly.Value) bool { return v.Alike(next) || len(list) > 1 && isHandler(v) }
			if all = append(all, n); slices.ContainsFunc(list, isNext) {
				w.Inner = append(w.Inner, n)
			}
		}
		if len(w.Inner) == 0 {
			w.Inner = all
		}
		if !slices.ContainsFunc(f.tool.Around, func(o graph.Wrapper) bool { return o.Func == w.Func }) {
			f.tool.Around = append(f.tool.Around, w)
		}
	}
}

// maxWrappers is the number of closures around a handler that are looked through.
const maxWrappers = 16

// wrapped returns the handler that a closure captures, itself or in a struct; none is given
// if there is none or there are several. In a struct that has the tool's name, too,
// a handler may take what it likes.
func (a *catalog) wrapped(f *offer, closure assembly.Value, limit int) assembly.Value {
	var named, found []assembly.Value
	name := f.tool.Name
	for _, captured := range closure.Captured() {
		if v := a.common(f, captured.Behind().Only(), limit); isHandler(v) {
			found = addHandler(found, v)
		}
		for _, s := range captured.Pointed() {
			beside := name != "" && hasName(s, name, maxNesting)
			for _, field := range s.Fields() {
				switch v := field.Only(); {
				case beside && (isHandler(v) || len(v.Params()) == 1):
					named = addHandler(named, v)
				case isHandler(v):
					found = addHandler(found, v)
				}
			}
		}
	}
	for _, list := range [][]assembly.Value{named, found} {
		if len(list) == 1 {
			return list[0]
		}
	}
	return assembly.Value{}
}

// helps reports whether a function is one that the handlers of several tools capture, each of which is
// a closure of its own: not what one of them wraps, but what they all use.
//
//	func deleteEvent(client func(ctx context.Context, user string) (*http.Client, error)) server.ToolHandlerFunc
//
// One that takes what the closure around it takes is a handler, which several tools may have, each in another wrapper.
func (a *catalog) helps(outer, inner assembly.Value) bool {
	if !inner.IsFunc() || takesAlike(outer, inner) {
		return false
	}
	if a.captors == nil {
		a.captors = make(map[string]map[string]bool)
		for _, f := range a.offers {
			outer := f.handler.Only()
			if !outer.IsFunc() {
				continue
			}
			if v := a.wrapped(f, outer, maxWrappers); v.IsFunc() {
				if a.captors[v.Func()] == nil {
					a.captors[v.Func()] = make(map[string]bool)
				}
				a.captors[v.Func()][outer.Func()] = true
			}
		}
	}
	return len(a.captors[inner.Func()]) > 1
}

// takesAlike reports whether two functions have parameters of the same types.
func takesAlike(a, b assembly.Value) bool {
	return slices.EqualFunc(withoutReceiver(a.Params()), withoutReceiver(b.Params()), func(p, q assembly.Param) bool { return p.Type == q.Type })
}

// addHandler adds a handler to those that were found, once.
func addHandler(list []assembly.Value, v assembly.Value) []assembly.Value {
	if v.IsFunc() && slices.ContainsFunc(list, func(w assembly.Value) bool { return w.Func() == v.Func() }) {
		return list
	}
	return append(list, v)
}

// hasName reports whether a field of a struct, or of one in it, has the name.
func hasName(s assembly.Value, name string, depth int) bool {
	return slices.ContainsFunc(s.Fields(), func(field assembly.Value) bool {
		return slices.ContainsFunc(field.Each(), func(x assembly.Value) bool {
			if x.IsStruct() && !x.IsPointer() && depth > 0 {
				return hasName(x, name, depth-1)
			}
			text, ok := x.Text()
			return ok && text == name
		})
	})
}

// sibling returns the handler that a closure looks up in a registry of tools: a method
// that it calls through an interface, of the type whose method made the definition.
func (a *catalog) sibling(f *offer, closure assembly.Value) []assembly.Value {
	var makers []string
	for _, id := range f.def.Makers() {
		if typ := receiver(id); typ != "" {
			makers = append(makers, typ)
		}
	}
	if !slices.ContainsFunc(closure.MayDispatch(makers), isHandler) {
		return nil
	}
	var found []assembly.Value
	for _, g := range a.run(closure).dispatched {
		if isHandler(g) && slices.Contains(makers, receiver(g.Func())) {
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
	handler    assembly.Value
	gate       graph.Gate
	known      bool             // it was read to its end
	dispatched []assembly.Value // see Assembly.Dispatched
}

// run returns what a handler does. Each caller of a registry makes its tools again:
// handlers that are alike are observed once.
func (a *catalog) run(handler assembly.Value) *run {
	id := handler.Func()
	for _, r := range a.runs[id] {
		if r.handler.Alike(handler) {
			return r
		}
	}
	if a.runs == nil {
		a.runs = make(map[string][]*run)
	}
	b := handler.ObserveDoing(nil, nil)
	r := &run{handler, assembly.ConsentGate(b, graph.GateInterrupt, nil), b.Known, a.Dispatched(b)}
	if r.gate.Kind == graph.GateNone && !b.Has("human") {
		r.gate = assembly.DeciderGate(handler, "")
	}
	a.runs[id] = append(a.runs[id], r)
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
func isHandler(v assembly.Value) bool {
	if o := v.Object(); o != nil {
		return o.Kind == "handler"
	}
	params := withoutReceiver(v.Params())
	if len(params) < 2 || params[0].Type != "context.Context" {
		return false
	}
	return len(params) > 2 || !strings.HasPrefix(params[1].Type, "func(")
}

// withoutReceiver returns parameters from the context on: method values have their
// receiver before it.
func withoutReceiver(params []assembly.Param) []assembly.Param {
	if i := slices.IndexFunc(params, func(p assembly.Param) bool { return p.Type == "context.Context" }); i == 1 {
		return params[1:]
	}
	return params
}
