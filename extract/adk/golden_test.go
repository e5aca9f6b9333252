package adk_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
)

var update = flag.Bool("update", false, "rewrite the golden files")

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
	found := extractFrom(t, src, nil, patterns...)
	for _, d := range dirs {
		name := filepath.Base(filepath.Dir(d))
		t.Run(name, func(t *testing.T) {
			p := found["example.com/golden/"+name]
			for _, w := range p.Workflows {
				if err := graph.Check(w); err != nil {
					t.Errorf("workflow %s is not well formed: %v", w.Name, err)
				}
			}
			file := filepath.Join(filepath.Dir(d), "want.txt")
			if *update {
				write(t, file, text(p))
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), text(p)); d != "" {
				t.Errorf("%s (-want +got):\n%s", file, d)
			}
		})
	}
}
