package mcp

// This file reads registrations: which tools a call offers, on which server.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// An offer is one tool that one call registers.
type offer struct {
	by      *interp.Object  // the call, or the literal of a tool that no call registers
	def     interp.Value    // the definition; nil where the call takes name and description
	handler interp.Value    // the function that runs it
	guard   interp.Guard    // conditions of the call and of the tool's place in its list
	unknown *interp.Unknown // why the tool is not known
	servers []*interp.Object
	at      graph.Pos // the call that gives it to a server, if that is another than by
	tool    *graph.Tool
}

// offersOf returns what a registration offers.
func (a *assembler) offersOf(o *interp.Object) []*offer {
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
		for _, name := range interp.Alternatives(o.Arg("name")) {
			f := &offer{handler: o.Arg("handler"), guard: name.Guard}
			f.name(name.V)
			f.tool.Description, _ = interp.AsString(o.Arg("description"))
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
func (a *assembler) pairs(o *interp.Object, list interp.Value) []*offer {
	var out []*offer
	elems, more := interp.Elems(list)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			guard := slices.Concat(e.Guard, alt.Guard)
			out = append(out, a.definitions(o, interp.Field(alt.V, "Tool"), interp.Field(alt.V, "Handler"), guard)...)
		}
	}
	if more != nil && !more.Repeats() {
		out = append(out, &offer{unknown: more})
	}
	return out
}

// definitions returns an offer for each definition that v may be, and for each
// name that it may have.
func (a *assembler) definitions(o *interp.Object, v, handler interp.Value, guard interp.Guard) []*offer {
	var out []*offer
	for _, def := range behind(v) {
		handler := pairedWith(handler, def.Guard)
		if u, ok := def.V.(*interp.Unknown); ok && isUnknown(interp.Field(u, "Name")) {
			if named, ok := interp.Unwrap(interp.Field(u, "Name")).(*interp.Unknown); ok {
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
func behind(v interp.Value) []interp.Alt {
	var out []interp.Alt
	for _, alt := range interp.Alternatives(v) {
		for _, inner := range interp.Alternatives(interp.Deref(alt.V)) {
			out = append(out, interp.Alt{V: interp.Deref(inner.V), Guard: slices.Concat(alt.Guard, inner.Guard)})
		}
	}
	return out
}

// only returns the one alternative of v, v itself if there are several.
func only(v interp.Value) interp.Value {
	if alts := interp.Alternatives(v); len(alts) == 1 {
		return alts[0].V
	}
	return v
}

// names returns the names that a definition may have. Beside others the empty one
// is that of a way on which the literal is not made.
func names(def interp.Value) []interp.Alt {
	alts := interp.Alternatives(interp.Field(def, "Name"))
	if len(alts) == 1 {
		return alts
	}
	return slices.DeleteFunc(slices.Clone(alts), func(alt interp.Alt) bool { return interp.IsZero(alt.V) })
}

func isUnknown(v interp.Value) bool {
	_, ok := interp.Unwrap(v).(*interp.Unknown)
	return ok
}

// pairedWith returns the handler that goes with the definition under a guard:
// `if c { tool, handler = a, b } else …` pairs them.
func pairedWith(handler interp.Value, g interp.Guard) interp.Value {
	alts := interp.Alternatives(handler)
	for _, alt := range alts {
		if len(alts) > 1 && len(g) > 0 && alt.Guard.Equal(g) {
			return alt.V
		}
	}
	return only(handler)
}

// name sets the name of the tool, or says why it has none.
func (f *offer) name(v interp.Value) {
	if f.tool == nil {
		f.tool = &graph.Tool{Framework: framework}
	}
	s, ok := interp.AsString(v)
	if ok && s != "" {
		f.tool.Name = s
		return
	}
	u, isUnknown := interp.Unwrap(v).(*interp.Unknown)
	switch {
	case isUnknown:
		f.unknown = u
		f.tool.Unknown, f.tool.Pos = u.Reason, u.Pos
	case ok:
		f.unknown = &interp.Unknown{Reason: "its name is empty"}
	default:
		f.unknown = &interp.Unknown{Reason: "its name is no value that agentvet can follow"}
	}
}

// objects returns the objects of a kind that v may be.
func objects(v interp.Value, kind string) []*interp.Object {
	var out []*interp.Object
	for _, alt := range interp.Alternatives(v) {
		if o, ok := interp.Unwrap(alt.V).(*interp.Object); ok && o.Kind == kind {
			out = append(out, o)
		}
	}
	return out
}

// way returns where the definition is made, or the call if that is not known.
func (f *offer) way() interp.Way {
	if s, ok := interp.Deref(f.def).(*interp.Struct); ok && len(s.Made) > 0 {
		way := slices.Clone(interp.Way(s.Made))
		slices.Reverse(way)
		return way
	}
	way := append(slices.Clone(interp.Way(f.by.Stack)), f.by.Pos)
	slices.Reverse(way)
	return way
}

// literal returns the position of the literal or call that makes the definition.
func (f *offer) literal() graph.Pos { return f.way()[0] }

// place gives each tool the position that tells it from others.
func (a *assembler) place() {
	ways := make([]interp.Way, len(a.offers))
	for i, f := range a.offers {
		ways[i] = f.way()
	}
	for i, pos := range assembly.Places(ways) {
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
	if u, ok := interp.Unwrap(f.handler).(*interp.Unknown); ok {
		out = append(out, unknown(graph.UnknownTools, u))
	}
	return out
}
