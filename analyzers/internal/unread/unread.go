package unread

import (
	_ "embed"
	"go/ast"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/diagnose"
	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// Name is the name of the analyzer.
const Name = "unread"

//go:embed doc.go
var source string

// A Result is what one package has that may belong to an agent.
type Result struct {
	seen []report.Seen // in order; without what a directive silences
	all  []report.Finding
}

// Seen returns the places of the package that may belong to an agent, whatever was read.
func (r *Result) Seen() []report.Seen { return r.seen }

// Findings returns what is said of the package, silenced findings included.
func (r *Result) Findings() []report.Finding { return r.all }

// New returns the analyzer with options. It asks directives, an analyzer made by
// directive.New, what the program silences.
func New(o verify.Options, directives *analysis.Analyzer) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       Name,
		Doc:        report.AnalyzerHelp(source, Name),
		URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/unread",
		Requires:   []*analysis.Analyzer{workflow.Analyzer, servers, directives},
		ResultType: reflect.TypeFor[*Result](),
	}
	a.Flags.BoolVar(&o.Strict, "strict", o.Strict, "report what could not be decided as findings")
	a.Run = func(pass *analysis.Pass) (any, error) {
		return run(pass, o.Effective(), pass.ResultOf[directives].(*directive.Set)), nil
	}
	return a
}

// run looks at a package of the module under analysis. It never fails: a pass that does
// takes down the analysis of everything that imports the package.
func run(pass *analysis.Pass, o verify.Options, directives *directive.Set) *Result {
	if pass.Module == nil || pass.Module.Version != "" || len(pass.Files) == 0 {
		return &Result{} // a dependency
	}
	r := &Result{seen: seen(pass)}
	r.judge(pass, directives, o)
	said := &report.Report{Findings: slices.Clone(r.all)}
	if !o.Strict || pass.Pkg.Name() == "main" {
		said.Findings = slices.DeleteFunc(said.Findings, open)
	}
	said.Findings = directive.Judged(said.Findings)
	diagnose.Report(pass, said.Listed(o.Strict))
	return r
}

// open reports whether a finding says that places may belong to an agent, and nobody has
// silenced it.
func open(f report.Finding) bool { return f.Rule == rules.Unread && f.Suppressed == nil }

// judge lets the directives and the policy of the program judge what the package has
// itself: somebody who silences it has looked at all of it.
func (r *Result) judge(pass *analysis.Pass, directives *directive.Set, o verify.Options) {
	var found []report.Finding
	program := pass.ResultOf[workflow.Analyzer].(*graph.Program)
	agents, servers := report.Count(program.Agents)
	read := report.Scope{Workflows: len(program.Workflows), Agents: agents, Tools: len(program.Tools)}
	if places := report.Unexplained(r.seen, read, servers); len(places) > 0 {
		found = append(found, *report.Unread(places))
		if i := slices.IndexFunc(places, func(s report.Seen) bool { return directives.Silences(rules.Unread, s.Pos) }); i >= 0 {
			found[0].Pos = places[i].Pos // somebody who looked at one of them has looked at the package
		}
		diagnose.Anchor(pass, &found[0])
	}
	owned := func(pattern string) bool { return pattern == rules.Unread && o.Active(pattern) }
	r.all = report.Sort(o.Policy.Apply(directives.Apply(o.Policy.Apply(found), owned)))
	if slices.ContainsFunc(r.all, func(f report.Finding) bool { return f.Rule == rules.Unread && f.Suppressed != nil && !f.IsOff() }) {
		r.seen = nil
	}
}

func inTest(pass *analysis.Pass, f *ast.File) bool {
	return strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go")
}
