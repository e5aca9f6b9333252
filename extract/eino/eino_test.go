package eino_test

import (
	"flag"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/extract/eino"
	"github.com/agentvet/agentvet/graph"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// extractFrom loads packages from a directory and returns what extraction finds
// in each, by package path. Facts cross packages as they do under go vet.
func extractFrom(t testing.TB, dir string, patterns ...string) map[string]*graph.Program {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}, patterns...)
	if err != nil {
		t.Fatalf("load %v in %s: %v", patterns, dir, err)
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Fatalf("load %s: %v", p.PkgPath, e)
		}
	}
	res, err := checker.Analyze([]*analysis.Analyzer{workflow.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatalf("analyze %v: %v", patterns, err)
	}
	out := make(map[string]*graph.Program)
	for _, root := range res.Roots {
		if root.Err != nil {
			t.Fatalf("analyze %s: %v", root.Package.PkgPath, root.Err)
		}
		out[root.Package.PkgPath] = root.Result.(*graph.Program)
	}
	return out
}

// text prints a program with positions that name the file only.
func text(p *graph.Program) string {
	var b strings.Builder
	p.WriteText(&b, graph.PrintOptions{Pos: func(pos graph.Pos) string {
		pos.File = filepath.Base(pos.File)
		return pos.String()
	}})
	return b.String()
}

// TestGolden compares the text of what is found in each program of testdata with
// want.txt beside it. The programs are compiled against the stubs in
// testdata/src. A program's own packages, in directories below it, hold helpers
// and are not compared.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	var names, patterns []string
	for _, f := range files {
		if name := filepath.Base(filepath.Dir(f)); !slices.Contains(names, name) {
			names, patterns = append(names, name), append(patterns, "./"+name)
		}
	}
	found := extractFrom(t, "testdata", patterns...)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			p := found["example.com/golden/"+name]
			if p == nil {
				t.Fatal("not analysed")
			}
			for _, w := range p.Workflows {
				if err := graph.Check(w); err != nil {
					t.Errorf("workflow %s is not well formed: %v", w.Name, err)
				}
			}
			file, got := filepath.Join("testdata", name, "want.txt"), text(p)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("%s (-want +got):\n%s", file, d)
			}
		})
	}
}

// TestRows resolves each row, so that a typo in a row or a renamed function
// fails here instead of extracting nothing. It uses the stubs, which need not
// have everything: testdata/notstubbed.txt lists the rest. With AGENTVET_REAL
// set it uses the framework itself, which must be in the module cache.
func TestRows(t *testing.T) {
	real := os.Getenv("AGENTVET_REAL") != ""
	table := eino.Framework().Table
	dir, patterns := filepath.Join("testdata", "src", "eino"), []string{"./..."}
	if real {
		dir, patterns = filepath.Join("..", "..", "testdata", "eino"), table.Packages()
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadTypes | packages.NeedImports, Dir: dir}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	byPath := make(map[string]*types.Package)
	for _, p := range pkgs {
		byPath[p.PkgPath] = p.Types
	}
	var missing []string
	for _, r := range table.Rows {
		if p := byPath[r.Pkg]; p == nil || !exists(p, r) {
			missing = append(missing, r.Key())
		}
	}
	if real {
		for _, m := range missing {
			t.Errorf("%s: the framework has no %s", table.Row(m).Source, m)
		}
		return
	}
	got, file := strings.Join(missing, "\n")+"\n", filepath.Join("testdata", "notstubbed.txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("rows that the stubs lack, %s (-want +got):\n%s", file, d)
	}
}

// exists reports whether a package declares what a row names.
func exists(p *types.Package, r *extract.Row) bool {
	name, method, isMethod := strings.Cut(r.Func, ".")
	obj := p.Scope().Lookup(name)
	if obj == nil || !isMethod {
		return obj != nil
	}
	m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, p, method)
	return m != nil
}
