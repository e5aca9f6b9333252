package langgraphgo_test

import (
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/extract/extracttest"
	"github.com/agentvet/agentvet/extract/langgraphgo"
	"github.com/agentvet/agentvet/extract/library"
)

// TestGolden compares what is found in each program of testdata with want.txt
// beside it.
func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

// TestRows resolves each row, so that a typo fails here instead of extracting
// nothing: against the versions of the framework that testdata uses, one of which
// must have it. They must be in the module cache, so this runs with AGENTVET_REAL
// set; without, it checks the part of the table for which there are stubs.
func TestRows(t *testing.T) {
	table := langgraphgo.Framework().Table
	modules := []string{"langgraphgo", "langgraphgo07", "langgraphgo05", "langgraphgotmc"}
	if os.Getenv("AGENTVET_REAL") == "" {
		checkStubs(t, table)
		return
	}
	found := make(map[string]bool)
	for _, m := range modules {
		for path, p := range load(t, filepath.Join("..", "..", "testdata", m), table.Packages(library.CallRows)) {
			for _, r := range table.Calls() {
				found[r.Key()] = found[r.Key()] || r.Package == path && extracttest.Exists(p, r)
			}
		}
	}
	for _, r := range table.Calls() {
		if !found[r.Key()] {
			t.Errorf("%s: no version has %s", r.Pos, r.Key())
		}
	}
}

// checkStubs holds the functions that the stubs declare and the table together:
// each that the table does not know is one that it ought to.
func checkStubs(t *testing.T, table *library.Table) {
	for path, p := range load(t, filepath.Join("testdata", "src", "langgraphgo"), []string{"./..."}) {
		for _, name := range p.Scope().Names() {
			if fn, ok := p.Scope().Lookup(name).(*types.Func); ok && table.Call(path+"."+fn.Name()) == nil {
				t.Errorf("no row for %s.%s", path, name)
			}
		}
	}
}

func load(t *testing.T, dir string, patterns []string) map[string]*types.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadTypes | packages.NeedImports, Dir: dir}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]*types.Package)
	for _, p := range pkgs {
		if p.Types != nil {
			out[p.PkgPath] = p.Types
		}
	}
	return out
}
