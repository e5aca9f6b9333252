package module

// This file finds settings that nothing obeys.

import (
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/settings"
)

// aboutSettings returns the findings on settings that should limit what the agents and tools of m may do. It takes a whole
// program to say that nothing looks at one.
func (m *Module) aboutSettings(complete bool) []report.Finding {
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
