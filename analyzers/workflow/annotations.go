package workflow

// This file is the pass that reads annotations, once for all other passes.

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// Annotations reads the tags and directives of a package, and hands on what importers
// need of them: names that annotations of theirs may use, and policies, as a workflow
// may be completed in another package than the one that builds it. It reports nothing;
// its result is an *Annotated.
var Annotations = &analysis.Analyzer{
	Name:             "annotations",
	Doc:              "read the annotations of a package\n\nThe result is used by the other analyzers of agentvet; this one reports nothing.",
	URL:              "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/workflow",
	ResultType:       reflect.TypeFor[*Annotated](),
	FactTypes:        []analysis.Fact{new(declared)},
	Flags:            annotationFlags(),
	RunDespiteErrors: true,
	Run:              func(pass *analysis.Pass) (any, error) { return annotations(pass), nil },
}

const noIgnores = "no-ignores"

func annotationFlags() (fs flag.FlagSet) {
	fs.Bool(noIgnores, false, "disregard what takes findings away: directives that silence them, or that say that data is clean, a human is asked or an event happens")
	return fs
}

// NoIgnores returns the flag of Annotations that makes all passes disregard what takes findings away. Drivers do not list
// that analyzer: one that they list has the flag, too.
func NoIgnores() *flag.Flag { return Annotations.Flags.Lookup(noIgnores) }

// Disregards reports whether the flag is set.
func Disregards() bool { return isSet(&Annotations.Flags) }

func isSet(fs *flag.FlagSet) bool { return fs.Lookup(noIgnores).Value.String() == "true" }

// Annotated is what a package says in annotations.
type Annotated struct {
	*annotation.Set
	// What the package and its imports declare: the labels of sources and the names of
	// sanitizers, both sorted, and policies, sorted by position. Each stands once.
	Labels, Sanitizers []string
	Policies           []Policy
	Own                []Policy // those of the package, in order
	// Trusted are the directives that take findings away because they are believed, sorted by position, each once.
	Trusted []Trust
}

// A Trust is a directive that is believed: it says that data is clean, that a human is asked or that an event happens,
// and no code is asked whether that is so.
type Trust struct {
	Verb, Text string
	Func       string // the function that it is about, with its package; "" for a piece of code
	At         graph.Pos
}

// A Policy is a directive //agentvet:policy. It may not be a rule.
type Policy struct {
	Name, Text string
	At, NameAt graph.Pos // of the text and of the name
	Pos        token.Pos // of the directive, in the package itself only
}

// declared is the fact: what a package and its imports declare. Drivers show facts of
// direct imports only.
type declared struct {
	Labels, Sanitizers []string
	Policies           []Policy
	Trusted            []Trust
}

func (*declared) AFact() {}

// String says what there is, for tests.
func (d *declared) String() string {
	names := make([]string, len(d.Policies))
	for i, p := range d.Policies {
		names[i] = p.Name
	}
	return fmt.Sprintf("declared(labels: %s; sanitizers: %s; policies: %s)",
		strings.Join(d.Labels, " "), strings.Join(d.Sanitizers, " "), strings.Join(names, " "))
}

