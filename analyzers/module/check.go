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
	// Whole: the packages are all that the policy file speaks of. Only then is an
	// entry of it that nothing needs a finding.
	Whole bool
	// Inventory is the tools that somebody has recorded, nil for none.
	Inventory *policy.Inventory
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

// Check returns what is wrong with m. Its policy has judged the findings of the
// packages before, and here judges those that are added.
func (m *Module) Check(o Options) *Result {
	opts := o.Verify.Effective()
	p := opts.Policy
	r := &Result{Findings: m.said(o.SkipTests), Unmatched: m.unmatched(o, p)}
	added := append(m.aboutLoops(opts, r.Findings), m.judge(append(m.unread(o.Imported), slices.Concat(m.aboutCapabilities(opts), m.aboutArguments(), m.aboutExposed())...), p)...)
	r.Findings = append(withoutUsed(r.Findings, added), added...)
	r.Findings = append(r.Findings, p.Apply(verify.LibraryRows(m.uses(p).Rows, o.Whole))...)
	r.Findings = append(r.Findings, m.judge(newRecord(o.Inventory).drift(m.Tools()), p)...)
	if o.Whole {
		r.Findings = append(r.Findings, p.Apply(m.vacuous(p.Rules))...)
		r.Findings = append(r.Findings, p.Apply(m.grants(p).Vacuous(m.Program))...)
		r.Findings = append(r.Findings, p.Stale(r.Findings, opts.Active)...)
	}
	m.showHarm(r.Findings)
	r.Findings = report.OneACause(report.WithoutDoubts(report.WithoutPassedOn(report.WithoutAnswers(r.Findings))), m.Program)
	return r
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

// unmatched returns the names of sensitive tools that no tool of m has: of those that
// the options give, and of those in the policy file if it is about m alone.
func (m *Module) unmatched(o Options, p *policy.Policy) []verify.UnmatchedTool {
	names := o.Verify.Named()
	if o.Whole {
		names = append(names, p.Sensitive...)
	}
	resolution := verify.NewResolution(names)
	resolution.Add(m.Program)
	return resolution.Unmatched()
}
