package mcp_test

import (
	"flag"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/extract/mcp"
	"github.com/agentvet/agentvet/graph"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// modules are the libraries for MCP servers, of which testdata/src has stubs.
var modules = []string{
	"github.com/modelcontextprotocol/go-sdk", "github.com/mark3labs/mcp-go",
	"github.com/metoro-io/mcp-golang", "github.com/strowk/foxy-contexts",
}

// TestGolden compares the text of what is found in each program of testdata with
// want.txt beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	dir := againstStubs(t)
	var patterns []string
	for _, f := range files {
		name := filepath.Base(filepath.Dir(f))
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name, filepath.Base(f)), string(data))
		patterns = append(patterns, "./"+name)
	}
	found := extractFrom(t, dir, patterns...)
	for name, p := range found {
		name = filepath.Base(name)
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name, "want.txt")
			if *update {
				write(t, file, text(p))
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), text(p)); d != "" {
				t.Errorf("%s (-want +got):\n%s", file, d)
			}
		})
	}
}

// TestRows resolves each row, so that a typo in a row or a renamed function fails
// here instead of extracting nothing. It uses the stub packages, or, with
// AGENTVET_REAL set, the libraries themselves, which must be in the module cache.
func TestRows(t *testing.T) {
	dir := againstStubs(t)
	if os.Getenv("AGENTVET_REAL") != "" {
		dir = filepath.Join("..", "..", "testdata", "mcp")
	}
	rows := mcp.Framework().Table
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadTypes | packages.NeedImports, Dir: dir}, rows.Packages()...)
	if err != nil {
		t.Fatal(err)
	}
	resolved := make(map[string]bool)
	for _, p := range pkgs {
		for _, r := range rows.Rows {
			if p.Types != nil && r.Pkg == p.PkgPath && exists(p.Types, r) {
				resolved[r.Key()] = true
			}
		}
	}
	for _, r := range rows.Rows {
		if !resolved[r.Key()] {
			t.Errorf("%s: there is no %s", r.Source, r.Key())
		}
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

// extractFrom loads packages from a directory and returns what extraction finds in
// each, by package path. Facts cross packages as they do under go vet.
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

// againstStubs returns a directory with a module whose dependencies are the stubs
// of the libraries.
func againstStubs(t *testing.T) string {
	t.Helper()
	tmp := t.TempDir()
	mod := "module example.com/golden\n\ngo 1.26\n"
	for _, m := range modules {
		mod += "\nrequire " + m + " v1.0.0\n\nreplace " + m + " => ./library/" + m + "\n"
		src := filepath.Join("..", "..", "testdata", "src", filepath.FromSlash(m))
		dst := filepath.Join(tmp, "library", filepath.FromSlash(m))
		if err := os.CopyFS(dst, os.DirFS(src)); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dst, "go.mod"), "module "+m+"\n\ngo 1.26\n")
	}
	write(t, filepath.Join(tmp, "go.mod"), mod)
	return tmp
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
