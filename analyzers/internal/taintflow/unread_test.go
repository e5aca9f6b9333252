package taintflow

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// TestUnread: many functions that are not read are one thing to say; what passes without a
// call is another.
func TestUnread(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", "package a", 0)
	if err != nil {
		t.Fatal(err)
	}
	f := &functions{pass: &analysis.Pass{Fset: fset, Files: []*ast.File{file}}, own: func() map[string]*ssa.Function { return nil }}
	var ids []string
	for n := range maxUnread {
		ids = append(ids, fmt.Sprintf("a.F%d", n))
	}
	if got := f.unread(ids); len(got) != maxUnread {
		t.Errorf("%d findings for %d functions", len(got), maxUnread)
	}
	got := f.unread(append([]string{""}, append(ids, "a.G")...))
	if len(got) != 2 || !strings.Contains(got[0].Message, `through 6 functions of the package, "a.F0" among them,`) ||
		!strings.Contains(got[1].Message, "from step to step") {
		t.Errorf("findings %+v", got)
	}
}
