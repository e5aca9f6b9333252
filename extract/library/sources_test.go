package library_test

// This file reads the declarations of libraries from their sources in the module cache.

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/agentvet/agentvet/extract/library"
)

// declared is a module of declarations, of libraries that the module proxy does not have.
const declared = "testdata/declared/go.mod"

// A pin is where a module pins the sources of another one.
type pin struct{ path, dir, version string }

// modules returns what the modules of testdata pin, a list for each.
func modules(t *testing.T) (all [][]pin) {
	t.Helper()
	dirs, err := filepath.Glob("../../testdata/*/go.mod")
	if err != nil || len(dirs) < 10 {
		t.Fatalf("%d modules in testdata: %v", len(dirs), err)
	}
	pinned, err := filepath.Glob("testdata/pinned/*/go.mod") // versions that no program of testdata uses
	if err != nil || len(pinned) == 0 {
		t.Fatalf("%d modules in testdata/pinned: %v", len(pinned), err)
	}
	for _, file := range slices.Concat(dirs, pinned, []string{declared}) {
		all = append(all, pins(t, file))
	}
	return all
}

var (
	requireLine = regexp.MustCompile(`(?m)^(?:require)?\s+(\S+\.\S+) (v\S+)`)
	replaceLine = regexp.MustCompile(`(?m)^(?:replace)?\s+(\S+) => (\.\S+)`)
)

func pins(t *testing.T, file string) (list []pin) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	replaced := make(map[string]string)
	for _, m := range replaceLine.FindAllStringSubmatch(string(text), -1) {
		replaced[m[1]] = filepath.Join(filepath.Dir(file), m[2])
	}
	for _, m := range requireLine.FindAllStringSubmatch(string(text), -1) {
		p := pin{path: m[1], version: m[2]}
		if p.dir = replaced[p.path]; p.dir == "" {
			p.dir = filepath.Join(modCache(t), filepath.FromSlash(escape(p.path)+"@"+escape(p.version)))
		}
		list = append(list, p)
	}
	return list
}

func modCache(t *testing.T) string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	return filepath.Join(build.Default.GOPATH, "pkg", "mod")
}

// escape returns a path as it stands in the module cache.
func escape(path string) string {
	var b strings.Builder
	for _, r := range path {
		if unicode.IsUpper(r) {
			b.WriteByte('!')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// sources imports packages from their sources, without the bodies of functions.
type sources struct {
	t      *testing.T
	fset   *token.FileSet
	byDir  map[string]*types.Package // of all modules
	pins   []pin                     // of one module, those with rows
	byPath map[string]*types.Package
}

// of returns sources of what a module pins, of the modules that have some packages.
func (s *sources) of(all []pin, packages []string) *sources {
	out := &sources{t: s.t, fset: s.fset, byDir: s.byDir, byPath: make(map[string]*types.Package)}
	for _, p := range all {
		if slices.ContainsFunc(packages, func(path string) bool { return within(path, p.path) }) {
			out.pins = append(out.pins, p)
		}
	}
	out.download()
	return out
}

// within reports whether a package, or one that a pattern stands for, may be of a module.
func within(path, module string) bool {
	if strings.Contains(path, "*") {
		depth := strings.Count(module, "/") + 1
		elements := strings.Split(path, "/")
		return len(elements) >= depth && library.MatchesPath(strings.Join(elements[:depth], "/"), module)
	}
	return path == module || strings.HasPrefix(path, module+"/")
}

// matching returns the packages of what is pinned that the pattern of a path stands for.
func (s *sources) matching(pattern string) (out []*types.Package) {
	for _, pin := range s.pins {
		if !within(pattern, pin.path) {
			continue
		}
		err := filepath.WalkDir(pin.dir, func(dir string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			path := pin.path + strings.TrimPrefix(filepath.ToSlash(dir), filepath.ToSlash(pin.dir))
			if library.MatchesPath(pattern, path) {
				if p := s.load(path, dir); p != nil {
					out = append(out, p)
				}
			}
			return nil
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
	return out
}

// download brings the modules into the module cache that are not there.
func (s *sources) download() {
	args := []string{"mod", "download"}
	for _, p := range s.pins {
		if _, err := os.Stat(p.dir); err != nil {
			args = append(args, p.path+"@"+p.version)
		}
	}
	if len(args) == 2 {
		return
	}
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		s.t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// dirOf returns the directory of a package, "" for one of a module that has no rows.
func (s *sources) dirOf(path string) string {
	if library.IsStandard(path) {
		return filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(path))
	}
	var best pin
	for _, p := range s.pins {
		if within(path, p.path) && len(p.path) > len(best.path) {
			best = p
		}
	}
	if best.path == "" {
		return ""
	}
	return filepath.Join(best.dir, filepath.FromSlash(strings.TrimPrefix(path, best.path)))
}

// rowPackage returns a package that has rows, nil if the pinned version has no such
// package, or the module pins none.
func (s *sources) rowPackage(path string) *types.Package {
	if path == library.Universe.Path() {
		return library.Universe
	}
	dir := s.dirOf(path)
	if dir == "" {
		return nil
	}
	return s.load(path, dir)
}

// Import returns a package for one that imports it: an empty one if its sources are not
// to be read.
func (s *sources) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if dir := s.dirOf(path); dir != "" {
		if p := s.load(path, dir); p != nil {
			return p, nil
		}
	}
	if s.byPath[path] == nil {
		s.byPath[path] = empty(path)
	}
	return s.byPath[path], nil
}

var major = regexp.MustCompile(`^v[0-9]+$`)

func empty(name string) *types.Package {
	base := path.Base(name)
	if major.MatchString(base) {
		base = path.Base(path.Dir(name))
	}
	p := types.NewPackage(name, base)
	p.MarkComplete()
	return p
}

// load checks what a directory declares; nil if it has no Go files.
func (s *sources) load(path, dir string) *types.Package {
	if p, ok := s.byDir[dir]; ok {
		return p
	}
	s.byDir[dir] = nil
	found, err := build.Default.ImportDir(dir, 0)
	if err != nil {
		return nil
	}
	var files []*ast.File
	for _, name := range slices.Concat(found.GoFiles, found.CgoFiles) {
		f, err := parser.ParseFile(s.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			s.t.Fatal(err)
		}
		files = append(files, f)
	}
	config := types.Config{IgnoreFuncBodies: true, FakeImportC: true, Importer: s, Error: func(error) {}}
	s.byDir[dir], _ = config.Check(path, s.fset, files, nil)
	return s.byDir[dir]
}
