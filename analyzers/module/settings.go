package module

// This file finds settings that nothing obeys, and guards that nothing calls.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/defect"
)

// aboutSettings returns the findings on settings and on guards that should limit what the agents and tools of m may do. It takes a whole
// program to say that nothing looks at one, or calls it. A panic is a defect of agentvet; it becomes an unknown.
func (m *Module) aboutSettings(complete bool) (out []report.Finding) {
	defer func() {
		if r := recover(); r != nil {
			out = []report.Finding{*report.SettingsUnread(defect.Text(r), graph.Pos{File: m.sight[0].Path})}
		}
	}()
	if !complete || len(m.Program.Agents)+len(m.Program.Tools)+len(m.Program.Workflows) == 0 {
		return nil
	}
	var kept []*settings.Kept
	for _, p := range m.sight {
		switch {
		case p.Settings == nil:
		case p.Settings.Failure != "":
			return nil // see Failures
		default:
			kept = append(kept, p.Settings)
		}
	}
	return append(report.Settings(settings.Join(kept)), m.uncalled(kept)...)
}

// uncalled returns the findings on functions that are there to decide what tools may do, and that nothing calls.
func (m *Module) uncalled(kept []*settings.Kept) []report.Finding {
	tools := m.Tools()
	if len(tools) == 0 {
		return nil
	}
	isAsked := slices.ContainsFunc(tools, func(t *graph.Tool) bool {
		return t.Gate.Kind != graph.GateNone && t.Gate.Slip.Way != graph.SlipUncalled
	})
	guards := slices.DeleteFunc(settings.Uncalled(kept), func(g settings.Guard) bool {
		isSaid := slices.ContainsFunc(tools, func(t *graph.Tool) bool { return t.Gate.Slip.Way == graph.SlipUncalled && t.Gate.Pos == g.Pos })
		return isSaid || isAsked && g.About == settings.Confirmation
	})
	return report.Guards(guards, tools)
}
