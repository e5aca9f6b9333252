package taintflow

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/capability"
	"github.com/agentvet/agentvet/analyzers/internal/diagnose"
	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/internal/values"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/lazyssa"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/agentflow"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// Name is the name of the analyzer, Group and Boundary those of its rules.
const (
	Name     = "taintflow"
	Group    = "taint"
	Boundary = "boundary"
)

//go:embed doc.go
var source string

// Analyzer is New of the zero Options.
var Analyzer = New(verify.Options{}, directive.Analyzer)

// newSummaries returns the pass that follows data through functions: those of the module
// under analysis. Other code is what the policy's table says of it, or does whatever
// unknown code might do.
func newSummaries(p *policy.Policy) *analysis.Analyzer {
	a := ssaflow.New(ssaflow.Config{
		Requires: []*analysis.Analyzer{workflow.Analyzer, workflow.Annotations, capability.Analyzer, values.Analyzer},
		Skip:     func(pass *analysis.Pass) bool { return pass.Module != nil && pass.Module.Version != "" },
		Declare: func(pass *analysis.Pass, in *ssaflow.Input) {
			in.Implicit, in.Effects = p.Checks.Implicit, effects(pass)
			in.Acts, in.Said = acts(pass), said(pass)
			in.Table, _ = tableFor(pass.Pkg, p)
			declare(pass, in)
		},
	})
	a.Name += factKey(p)
	return a
}

// factKey returns a name for what summaries depend on in a policy, "" for the default.
// Drivers that keep facts by the names of analyzers must not take those under one
// policy for those under another; the go command goes by the policy file itself.
func factKey(p *policy.Policy) string {
	rows := p.LibraryRows()
	if !p.Checks.Implicit && len(rows) == 0 {
		return ""
	}
	h := sha256.New()
	fmt.Fprintln(h, p.Checks.Implicit)
	for _, r := range rows {
		fmt.Fprintln(h, r)
	}
	return fmt.Sprintf("_%x", h.Sum(nil)[:8])
}

// A Result is what the analyzer found in one package: also what it did not
// report, because it is suppressed or undecided.
type Result struct {
	all  []report.Finding
	uses *verify.Uses
	kept *ssaflow.Kept
}

// Findings returns all of it, sorted.
func (r *Result) Findings() []report.Finding { return r.all }

// Uses returns what becomes of the annotations of the package's data.
func (r *Result) Uses() *verify.Uses { return r.uses }

// Functions returns what the functions of the package do to data, for the stage that sees
// the module.
func (r *Result) Functions() *ssaflow.Kept { return r.kept }

// New returns the analyzer with options. It asks directives, an analyzer made by
// directive.New, what the program silences.
func New(o verify.Options, directives *analysis.Analyzer) *analysis.Analyzer {
	summaries := newSummaries(o.Effective().Policy)
	a := &analysis.Analyzer{
		Name:       Name,
		Doc:        report.AnalyzerHelp(source, Name),
		URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/taintflow",
		Requires:   []*analysis.Analyzer{lazyssa.Analyzer, workflow.Analyzer, workflow.Annotations, summaries, directives},
		ResultType: reflect.TypeFor[*Result](),
		FactTypes:  []analysis.Fact{new(reported)},
	}
	a.Flags.BoolVar(&o.Strict, "strict", o.Strict, "report what could not be decided as findings")
	a.Flags.BoolVar(&o.NoFeasibility, "no-feasibility", o.NoFeasibility, "report numbers that are proved to keep their bounds")
	a.Run = func(pass *analysis.Pass) (any, error) {
		return run(pass, o.Effective(), pass.ResultOf[directives].(*directive.Set), pass.ResultOf[summaries].(*ssaflow.Result)), nil
	}
	return a
}

