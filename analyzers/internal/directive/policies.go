package directive

// This file reads the policies that packages hold themselves.

import (
	"path/filepath"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/diagnose"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/graph"
)

// Policies are the policies that a package and its imports state in directives
// //agentvet:policy NAME: RULE. It reports nothing; the result is a *PackagePolicies.
var Policies = &analysis.Analyzer{
	Name:             "policies",
	Doc:              "read the policies of packages\n\nThe result is used by the other analyzers of agentvet; this one reports nothing.",
	URL:              "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/directive",
	Requires:         []*analysis.Analyzer{workflow.Annotations},
	ResultType:       reflect.TypeFor[*PackagePolicies](),
	RunDespiteErrors: true,
	Run:              func(pass *analysis.Pass) (any, error) { return readPolicies(pass), nil },
}

// PackagePolicies are the policies of a package and of those that it imports.
type PackagePolicies struct {
	Rules []*policy.Rule // sorted by position, each once

	own []workflow.Policy // also those that cannot be read
}

// Of returns the policies for w: those of the package in whose directory the
// workflow is made, and of the one that completes it.
func (p *PackagePolicies) Of(w *graph.Workflow) []*policy.Rule {
	var out []*policy.Rule
	for _, r := range p.Rules {
		if inDir(w.Pos, r.Pos) || inDir(w.Origin, r.Pos) {
			out = append(out, r)
		}
	}
	return out
}

func inDir(pos, other graph.Pos) bool {
	return pos.File != "" && filepath.Dir(pos.File) == filepath.Dir(other.File)
}

// rule returns the rule that a directive states.
func rule(s workflow.Policy) (*policy.Rule, *policy.Error) {
	if err := policy.CheckName(s.Name); err != nil {
		return nil, &policy.Error{Pos: s.NameAt, Msg: err.Error()}
	}
	return policy.Parse(s.Name, s.Text, s.At)
}

func readPolicies(pass *analysis.Pass) *PackagePolicies {
	annotated := pass.ResultOf[workflow.Annotations].(*workflow.Annotated)
	p := &PackagePolicies{own: annotated.Own}
	for _, s := range annotated.Policies {
		if r, err := rule(s); err == nil {
			p.Rules = append(p.Rules, r)
		}
	}
	return p
}

// misstated returns a finding for each policy of a package that cannot be read,
// or has the name of another: of the package, or of the policy file.
func (p *PackagePolicies) misstated(pass *analysis.Pass, file *policy.Policy) []report.Finding {
	var out []report.Finding
	first := make(map[string]graph.Pos)
	for _, s := range p.own {
		add := func(pos graph.Pos, why string) {
			f := report.MalformedAnnotation(pos, why)
			f.Context = diagnose.Context(pass, s.Pos)
			out = append(out, *f)
		}
		if _, err := rule(s); err != nil {
			add(err.Pos, err.Msg)
		}
		if pos, ok := first[s.Name]; ok {
			add(s.NameAt, report.PolicyTwice(s.Name, pos))
		} else {
			first[s.Name] = s.NameAt
		}
		if r := file.RuleByName(s.Name); r != nil {
			add(s.NameAt, report.PolicyTwice(s.Name, r.Pos))
		}
	}
	return out
}
