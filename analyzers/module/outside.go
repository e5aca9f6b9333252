package module

// This file finds what steps of workflows do themselves.

import (
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
)

// outside returns a finding for each step of a workflow whose code changes something in the world,
// runs a program or talks to a host, and is no tool. Of what one step does, the worst is said.
func (m *Module) outside() (out []report.Finding) {
	for _, o := range m.workflows() {
		for _, w := range o.Workflow.All() {
			for i := range w.Nodes {
				n := &w.Nodes[i]
				if !isCode(n) {
					continue
				}
				if worst := worstOf(m.steps[funcid.Source(n.Func)]); worst != nil {
					f := report.OutsideTool(w, n, funcid.Key(n.Func), worst)
					f.Context = funcid.Key(topLevel(n.Func))
					out = append(out, *f)
				}
			}
		}
	}
	return out
}

// worstOf returns the need that a reader should know first: one to destroy, one to change, or one to run
// a program or reach a host. It is nil where none is certain.
func worstOf(needs []graph.Need) (worst *graph.Need) {
	rank := 0
	for i := range needs {
		n := &needs[i]
		if r := rankOf(n.Capability); !n.Maybe && !authority.IsLibrarys(n) && r > rank {
			worst, rank = n, r
		}
	}
	return worst
}

func rankOf(name string) int {
	switch {
	case authority.Minor(name):
		return 0
	case authority.Destroys(name):
		return 4
	case authority.Covers("exec", name):
		return 3
	case authority.Changes(name):
		return 2
	case authority.Covers("net", name):
		return 1
	}
	return 0
}
