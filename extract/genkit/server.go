package genkit

// This file reads the MCP servers of Genkit's plugin: each offers every tool that is defined in
// its registry by the time it serves, whoever defined it.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// server adds the agent of a server.
func (a *definitions) server(o *assembly.Object) {
	g := &graph.Agent{Kind: graph.AgentServer, Framework: a.Name, Pos: o.At(a.Assembly), Origin: a.Origin(o), Maker: o.Func}
	g.Name = cmp.Or(a.Arg(o, "name").TextOr(""), assembly.OpaqueName(g.Pos))
	registry := a.Arg(o, "g")
	for _, def := range a.ObjectsOf("tool") {
		if _, registered := def.Args["g"]; registered && a.mayBeOne(registry, a.Arg(def, "g")) {
			g.Tools = append(g.Tools, a.served(def))
		}
	}
	if u := a.unseen(registry); u != nil {
		g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownTools, g.Pos))
	}
	a.Close(o, g.Unknowns)
	if a.Owned(o) {
		a.Program.Agents = append(a.Program.Agents, g)
	}
}

// served returns the tool of a definition as a server has it: it stands where it is defined, in whichever package,
// unless other tools are defined there, too.
func (a *definitions) served(def *assembly.Object) *graph.Tool {
	t := *a.toolOf(def)
	isOther := func(o *assembly.Object) bool { return o.Pos == def.Pos && a.Arg(o, "name").TextOr("") != t.Name }
	if !slices.ContainsFunc(a.ObjectsOf("tool"), isOther) {
		t.Pos = def.Pos
	}
	return &t
}

// mayBeOne reports whether two registries may be one: they are not two that the program makes.
func (a *definitions) mayBeOne(r, s assembly.Value) bool {
	for _, x := range r.Each() {
		for _, y := range s.Each() {
			p, q := x.Object("registry"), y.Object("registry")
			if p == nil || q == nil || p == q || p.Pos == q.Pos {
				return true
			}
		}
	}
	return false
}

// unseen returns why a registry may have tools that were not seen, nil if it has none.
func (a *definitions) unseen(registry assembly.Value) *assembly.Unknown {
	for _, r := range registry.Each() {
		o := r.Object("registry")
		if o == nil {
			u := assembly.Because(reason.Registry)
			if from := r.Unknown(); from != nil {
				u.Param = from.Param
			}
			return u
		}
		for _, same := range a.sameCall(o) {
			if why := a.outside(same, ""); why.Given() {
				return &assembly.Unknown{Reason: reason.Of(reason.RegistryOpen)}
			}
		}
	}
	if limits := a.Limits(); len(limits) > 0 {
		return assembly.Because(reason.CutShort, limits[0].Reason.String())
	}
	return nil
}
