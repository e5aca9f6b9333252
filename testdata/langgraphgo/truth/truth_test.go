package truth

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/langgraphgoagents/internal/truth"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares what the framework says with what it said last time.
func TestGolden(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			views, err := p.view(p.name)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("golden", strings.ReplaceAll(p.name, "/", "_")+".json")
			got := truth.Encode(p.name, views)
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != string(want) {
				t.Errorf("%s differs from %s; run go test ./truth -update and read the diff", p.name, file)
			}
		})
	}
}
