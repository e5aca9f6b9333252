// Package extracttest runs extraction on the small programs that the tests of
// frameworks keep in testdata.
package extracttest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/internal/passtest"
)

// Extract loads packages from a directory and returns what extraction finds in
// each, by package path. Facts cross packages as they do under go vet.
func Extract(t testing.TB, dir string, patterns ...string) map[string]*graph.Program {
	t.Helper()
	return ExtractEnv(t, dir, nil, patterns...)
}

// ExtractEnv is Extract in an environment, nil for that of the test.
func ExtractEnv(t testing.TB, dir string, env []string, patterns ...string) map[string]*graph.Program {
	t.Helper()
	return extractBy(t, workflow.Analyzer, dir, env, patterns...)
}

func extractBy(t testing.TB, by *analysis.Analyzer, dir string, env []string, patterns ...string) map[string]*graph.Program {
	t.Helper()
	out := make(map[string]*graph.Program)
	for _, act := range passtest.Analyze(t, by, passtest.Load(t, dir, env, patterns...)) {
		out[act.Package.PkgPath] = act.Result.(*graph.Program)
	}
	return out
}

// Text prints a program with positions that name the file only.
func Text(p *graph.Program) string {
	var b strings.Builder
	p.WriteText(&b, graph.PrintOptions{Pos: func(pos graph.Pos) string {
		pos.File = filepath.Base(pos.File)
		return pos.String()
	}})
	return b.String()
}

// Golden compares the text of what is found in each program of a module, a
// directory of its root with Go files, with want.txt beside it. A program's own
// packages, in directories below it, hold helpers and are not compared.
func Golden(t *testing.T, dir, module string) { goldenBy(t, workflow.Analyzer, dir, module) }

// GoldenOf is Golden for a framework that is not in the list of package workflow.
func GoldenOf(t *testing.T, dir, module string, f *extract.Framework) {
	goldenBy(t, workflow.New([]*extract.Framework{f}), dir, module)
}

func goldenBy(t *testing.T, by *analysis.Analyzer, dir, module string) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	var names, patterns []string
	for _, f := range files {
		if name := filepath.Base(filepath.Dir(f)); !slices.Contains(names, name) {
			names, patterns = append(names, name), append(patterns, "./"+name)
		}
	}
	found := extractBy(t, by, dir, nil, patterns...)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			p := found[module+"/"+name]
			if p == nil {
				t.Fatal("not analysed")
			}
			for _, w := range p.Workflows {
				if err := graph.Check(w); err != nil {
					t.Errorf("workflow %s is not well formed: %v", w.Name, err)
				}
			}
			golden.Compare(t, filepath.Join(dir, name, "want.txt"), Text(p))
		})
	}
}

// HasTool fails unless a package of the module in dir has a tool with that name and
// description, a handler, and the arguments given, each with its type.
func HasTool(t *testing.T, dir, pattern, name, description string, args ...string) {
	t.Helper()
	for _, p := range Extract(t, dir, pattern) {
		for _, tool := range p.AllTools() {
			if tool.Name != name {
				continue
			}
			var got []string
			for _, param := range tool.Params {
				got = append(got, param.Path+" "+param.Type)
			}
			if tool.Description != description || tool.Handler == "" || !slices.Equal(got, args) {
				t.Errorf("tool %s: description %q, handler %q, arguments %q; want %q, a handler, %q", name, tool.Description, tool.Handler, got, description, args)
			}
			return
		}
	}
	t.Errorf("%s has no tool %s", pattern, name)
}
