package sarif

// This file maps file names to URIs, and lines to their names.

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/source"
)

type pathTable struct {
	*source.Files
	root   string
	hashes map[string][]string // names of the lines of files
}

func newPathTable(dir string) *pathTable {
	root := findRoot(dir)
	return &pathTable{Files: source.NewFiles(dir, root), root: root, hashes: make(map[string][]string)}
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

// uri returns the URI of a file, relative to the root if it lies in it.
func (t *pathTable) uri(name string) string {
	name = t.Abs(name)
	rel, err := filepath.Rel(t.root, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		path := filepath.ToSlash(name)
		if !strings.HasPrefix(path, "/") {
			path = "/" + path // C:/x
		}
		return (&url.URL{Scheme: "file", Path: path}).String()
	}
	return (&url.URL{Path: filepath.ToSlash(rel)}).String()
}

// lineHash returns the name of the line of p, "" if it is not known.
func (t *pathTable) lineHash(p graph.Pos) string {
	names, ok := t.hashes[p.File]
	if !ok {
		names = lineHashes(string(t.File(p.File).Text))
		t.hashes[p.File] = names
	}
	if p.Line > 0 && p.Line <= len(names) {
		return names[p.Line-1]
	}
	return ""
}
