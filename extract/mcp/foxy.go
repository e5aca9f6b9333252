package mcp

// This file reads servers of foxy-contexts. Their tools are made by constructors
// that a dependency injection container runs, so the constructors are observed.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// provided returns the tools that the container gives to a server.
func (a *catalog) provided(server *assembly.Object) []*offer {
	if sdk(server.Row) != foxy {
		return nil
	}
	var out []*offer
	for _, op := range server.Calls("provide") {
		for _, f := range a.constructed(a.ArgOf(op, "fn")) {
			f.at = op.At(a.Assembly)
			out = append(out, f)
		}
	}
	if len(server.Calls("options")) > 0 || server.Row.Name == "ProvideToolMux" {
		for _, o := range a.ObjectsOf("provider") {
			out = append(out, a.constructed(a.Arg(o, "fn").Under(o.Guard))...)
		}
	}
	list, more := a.Arg(server, "list").Elems()
	for _, e := range list {
		for _, o := range e.Objects("foxy") {
			out = append(out, a.known(o, e.Guard)...)
		}
	}
	if _, listed := server.Args["list"]; listed && more != nil {
		out = append(out, open(server, more))
	}
	return out
}

// constructed returns the tools that a constructor returns.
func (a *catalog) constructed(fn assembly.Value) []*offer {
	b := fn.Observe()
	var out []*offer
	for _, o := range b.Objects {
		if o.Kind == "foxy" {
			out = append(out, a.known(o, fn.Guard)...)
		}
	}
	if len(out) == 0 {
		u := &assembly.Unknown{Reason: cmp.Or(b.Reason, reason.Of(reason.ToolConstructor)), Pos: b.Pos}
		out = append(out, open(&assembly.Object{Row: &library.Call{}, Pos: b.Pos}, u))
	}
	return out
}

// known returns the offers of a tool object: those that the package lists, if the
// object is one that the program made in another way.
func (a *catalog) known(o *assembly.Object, guard assembly.Guard) []*offer {
	out := a.offersOf(o)
	for i, f := range out {
		f.guard = slices.Concat(guard, f.guard)
		if f.tool == nil {
			out[i] = open(o, f.unknown)
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
func open(o *assembly.Object, u *assembly.Unknown) *offer {
	return &offer{by: o, unknown: u, tool: &graph.Tool{Framework: framework, Unknown: u.Reason, Pos: u.Pos}}
}
