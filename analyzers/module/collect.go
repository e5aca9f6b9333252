package module

// This file gathers what the passes of the suite say of one package.

import (
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	argumentsof "github.com/agentvet/agentvet/analyzers/internal/arguments"
	capabilities "github.com/agentvet/agentvet/analyzers/internal/capability"
	"github.com/agentvet/agentvet/analyzers/internal/diagnose"
	"github.com/agentvet/agentvet/analyzers/internal/directive"
	settingsof "github.com/agentvet/agentvet/analyzers/internal/settings"
	"github.com/agentvet/agentvet/analyzers/internal/values"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/taint/capability"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// A finder is the result of a pass that reports findings.
type finder interface{ Findings() []report.Finding }

// A user is the result of the pass that follows data.
type user interface {
	Uses() *verify.Uses
	Functions() *ssaflow.Kept
}

// Collector returns an analyzer whose result is a *Package: what the passes of a suite
// say of a package. It reports nothing.
func Collector(suite []*analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "package",
		Doc:        "collect what the passes of agentvet say of a package\n\nThis analyzer reports nothing. Drivers that see several packages join its results.",
		URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/module",
		Requires:   append([]*analysis.Analyzer{workflow.Analyzer, workflow.Annotations, directive.Policies, values.Analyzer, capabilities.Analyzer, argumentsof.Analyzer, settingsof.Analyzer}, suite...),
		ResultType: reflect.TypeFor[*Package](),
		Run:        func(pass *analysis.Pass) (any, error) { return collect(pass, suite), nil },
	}
}

// A seer is the result of the pass that looks for agents which were not read.
type seer interface{ Seen() []report.Seen }

func collect(pass *analysis.Pass, suite []*analysis.Analyzer) *Package {
	p := &Package{
		Path:         pass.Pkg.Path(),
		Program:      pass.ResultOf[workflow.Analyzer].(*graph.Program),
		Policies:     pass.ResultOf[directive.Policies].(*directive.PackagePolicies).Rules,
		Capabilities: pass.ResultOf[capabilities.Analyzer].(*capability.Kept),
		Arguments:    pass.ResultOf[argumentsof.Analyzer].(*arguments.Kept),
		Settings:     pass.ResultOf[settingsof.Analyzer].(*settings.Kept),
		Values:       pass.ResultOf[values.Analyzer].(*valueflow.Graph),
	}
	if pass.Module != nil {
		p.Module = pass.Module.Path
	}
	annotated := pass.ResultOf[workflow.Annotations].(*workflow.Annotated)
	p.Grants, p.Notes = grantsIn(annotated.Set), notesIn(pass, annotated.Set)
	for _, t := range annotated.Trusted {
		p.Trusted = append(p.Trusted, report.Trust{Word: t.Verb, Subject: t.Func, Text: t.Text, Pos: t.At})
	}
	p.Texts = texts(pass)
	if len(pass.Files) > 0 {
		p.Dir = diagnose.Dir(pass)
	}
	for _, file := range pass.Files {
		if strings.HasSuffix(pass.Fset.File(file.FileStart).Name(), "_test.go") {
			p.TestFiles++
		}
	}
	for _, a := range suite {
		if result, ok := pass.ResultOf[a].(finder); ok {
			p.Findings = append(p.Findings, result.Findings()...)
		}
		if set, ok := pass.ResultOf[a].(*directive.Set); ok {
			p.Ignores = set.Directives
		}
		if result, ok := pass.ResultOf[a].(user); ok {
			p.Data, p.Functions = result.Uses(), result.Functions()
		}
		if result, ok := pass.ResultOf[a].(seer); ok {
			p.Seen = result.Seen()
		}
	}
	return p
}

// notesIn returns the directives of a package on its code that tell of tools.
func notesIn(pass *analysis.Pass, s *annotation.Set) (notes []annotation.Note) {
	for _, n := range s.Notes(workflow.Identity(pass)) {
		if n.Directive.Verb == annotation.Sanitizer {
			continue
		}
		if n.Type != "" {
			n.Type = pass.Pkg.Path() + "." + n.Type
		}
		notes = append(notes, n)
	}
	return notes
}

// grantsIn returns the directives of a package that grant something to its agents.
func grantsIn(s *annotation.Set) (list []verify.PackageGrant) {
	for i := range s.Comments {
		if c := &s.Comments[i]; c.Directive != nil && c.Directive.Verb == annotation.Grant {
			list = append(list, verify.PackageGrant{Names: c.Directive.Names, Pos: c.Pos})
		}
	}
	return list
}
