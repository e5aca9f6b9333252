package module

// This file compares tools with what somebody has recorded of them.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/change"
	"github.com/agentvet/agentvet/internal/funcid"
)

// drift returns a finding for each tool that an inventory does not have, or of which it has another
// description, other arguments or other hints. That a tool is gone is none: m may be a part of what
// was recorded.
func (m *Module) drift(in *policy.Inventory) (out []report.Finding) {
	if in == nil {
		return nil
	}
	about := report.Inventory{File: in.File, Pos: in.Pos}
	byTool := make(map[*graph.Tool][]change.Change)
	var order []*graph.Tool
	for _, c := range change.Tools(in.Tools, m.Tools()) {
		switch c.Kind {
		case change.Description, change.Argument, change.Hint:
		case change.Tool:
			if c.New == "" {
				continue
			}
		default:
			continue
		}
		if !slices.Contains(order, c.Tool) {
			order = append(order, c.Tool)
		}
		byTool[c.Tool] = append(byTool[c.Tool], c)
	}
	for _, t := range order {
		f := report.Drift(about, byTool[t])
		f.Context = funcid.Key(topLevel(t.Handler))
		out = append(out, *f)
	}
	return out
}
