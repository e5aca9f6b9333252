package module

// This file compares what the tools of agents do with what those of the agents do that delegate to them.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/verdict"
)

// scopes returns a finding for each agent whose tools certainly do what no tool of the agent does that delegates to
// it, the worst of it: with Options.Contained whatever it is, else only if it deletes something and nobody is asked
// before, which waits for -strict. Tools that the second agent has under names that the first has not are left out where
// Contained is: that they are too many is said of their names.
func (m *Module) scopes(o verify.Options) (out []report.Finding) {
	for _, d := range check.Delegations(m.Program) {
		may, known := m.authorityOf(d.From)
		var tool *graph.Tool
		var worst *graph.Need
		for _, t := range d.Tools {
			if t.Added() || !o.Contained && t.Gate.Kind.MayHold() || o.Contained && !has(d.From, t.Name) {
				continue
			}
			wider := slices.DeleteFunc(slices.Clone(t.Needs), func(n graph.Need) bool {
				return authority.CoversAny(may, n.Capability) || !o.Contained && !authority.Destroys(n.Capability)
			})
			if n := widest(wider); n != nil && (worst == nil || rankOf(n.Capability) > rankOf(worst.Capability)) {
				tool, worst = t, n
			}
		}
		if worst == nil {
			continue
		}
		f := report.WiderCapability(d.From, d.To, tool, worst)
		f.Waits = !o.Contained
		if !known || !d.Sure {
			f.Verdict = verdict.Unknown
			f.Message += "; not certain: not all that they do is known"
		}
		out = append(out, *f)
	}
	return out
}

// widest returns the need that a reader should know first, of any kind that somebody may fear, nil for none.
func widest(needs []graph.Need) *graph.Need {
	if n := worstOf(needs); n != nil {
		return n
	}
	for i := range needs {
		if n := &needs[i]; !n.Maybe && !authority.Minor(n.Capability) && n.Capability != authority.Unknown && !authority.IsLibrarys(n) {
			return n
		}
	}
	return nil
}

// authorityOf returns what the tools of an agent may do or say that they do, and whether that is known of all.
func (m *Module) authorityOf(a *graph.Agent) (may []string, known bool) {
	known = check.OpenTools(a) == nil
	for _, t := range a.Tools {
		if may = append(may, t.Declared...); t.Agent == "" { // else what it does is what the other agent does
			may = append(may, t.Inferred...)
		}
		unread := !m.inferred[t] && !t.Added() && t.Agent == ""
		hides := slices.ContainsFunc(t.Needs, func(n graph.Need) bool { return n.Capability == authority.Unknown })
		known = known && !unread && !hides
	}
	return may, known
}

func has(a *graph.Agent, name string) bool {
	return slices.ContainsFunc(a.Tools, func(t *graph.Tool) bool { return t.Name == name && name != "" })
}
