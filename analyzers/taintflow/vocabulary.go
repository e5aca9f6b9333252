package taintflow

// This file collects the names that tags and directives may use.

import (
	"fmt"
	"go/ast"
	"reflect"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/extract/annotation"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// vocabulary collects the labels and the sanitizers of a package and of what it
// imports. Its result is a *verify.Names.
var vocabulary = &analysis.Analyzer{
	Name:       "vocabulary",
	Doc:        "collect the labels and sanitizers that a program declares\n\nThe result is used by the other analyzers of agentvet; this one reports nothing.",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/taintflow",
	ResultType: reflect.TypeFor[*verify.Names](),
	FactTypes:  []analysis.Fact{new(names)},
	Run:        func(pass *analysis.Pass) (any, error) { return collect(pass), nil },
}

// names is the fact: what a package and its imports declare. Drivers show facts of
// direct imports only.
type names struct{ Labels, Sanitizers []string }

func (*names) AFact() {}

// String says what there is, for tests.
func (n *names) String() string {
	return fmt.Sprintf("names(%s; %s)", strings.Join(n.Labels, " "), strings.Join(n.Sanitizers, " "))
}

func collect(pass *analysis.Pass) *verify.Names {
	all := new(names)
	for _, f := range pass.AllPackageFacts() {
		if n, ok := f.Fact.(*names); ok {
			all.Labels = append(all.Labels, n.Labels...)
			all.Sanitizers = append(all.Sanitizers, n.Sanitizers...)
		}
	}
	var declared []verify.Label
	for _, file := range pass.Files {
		declared = append(declared, all.read(pass, file)...)
	}
	for _, l := range declared {
		all.Labels = append(all.Labels, l.Name)
	}
	all.Labels, all.Sanitizers = taint.NewLabels(all.Labels...), taint.NewLabels(all.Sanitizers...)
	if len(all.Labels)+len(all.Sanitizers) > 0 {
		pass.ExportPackageFact(all)
	}
	return &verify.Names{Labels: all.Labels, Sanitizers: all.Sanitizers, Declared: declared}
}

// read adds the sanitizers of a file and returns the labels that it declares.
func (n *names) read(pass *analysis.Pass, file *ast.File) (labels []verify.Label) {
	declare := func(pos graph.Pos, names []string) {
		for _, name := range names {
			labels = append(labels, verify.Label{Name: name, Pos: pos})
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		f, ok := node.(*ast.Field)
		if !ok || f.Tag == nil || !strings.Contains(f.Tag.Value, "source") {
			return true
		}
		if text, err := strconv.Unquote(f.Tag.Value); err == nil {
			tag, _ := annotation.ParseTag(text)
			declare(position(pass, f.Pos()), tag.Sources)
		}
		return true
	})
	for _, note := range notesOf(pass, file) {
		d, err := annotation.ParseDirective(note.Text)
		switch {
		case err != nil:
		case d.Verb == annotation.Source:
			declare(note.Pos, d.Names)
		case d.Verb == annotation.Sanitizer && note.Func != "":
			n.Sanitizers = append(n.Sanitizers, namesOf(pass, note.Func)...)
		}
	}
	return labels
}
