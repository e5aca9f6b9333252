package load

// This file finds code that is there and that no pattern with ... names: the go command leaves out what go.mod tells it
// to ignore, directories of some names, and files with build constraints that do not hold. A program under test can have anything there.

import (
	"context"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/regular"
)

// skipped are directories with Go files, and single files, that no pattern with ... names, sorted.
type skipped struct {
	ignored []string // which go.mod ignores
	hidden  []string // whose names the go command ignores, and which import a library that agents are built with

	constrained []string // files whose build constraints do not hold, and which import such a library
}

// skipped returns what the patterns of c leave out, but for the directories of units. Other modules, vendored packages
// and what the go command keeps in a cache are not looked at.
func (c Config) skipped(ctx context.Context, units []unit) (*skipped, error) {
	trees := c.trees()
	if len(trees) == 0 {
		return new(skipped), nil
	}
	root, ignores, err := c.ignores(ctx)
	if err != nil {
		return nil, err
	}
	caches := sync.OnceValue(func() []string { return c.caches(ctx) })
	s, why := new(skipped), make(map[string]int)
	built := make(map[string]bool)
	for _, u := range units {
		for _, name := range u.files {
			built[filepath.Join(u.dir, name)] = true
		}
	}
	filepath.WalkDir(c.Dir, func(name string, entry fs.DirEntry, err error) error {
		dir := filepath.Dir(name)
		switch {
		case err != nil:
			return fs.SkipDir
		case name == c.Dir:
		case !entry.IsDir():
			if !built[name] {
				s.add(dir, name, why[dir])
			}
		case entry.Name() == ".git" || entry.Name() == "vendor" || isModule(name):
			return fs.SkipDir
		case isIgnored(entry.Name()):
			if slices.Contains(caches(), name) {
				return fs.SkipDir
			}
			why[name] = byName
		case why[dir] == byName:
			why[name] = byName
		case why[dir] == byDirective || matchesIgnore(ignores, root, name):
			why[name] = byDirective
		}
		return nil
	})
	elsewhere := func(dir string) bool {
		return !slices.ContainsFunc(trees, func(tree string) bool { return tree == dir || strings.HasPrefix(dir, tree+string(filepath.Separator)) })
	}
	read := func(dir string) bool {
		return slices.ContainsFunc(units, func(u unit) bool { return u.dir == dir }) || elsewhere(dir)
	}
	s.ignored, s.hidden = slices.DeleteFunc(s.ignored, read), slices.DeleteFunc(s.hidden, read)
	s.constrained = slices.DeleteFunc(s.constrained, func(file string) bool { return elsewhere(filepath.Dir(file)) })
	slices.Sort(s.ignored)
	slices.Sort(s.hidden)
	slices.Sort(s.constrained)
	return s, nil
}

// Why the go command leaves a directory out.
const (
	_ = iota
	byDirective
	byName
)

// add adds a file that is not built, or its directory, if the file is a reason to and it is not there yet.
func (s *skipped) add(dir, file string, why int) {
	base := filepath.Base(file)
	if !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") || base[0] == '_' || base[0] == '.' {
		return
	}
	switch {
	case why == byDirective && !slices.Contains(s.ignored, dir):
		s.ignored = append(s.ignored, dir)
	case why == byName && !slices.Contains(s.hidden, dir) && buildsAgents(file):
		s.hidden = append(s.hidden, dir)
	case why == 0 && buildsAgents(file):
		s.constrained = append(s.constrained, file)
	}
}

// trees returns the directories below which the patterns of c name all packages.
func (c Config) trees() (dirs []string) {
	for _, p := range c.Patterns {
		switch below, isTree := strings.CutSuffix(p, "..."); {
		case !isTree:
		case strings.HasPrefix(p, "."):
			dirs = append(dirs, filepath.Join(c.Dir, below))
		default:
			dirs = append(dirs, c.Dir)
		}
	}
	return dirs
}

