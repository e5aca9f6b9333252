package directive

// This file reads the policies that packages hold themselves.

import (
	"cmp"
	"fmt"
	"go/ast"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/annotation"
	"github.com/agentvet/agentvet/graph"
)

// Policies reads the directives //agentvet:policy NAME: RULE of a package and
// hands them on to the packages that import it: a workflow is reported where its
// graph is completed, and that may be in another package than the one that
// builds it. It reports nothing; the result is a *PackagePolicies.
var Policies = &analysis.Analyzer{
	Name:             "policies",
	Doc:              "read the policies of packages\n\nThe result is used by the other analyzers of agentvet; this one reports nothing.",
	URL:              "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/directive",
	ResultType:       reflect.TypeFor[*PackagePolicies](),
	FactTypes:        []analysis.Fact{new(statements)},
	RunDespiteErrors: true,
	Run:              func(pass *analysis.Pass) (any, error) { return readPolicies(pass), nil },
}

// PackagePolicies are the policies of a package and of those that it imports.
type PackagePolicies struct {
	Rules []*policy.Rule // sorted by position, each once

	own []statement // also those that cannot be read
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

// A statement is one directive.
type statement struct {
	Name, Text string
	At, NameAt graph.Pos // of the text and of the name
	context    string    // of the directive, for a finding
}

// rule returns the rule that s states.
func (s statement) rule() (*policy.Rule, *policy.Error) {
	if err := policy.CheckName(s.Name); err != nil {
		return nil, &policy.Error{Pos: s.NameAt, Msg: err.Error()}
	}
	return policy.Parse(s.Name, s.Text, s.At)
}

// statements is the fact: the directives of a package and its imports, those
// that cannot be read left out. Drivers show facts of direct imports only.
type statements struct{ List []statement }

func (*statements) AFact() {}

// String says what there is, for tests.
func (s *statements) String() string {
	names := make([]string, len(s.List))
	for i, one := range s.List {
		names[i] = one.Name
	}
	return fmt.Sprintf("policies(%s)", strings.Join(names, " "))
}

func readPolicies(pass *analysis.Pass) *PackagePolicies {
	p := new(PackagePolicies)
	for _, file := range pass.Files {
		p.own = append(p.own, statementsOf(pass, file)...)
	}
	all := slices.Clone(p.own)
	for _, f := range pass.AllPackageFacts() {
		if imported, ok := f.Fact.(*statements); ok && f.Package != pass.Pkg {
			all = append(all, imported.List...)
		}
	}
	// Facts come in no fixed order.
	compare := func(a, b statement) int {
		return cmp.Or(report.ComparePos(a.At, b.At), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text))
	}
	slices.SortFunc(all, compare)
	all = slices.CompactFunc(all, func(a, b statement) bool { return compare(a, b) == 0 })
	fact := new(statements)
	for _, s := range all {
		if r, err := s.rule(); err == nil {
			p.Rules = append(p.Rules, r)
			fact.List = append(fact.List, s)
		}
	}
	if len(fact.List) > 0 {
		pass.ExportPackageFact(fact)
	}
	return p
}

// statementsOf returns the directives of a file that have the form of a policy.
func statementsOf(pass *analysis.Pass, file *ast.File) []statement {
	var out []statement
	for _, group := range file.Comments {
		for _, c := range group.List {
			d, err := annotation.ParseDirective(c.Text)
			if d == nil || err != nil || d.Verb != annotation.Policy {
				continue
			}
			posn := pass.Fset.Position(c.Pos())
			at := func(offset int) graph.Pos {
				return graph.Pos{File: posn.Filename, Line: posn.Line, Col: posn.Column + offset}
			}
			// The text ends the comment, and the name is the first word behind the verb.
			name := len(annotation.Prefix) + len(annotation.Policy)
			name += strings.Index(c.Text[name:], d.Name)
			text := len(strings.TrimSpace(c.Text)) - len(d.Text)
			out = append(out, statement{
				Name: d.Name, Text: d.Text, NameAt: at(name), At: at(text), context: report.Context(pass, c.Pos()),
			})
		}
	}
	return out
}

// misstated returns a finding for each policy of a package that cannot be read,
// or has the name of another: of the package, or of the policy file.
func (p *PackagePolicies) misstated(file *policy.Policy) []report.Finding {
	var out []report.Finding
	first := make(map[string]graph.Pos)
	for _, s := range p.own {
		add := func(pos graph.Pos, why string) {
			f := report.MalformedAnnotation(pos, why)
			f.Context = s.context
			out = append(out, *f)
		}
		if _, err := s.rule(); err != nil {
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
