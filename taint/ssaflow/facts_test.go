package ssaflow

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestFactSize measures the facts of those packages in a folder of this module that need no other
// modules, as importers get them.
func TestFactSize(t *testing.T) {
	l := newLoader(nil)
	module := filepath.Join("..", "..")
	root := filepath.Join(module, filepath.FromSlash(*factsFlag))
	filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if d.Name() == "testdata" || name != root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		rel, _ := filepath.Rel(module, name)
		l.roots[filepath.ToSlash(filepath.Join("github.com/agentvet/agentvet", rel))] = name
		return nil
	})
	for _, path := range sortedKeys(l.roots) {
		l.Import(path) // those fail that have no Go files, or need other modules
	}
	if len(l.byPath) < 2 {
		t.Errorf("only %d packages were read", len(l.byPath))
	}
	for _, path := range sortedKeys(l.byPath) {
		res := l.byPath[path]
		bytes, n := 0, len(res.Summaries)
		for _, s := range res.Summaries {
			bytes += len(encode(s))
		}
		t.Logf("%-50s %4d functions %7d bytes, %d each", strings.TrimPrefix(path, "github.com/agentvet/agentvet/"), n, bytes, bytes/max(n, 1))
		if bytes > maxFacts/2 { // package graph, with all of its forms, comes to more than a third
			t.Errorf("%s: %d bytes of facts; importers read those of all imports", path, bytes)
		}
	}
}
