package ssaflow

// This file loads the programs of tests.

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/agentvet/agentvet/taint"
)

func TestMain(m *testing.M) {
	debugPanics = true
	os.Exit(m.Run())
}

// A loader type-checks packages and analyses them, imports first, as a driver does.
type loader struct {
	fset   *token.FileSet
	std    types.Importer
	table  *taint.Table
	roots  map[string]string // directory by import path
	texts  map[string]string // package of one file by import path
	pkgs   map[string]*types.Package
	sums   map[string]*taint.Summary
	held   map[string]string // functions of variables
	flows  []taint.Flow
	res    *Result // of the last package
	byPath map[string]*Result
	// implicit asks for what control tells.
	implicit bool
	tests    bool // files of tests belong to the package, as they do for go vet
	effects  func(id string) []string
	acts     func(id string) Act
	handlers map[string]bool
}

func newLoader(table *taint.Table) *loader {
	fset := token.NewFileSet()
	return &loader{
		fset: fset, std: stdImporter, table: table,
		roots: make(map[string]string), texts: make(map[string]string), pkgs: make(map[string]*types.Package), sums: make(map[string]*taint.Summary),
		byPath: make(map[string]*Result), held: make(map[string]string),
	}
}

// stdImporter reads export data; all tests share it, as it is slow to fill.
var stdImporter = importer.ForCompiler(token.NewFileSet(), "gc", nil)

// Import implements types.Importer.
func (l *loader) Import(path string) (*types.Package, error) {
	if p := l.pkgs[path]; p != nil {
		return p, nil
	}
	if dir, ok := l.roots[path]; ok {
		return l.dir(path, dir)
	}
	if text, ok := l.texts[path]; ok {
		return l.source(path, text)
	}
	return l.std.Import(path)
}

// dir loads the package in a directory.
func (l *loader) dir(path, dir string) (*types.Package, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") && !l.tests {
			continue
		}
		file, err := parser.ParseFile(l.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return l.check(path, files)
}

// source loads a package from text.
func (l *loader) source(path, text string) (*types.Package, error) {
	file, err := parser.ParseFile(l.fset, path+".go", text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	return l.check(path, []*ast.File{file})
}

func (l *loader) check(path string, files []*ast.File) (*types.Package, error) {
	if len(files) == 0 {
		return nil, fmt.Errorf("no Go files for %s", path)
	}
	pkg := types.NewPackage(path, files[0].Name.Name)
	spkg, _, err := ssautil.BuildPackage(&types.Config{Importer: l}, l.fset, pkg, files, ssa.SanityCheckFunctions)
	if err != nil {
		return nil, err
	}
	l.pkgs[path] = pkg
	held := func(v *types.Var) string { return l.held[v.Pkg().Path()+"."+v.Name()] }
	l.res = Analyze(&Input{Held: held, Fset: l.fset, Pkg: spkg, Module: "t", Table: l.table, Implicit: l.implicit, Effects: l.effects, Acts: l.acts, Handlers: l.handlers, Import: func(id string) *taint.Summary { return l.sums[id] }})
	l.byPath[path] = l.res
	for id, s := range l.res.Summaries {
		l.sums[id] = s
	}
	for v, id := range l.res.Held {
		l.held[v.Pkg().Path()+"."+v.Name()] = id
	}
	l.flows = append(l.flows, l.res.Flows...)
	return pkg, nil
}

// A pair is a flow as annotations state it: lines of one source and one sink.
type pair struct{ source, sink string }

var marker = regexp.MustCompile(`@(Source|Sink)\(([^)]*)\)`)

// annotated returns the flows that the files of a loader state. The last source of
// an ID counts.
func annotated(tb testing.TB, l *loader) []pair {
	tb.Helper()
	sources := make(map[string]string)
	type use struct{ id, line string }
	var sinks []use
	l.fset.Iterate(func(file *token.File) bool {
		text, err := os.ReadFile(file.Name())
		if err != nil {
			return true
		}
		for n, line := range strings.Split(string(text), "\n") {
			at := fmt.Sprintf("%s:%d", filepath.Base(file.Name()), n+1)
			for _, m := range marker.FindAllStringSubmatch(line, -1) {
				for _, id := range strings.Split(m[2], ",") {
					id, _, _ = strings.Cut(strings.TrimSpace(id), " ")
					if m[1] == "Source" {
						sources[id] = at
					} else {
						sinks = append(sinks, use{id, at})
					}
				}
			}
		}
		return true
	})
	var want []pair
	for _, s := range sinks {
		if sources[s.id] == "" {
			tb.Logf("%s: no @Source(%s)", s.line, s.id)
			continue
		}
		want = append(want, pair{sources[s.id], s.line})
	}
	return uniquePairs(want)
}

// found returns the flows that were found as pairs.
func found(flows []taint.Flow) []pair {
	var got []pair
	for _, f := range flows {
		got = append(got, pair{line(f.Source.Pos.File, f.Source.Pos.Line), line(f.Sink.Pos.File, f.Sink.Pos.Line)})
	}
	return uniquePairs(got)
}

func line(file string, n int) string { return fmt.Sprintf("%s:%d", filepath.Base(file), n) }

func uniquePairs(ps []pair) []pair {
	slices.SortFunc(ps, func(a, b pair) int {
		return strings.Compare(a.sink+" "+a.source, b.sink+" "+b.source)
	})
	return slices.Compact(ps)
}

// without returns the pairs of a that are not in b.
func without(a, b []pair) (out []pair) {
	for _, p := range a {
		if !slices.Contains(b, p) {
			out = append(out, p)
		}
	}
	return out
}
