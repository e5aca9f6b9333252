package library_test

// This file reads the tables of surface, and what types and directories have.

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
)

// A surfaceTable is a file of surface: what a framework exports that no row reads. Code of
// extract/NAME must have what stands in a line of `read` as a string. A line that argues for
// nothing fails.
type surfaceTable struct {
	t     *testing.T
	file  string
	lines []*surfaceLine
}

type surfaceLine struct {
	library.SurfaceLine
	used bool
}

func readSurface(t *testing.T, name string) *surfaceTable {
	t.Helper()
	tab := &surfaceTable{t: t, file: "surface/" + name + ".txt"}
	lines, err := library.Surface(name)
	if err != nil || lines == nil {
		t.Fatalf("%s: %d lines, %v", tab.file, len(lines), err)
	}
	dir := extractors(t)[name]
	strs := stringsIn(t, dir)
	for _, l := range lines {
		if _, field, _ := strings.Cut(l.Name, "."); l.Read && !strs[field] {
			t.Errorf("%s:%d: no code of %s asks for %q", tab.file, l.Line, dir, field)
		}
		tab.lines = append(tab.lines, &surfaceLine{SurfaceLine: l})
	}
	return tab
}

// allows reports whether a line is about something.
func (tab *surfaceTable) allows(what exported) bool {
	ok := false
	for _, l := range tab.lines {
		if l.Covers(what.pkg, what.name) {
			l.used, ok = true, true
		}
	}
	return ok
}

func (tab *surfaceTable) stale() {
	for _, l := range tab.lines {
		if !l.used {
			tab.t.Errorf("%s:%d: nothing needs %s: it is not there, or read", tab.file, l.Line, exported{l.Package, l.Name})
		}
	}
}

// stringsIn returns the string literals in the code of a directory.
func stringsIn(t *testing.T, dir string) map[string]bool {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]bool)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				s, _ := strconv.Unquote(lit.Value)
				all[s] = true
			}
			return true
		})
	}
	return all
}

// goDirs returns the directories of a module that have packages which others may import,
// relative to its own, "" for the root.
func goDirs(t *testing.T, root string) (dirs []string) {
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		base := d.Name()
		_, nested := os.Stat(filepath.Join(dir, "go.mod"))
		switch {
		case dir != root && (nested == nil || base == "internal" || base == "testdata" || base == "vendor" || strings.ContainsAny(base[:1], "._")):
			return filepath.SkipDir
		}
		if p, err := build.Default.ImportDir(dir, 0); err == nil && p.Name != "main" && len(p.GoFiles) > 0 {
			rel, err := filepath.Rel(root, dir)
			dirs = append(dirs, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(dirs)
	return dirs
}

// structOf returns the struct type that t is, or is made of: by pointers, slices, maps and
// channels.
func structOf(t types.Type) (*types.Named, *types.Struct) {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		case *types.Named:
			if s, ok := u.Underlying().(*types.Struct); ok {
				return u.Origin(), s
			}
			if elem, ok := u.Underlying().(interface{ Elem() types.Type }); ok {
				t = elem.Elem()
				continue
			}
			return nil, nil
		default:
			return nil, nil
		}
	}
}

// fieldOf returns a field of a struct, promoted ones included, and the type that declares it.
func fieldOf(t types.Type, name string) (*types.Named, *types.Var) {
	named, str := structOf(t)
	if named == nil {
		return nil, nil
	}
	for f := range str.Fields() {
		if f.Name() == name {
			return named, f
		}
	}
	for f := range str.Fields() {
		if owner, inner := fieldOf(f.Type(), name); f.Embedded() && inner != nil {
			return owner, inner
		}
	}
	return nil, nil
}
