package module

// This file says on which packages the analysis failed.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// Failures says on which of its packages, and of those that they import of the same
// modules, the analysis failed: what they build is missing from the program.
func (m *Module) Failures() []string {
	var out []string
	for _, p := range m.sight {
		if p.Settings != nil && p.Settings.Failure != "" {
			out = append(out, report.Failed(p.Path, graph.Unknown{Reason: reason.Of(reason.Failure, p.Settings.Failure)}))
		}
		if p.Program == nil {
			continue
		}
		for _, u := range p.Program.Unknowns {
			if u.Reason.IsFailure() {
				out = append(out, report.Failed(p.Path, u))
			}
		}
	}
	for _, u := range m.unfound {
		out = append(out, report.Failed(u.Pos.File, u))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