// run checks the data of a package. It never fails: a pass that does takes down the
// analysis of everything that imports the package.
func run(pass *analysis.Pass, o verify.Options, directives *directive.Set, result *ssaflow.Result) *Result {
	program := pass.ResultOf[workflow.Analyzer].(*graph.Program)
	table, rows := tableFor(pass.Pkg, o.Policy)
	functions := newFunctions(pass, result, table)

	flows := slices.Clone(result.Flows)
	unread := result.Unread
	var rest []taint.Arrival
	if len(program.Workflows)+len(program.Agents)+len(program.Tools) > 0 {
		crossing, other, complete := agentflow.Flows(&agentflow.Input{Program: program, Result: result, Func: functions.find, Asks: verify.AsksOfResults})
		flows, rest = append(flows, crossing...), other
		if !complete {
			unread = append(slices.Clone(unread), "")
		}
	}
	flows = taint.SortFlows(taint.Unsaid(flows)) // of which tool a model has said it, the module tells
	bounded := slices.DeleteFunc(verify.Bounded(flows), func(f taint.Flow) bool { return isOfOther(pass, &f) })
	confined, flows := verify.Confined(flows)
	confined = slices.DeleteFunc(confined, func(f taint.Flow) bool { return isOfOther(pass, &f) })
	flows = verify.WithoutImplied(flows)
	declared := vocabulary(pass)
	if verify.HasSinks(program) { // nothing else asks for the names in the table, and to read all its rows takes longer than many a package
		declared = declared.With(table)
	}
	place := func(f *taint.Flow) graph.Pos {
		secret := report.Secret(f, 0)
		diagnose.Anchor(pass, secret)
		return secret.Pos
	}
	findings := append(verify.FlowsUnlessAsked(flows, place, verify.MayAsk(program)), verify.FlowNames(program, declared)...)
	findings = append(findings, report.UnreadFunctions(functions.unread(unread), "package")...)
	confinements := o.Policy.Apply(slices.Concat(verify.Confinements(confined), verify.Bounds(bounded), verify.Handed(result.Handed, !o.NoFeasibility)))
	for _, list := range [][]report.Finding{findings, confinements} {
		for i := range list {
			diagnose.Anchor(pass, &list[i])
		}
	}
	findings = verify.WithoutConfined(findings, confinements, func(f report.Finding) bool {
		return f.Suppressed != nil || directives.Silences(f.Rule, f.Pos)
	})
	findings = append(findings, confinements...)
	owned := func(pattern string) bool {
		return rules.Matches(Group, pattern) || rules.Matches(Boundary, pattern)
	}
	uses := verify.UsesOf(program, flows, rest, declared)
	uses.Rows = slices.DeleteFunc(rows, func(u report.RowUse) bool { return u.State == report.RowUnread && len(u.Near) == 0 })
	elsewhere := reportedElsewhere(pass)
	findings = directives.Report(pass, findings, o.Policy, o.Strict, owned, elsewhere.has)
	elsewhere.export(pass, findings)
	return &Result{findings, uses, result.Keep()}
}

// isOfOther reports whether a flow begins and ends in one other package, which speaks of it itself.
func isOfOther(pass *analysis.Pass, f *taint.Flow) bool {
	from, to := filepath.Dir(f.Source.Pos.File), filepath.Dir(f.Sink.Pos.File)
	return from == to && from != diagnose.Dir(pass)
}

// unread returns the functions with some identities.
func (f *functions) unread(ids []string) (out []report.UnreadFunc) {
	for _, id := range ids {
		out = append(out, report.UnreadFunc{Name: funcid.Key(id), Pos: f.pos(id)})
	}
	return out
}

// pos returns where the function with an identity is.
func (f *functions) pos(id string) graph.Pos {
	at := diagnose.Written(f.pass).Package
	if fn := f.own()[id]; fn != nil {
		at = fn.Pos()
	}
	return position(f.pass, at)
}

func position(pass *analysis.Pass, pos token.Pos) graph.Pos {
	at := pass.Fset.Position(pos)
	return graph.Pos{File: filepath.Clean(at.Filename), Line: at.Line, Col: at.Column}
}
