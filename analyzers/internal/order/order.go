package order

import (
	_ "embed"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// Name is the name of the analyzer.
const Name = "order"

//go:embed doc.go
var source string

// Analyzer is New of the zero Options.
var Analyzer = New(verify.Options{}, directive.Analyzer)

// A Result is what the analyzer found in one package: also what it did not
// report, because it is suppressed or undecided.
type Result struct{ all []report.Finding }

// Findings returns all of it, sorted.
func (r *Result) Findings() []report.Finding { return r.all }

// New returns the analyzer with options. It asks directives, an analyzer made by
// directive.New, what the program silences.
func New(o verify.Options, directives *analysis.Analyzer) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       Name,
		Doc:        report.AnalyzerHelp(source, Name),
		URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/order",
		Requires:   []*analysis.Analyzer{workflow.Analyzer, directive.Policies, directives},
		ResultType: reflect.TypeFor[*Result](),
	}
	a.Flags.BoolVar(&o.Strict, "strict", o.Strict, "report what could not be decided as findings")
	a.Flags.BoolVar(&o.NoFeasibility, "no-feasibility", o.NoFeasibility, "report runs that need conditions which exclude each other")
	a.Run = func(pass *analysis.Pass) (any, error) {
		return run(pass, o.Effective(), pass.ResultOf[directives].(*directive.Set)), nil
	}
	return a
}

// run checks the workflows of a package. It never fails: a pass that does
// takes down the analysis of everything that imports the package.
func run(pass *analysis.Pass, o verify.Options, directives *directive.Set) *Result {
	program := pass.ResultOf[workflow.Analyzer].(*graph.Program)
	own := pass.ResultOf[directive.Policies].(*directive.PackagePolicies)
	inForce := func(w *graph.Workflow) []*policy.Rule { return slices.Concat(o.Policy.Checked(), own.Of(w)) }

	findings := verify.Order(program, o, inForce, pass.Pkg.Path())
	owned := func(pattern string) bool { return rules.Matches(policy.Group, pattern) }
	return &Result{directives.Report(pass, findings, o.Policy, o.Strict, owned, nil)}
}
