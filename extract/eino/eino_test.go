package eino_test

import (
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/extract/eino"
	"github.com/agentvet/agentvet/extract/extracttest"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/golden"
)

// TestGolden compares what is found in each program of testdata with want.txt
// beside it.
func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

// TestRows resolves each row, so that a typo in a row or a renamed function
// fails here instead of extracting nothing. It uses the stubs, which need not
// have everything: testdata/notstubbed.txt lists the rest. With AGENTVET_REAL
// set it uses the framework itself, which must be in the module cache.
func TestRows(t *testing.T) {
	real := os.Getenv("AGENTVET_REAL") != ""
	table := eino.Framework().Table
	dir, patterns := filepath.Join("testdata", "src", "eino"), []string{"./..."}
	if real {
		dir, patterns = filepath.Join("..", "..", "testdata", "eino"), table.Packages(library.CallRows)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadTypes | packages.NeedImports, Dir: dir}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	byPath := make(map[string]*types.Package)
	for _, p := range pkgs {
		byPath[p.PkgPath] = p.Types
	}
	var missing []string
	for _, r := range table.Calls() {
		if p := byPath[r.Package]; p == nil || !extracttest.Exists(p, r) {
			missing = append(missing, r.Key())
		}
	}
	if real {
		for _, m := range missing {
			t.Errorf("%s: the framework has no %s", table.Call(m).Pos, m)
		}
		return
	}
	golden.Compare(t, filepath.Join("testdata", "notstubbed.txt"), strings.Join(missing, "\n")+"\n")
}
