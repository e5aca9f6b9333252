//go:build truth

package joint

// This file runs one table of programs, that of table_test.go, on every
// framework that has the concept: tools in a list, edges, routers, instructions.
// How a framework says these things stands in testdata, a file each, its
// dialect. An answer that is right on one framework is right on all of them.
//
// Each dialect names a module that requires the framework. The programs are laid
// over it, so that the whole table costs one load a module, and only the programs
// are analysed: of the framework, the types are enough.

import (
	"bytes"
	"flag"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/suite"
)

// TestJoint compares what agentvet says of each program with what the table wants.
// What testdata/missing.txt lists is wrong, and is to stay wrong until the
// line goes.
func TestJoint(t *testing.T) {
	dialects := readDialects(t)
	missing := readMissing(t)
	var modules []string
	for _, d := range dialects {
		if !slices.Contains(modules, d.root) {
			modules = append(modules, d.root)
		}
	}
	for _, m := range modules {
		t.Run(m, func(t *testing.T) {
			found := answers(t, m, dialects)
			for _, d := range dialects {
				for _, c := range table {
					if d.root == m && d.has(c) {
						t.Run(d.name+"/"+c.name, func(t *testing.T) { c.judge(t, found[d.name+"/"+c.name], missing[d.name+" "+c.name]) })
						delete(missing, d.name+" "+c.name)
					}
				}
			}
		})
	}
	if whole := flag.Lookup("test.run").Value.String() == ""; whole && len(missing) > 0 {
		t.Errorf("missing.txt lists what is in no dialect or not in the table: %v", slices.Sorted(maps.Keys(missing)))
	}
}

// judge compares what was found in the program of a case with what it wants.
func (c program) judge(t *testing.T, p *module.Package, expectedMissing bool) {
	if p == nil {
		t.Fatal("not analysed")
	}
	ok, got := c.want(p)
	switch {
	case ok && expectedMissing:
		t.Error("the answer is right now: remove the line from missing.txt")
	case !ok && !expectedMissing:
		t.Error(got)
	}
}

// A dialect is how one framework says what the programs of the table do: a file of
// Go for each kind of program, with a line CASE where the program goes, SECRET where it
// is an expression.
type dialect struct {
	name, root string
	parts      map[string]string // "tools.go", …; "edge": the code that EDGE stands for
}

func (d *dialect) has(c program) bool { return d.parts[c.kind+".go"] != "" }

func readDialects(t *testing.T) (dialects []*dialect) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil || len(files) < 2 {
		t.Fatalf("no dialects: %v", err)
	}
	for _, file := range files {
		if filepath.Base(file) == "missing.txt" {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		a := txtar.Parse(data)
		d := &dialect{name: strings.TrimSuffix(filepath.Base(file), ".txt"), parts: make(map[string]string)}
		for line := range strings.Lines(string(a.Comment)) {
			if root, ok := strings.CutPrefix(line, "module "); ok {
				d.root = strings.TrimSpace(root)
			}
		}
		for _, f := range a.Files {
			d.parts[f.Name] = strings.TrimSpace(string(f.Data))
		}
		dialects = append(dialects, d)
	}
	return dialects
}

// readMissing returns the cases of missing.txt: lines "dialect case", what is after
// a # being the reason.
func readMissing(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "missing.txt"))
	if err != nil {
		t.Fatal(err)
	}
	missing := make(map[string]bool)
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		if fields := strings.Fields(line); len(fields) > 0 {
			missing[strings.Join(fields, " ")] = true
		}
	}
	return missing
}

// write adds the files of a case in this dialect to an overlay.
func (d *dialect) write(t *testing.T, c program, dir string, overlay map[string][]byte) {
	t.Helper()
	add := func(name, src string) {
		src = strings.NewReplacer("CASE", c.code, "SECRET", c.code).Replace(src)
		src = strings.ReplaceAll(src, "EDGE", d.parts["edge"])
		text, err := format.Source([]byte(src))
		if err != nil {
			t.Fatalf("%s in the dialect %s: %v\n%s", c.name, d.name, err, src)
		}
		overlay[filepath.Join(dir, name)] = text
	}
	add("program.go", d.parts[c.kind+".go"])
	if c.helper != "" {
		add("helper.go", "package "+c.kind+"\n"+c.helper)
	}
}

// answers analyses the programs of all dialects of a module, by "dialect/case".
func answers(t *testing.T, root string, dialects []*dialect) map[string]*module.Package {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", root))
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]*module.Package)
	for name := range moduleNames() {
		overlay, patterns := renamed(t, dir, name), []string(nil)
		for _, d := range dialects {
			for _, c := range table {
				if d.root == root && d.has(c) && c.module == name {
					d.write(t, c, filepath.Join(dir, "joint", d.name, c.name), overlay)
					patterns = append(patterns, "./joint/"+d.name+"/"+c.name)
				}
			}
		}
		if len(patterns) == 0 {
			continue
		}
		for path, p := range analyse(t, dir, overlay, patterns) {
			if _, program, ok := strings.Cut(path, "/joint/"); ok {
				found[program] = p
			}
		}
	}
	return found
}

// moduleNames returns the names that cases ask modules to have, "" for their own.
func moduleNames() map[string]bool {
	names := make(map[string]bool)
	for _, c := range table {
		names[c.module] = true
	}
	return names
}

// renamed returns an overlay in which the module of a directory has another name.
func renamed(t *testing.T, dir, name string) map[string][]byte {
	t.Helper()
	overlay := make(map[string][]byte)
	if name == "" {
		return overlay
	}
	file := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(data, []byte("\n"))
	overlay[file] = slices.Concat([]byte("module "+name+"\n"), rest)
	return overlay
}

// analyse runs the suite on packages, by path. What they use of frameworks is analysed,
// too: extraction follows calls into them. Of other modules, the types are enough.
func analyse(t *testing.T, dir string, overlay map[string][]byte, patterns []string) map[string]*module.Package {
	t.Helper()
	const names = packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	const syntax = packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedTypes | packages.NeedTypesSizes |
		packages.NeedSyntax | packages.NeedTypesInfo
	cfg := packages.Config{Mode: names, Dir: dir, Overlay: overlay}
	programs, err := packages.Load(&cfg, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Mode = names&^packages.NeedDeps | syntax
	all, err := packages.Load(&cfg, append(frameworks(programs), patterns...)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		for _, e := range p.Errors {
			t.Fatalf("%s: %v", p.PkgPath, e)
		}
		maps.DeleteFunc(p.Imports, func(_ string, imp *packages.Package) bool { return !slices.Contains(all, imp) })
	}
	res, err := checker.Analyze([]*analysis.Analyzer{module.Collector(suite.New(suite.Options{}))}, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]*module.Package)
	for _, r := range res.Roots {
		if r.Err != nil {
			t.Fatalf("%s: %v", r.Package.PkgPath, r.Err)
		}
		found[r.Package.PkgPath] = r.Result.(*module.Package)
	}
	return found
}

// frameworks returns the packages that programs import, of the modules that they
// import something of directly.
func frameworks(programs []*packages.Package) (paths []string) {
	modules := make(map[string]bool)
	for _, p := range programs {
		for _, imp := range p.Imports {
			if imp.Module != nil {
				modules[imp.Module.Path] = true
			}
		}
	}
	packages.Visit(programs, nil, func(p *packages.Package) {
		if p.Module != nil && modules[p.Module.Path] {
			paths = append(paths, p.PkgPath)
		}
	})
	return paths
}
