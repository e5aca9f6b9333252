package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/mcpservers/catalog"
	"example.com/mcpservers/internal/wire"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden: the files say what the servers say.
func TestGolden(t *testing.T) {
	for _, p := range catalog.Programs {
		t.Run(p.Name, func(t *testing.T) {
			d, err := wire.Ask(p.Serve)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := wire.Encode(&got, d); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("golden", strings.ReplaceAll(p.Name, "/", "_")+".json")
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s is stale, run with -update:\n%s", file, got.Bytes())
			}
		})
	}
}
