package sarif

// This file maps file names to URIs, and byte columns to UTF-16 columns.

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
)

// srcRoot is the name that SARIF consumers know for the root of a repository.
const srcRoot = "%SRCROOT%"

type pathTable struct {
	dir   string // relative names are relative to it
	root  string
	lines map[string][][]byte // by file; nil for a file that cannot be read
}

func newPathTable(dir string) *pathTable {
	return &pathTable{dir: dir, root: findRoot(dir), lines: make(map[string][][]byte)}
}

// findRoot returns the nearest directory that has a .git, from dir up, or dir.
func findRoot(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

func (t *pathTable) abs(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(t.dir, name)
}

// uri returns the URI of a file, and whether it is relative to the root.
func (t *pathTable) uri(name string) (string, bool) {
	name = t.abs(name)
	rel, err := filepath.Rel(t.root, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		path := filepath.ToSlash(name)
		if !strings.HasPrefix(path, "/") {
			path = "/" + path // C:/x
		}
		return (&url.URL{Scheme: "file", Path: path}).String(), false
	}
	return (&url.URL{Path: filepath.ToSlash(rel)}).String(), true
}

// column returns the column of p in UTF-16 code units. Without the source the
// byte column stands, which is the same on a line of ASCII.
func (t *pathTable) column(p graph.Pos) int {
	lines, ok := t.lines[p.File]
	if !ok {
		if data, err := regular.Code(t.root, t.abs(p.File)); err == nil {
			lines = bytes.Split(data, []byte("\n"))
		}
		t.lines[p.File] = lines
	}
	if p.Line > len(lines) {
		return p.Col
	}
	line := lines[p.Line-1]
	if p.Col-1 > len(line) {
		return p.Col
	}
	units := 0
	for before := line[:p.Col-1]; len(before) > 0; {
		r, size := utf8.DecodeRune(before)
		before = before[size:]
		units++
		if r > 0xFFFF {
			units++
		}
	}
	return units + 1
}
