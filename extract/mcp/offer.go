package mcp

// This file reads registrations: which tools a call offers, on which server.

import (
	"slices"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// An offer is one tool that one call registers.
type offer struct {
	by      *extract.Object  // the call, or the literal of a tool that no call registers
	def     extract.Value    // the definition; nil where the call takes name and description
	handler extract.Value    // the function that runs it
	guard   extract.Guard    // conditions of the call and of the tool's place in its list
	unknown *extract.Unknown // why the tool is not known
	servers []*extract.Object
	at      graph.Pos // the call that gives it to a server, if that is another than by
	tool    *graph.Tool
}

// offersOf returns what a registration offers.
func (a *assembler) offersOf(o *extract.Object) []*offer {
	if o.Kind != "register" && o.Kind != "replace" && o.Kind != "foxy" {
		return nil
	}
	var out []*offer
	_, byList := o.Args["tools"]
	_, byDefinition := o.Args["tool"]
	switch {
	case byList:
		out = a.pairs(o, o.Arg("tools"))
	case byDefinition:
		out = a.definitions(o, o.Arg("tool"), o.Arg("handler"), nil)
	default:
		for _, name := range extract.Alternatives(o.Arg("name")) {
			f := &offer{handler: o.Arg("handler"), guard: name.Guard}
			f.name(name.V)
			f.tool.Description, _ = extract.AsString(o.Arg("description"))
			out = append(out, f)
		}
	}
	for _, f := range out {
		f.by = o
		f.guard = slices.Concat(o.Guard, f.guard)
		f.servers = objects(o.Arg("server"), "server")
	}
	return out
}

// pairs reads a list of definitions with their handlers.
func (a *assembler) pairs(o *extract.Object, list extract.Value) []*offer {
	var out []*offer
	elems, more := extract.Elems(list)
	for _, e := range elems {
		for _, alt := range extract.Alternatives(e.V) {
			guard := slices.Concat(e.Guard, alt.Guard)
			out = append(out, a.definitions(o, extract.Field(alt.V, "Tool"), extract.Field(alt.V, "Handler"), guard)...)
		}
	}
	if more != nil && !more.Repeats() {
		out = append(out, &offer{unknown: more})
	}
	return out
}

// definitions returns an offer for each definition that v may be, and for each
// name that it may have.
func (a *assembler) definitions(o *extract.Object, v, handler extract.Value, guard extract.Guard) []*offer {
	var out []*offer
	for _, def := range behind(v) {
		handler := pairedWith(handler, def.Guard)
		if u, ok := def.V.(*extract.Unknown); ok && isUnknown(extract.Field(u, "Name")) {
			if named, ok := extract.Unwrap(extract.Field(u, "Name")).(*extract.Unknown); ok {
				u = named
			}
			out = append(out, &offer{unknown: u, def: def.V, handler: handler, guard: slices.Concat(guard, def.Guard)})
			continue
		}
		for _, name := range names(def.V) {
			f := &offer{def: def.V, handler: handler, guard: slices.Concat(guard, def.Guard, name.Guard)}
			f.name(name.V)
			out = append(out, f)
		}
	}
	return out
}

// behind returns what v may be, or what it may point to, each without pointers.
func behind(v extract.Value) []extract.Alt {
	var out []extract.Alt
	for _, alt := range extract.Alternatives(v) {
		for _, inner := range extract.Alternatives(extract.Deref(alt.V)) {
			out = append(out, extract.Alt{V: extract.Deref(inner.V), Guard: slices.Concat(alt.Guard, inner.Guard)})
		}
	}
	return out
}

// only returns the one alternative of v, v itself if there are several.
func only(v extract.Value) extract.Value {
	if alts := extract.Alternatives(v); len(alts) == 1 {
		return alts[0].V
	}
	return v
}

// names returns the names that a definition may have. Beside others the empty one
// is that of a way on which the literal is not made.
func names(def extract.Value) []extract.Alt {
	alts := extract.Alternatives(extract.Field(def, "Name"))
	if len(alts) == 1 {
		return alts
	}
	return slices.DeleteFunc(slices.Clone(alts), func(alt extract.Alt) bool { return extract.IsZero(alt.V) })
}

func isUnknown(v extract.Value) bool {
	_, ok := extract.Unwrap(v).(*extract.Unknown)
	return ok
}

// pairedWith returns the handler that goes with the definition under a guard:
// `if c { tool, handler = a, b } else …` pairs them.
func pairedWith(handler extract.Value, g extract.Guard) extract.Value {
	alts := extract.Alternatives(handler)
	for _, alt := range alts {
		if len(alts) > 1 && len(g) > 0 && alt.Guard.Equal(g) {
			return alt.V
		}
	}
	return only(handler)
}

// name sets the name of the tool, or says why it has none.
func (f *offer) name(v extract.Value) {
	if f.tool == nil {
		f.tool = &graph.Tool{Framework: framework}
	}
	s, ok := extract.AsString(v)
	if ok && s != "" {
		f.tool.Name = s
		return
	}
	u, isUnknown := extract.Unwrap(v).(*extract.Unknown)
	switch {
	case isUnknown:
		f.unknown = u
		f.tool.Unknown, f.tool.Pos = u.Reason, u.Pos
	case ok:
		f.unknown = &extract.Unknown{Reason: "its name is empty"}
	default:
		f.unknown = &extract.Unknown{Reason: "its name is no value that agentvet can follow"}
	}
}

// objects returns the objects of a kind that v may be.
func objects(v extract.Value, kind string) []*extract.Object {
	var out []*extract.Object
	for _, alt := range extract.Alternatives(v) {
		if o, ok := extract.Unwrap(alt.V).(*extract.Object); ok && o.Kind == kind {
			out = append(out, o)
		}
	}
	return out
}

// way returns where the definition is made, or the call if that is not known.
func (f *offer) way() extract.Way {
	if s, ok := extract.Deref(f.def).(*extract.Struct); ok && len(s.Made) > 0 {
		way := slices.Clone(extract.Way(s.Made))
		slices.Reverse(way)
		return way
	}
	way := append(slices.Clone(extract.Way(f.by.Stack)), f.by.Pos)
	slices.Reverse(way)
	return way
}

// literal returns the position of the literal or call that makes the definition.
func (f *offer) literal() graph.Pos { return f.way()[0] }

// place gives each tool the position that tells it from others.
func (a *assembler) place() {
	ways := make([]extract.Way, len(a.offers))
	for i, f := range a.offers {
		ways[i] = f.way()
	}
	for i, pos := range extract.Places(ways) {
		f := a.offers[i]
		if f.tool == nil {
			f.tool = &graph.Tool{Framework: framework}
		}
		f.tool.Pos = pos
		if f.unknown != nil {
			f.tool.Unknown = f.unknown.Reason
		}
	}
}

// param reports whether a caller knows the name.
func (f *offer) param() bool { return f.unknown != nil && f.unknown.Param }

// unknowns returns what a caller may know of the tool.
func (f *offer) unknowns() []graph.Unknown {
	var out []graph.Unknown
	if f.unknown != nil {
		out = append(out, unknown(graph.UnknownTools, f.unknown))
	}
	if u, ok := extract.Unwrap(f.handler).(*extract.Unknown); ok {
		out = append(out, unknown(graph.UnknownTools, u))
	}
	return out
}
