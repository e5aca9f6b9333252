package read

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/golden"
)

// readSource returns what the functions of a file take.
func readSource(t testing.TB, name string, src any) *arguments.Kept {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	conf := &types.Config{Importer: importer.ForCompiler(fset, "gc", nil)}
	pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage(file.Name.Name, ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var funcs []*ssa.Function
	for fn := range ssautil.AllFunctions(pkg.Prog) {
		if fn.Pkg == pkg && fn.Syntax() != nil && fn.Origin() == nil {
			funcs = append(funcs, fn)
		}
	}
	slices.SortFunc(funcs, func(a, b *ssa.Function) int { return strings.Compare(funcid.Of(a), funcid.Of(b)) })
	return Package(file.Name.Name, fset, funcs)
}

// TestHandlers prints what each function takes of its arguments.
func TestHandlers(t *testing.T) {
	kept := readSource(t, "testdata/handlers.go", nil)
	j := arguments.Join([]*arguments.Kept{kept})
	var ids []string
	for id := range kept.Funcs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var out strings.Builder
	for _, id := range ids {
		taken, pos, ok := j.Of(id)
		if !ok {
			continue
		}
		fmt.Fprintf(&out, "%d %s:", pos.Line, id)
		for _, u := range taken.Uses {
			fmt.Fprintf(&out, " %s", u.Name)
			if len(u.Takes) > 0 || u.As != "" {
				fmt.Fprintf(&out, "(%s)", strings.Join(append(slices.Clone(u.Takes), strings.Fields(u.As)...), "|"))
			}
			if u.Panics {
				out.WriteByte('!')
			}
			fmt.Fprintf(&out, "@%d", u.Pos.Line)
		}
		if len(taken.Set) > 0 {
			fmt.Fprintf(&out, " set %s", strings.Join(taken.Set, " "))
		}
		if len(taken.Returned) > 0 {
			fmt.Fprintf(&out, " returned %v", taken.Returned)
		}
		if taken.Rewrites != nil {
			fmt.Fprintf(&out, " rewrites@%d", taken.Rewrites.Line)
		}
		if taken.Dispatches {
			out.WriteString(" dispatches")
		}
		if l := taken.Lost; l != nil {
			fmt.Fprintf(&out, " lost@%d to %s", l.Pos.Line, l.To)
		}
		out.WriteByte('\n')
	}
	golden.Compare(t, "testdata/handlers.txt", out.String())
}
