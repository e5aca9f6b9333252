package module

// This file compares what tools say of themselves with what their code may do.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
)

// aboutCapabilities returns the findings on what tools declare, on their hints, on what agents and
// workflows are granted, and on what nobody is asked before. Its options are effective.
func (m *Module) aboutCapabilities(o verify.Options) []report.Finding {
	out := slices.Concat(m.grants(o.Policy).Ungranted(m.Program), m.outside(), m.scopes(o), m.destroys(o), m.undecided(), m.unsureHints())
	for _, t := range m.Tools() {
		var found []*report.Finding
		if n := lie(t); n != nil {
			found = append(found, report.FalseHint(t, n))
		}
		if len(t.Declared) > 0 {
			found = append(found, m.compareDeclared(t)...)
			found = append(found, m.unneeded(t)...)
		}
		if n := hidden(t); n != nil {
			found = append(found, report.HiddenEffects(t, n))
		}
		for _, f := range found {
			f.Context = funcid.Key(topLevel(t.Handler))
			out = append(out, *f)
		}
	}
	return out
}

// grants returns what the agents and workflows of m are granted.
func (m *Module) grants(p *policy.Policy) verify.Grants {
	g := verify.Grants{File: p.Grants(), Known: func(t *graph.Tool) bool { return m.inferred[t] }}
	seen := make(map[graph.Pos]bool)
	for _, own := range m.sight {
		for _, d := range own.Grants {
			if !seen[d.Pos] && !isTest(d.Pos) {
				seen[d.Pos] = true
				g.Packages = append(g.Packages, d)
			}
		}
	}
	return g
}

// destroys returns the findings on tools that destroy something without saying so.
func (m *Module) destroys(o verify.Options) []report.Finding {
	out := verify.Destroys(m.Program, o)
	for i := range out {
		out[i].Context = m.context(&out[i])
	}
	return out
}

// lie returns the need that a hint denies, nil if there is none: of several, one to destroy.
func lie(t *graph.Tool) (worst *graph.Need) {
	for i := range t.Needs {
		n := &t.Needs[i]
		denied := t.Hints.ReadOnly == graph.HintTrue && authority.Changes(n.Capability) ||
			t.Hints.Destructive == graph.HintFalse && authority.Destroys(n.Capability)
		if denied && !n.Maybe && !n.Fixed && n.Capability != authority.Undo && !authority.IsLibrarys(n) && (worst == nil || authority.Destroys(n.Capability)) {
			worst = n
		}
	}
	return worst
}

// unsureHints returns what nobody can tell of hints: tools that say they change or destroy nothing, and that do something of which only
// a run tells whether it does. There is one finding for each place where they do.
func (m *Module) unsureHints() (out []report.Finding) {
	at := make(map[graph.Hop][]*graph.Tool)
	need := make(map[graph.Hop]*graph.Need)
	var order []graph.Hop
	for _, t := range m.Tools() {
		n := unsure(t)
		if n == nil || lie(t) != nil {
			continue
		}
		last := n.Path[len(n.Path)-1]
		if at[last] == nil {
			order, need[last] = append(order, last), n
		}
		at[last] = append(at[last], t)
	}
	for _, last := range order {
		f := report.PerhapsFalseHint(at[last], need[last])
		f.Context = funcid.Key(topLevel(at[last][0].Handler))
		out = append(out, *f)
	}
	return out
}

// unsure returns the first need of a tool that a hint of it may deny, nil if there is none: one that is not certain, or that covers
// what the hint denies, as the statement that a database gets is not known, a POST request, which may only ask, a program that may
// change something, or code of which nothing is known.
func unsure(t *graph.Tool) *graph.Need {
	denies := func(name string) bool {
		return t.Hints.ReadOnly == graph.HintTrue && authority.Changes(name) || t.Hints.Destructive == graph.HintFalse && authority.Destroys(name)
	}
	for i := range t.Needs {
		n := &t.Needs[i]
		denied := t.Hints.ReadOnly == graph.HintTrue || t.Hints.Destructive == graph.HintFalse
		may := t.Hints.ReadOnly == graph.HintTrue && n.Capability == authority.Post ||
			denied && (n.Capability == authority.Unknown || authority.RunsAnything(n.Capability)) ||
			slices.ContainsFunc(authority.AllNames(), func(name string) bool { return authority.Covers(n.Capability, name) && denies(name) })
		if may && len(n.Path) > 0 && !authority.IsLibrarys(n) {
			return n
		}
	}
	return nil
}

// unneeded returns a finding for the capabilities that a tool declares and its code certainly does not
// need: all of it is known, nothing in it hides, and it needs something else. One that needs nothing
// at all may well use what other code has opened.
func (m *Module) unneeded(t *graph.Tool) []*report.Finding {
	if !m.inferred[t] || len(t.Needs) == 0 || slices.ContainsFunc(t.Needs, func(n graph.Need) bool { return authority.Hides(n.Capability) }) {
		return nil
	}
	var idle []string
	for _, c := range t.Declared {
		used := slices.ContainsFunc(t.Needs, func(n graph.Need) bool {
			return authority.Covers(c, n.Capability) || authority.Covers(n.Capability, c)
		})
		if !used && authority.Exists(c, nil) {
			idle = append(idle, c)
		}
	}
	if len(idle) == 0 {
		return nil
	}
	return []*report.Finding{report.ExcessCapability(t, idle)}
}

// hidden returns what certainly hides in code of a tool that is the program's own, nil for nothing.
func hidden(t *graph.Tool) *graph.Need {
	for i := range t.Needs {
		if n := &t.Needs[i]; authority.Hides(n.Capability) && n.Capability != authority.Unknown && !n.Maybe {
			return n
		}
	}
	return nil
}

// undecided returns what cannot be compared with what tools declare, as nothing is known of their code: one
// finding for all that are made at one place, as the tools of a server are that the program connects to. Nothing
// is said of those of which the program declares nothing itself, as what they declare is what they do.
func (m *Module) undecided() (out []report.Finding) {
	at := make(map[graph.Pos][]*graph.Tool)
	var order []graph.Pos
	for _, t := range m.Tools() {
		if len(t.Declared) == 0 || m.inferred[t] || t.Outside {
			continue
		}
		if at[t.Pos] == nil {
			order = append(order, t.Pos)
		}
		at[t.Pos] = append(at[t.Pos], t)
	}
	for _, pos := range order {
		f := report.UnknownNeeds(at[pos])
		f.Context = funcid.Key(topLevel(at[pos][0].Handler))
		out = append(out, *f)
	}
	return out
}

// compareDeclared compares the capabilities that a tool declares with what its code needs. If
// nothing is certain, the first need that is not, or behind which anything can hide, leaves it open.
func (m *Module) compareDeclared(t *graph.Tool) (out []*report.Finding) {
	if !m.inferred[t] {
		return nil // see undecided
	}
	var perhaps *graph.Need
	for i := range t.Needs {
		n := &t.Needs[i]
		switch {
		case authority.IsLibrarys(n) || authority.Minor(n.Capability) || authority.CoversAny(t.Declared, n.Capability):
		case !n.Maybe && !authority.Hides(n.Capability):
			out = append(out, report.UndeclaredCapability(t, n))
		case perhaps == nil:
			perhaps = n
		}
	}
	if len(out) == 0 && perhaps != nil {
		out = append(out, report.PerhapsUndeclared(t, perhaps))
	}
	return out
}
