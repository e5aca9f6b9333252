package module

// This file finds settings that nothing obeys.

import (
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/defect"
)

// aboutSettings returns the findings on settings that should limit what the agents and tools of m may do. It takes a whole
// program to say that nothing looks at one. A panic is a defect of agentvet; it becomes an unknown.
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
	return report.Settings(settings.Join(kept))
}
