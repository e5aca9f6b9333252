package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"example.com/einoagents/internal/truth"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares what the framework says with what it said last time.
func TestGolden(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			d, err := dump(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("golden", truth.GoldenName(p.name))
			if *update {
				if err := os.WriteFile(file, truth.Encode(d), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got := truth.Encode(d); string(got) != string(want) {
				t.Errorf("%s differs from %s; run go run ./truth -update and read the diff", p.name, file)
			}
		})
	}
}

// TestGoldenComplete fails when a golden file has no program.
func TestGoldenComplete(t *testing.T) {
	files, err := os.ReadDir("golden")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(programs) {
		t.Errorf("%d golden files for %d programs", len(files), len(programs))
	}
}

// TestMulti pins the two facts that package truth digs out of closures.
func TestMulti(t *testing.T) {
	for _, p := range programs {
		if p.name != "rag/bad" {
			continue
		}
		d, err := dump(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]truth.Edge)
		for _, e := range d.Workflows[0].Edges {
			if e.Branch {
				got[e.From] = e
			}
		}
		if e := got["choose_sources"]; !e.Multi || e.Router != "rag/bad.(*Assistant).sources" {
			t.Errorf("choose_sources: %+v, want the multi-branch of sources", e)
		}
		if e := got["grade"]; e.Multi || e.Router != "rag/bad.(*Assistant).verdict" {
			t.Errorf("grade: %+v, want the branch of verdict", e)
		}
	}
}
