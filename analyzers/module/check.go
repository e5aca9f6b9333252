package module

// This file returns the findings on a module: those of its packages, and those that
// no package alone can have.

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// Options say how a module is checked.
type Options struct {
	// Verify are the options under which the packages were analysed.
	Verify verify.Options
	// Whole and Inventory are those of all packages, as in Member.
	Whole bool
	// Complete: the packages are all of their modules, whatever the policy file speaks of. Only then is it known that nothing
	// reads a setting.
	Complete  bool
	Inventory *policy.Inventory
	// Members are the modules that go by policies of their own, in place of these and of the policy in Verify: all that
	// the packages are in, or none.
	Members []Member
	// SkipTests leaves out the findings in test files, which are about directives:
	// the workflows there are never read.
	SkipTests bool
	// Imported are packages of the same modules that nobody named and that these import:
	// an agent is often in another package than the main function.
	Imported []*Package
}

// A Result is what is wrong with a module.
type Result struct {
	Findings []report.Finding // sorted, each once
	// Unmatched are the names of sensitive tools that no tool has: what was asked to
	// be checked for them was not.
	Unmatched []verify.UnmatchedTool
}

// Checked reports whether everything was checked that the options ask for. A name of
// a sensitive tool that certainly names nothing was not.
func (r *Result) Checked() bool {
	return !slices.ContainsFunc(r.Unmatched, func(u verify.UnmatchedTool) bool { return u.Certain })
}

// Check returns what is wrong with m. Its policies have judged the findings of the
// packages before, and here judge those that are added, each what is in its own files.
func (m *Module) Check(o Options) *Result {
	said, members := m.said(o.SkipTests), o.members()
	r := &Result{Unmatched: m.unmatched(o.Verify.Named())}
	var added []report.Finding
	for i := range members {
		g := &members[i]
		added = append(added, g.only(m.together(g, said, &o))...)
	}
	r.Findings = append(withoutUsed(said, added), added...)
	for i := range members {
		g := &members[i]
		r.Unmatched = append(r.Unmatched, g.unmatched(m)...)
		r.Findings = append(r.Findings, g.aboutPolicy(m)...)
		if g.Whole {
			r.Findings = append(r.Findings, g.opts.Policy.Stale(r.Findings, g.opts.Active)...)
		}
	}
	m.showHarm(r.Findings)
	r.Findings = report.OneACause(report.WithoutDoubts(report.WithoutPassedOn(report.WithoutAnswers(r.Findings))), m.Program)
	if len(members) > 1 {
		listAsAsked(r.Findings, members)
	}
	return r
}

// together returns what only the packages together show, as g wants it; said is what packages say.
func (m *Module) together(g *member, said []report.Finding, o *Options) []report.Finding {
	found := append(m.unread(o.Imported), slices.Concat(m.aboutCapabilities(g.opts), m.aboutArguments(), m.aboutSettings(o.Complete), m.aboutExposed())...)
	return append(m.aboutLoops(g.opts, said), m.judge(found, g.opts.Policy)...)
}

// showHarm adds to findings about a destructive tool what its code does: a package does not know that of tools whose code is
// in others.
func (m *Module) showHarm(findings []report.Finding) {
	at := make(map[graph.Pos]*graph.Tool)
	for _, t := range m.Program.AllTools() {
		at[t.Pos] = t
	}
	for i := range findings {
		f := &findings[i]
		if f.Rule != rules.Unconfirmed && f.Rule != rules.HumanGate {
			continue
		}
		var made []*graph.Tool
		for _, s := range f.Witness {
			if t := at[s.Pos]; t != nil {
				made = append(made, t)
			}
		}
		if len(made) == 1 {
			report.ShowHarm(f, made[0])
		}
	}
}

// said returns what the packages say, without what was not decided for want of a
// caller that m has, and without what they saw and did not read: see unread.
func (m *Module) said(skipTests bool) []report.Finding {
	var all []report.Finding
	for _, p := range m.Packages {
		all = append(all, withoutTemplates(p, m.done)...)
	}
	all = slices.DeleteFunc(all, func(f report.Finding) bool {
		return m.halves[f.Pos] && (f.Verdict == verdict.Unknown || !strings.HasPrefix(f.Rule, "taint/")) // the whole has them
	})
	all = slices.DeleteFunc(all, func(f report.Finding) bool { return f.Rule == rules.Unread && (f.Suppressed == nil || f.IsOff()) })
	if skipTests {
		all = slices.DeleteFunc(all, func(f report.Finding) bool { return isTest(f.Pos) })
	}
	return eachFlowOnce(all)
}

// eachFlowOnce drops what a package says of a flow of data of which another one says the same: where a
// tool is added to a server, all of the way may be elsewhere, and the package of the tool sees it, too.
// That one's finding stays, as its ignores are beside the code. The data of a tool may get to more places where more of the program is seen.
func eachFlowOnce(all []report.Finding) (out []report.Finding) {
	type flow struct {
		rule, message string
		verdict       verdict.Verdict
		from, to      graph.Pos
	}
	at := make(map[flow]int) // in out
	for _, f := range all {
		last := len(f.Witness) - 1
		if last < 1 || !strings.HasPrefix(f.Rule, "taint/") {
			out = append(out, f)
			continue
		}
		key := flow{f.Rule, report.Alone(&f), f.Verdict, f.Witness[0].Pos, f.Witness[last].Pos}
		n, known := at[key]
		switch {
		case !known:
			at[key] = len(out)
			out = append(out, f)
		case !isBesideSource(&out[n]) && isBesideSource(&f):
			out[n] = f
		}
	}
	return out
}

// isBesideSource reports whether a finding stands in the folder where its way begins.
func isBesideSource(f *report.Finding) bool {
	return filepath.Dir(f.Pos.File) == filepath.Dir(f.Witness[0].Pos.File)
}

// unmatched returns the names of sensitive tools that no tool of m has.
func (m *Module) unmatched(names []policy.Name) []verify.UnmatchedTool {
	resolution := verify.NewResolution(names)
	resolution.Add(m.Program)
	return resolution.Unmatched()
}
