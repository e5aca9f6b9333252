package module

// This file compares what tools offer to a model with what their code reads.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// aboutArguments returns the findings on tools whose code takes other arguments than they offer.
func (m *Module) aboutArguments() (out []report.Finding) {
	var kept []*arguments.Kept
	for _, p := range m.sight {
		if p.Arguments != nil {
			kept = append(kept, p.Arguments)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	all := arguments.Compare(m.Tools(), arguments.Join(kept), funcid.Source)
	for _, mismatch := range all {
		for _, f := range report.Arguments(mismatch, mismatch.Tool.Framework == graph.NoFramework && !m.serves(mismatch.Tool)) {
			f.Context = funcid.Key(topLevel(mismatch.Tool.Handler))
			out = append(out, *f)
		}
	}
	for _, f := range report.LostArguments(all) {
		out = append(out, *f)
	}
	return out
}

// serves reports whether a server offers a tool to the models of its clients.
func (m *Module) serves(t *graph.Tool) bool {
	return slices.ContainsFunc(m.Program.Agents, func(a *graph.Agent) bool { return a.Kind == graph.AgentServer && slices.Contains(a.Tools, t) })
}
