package mcp

// This file reads registrations: which tools a call offers, on which server.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// An offer is one tool that one call registers.
type offer struct {
	by      *assembly.Object  // the call, or the literal of a tool that no call registers
	made    *assembly.Object  // the call that takes its name, if there is no definition
	def     assembly.Value    // the definition; not given where the call takes name and description
	handler assembly.Value    // the function that runs it
	guard   assembly.Guard    // conditions of the call and of the tool's place in its list
	unknown *assembly.Unknown // why the tool is not known
	servers []*assembly.Object
	at      graph.Pos // the call that gives it to a server, if that is another than by
	tool    *graph.Tool
}

// offersOf returns what a registration offers.
func (a *catalog) offersOf(o *assembly.Object) []*offer {
	if o.Kind != "register" && o.Kind != "replace" && o.Kind != "foxy" {
		return nil
	}
	var out []*offer
	_, byList := o.Args["tools"]
	_, byDefinition := o.Args["tool"]
	switch {
	case byList:
		out = a.pairs(a.Arg(o, "tools"))
	case byDefinition:
		out = definitions(a.Arg(o, "tool"), a.Arg(o, "handler"))
	default:
		out = a.described(o)
	}
	for _, f := range out {
		f.by = o
		f.guard = slices.Concat(o.Guard, f.guard)
		f.servers = a.servers(o)
	}
	return out
}

// described returns what a call offers that takes a name, a description and a handler.
func (a *catalog) described(o *assembly.Object) []*offer {
	var out []*offer
	for _, name := range a.Arg(o, "name").Each() {
		f := named(name, assembly.Value{}, a.Arg(o, "handler"))
		f.tool.Description, _ = a.Arg(o, "description").Text()
		f.made = o
		out = append(out, f)
	}
	return out
}

// servers returns the servers that a call is about.
func (a *catalog) servers(o *assembly.Object) []*assembly.Object {
	return a.Arg(o, "server").Objects("server")
}

// pairs reads a list of definitions with their handlers, or of what a call has made of both.
func (a *catalog) pairs(list assembly.Value) []*offer {
	var out []*offer
	elems, more := list.List()
	for _, e := range elems {
		made := e.Objects("servertool")
		for _, o := range made {
			out = append(out, a.described(o)...)
		}
		if len(made) == 0 {
			out = append(out, definitions(e.Field("Tool"), e.Field("Handler"))...)
		}
	}
	if more != nil && !more.Repeats() {
		out = append(out, &offer{unknown: more})
	}
	return out
}

// definitions returns an offer for each definition that v may be, and for each
// name that it may have.
func definitions(v, handler assembly.Value) []*offer {
	var out []*offer
	for _, def := range v.Pointed() {
		handler := pairedWith(handler, def.Guard)
		if u := def.Field("Name").Opaque(); u != nil && def.Opaque() != nil {
			out = append(out, &offer{unknown: u, def: def, handler: handler, guard: def.Guard})
			continue
		}
		for _, name := range names(def) {
			out = append(out, named(name, def, handler))
		}
	}
	return out
}

// names returns the names that a definition may have. Beside others the empty one
// is that of a way on which the literal is not made.
func names(def assembly.Value) []assembly.Value {
	list := def.Field("Name").Each()
	if len(list) == 1 {
		return list
	}
	return slices.DeleteFunc(list, assembly.Value.IsZero)
}

// pairedWith returns the handler that goes with the definition under a guard:
// `if c { tool, handler = a, b } else …` pairs them.
func pairedWith(handler assembly.Value, g assembly.Guard) assembly.Value {
	list := handler.Each()
	for _, x := range list {
		if len(list) > 1 && len(g) > 0 && x.Guard.Equal(g) {
			return x
		}
	}
	return handler.Only()
}

// named returns the offer of a tool by its name.
func named(name, def, handler assembly.Value) *offer {
	f := &offer{def: def, handler: handler, guard: name.Guard, tool: &graph.Tool{Framework: framework}}
	s, ok := name.Text()
	switch u := name.Opaque(); {
	case ok && s != "":
		f.tool.Name = s
	case u != nil:
		f.unknown = u
		f.tool.Unknown, f.tool.Pos = u.Reason, u.Pos
	case ok:
		f.unknown = assembly.Because(reason.NameEmpty)
	default:
		f.unknown = assembly.Because(reason.NameNoValue)
	}
	return f
}

// way returns where the definition is made, or the call if that is not known.
func (f *offer) way() assembly.Path {
	way := slices.Clone(f.def.Trail())
	switch {
	case len(way) > 0:
	case f.made != nil:
		way = append(slices.Clone(f.made.Stack), f.made.Pos)
	default:
		way = f.path()
	}
	slices.Reverse(way)
	return way
}

// literal returns the position of the literal or call that makes the definition.
func (f *offer) literal() graph.Pos { return f.way()[0] }

// place gives each tool the position that tells it from others.
func (a *catalog) place() {
	ways := make([]assembly.Path, len(a.offers))
	for i, f := range a.offers {
		ways[i] = f.way()
	}
	for i, pos := range assembly.Places(ways) {
		f := a.offers[i]
		if f.tool == nil {
			f.tool = &graph.Tool{Framework: framework}
		}
		f.tool.Pos = pos
		a.MadeAt(f.tool, f.literal())
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
		out = append(out, unknown(f.unknown))
	}
	if u := f.handler.Opaque(); u != nil {
		out = append(out, unknown(u))
	}
	return out
}
