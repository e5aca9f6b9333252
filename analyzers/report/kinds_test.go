package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestKinds wants a sentence for each kind of problem: describe has a case for each
// type of graph/check that has a Base, and no other. What a Malformed says depends on
// the faults; package verify has the findings of each.
func TestKinds(t *testing.T) {
	want := []string{}
	ast.Inspect(parse(t, "../../graph/check/kinds.go"), func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok && embedsBase(spec.Type) && spec.Name.Name != "Malformed" {
			want = append(want, spec.Name.Name)
		}
		return true
	})
	got := []string{}
	ast.Inspect(parse(t, "problem.go"), func(n ast.Node) bool {
		if clause, ok := n.(*ast.CaseClause); ok {
			got = append(got, casesOf(clause)...)
		}
		return true
	})
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kinds of problems (-defined +worded):\n%s", diff)
	}
}

func parse(t *testing.T, name string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// embedsBase reports whether a type is a struct with an embedded Base.
func embedsBase(typ ast.Expr) bool {
	s, ok := typ.(*ast.StructType)
	return ok && slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
		name, ok := f.Type.(*ast.Ident)
		return ok && len(f.Names) == 0 && name.Name == "Base"
	})
}

// casesOf returns the names in the cases "*check.NAME" of a clause.
func casesOf(clause *ast.CaseClause) []string {
	var names []string
	for _, expr := range clause.List {
		if star, ok := expr.(*ast.StarExpr); ok {
			if sel, ok := star.X.(*ast.SelectorExpr); ok {
				names = append(names, sel.Sel.Name)
			}
		}
	}
	return names
}
