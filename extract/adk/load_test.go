package adk_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/graph"
)

// extractFrom loads packages from a directory and returns what extraction finds in
// each, by package path. Facts cross packages as they do under go vet.
func extractFrom(t testing.TB, dir string, env []string, patterns ...string) map[string]*graph.Program {
	t.Helper()
	cfg := &packages.Config{Mode: packages.LoadAllSyntax, Dir: dir, Env: env}
	pkgs, err := packages.Load(cfg, patterns...)
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
