package unread

import (
	_ "embed"
	"fmt"
	"go/ast"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

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
		Requires:   []*analysis.Analyzer{workflow.Analyzer, directives},
		ResultType: reflect.TypeFor[*Result](),
		FactTypes:  []analysis.Fact{new(program)},
	}
	a.Flags.BoolVar(&o.Strict, "strict", o.Strict, "report what could not be decided as findings")
	a.Run = func(pass *analysis.Pass) (any, error) {
		return run(pass, o.Effective(), pass.ResultOf[directives].(*directive.Set)), nil
	}
	return a
}

// program is the fact of a package: what it and those packages of its module have that it
// imports.
type program struct {
	Seen []report.Seen // the most telling places
	Read report.Scope  // what was read
}

func (*program) AFact() {}

func (p *program) String() string { return fmt.Sprintf("seen %d places", len(p.Seen)) }

// kept is how many places of one kind a package hands on: a finding shows a few.
const kept = 4

// run looks at a package of the module under analysis. It never fails: a pass that does
// takes down the analysis of everything that imports the package.
func run(pass *analysis.Pass, o verify.Options, directives *directive.Set) *Result {
	if pass.Module == nil || pass.Module.Version != "" || len(pass.Files) == 0 {
		return &Result{} // a dependency
	}
	imported := importsOf(pass)
	r := &Result{seen: seen(pass)}
	r.judge(pass, directives, o, imported.Read)
	whole := imported.with(r.seen)
	command := pass.Pkg.Name() == "main" && !isTest(pass)
	if places := report.Unexplained(whole.Seen, whole.Read); command && len(places) > 0 {
		r.all = slices.DeleteFunc(r.all, open) // it is a part of what follows
		f := *report.Unread(places)
		report.Anchor(pass, &f)
		never := func(string) bool { return false }
		r.all = append(r.all, directives.Apply(o.Policy.Apply([]report.Finding{f}), never)...)
	}
	said := &report.Report{Findings: report.Sort(slices.Clone(r.all))}
	if !command && !o.Strict {
		said.Findings = slices.DeleteFunc(said.Findings, open)
	}
	report.Diagnose(pass, said.Listed(o.Strict))
	if len(whole.Seen) > 0 || whole.Read != (report.Scope{}) {
		pass.ExportPackageFact(whole)
	}
	return r
}

// open reports whether a finding says that places may belong to an agent, and nobody has
// silenced it.
func open(f report.Finding) bool { return f.Rule == rules.Unread && f.Suppressed == nil }

// judge lets the directives and the policy of the program judge what the package has
// itself: somebody who silences it has looked at all of it.
func (r *Result) judge(pass *analysis.Pass, directives *directive.Set, o verify.Options, read report.Scope) {
	var found []report.Finding
	if places := report.Unexplained(r.seen, read); len(places) > 0 {
		found = append(found, *report.Unread(places))
		report.Anchor(pass, &found[0])
	}
	owned := func(pattern string) bool { return pattern == rules.Unread && o.Active(pattern) }
	r.all = report.Sort(o.Policy.Apply(directives.Apply(o.Policy.Apply(found), owned)))
	if slices.ContainsFunc(r.all, func(f report.Finding) bool { return f.Rule == rules.Unread && f.Suppressed != nil }) {
		r.seen = nil
	}
}

// isTest reports whether a package consists of tests: its main function is generated.
func isTest(pass *analysis.Pass) bool {
	return !slices.ContainsFunc(pass.Files, func(f *ast.File) bool { return !inTest(pass, f) })
}

func inTest(pass *analysis.Pass, f *ast.File) bool {
	return strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go")
}

// importsOf returns what the package has read, and all that its imports have. Facts come
// in no fixed order.
func importsOf(pass *analysis.Pass) *program {
	read := pass.ResultOf[workflow.Analyzer].(*graph.Program)
	p := &program{Read: report.Scope{Workflows: len(read.Workflows), Agents: len(read.Agents), Tools: len(read.Tools)}}
	for _, f := range pass.AllPackageFacts() {
		other, ok := f.Fact.(*program)
		if !ok || f.Package == pass.Pkg {
			continue
		}
		p.Seen = append(p.Seen, other.Seen...)
		p.Read.Workflows += other.Read.Workflows // only whether there are any counts
		p.Read.Agents += other.Read.Agents
		p.Read.Tools += other.Read.Tools
	}
	return p
}

// with returns p and the places of the package itself.
func (p *program) with(own []report.Seen) *program {
	all := slices.Concat(p.Seen, own)
	slices.SortFunc(all, report.CompareSeen)
	type kind struct {
		kind   report.SeenKind
		server bool // something else explains it
	}
	count := make(map[kind]int)
	all = slices.DeleteFunc(slices.Compact(all), func(s report.Seen) bool {
		k := kind{s.Kind, s.Server}
		count[k]++
		return count[k] > kept
	})
	return &program{Seen: all, Read: p.Read}
}
