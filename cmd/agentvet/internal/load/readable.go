package load

// This file looks for files that must not be given to the go command: it would wait, read for
// ever, or quote what is none of the program's.

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/cmd/agentvet/internal/git"
	"github.com/agentvet/agentvet/internal/regular"
)

// Sizes of the largest files that the go command is given, in bytes.
const (
	maxModuleFile = 16 << 20
	maxSourceFile = 256 << 20
)

// moduleFiles are the names of files that describe modules and workspaces.
var moduleFiles = []string{"go.mod", "go.sum", "go.work", "go.work.sum", "vendor/modules.txt"}

// endings are the endings of the names of files that make packages, as go/build knows them.
var endings = []string{".go", ".s", ".S", ".sx", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".m",
	".f", ".F", ".for", ".f90", ".swig", ".swigcxx", ".syso"}

// A reader looks at the files that the go command may read.
type reader struct {
	dir      string // that names in errors are relative to
	checkout string
	dirs     []string        // to be looked at, with all below
	seen     map[string]bool // directories that were
}

// readable returns an error if a file that the go command may read when it works in dir is a pipe
// or a device, or a link to one; is far too large; or is a link that its name belies. A program
// can import packages that no pattern names, as those in testdata, and use modules in other
// directories. So it looks at all directories of the module, of those that its go.mod and go.work files
// name, and at those of the checkout to which links lead.
func readable(dir string) error {
	r := &reader{dir, git.Checkout(dir), []string{cmp.Or(regular.Module(dir), dir)}, make(map[string]bool)}
	for up := dir; ; up = filepath.Dir(up) {
		for _, name := range moduleFiles {
			if err := r.file(filepath.Join(up, filepath.FromSlash(name))); err != nil {
				return err
			}
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	if work := workFile(dir); work != "" {
		r.dirs = append(append(r.dirs, localDirs(work)...), filepath.Join(filepath.Dir(work), "vendor"))
	}
	for len(r.dirs) > 0 {
		dir := r.dirs[0]
		r.dirs = r.dirs[1:]
		if err := r.below(dir); err != nil {
			return err
		}
	}
	return nil
}

// workFile returns the name of the go.work file that the go command finds from dir, or "".
func workFile(dir string) string {
	switch name := os.Getenv("GOWORK"); name {
	case "":
	case "off":
		return ""
	default:
		return name
	}
	for ; ; dir = filepath.Dir(dir) {
		name := filepath.Join(dir, "go.work")
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			return name
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// below looks at a directory and all that is in it.
func (r *reader) below(dir string) (err error) {
	filepath.WalkDir(dir, func(name string, entry fs.DirEntry, e error) error {
		switch {
		case e != nil:
			return fs.SkipDir
		case entry.IsDir() && r.seen[name]:
			return fs.SkipDir
		case entry.IsDir():
			r.seen[name] = true
			return nil
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			r.follow(name)
		}
		if err = r.file(name); err != nil {
			return fs.SkipAll
		}
		if base := entry.Name(); base == "go.mod" || base == "go.work" {
			r.dirs = append(r.dirs, localDirs(name)...)
		}
		return nil
	})
	return err
}

// follow notes the directory that a link leads to, if it is of the checkout: what is outside, the
// program does not choose.
func (r *reader) follow(link string) {
	info, err := os.Stat(link)
	if err != nil || !info.IsDir() {
		return
	}
	if to, err := filepath.EvalSymlinks(link); err == nil {
		if rel, err := filepath.Rel(r.checkout, to); err == nil && filepath.IsLocal(rel) {
			r.dirs = append(r.dirs, to)
		}
	}
}

// file looks at one file, which need not be there.
func (r *reader) file(name string) error {
	kind := kindOf(name)
	if kind == "" {
		return nil
	}
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		return nil
	}
	most := int64(maxModuleFile)
	if !slices.Contains(moduleFiles, kind) {
		most = maxSourceFile
	}
	switch {
	case !info.Mode().IsRegular():
		err = regular.ErrNotRegular
	case info.Size() > most:
		err = fmt.Errorf("%w: more than %d bytes", regular.ErrTooLarge, most)
	default:
		err = belied(name, kind)
	}
	if err == nil || most == maxSourceFile && !hasGo(filepath.Dir(name)) { // what is beside no Go file is no package
		return nil
	}
	return fmt.Errorf("%s: %w", relative(r.dir, name), err)
}

// belied returns an error if a file is a link to one of another kind. The go command quotes what
// it does not understand of a go.mod or Go file, and such a link may lead to what is a secret.
func belied(name, kind string) error {
	if info, err := os.Lstat(name); err != nil || info.Mode()&fs.ModeSymlink == 0 || kind[0] == '.' && kind != ".go" {
		return nil
	}
	to, err := filepath.EvalSymlinks(name)
	if base := filepath.Base(filepath.FromSlash(kind)); err != nil || strings.Contains(filepath.Base(to), base) {
		return nil
	}
	return fmt.Errorf("a link to %s, which by its name is something else", filepath.Base(to))
}

// kindOf returns what a file is by its name: the ending of that of a source file, the name of one
// that describes a module, or "" if the go command does not read it.
func kindOf(name string) string {
	base, ext := filepath.Base(name), filepath.Ext(name)
	for _, file := range moduleFiles {
		if base == path.Base(file) && strings.HasSuffix(filepath.ToSlash(name), "/"+file) {
			return file
		}
	}
	if base[0] != '.' && base[0] != '_' && slices.Contains(endings, ext) {
		return ext
	}
	return ""
}

// hasGo reports whether a directory may be a package.
func hasGo(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err != nil || slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return !e.IsDir() && kindOf(e.Name()) == ".go"
	})
}

// word is what stands between spaces in a go.mod or go.work file.
var word = regexp.MustCompile("\"[^\"\n]*\"|`[^`]*`|[^\\s\"`]+")

// localDirs returns the directories of modules that a go.mod or go.work file names. The file need
// not be there.
func localDirs(file string) (dirs []string) {
	text, err := regular.Named(file, maxModuleFile)
	if err != nil {
		return nil
	}
	for _, w := range word.FindAllString(string(text), -1) {
		if text, err := strconv.Unquote(w); err == nil {
			w = text
		}
		if !filepath.IsAbs(w) {
			w = filepath.Join(filepath.Dir(file), w)
		}
		if _, err := os.Stat(filepath.Join(w, "go.mod")); err != nil {
			continue
		}
		if dir, err := filepath.EvalSymlinks(w); err == nil {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// isIgnored reports whether no pattern of the go command names what is in a directory of a name.
func isIgnored(base string) bool {
	return base[0] == '.' || base[0] == '_' || base == "testdata"
}
