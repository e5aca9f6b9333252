package module

// This file says of which modules no agent was read although there may be one.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
)

// unread returns a finding for each module of m that has places which may belong to an
// agent, where no agent was read in any of its packages; imported are packages that nobody
// named. What a directive silences its package has left out.
func (m *Module) unread(imported []*Package) []report.Finding {
	var order []string
	seen := make(map[string][]report.Seen)
	read := make(map[string]*report.Scope)
	moduleOf := make(map[string]string)
	for _, p := range slices.Concat(m.Packages, imported) {
		if read[p.Module] == nil {
			order = append(order, p.Module)
			read[p.Module] = new(report.Scope)
		}
		moduleOf[p.Path] = p.Module
		seen[p.Module] = append(seen[p.Module], p.Seen...)
		r := read[p.Module]
		r.Workflows += len(p.Program.Workflows)
		r.Agents += len(p.Program.Agents)
		r.Tools += len(p.Program.Tools)
	}
	for _, u := range m.open {
		if path := moduleOf[u.Package]; path != "" {
			seen[path] = append(seen[path], report.Seen{Kind: report.SeenChoice, Name: u.Part, Pos: u.Pos})
		}
	}
	for _, a := range m.loops {
		if r := read[moduleOf[a.Package]]; r != nil {
			r.Agents++
			r.Tools += len(a.Agent.Tools)
		}
	}
	var out []report.Finding
	for _, path := range order {
		if places := report.Unexplained(seen[path], *read[path]); len(places) > 0 {
			f := report.Unread(places)
			f.Context = path
			if i := slices.IndexFunc(places, m.silenced); i >= 0 {
				f.Pos = places[i].Pos // somebody who looked at one of them has looked at the program
			}
			out = append(out, *f)
		}
	}
	return out
}

// silenced reports whether a directive silences what was seen at a place.
func (m *Module) silenced(s report.Seen) bool {
	return slices.ContainsFunc(m.sight, func(p *Package) bool {
		own := &directive.Set{Directives: p.Ignores}
		return own.Silences(rules.Unread, s.Pos)
	})
}
