package structure

import (
	_ "embed"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// Name is the name of the analyzer and the prefix of its flags and rules.
const Name = "structure"

//go:embed doc.go
var source string

// Analyzer is New of the zero Options.
var Analyzer = New(new(verify.Options), directive.Analyzer)

// A Result is what the analyzer found in one package: also what it did not
// report, because it is suppressed or undecided.
type Result struct{ all []report.Finding }

// Findings returns all of it, sorted.
func (r *Result) Findings() []report.Finding { return r.all }

// New returns the analyzer with options, which its flags can change. It asks
// directives, an analyzer made by directive.New, what the program silences.
func New(o *verify.Options, directives *analysis.Analyzer) *analysis.Analyzer {
	o.Sensitive = slices.Clone(o.Sensitive)
	a := &analysis.Analyzer{
		Name:       Name,
		Doc:        report.AnalyzerHelp(source, Name),
		URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/structure",
		Requires:   []*analysis.Analyzer{workflow.Analyzer, directives},
		ResultType: reflect.TypeFor[*Result](),
	}
	o.Register(&a.Flags)
	ignores := workflow.NoIgnores()
	a.Flags.Var(ignores.Value, ignores.Name, ignores.Usage)
	a.Run = func(pass *analysis.Pass) (any, error) {
		return run(pass, o.Effective(), pass.ResultOf[directives].(*directive.Set)), nil
	}
	return a
}

// run checks the workflows of a package. It never fails: a pass that does
// takes down the analysis of everything that imports the package.
func run(pass *analysis.Pass, o verify.Options, directives *directive.Set) *Result {
	program := pass.ResultOf[workflow.Analyzer].(*graph.Program)

	owned := func(pattern string) bool { return owns(pattern, o) }
	return &Result{directives.Report(pass, verify.Program(program, o), o.Policy, o.Strict, owned, nil)}
}

// owns reports whether it is for this analyzer to say that an ignore with this
// pattern matches nothing. A rule that is only partly looked for under o may
// match in runs with other options, so nothing is said of it.
func owns(pattern string, o verify.Options) bool {
	ours := slices.ContainsFunc([]string{Name, "delegation", "agentvet"}, func(group string) bool { return rules.Matches(group, pattern) })
	return ours && pattern != rules.BadAnnotation && pattern != rules.Unread && o.Active(pattern)
}