// ignores returns the directory of the module around c.Dir and the paths that its go.mod ignores.
func (c Config) ignores(ctx context.Context) (root string, paths []string, err error) {
	const most = 16 << 20 // bytes
	for root = c.Dir; !isModule(root); root = filepath.Dir(root) {
		if root == filepath.Dir(root) {
			return "", nil, nil
		}
	}
	file := filepath.Join(root, "go.mod")
	if text, err := regular.Named(file, most); err != nil || !strings.Contains(string(text), "ignore") {
		return root, nil, err
	}
	out, err := c.Command(ctx, "mod", "edit", "-json", file).Output()
	if err != nil {
		return "", nil, fmt.Errorf("go mod edit: %w", err)
	}
	var mod struct{ Ignore []struct{ Path string } }
	if err := json.Unmarshal(out, &mod); err != nil {
		return "", nil, fmt.Errorf("go mod edit: %w", err)
	}
	for _, i := range mod.Ignore {
		paths = append(paths, i.Path)
	}
	return root, paths, nil
}

// matchesIgnore reports whether one of the paths that go.mod ignores is that of a directory: a path that begins with ./
// is relative to the module, and any other may be at any depth.
func matchesIgnore(paths []string, root, dir string) bool {
	rel := "/" + relative(root, dir)
	return slices.ContainsFunc(paths, func(p string) bool {
		if below, ok := strings.CutPrefix(p, "./"); ok {
			return rel == "/"+path.Clean(below)
		}
		return strings.HasSuffix(rel, "/"+path.Clean(p))
	})
}

// caches returns the directories in which the go command keeps what it has downloaded and built.
func (c Config) caches(ctx context.Context) []string {
	out, err := c.Command(ctx, "env", "GOPATH", "GOMODCACHE", "GOCACHE").Output()
	if err != nil {
		return nil
	}
	var dirs []string
	for line := range strings.Lines(string(out)) {
		dirs = append(dirs, filepath.SplitList(strings.TrimSpace(line))...)
	}
	return dirs
}

// agentLibraries are the packages of libraries that agents are built with.
var agentLibraries = sync.OnceValue(func() map[string]bool {
	known := make(map[string]bool)
	for _, f := range workflow.Frameworks() {
		for _, p := range f.Table.Packages(library.CallRows) {
			known[p] = !library.IsStandard(p)
		}
	}
	return known
})

// buildsAgents reports whether a file imports such a library.
func buildsAgents(file string) bool {
	const most = 16 << 20 // bytes
	text, err := regular.Named(file, most)
	if err != nil {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
	if err != nil {
		return false
	}
	for _, i := range f.Imports {
		if p, err := strconv.Unquote(i.Path.Value); err == nil && agentLibraries()[p] {
			return true
		}
	}
	return false
}

// withIgnored returns c with patterns for the packages that go.mod ignores as well.
func (c Config) withIgnored(ctx context.Context) (Config, error) {
	s, err := c.skipped(ctx, nil)
	if err != nil || len(s.ignored) == 0 {
		return c, err
	}
	args := append([]string{"list", "-e", "-find", "-f", "{{if or .GoFiles .CgoFiles}}{{.Dir}}{{end}}"}, c.buildFlags()...)
	args = append(args, "--")
	for _, dir := range s.ignored {
		args = append(args, "./"+relative(c.Dir, dir))
	}
	out, err := c.Command(ctx, args...).Output()
	if err != nil {
		return c, fmt.Errorf("go list: %w", err)
	}
	c.Patterns = slices.Clone(c.Patterns)
	for line := range strings.Lines(string(out)) {
		if dir := strings.TrimSpace(line); dir != "" {
			c.Patterns = append(c.Patterns, "./"+relative(c.Dir, dir))
		}
	}
	return c, nil
}

// notices says what was skipped, with names relative to a directory.
func (s *skipped) notices(dir string) (list []string) {
	names := func(dirs []string) (out []string) {
		for _, d := range dirs {
			out = append(out, relative(dir, d))
		}
		return out
	}
	for _, n := range []string{report.IgnoredPackages(names(s.ignored)), report.HiddenPackages(names(s.hidden)), report.ConstrainedFiles(names(s.constrained))} {
		if n != "" {
			list = append(list, n)
		}
	}
	return list
}
