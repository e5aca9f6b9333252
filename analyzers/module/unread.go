package module

// This file says of which modules no agent was read although there may be one.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
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
			out = append(out, *f)
		}
	}
	return out
}
