package passtest

import (
	"fmt"
	"go/ast"
	"regexp"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// names reports the functions of a package, and those that have parameters twice.
var names = &analysis.Analyzer{
	Name: "names", Doc: "report functions", FactTypes: []analysis.Fact{new(count)},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, d := range pass.Files[0].Decls {
			fn := d.(*ast.FuncDecl)
			pass.Reportf(fn.Pos(), "name %s", fn.Name.Name)
			if n := len(fn.Type.Params.List); n > 0 {
				pass.Reportf(fn.Pos(), "parameters: %d", n)
			}
		}
		pass.ExportPackageFact(&count{len(pass.Files[0].Decls)})
		return nil, nil
	},
}

// A count is how many functions a package has.
type count struct{ N int }

func (*count) AFact()           {}
func (c *count) String() string { return fmt.Sprint(c.N, " functions") }

// errors keeps what a test would fail with.
type errors struct {
	testing.TB
	said []string
}

func (e *errors) Errorf(format string, args ...any) {
	e.said = append(e.said, fmt.Sprintf(format, args...))
}

// TestRun wants what is reported without a comment, and what a comment wants and is not
// reported, to fail.
func TestRun(t *testing.T) {
	e := &errors{TB: t}
	if acts := Run(e, names, "testdata", "./names"); len(acts) != 1 || len(acts[0].Diagnostics) != 5 {
		t.Errorf("results: %v", acts)
	}
	want := []string{`names\.go:7: unexpected: name unsaid$`, `names\.go:9: nothing is said that matches "name again"$`}
	if len(e.said) != len(want) {
		t.Fatalf("failures %q, want %q", e.said, want)
	}
	for i, re := range want {
		if !regexp.MustCompile(re).MatchString(e.said[i]) {
			t.Errorf("failure %q, want %q", e.said[i], re)
		}
	}
}
