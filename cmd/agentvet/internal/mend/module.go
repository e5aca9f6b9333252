package mend

// This file is about modules: which there are, and copies of those that must not be
// changed where they are.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/cmd/agentvet/internal/overlay"
)

// A workspace is the modules under analysis.
type workspace struct {
	m        *mender
	goWork   string // go.work that is in force, or ""
	goMod    string // go.mod that is, or the file that stands for it
	cache    string // the module cache
	vendor   bool   // packages come from a vendor directory
	main     []mainModule
	requires map[string]string // module path to version

	vendored []string          // packages made up in the vendor directory
	why      map[string]string // what go says of a module that cannot be had, by its path
	copies   map[string]*copied
	origin   map[string]string // directory of a copy to that of the module
}

// A mainModule is one of those under analysis.
type mainModule struct{ path, dir string }

// A copied module replaces one of the module cache, or one that cannot be had.
type copied struct {
	path, version string
	dir           string // what is copied, or ""
	pkgs          []*pkg
}

// readWorkspace asks the go command which modules there are.
func readWorkspace(m *mender) (*workspace, error) {
	w := &workspace{m: m, requires: make(map[string]string), why: make(map[string]string), copies: make(map[string]*copied), origin: make(map[string]string)}
	var env struct{ GOWORK, GOMOD, GOMODCACHE, GOFLAGS string }
	if err := w.json(&env, "env", "-json", "GOWORK", "GOMOD", "GOMODCACHE", "GOFLAGS"); err != nil {
		return nil, err
	}
	w.goMod, w.cache = env.GOMOD, env.GOMODCACHE
	if env.GOWORK != "off" {
		w.goWork = env.GOWORK
	}
	if file := overlay.GoFlag(env.GOFLAGS, "modfile"); file != "" {
		if w.goMod = file; !filepath.IsAbs(file) {
			w.goMod = filepath.Join(m.c.Dir, file)
		}
	}
	files := []string{w.goMod}
	dirs := []string{filepath.Dir(env.GOMOD)}
	if w.goWork != "" {
		files, dirs = nil, nil
		uses, err := w.uses()
		if err != nil {
			return nil, err
		}
		for _, dir := range uses {
			files, dirs = append(files, filepath.Join(dir, "go.mod")), append(dirs, dir)
		}
	}
	for i, file := range files {
		if err := w.readMod(file, dirs[i]); err != nil {
			return nil, err
		}
	}
	if _, err := os.Stat(filepath.Join(dirs[0], "vendor", "modules.txt")); err == nil && w.goWork == "" {
		mode := overlay.GoFlag(env.GOFLAGS, "mod")
		w.vendor = mode == "" || mode == "vendor"
	}
	return w, nil
}

// readMod reads a go.mod file of a module in dir.
func (w *workspace) readMod(file, dir string) error {
	var mod struct {
		Module  struct{ Path string }
		Require []struct{ Path, Version string }
	}
	if err := w.json(&mod, "mod", "edit", "-json", file); err != nil {
		return err
	}
	w.main = append(w.main, mainModule{mod.Module.Path, dir})
	for _, r := range mod.Require {
		w.requires[r.Path] = r.Version
	}
	return nil
}

// uses returns the directories of the modules of a workspace.
func (w *workspace) uses() ([]string, error) {
	var work struct {
		Use []struct{ DiskPath string }
	}
	if err := w.json(&work, "work", "edit", "-json", w.goWork); err != nil {
		return nil, err
	}
	var out []string
	for _, use := range work.Use {
		out = append(out, w.absolute(use.DiskPath))
	}
	return out, nil
}

func (w *workspace) absolute(dir string) string {
	if dir = filepath.FromSlash(dir); filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(filepath.Dir(w.goWork), dir)
}

