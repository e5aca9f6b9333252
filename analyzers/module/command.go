package module

// This file is the stage of drivers that show one package at a time, such as go vet and
// editors. A command imports all of its program, and what its packages say travels with
// the facts.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/diagnose"
	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/graph"
)

// Commands returns an analyzer that reports of a command what only all of its packages
// together show: agents that no framework runs, and that there may be one that was not
// read. Of every package, it reports the tools that are not as the inventory of the policy has them.
//
// It is for drivers that show packages one by one. Those that have the results of all of
// them use Collector and Join. The flags of an analyzer of the suite may change o.
func Commands(o *verify.Options, suite []*analysis.Analyzer) *analysis.Analyzer {
	collector := Collector(suite)
	a := &analysis.Analyzer{
		Name:      "module",
		Doc:       "report what all packages of a command show together\n\nOf a command, this analyzer reports on agents that no framework runs: their parts are spread over packages. Of all packages, it reports tools that are not as they were recorded.",
		URL:       "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/module",
		Requires:  []*analysis.Analyzer{collector},
		FactTypes: []analysis.Fact{new(carried)},
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		own := pass.ResultOf[collector].(*Package)
		switch {
		case pass.Module == nil || pass.Module.Version != "" || isOfTests(pass):
			return nil, nil // a dependency, or no program
		case pass.Pkg.Name() == "main":
			return nil, command(pass, own, o.Effective())
		}
		if err := drifted(pass, own, o.Effective()); err != nil {
			return nil, err
		}
		return nil, carry(pass, own)
	}
	return a
}

// command reports what a command and the packages that it imports show together.
func command(pass *analysis.Pass, own *Package, o verify.Options) error {
	var others []*Package
	for _, part := range parts(pass, func(*types.Package) bool { return true }) {
		p, err := part.unpack()
		if err != nil {
			return err
		}
		others = append(others, p)
	}
	m := Join([]*Package{own}, others...)
	m.reported = true
	m.dropFound(others)
	said := m.said(false)
	all := Join(append([]*Package{own}, others...)) // no package says what its tools do to the world
	found := append(m.aboutLoops(o, said), m.judge(append(m.unread(others), slices.Concat(all.aboutCapabilities(o), all.aboutArguments(), all.aboutExposed())...), o.Policy)...)
	in, err := o.Policy.Inventory()
	if err != nil {
		return err
	}
	if r := newRecord(in); in != nil {
		found = append(found, m.judge(r.drift(append(r.ownTools(own), r.otherTools(m)...), ownServers(own)), o.Policy)...)
	}
	unused := slices.DeleteFunc(said, func(f report.Finding) bool { return f.Rule != rules.UnusedIgnore })
	found = append(found, withoutUsed(unused, found)...)
	show(pass, found, all.Program, o)
	return nil
}

// drifted reports the tools of a package that are not as they were recorded.
func drifted(pass *analysis.Pass, own *Package, o verify.Options) error {
	in, err := o.Policy.Inventory()
	if err != nil || in == nil {
		return err
	}
	r := newRecord(in)
	m := &Module{sight: []*Package{own}}
	show(pass, m.judge(r.drift(r.ownTools(own), ownServers(own)), o.Policy), own.Program, o)
	return nil
}

// show reports findings about a program that were judged.
func show(pass *analysis.Pass, found []report.Finding, p *graph.Program, o verify.Options) {
	for i := range found {
		diagnose.Anchor(pass, &found[i])
	}
	r := &report.Report{Findings: report.OneACause(directive.Judged(found), p)}
	diagnose.Report(pass, report.OneASource(r.Listed(o.Strict)))
}

// dropFound drops the agents that a package has found, and reports, on its own.
func (m *Module) dropFound(others []*Package) {
	for _, p := range others {
		alone := &Module{Program: p.Program}
		m.loops = slices.DeleteFunc(m.loops, func(a loops.Agent) bool {
			found := alone.has(a)
			if found {
				m.shown = append(m.shown, a)
			}
			return found
		})
	}
}

// isOfTests reports whether a package consists of tests: its main function is generated.
func isOfTests(pass *analysis.Pass) bool {
	for _, f := range pass.Files {
		if !strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go") {
			return false
		}
	}
	return true
}
