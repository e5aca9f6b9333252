//go:build truth

package main

// This file compares the text that agentvet prints of the bundled programs with
// files that a reviewer reads beside the programs.

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/internal/golden"
)

// TestText compares what agentvet prints of the workflows and of the tools of
// every module of agents with workflows.txt and tools.txt in the module. Some
// have no workflows, as servers do, and some no tools; none has neither.
func TestText(t *testing.T) {
	for _, name := range agentModules(t) {
		t.Run(name, func(t *testing.T) {
			m, said := &agentModule{name: name}, false
			for _, text := range []struct{ command, file string }{
				{"graph", "workflows.txt"},
				{"tools", "tools.txt"},
			} {
				out, _ := m.agentvet(t, text.command, "./...")
				said = said || len(out) > 0
				golden.Compare(t, filepath.Join(m.dir(), text.file), string(out))
			}
			if !said {
				t.Error("no workflow and no tool")
			}
		})
	}
}

// agentModules returns the modules below testdata that hold agents, by name:
// those with a package that is one form of a program. It reads the directories,
// so that no new module is left out.
func agentModules(t testing.TB) []string {
	t.Helper()
	root := filepath.Join("..", "..", "testdata")
	var names []string
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || !isForm(d.Name()) {
			return err
		}
		for dir = filepath.Dir(dir); dir != root; dir = filepath.Dir(dir) {
			if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
				name, err := filepath.Rel(root, dir)
				names = append(names, filepath.ToSlash(name))
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
