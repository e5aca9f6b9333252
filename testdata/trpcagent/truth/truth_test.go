package truth

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/trpcagents/internal/truth"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares what the framework says with what it said last time.
func TestGolden(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			v := &truth.View{Program: p.name}
			if err := p.view(v); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("golden", strings.ReplaceAll(p.name, "/", "_")+".json")
			if *update {
				if err := os.WriteFile(file, v.Encode(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if string(v.Encode()) != string(want) {
				t.Errorf("%s differs from %s; run go test ./truth -update and read the diff", p.name, file)
			}
		})
	}
}
