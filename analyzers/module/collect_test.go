package module_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/suite"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/passtest"
)

// TestCollector: a driver that is not ours runs the suite on two packages and joins
// what it says of them.
func TestCollector(t *testing.T) {
	collector := module.Collector(suite.New(suite.Options{}))
	if err := analysis.Validate([]*analysis.Analyzer{collector}); err != nil {
		t.Fatal(err)
	}
	var packages []*module.Package
	for _, act := range passtest.Run(t, collector, "testdata", "./desk/...") {
		packages = append(packages, act.Result.(*module.Package))
	}
	m := module.Join(packages)
	if s := m.Scope(); s.Workflows != 1 || s.Packages != 2 {
		t.Errorf("Scope = %+v, want one workflow in two packages", s)
	}
	if r := m.Check(module.Options{}); len(r.Findings) != 1 || r.Findings[0].Rule != rules.DeadEnd {
		t.Errorf("findings: %v, want a dead end", r.Findings)
	}
	undecided := func(f report.Finding) bool { return f.Verdict == verdict.Unknown }
	for _, p := range packages {
		if p.Path == "example.com/module/desk/build" && !slices.ContainsFunc(p.Findings, undecided) {
			t.Errorf("package build alone knows what callers give it: %v", p.Findings)
		}
	}
	if tested := m.Test(nil, nil, true); len(tested.Policies) != 1 || !tested.Tested {
		t.Errorf("Test = %+v, want the policy of package desk, once", tested)
	}
}