func annotations(pass *analysis.Pass) *Annotated {
	if len(pass.Files) == 0 || library.IsStandard(pass.Pkg.Path()) {
		return &Annotated{Set: new(annotation.Set)}
	}
	a := &Annotated{Set: annotation.Read(pass.Fset, pass.Files)}
	for _, f := range pass.AllPackageFacts() {
		if imported, ok := f.Fact.(*declared); ok && f.Package != pass.Pkg {
			a.Labels = append(a.Labels, imported.Labels...)
			a.Sanitizers = append(a.Sanitizers, imported.Sanitizers...)
			a.Policies = append(a.Policies, imported.Policies...)
			a.Trusted = append(a.Trusted, imported.Trusted...)
		}
	}
	for i := range a.Tags {
		a.Labels = append(a.Labels, a.Tags[i].Says.Sources...)
	}
	for _, n := range a.Notes(Identity(pass)) {
		switch {
		case n.Directive.Verb == annotation.Source:
			a.Labels = append(a.Labels, n.Directive.Names...)
		case n.Directive.Verb == annotation.Sanitizer && n.Func != "":
			a.Sanitizers = append(a.Sanitizers, SanitizerNames(pass, n.Func)...)
		}
	}
	if isSet(&pass.Analyzer.Flags) {
		a.Comments = slices.DeleteFunc(a.Comments, func(c annotation.Comment) bool { return c.Directive != nil && c.Directive.IsBelieved() })
	} else {
		a.Trusted = append(a.Trusted, trusted(pass, a.Set)...)
	}
	a.Own = policies(a.Set)
	a.Policies = append(a.Policies, a.Own...)
	a.sort() // facts come in no fixed order
	if len(a.Labels)+len(a.Sanitizers)+len(a.Policies)+len(a.Trusted) > 0 {
		fact := &declared{a.Labels, a.Sanitizers, slices.Clone(a.Policies), a.Trusted}
		for i := range fact.Policies {
			fact.Policies[i].Pos = token.NoPos // means nothing elsewhere
		}
		pass.ExportPackageFact(fact)
	}
	return a
}

// trusted returns the directives of a package that are believed. Data is not followed through dependencies, so their
// sanitizers clean nothing; tests are not read.
func trusted(pass *analysis.Pass, s *annotation.Set) (list []Trust) {
	foreign := pass.Module != nil && pass.Module.Version != ""
	for _, n := range s.Notes(Identity(pass)) {
		d := &n.Directive
		switch {
		case !d.IsBelieved() || strings.HasSuffix(n.Pos.File, "_test.go"):
		case d.Verb == annotation.Sanitizer && (foreign || n.Func == ""):
		default:
			list = append(list, Trust{string(d.Verb), d.Text, funcid.Key(n.Func), n.Pos})
		}
	}
	return list
}

// Identity returns the function that gives a declared function of a package its
// identity, "" where types are not known.
func Identity(pass *analysis.Pass) func(*ast.FuncDecl) string {
	return func(d *ast.FuncDecl) string {
		if fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
			return funcid.OfObject(fn)
		}
		return ""
	}
}

// SanitizerNames returns the names that a sink may call a function of the package by; id
// is its identity.
func SanitizerNames(pass *analysis.Pass, id string) []string {
	pkg := pass.Pkg.Path()
	return taint.NamesOf(pkg, strings.TrimPrefix(funcid.Key(id), pkg+"."))
}

func (a *Annotated) sort() {
	slices.Sort(a.Labels)
	a.Labels = slices.Compact(a.Labels)
	slices.Sort(a.Sanitizers)
	a.Sanitizers = slices.Compact(a.Sanitizers)
	compare := func(p, q Policy) int {
		return cmp.Or(p.At.Compare(q.At), cmp.Compare(p.Name, q.Name), cmp.Compare(p.Text, q.Text))
	}
	slices.SortFunc(a.Policies, compare)
	a.Policies = slices.CompactFunc(a.Policies, func(p, q Policy) bool { return compare(p, q) == 0 })
	slices.SortFunc(a.Trusted, func(t, u Trust) int { return t.At.Compare(u.At) })
	a.Trusted = slices.Compact(a.Trusted)
}

// policies returns the directives of a package that have the form of a policy.
func policies(s *annotation.Set) []Policy {
	var out []Policy
	for i := range s.Comments {
		c := &s.Comments[i]
		if c.Directive == nil || c.Directive.Verb != annotation.Policy {
			continue
		}
		at := func(offset int) graph.Pos {
			return graph.Pos{File: c.Pos.File, Line: c.Pos.Line, Col: c.Pos.Col + offset}
		}
		// The text ends the comment, and the name is the first word behind the verb.
		d, text := c.Directive, c.Node.Text
		name := len(annotation.Prefix) + len(annotation.Policy)
		name += strings.Index(text[name:], d.Name)
		out = append(out, Policy{
			Name: d.Name, Text: d.Text, NameAt: at(name), At: at(len(strings.TrimSpace(text)) - len(d.Text)), Pos: c.Node.Pos(),
		})
	}
	return out
}