// json runs the go command and decodes what it prints.
func (w *workspace) json(v any, args ...string) error {
	out, err := w.m.c.Command(w.m.ctx, args...).Output()
	if err == nil {
		err = json.Unmarshal(out, v)
	}
	if err != nil {
		return fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return nil
}

// mainOf returns the module under analysis to which a package belongs, or nil.
func (w *workspace) mainOf(path string) *mainModule {
	var best *mainModule
	for i, mod := range w.main {
		if below(path, mod.path) && (best == nil || len(mod.path) > len(best.path)) {
			best = &w.main[i]
		}
	}
	if best != nil && len(w.required(path)) > len(best.path) {
		return nil
	}
	return best
}

// ownDir returns the directory of a package of a module under analysis, "" if it is of another one, or there is none, as where code is yet to
// be generated: the go command works in the directory of a package, so that an overlay does not do then.
func (w *workspace) ownDir(path string) string {
	own := w.mainOf(path)
	if own == nil {
		return ""
	}
	dir := filepath.Join(own.dir, filepath.FromSlash(strings.TrimPrefix(path, own.path)))
	if !exists(dir) {
		return ""
	}
	return dir
}

// required returns the module that go.mod names for a package, or "".
func (w *workspace) required(path string) string {
	best := ""
	for mod := range w.requires {
		if below(path, mod) && len(mod) > len(best) {
			best = mod
		}
	}
	return best
}

func below(path, mod string) bool { return path == mod || strings.HasPrefix(path, mod+"/") }

// cached reports whether a directory is in the module cache.
func (w *workspace) cached(dir string) bool {
	return w.cache != "" && strings.HasPrefix(dir, w.cache+string(filepath.Separator))
}

// original returns the directory that one in a copy stands for.
func (w *workspace) original(dir string) string {
	for to, from := range w.origin {
		if rest, ok := strings.CutPrefix(dir, to); ok && from != "" && (rest == "" || rest[0] == filepath.Separator) {
			return from + rest
		}
	}
	return dir
}

// copyOf adds p to the copy of its module.
func (w *workspace) copyOf(p *pkg) {
	c := &copied{path: w.required(p.ImportPath), version: unreleased(p.ImportPath)}
	if p.Module != nil {
		c.path, c.version = p.Module.Path, p.Module.Version
		c.dir = w.original(p.Module.Dir)
		if p.Module.Replace != nil && p.Module.Dir == "" {
			c.dir = w.original(p.Module.Replace.Dir)
		}
	} else if c.path == "" {
		c.path = p.ImportPath
	} else {
		c.version = w.requires[c.path]
		for _, q := range w.m.order {
			if q.Module != nil && q.Module.Path == c.path && q.Module.Dir != "" {
				c.dir = w.original(q.Module.Dir)
			}
		}
	}
	if old := w.copies[c.path]; old != nil {
		c = old
	}
	w.copies[c.path] = c
	if !slices.Contains(c.pkgs, p) {
		c.pkgs = append(c.pkgs, p)
	}
	if p.Dir == "" && c.dir != "" {
		p.Dir = filepath.Join(c.dir, filepath.FromSlash(strings.TrimPrefix(p.ImportPath, c.path)))
	}
}

// majorVersion matches the end of the path of a module that says which major version it is.
var majorVersion = regexp.MustCompile(`[/.]v([2-9]|[1-9][0-9]+)$`)

// unreleased returns a version that the module with a path may have, and that most likely was never released.
func unreleased(path string) string {
	if m := majorVersion.FindStringSubmatch(path); m != nil {
		return "v" + m[1] + ".0.0"
	}
	return "v0.0.0"
}

var moduleError = regexp.MustCompile(`(?:^|\s)([^\s@:]+)@(v[^\s@:]+): `)

// withholds reports whether p only seems to be missing: a module to which it does not belong
// cannot be had, and the go command looks no further. That module is made up first.
func (w *workspace) withholds(p *pkg) bool {
	found := moduleError.FindStringSubmatch(p.Error.Err)
	if found == nil || below(p.ImportPath, found[1]) {
		return false
	}
	if w.copies[found[1]] == nil {
		w.copies[found[1]] = &copied{path: found[1], version: found[2]}
		w.why[found[1]] = p.Error.Err
		w.m.changed = true
		return true
	}
	return w.m.changed // it was made up for another package just now
}

// contents returns the files of the module that are not copied, by their name in it.
func (c *copied) contents() map[string][]byte {
	out := make(map[string][]byte)
	for _, p := range c.pkgs {
		for path, text := range p.contents() {
			name := filepath.Join(filepath.FromSlash(strings.TrimPrefix(p.ImportPath, c.path)), filepath.Base(path))
			out[strings.TrimPrefix(name, string(filepath.Separator))] = text
		}
	}
	return out
}

// make makes the copy, unless there is one with the same contents, and returns where.
func (c *copied) make() (string, error) {
	contents := c.contents()
	names := slices.Sorted(maps.Keys(contents))
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n", c.path, c.version, c.dir)
	for _, name := range names {
		fmt.Fprintf(h, "%s %d %t\n%s", name, len(contents[name]), contents[name] == nil, contents[name])
	}
	dir := filepath.Join(cacheDir(), hex.EncodeToString(h.Sum(nil)[:12]))
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "new")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if err := c.fill(tmp, contents); err != nil {
		return "", err
	}
	if err := os.Rename(tmp, dir); err != nil && !isDir(dir) { // another process may have made it
		return "", err
	}
	return dir, nil
}

func isDir(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}

// cacheDir is where copies are. What the go command makes of them stays in its cache, so
// they must have the same place each time.
func cacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "agentvet", "modules")
}

// fill copies the module to a directory, but for what is in contents. Go files say where
// they come from.
func (c *copied) fill(to string, contents map[string][]byte) error {
	if c.dir != "" {
		if err := c.walk(to, contents); err != nil {
			return err
		}
	}
	for name, text := range contents {
		if text == nil {
			continue
		}
		if strings.HasSuffix(name, ".go") && c.dir != "" {
			text = append(fmt.Appendf(nil, "//line %s:1:1\n", filepath.Join(c.dir, name)), text...)
		}
		file := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	if mod := filepath.Join(to, "go.mod"); !exists(mod) {
		return os.WriteFile(mod, fmt.Appendf(nil, "module %s\n\ngo %s\n", c.path, oldest), 0o666)
	}
	return nil
}

// oldest is the first version of Go with the language of what is made up.
const oldest = "1.18"

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func (c *copied) walk(to string, contents map[string][]byte) error {
	return filepath.WalkDir(c.dir, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(c.dir, path)
		target := filepath.Join(to, name)
		_, ours := contents[name]
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "testdata":
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(target, 0o777)
		case ours || !entry.Type().IsRegular() || strings.HasSuffix(name, "_test.go"):
			return nil
		case strings.HasSuffix(name, ".go"):
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(target, append(fmt.Appendf(nil, "//line %s:1:1\n", path), text...), 0o666)
		case os.Link(path, target) == nil:
			return nil
		}
		return copyFile(target, path)
	})
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if e := out.Close(); err == nil {
		err = e
	}
	return err
}
