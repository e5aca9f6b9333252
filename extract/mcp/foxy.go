package mcp

// This file reads servers of foxy-contexts. Their tools are made by constructors
// that a dependency injection container runs, so the constructors are observed.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
)

// provided returns the tools that the container gives to a server.
func (a *assembler) provided(server *interp.Object) []*offer {
	if sdk(server.Row) != foxy {
		return nil
	}
	var out []*offer
	for _, op := range server.Calls("provide") {
		for _, f := range a.constructed(op.Arg("fn"), op.Guard) {
			f.at = op.At(a.Assembly)
			out = append(out, f)
		}
	}
	if len(server.Calls("options")) > 0 || server.Row.Name == "ProvideToolMux" {
		for _, o := range a.ObjectsOf("provider") {
			out = append(out, a.constructed(o.Arg("fn"), o.Guard)...)
		}
	}
	elems, more := interp.Elems(server.Arg("list"))
	for _, e := range elems {
		for _, o := range objects(e.V, "foxy") {
			out = append(out, a.known(o, e.Guard)...)
		}
	}
	if _, listed := server.Args["list"]; listed && more != nil {
		out = append(out, a.open(server, more))
	}
	return out
}

// constructed returns the tools that a constructor returns.
func (a *assembler) constructed(fn interp.Value, guard interp.Guard) []*offer {
	b := a.Observe(fn)
	var out []*offer
	for _, o := range b.Objects {
		if o.Kind == "foxy" {
			out = append(out, a.known(o, guard)...)
		}
	}
	if len(out) == 0 {
		u := &interp.Unknown{Reason: "the constructor of the tool is not known", Pos: b.Pos}
		if b.Reason != "" {
			u.Reason = b.Reason
		}
		out = append(out, a.open(&interp.Object{Row: &library.Call{}, Pos: b.Pos}, u))
	}
	return out
}

// known returns the offers of a tool object: those that the package lists, if the
// object is one that the program made in another way.
func (a *assembler) known(o *interp.Object, guard interp.Guard) []*offer {
	out := a.offersOf(o)
	for i, f := range out {
		f.guard = slices.Concat(guard, f.guard)
		if f.tool == nil {
			out[i] = a.open(o, f.unknown)
			continue
		}
		f.tool.Pos = f.literal()
		a.describe(f)
		for _, g := range a.offers {
			if g.literal() == f.literal() && g.tool.Name == f.tool.Name {
				f.tool = g.tool
			}
		}
	}
	return out
}

// open returns an offer of which only the reason is known why nothing is.
func (a *assembler) open(o *interp.Object, u *interp.Unknown) *offer {
	f := &offer{by: o, unknown: u}
	f.name(u)
	return f
}
