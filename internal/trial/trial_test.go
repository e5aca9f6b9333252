package trial_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/agentvet/agentvet/internal/trial"
	"github.com/agentvet/agentvet/internal/trial/testdata/checks"
)

// load builds a package of the test data, and returns its functions.
func load(t *testing.T, path string) (*ssa.Package, map[string]*ssa.Function, []*ssa.Function) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := &types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage("example.com/"+file.Name.Name, file.Name.Name), []*ast.File{file}, ssa.InstantiateGenerics)
	if err != nil {
		t.Fatal(err)
	}
	named := make(map[string]*ssa.Function)
	var all []*ssa.Function
	for fn := range ssautil.AllFunctions(pkg.Prog) {
		if fn.Pkg == pkg && fn.Blocks != nil {
			all = append(all, fn)
			if fn.Parent() == nil {
				named[fn.RelString(pkg.Pkg)] = fn
			}
		}
	}
	return pkg, named, all
}

// TestRun runs checks in this interpreter and as Go runs them.
func TestRun(t *testing.T) {
	pkg, funcs, all := load(t, "testdata/checks/checks.go")
	r := trial.New(pkg, all)
	for name, run := range checks.All {
		for _, c := range trial.Commands() {
			got, ok := r.Says(funcs[name], c.Text)
			if want := run(c.Text); !ok || got != want {
				t.Errorf("%s(%q) says %q (known: %v), and Go says %q", name, c.Text, got, ok, want)
				break
			}
		}
	}
}

// TestRandom does so for texts that are put together of pieces of commands, and of characters that need care.
func TestRandom(t *testing.T) {
	pkg, funcs, all := load(t, "testdata/checks/checks.go")
	r := trial.New(pkg, all)
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"", " ", "\t", "\n", "'", "\"", "\\", "é", "\xff", "K", "git", "-exec", "--output=", ";", "|"}
	for _, c := range trial.Commands() {
		pieces = append(pieces, strings.SplitAfter(c.Text, " ")...)
	}
	names := slices.Sorted(maps.Keys(checks.All))
	for range 500 {
		text := ""
		for range 1 + random.IntN(6) {
			text += pieces[random.IntN(len(pieces))]
		}
		for _, name := range names {
			if got, ok := r.Says(funcs[name], text); ok && got != checks.All[name](text) {
				t.Errorf("%s(%q) says %q, and Go says %q", name, text, got, checks.All[name](text))
			}
		}
	}
}

// TestUnknown has checks of which it is not known what they say, or which say nothing of their own.
func TestUnknown(t *testing.T) {
	pkg, funcs, all := load(t, "testdata/checks/checks.go")
	r := trial.New(pkg, all)
	for _, name := range []string{"Added", "Opened", "(*Policy).Allows", "Given", "Fails", "Same", "Forever", "Add", "Head", "Quoted", "(*Listed).Has", "(*Counter).Again", "Repeated", "Registered", "Counted"} {
		fn := funcs[name]
		if fn == nil {
			t.Fatalf("there is no %s", name)
		}
		if got := r.Try(fn); len(got) > 0 {
			t.Errorf("%s: %v, and it should not be known what it says", name, got)
		}
	}
	for _, name := range []string{"Prefixes", "Refuse", "Class", "Named", "Pair", "Weigh", "Point", "(*Guard).Lets", "(*Guard).Strict", "(*Rail).Refuses", "Arguments", "Raw"} {
		if len(r.Try(funcs[name])) == 0 {
			t.Errorf("%s: it is not known what it says", name)
		}
	}
}
