package adk_test

import (
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/extracttest"
	"github.com/agentvet/agentvet/internal/golden"
)

// TestGolden compares the text of what is found in each program of testdata with
// want.txt beside it.
func TestGolden(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join("testdata", "*", "*.go"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	var patterns []string
	for _, d := range dirs {
		patterns = append(patterns, "./"+filepath.Base(filepath.Dir(d)))
	}
	src := againstStubs(t, "testdata", "example.com/golden", "google.golang.org/adk/v2", patterns)
	found := extracttest.Extract(t, src, patterns...)
	for _, d := range dirs {
		name := filepath.Base(filepath.Dir(d))
		t.Run(name, func(t *testing.T) {
			p := found["example.com/golden/"+name]
			for _, w := range p.Workflows {
				if err := graph.Check(w); err != nil {
					t.Errorf("workflow %s is not well formed: %v", w.Name, err)
				}
			}
			golden.Compare(t, filepath.Join(filepath.Dir(d), "want.txt"), extracttest.Text(p))
		})
	}
}
