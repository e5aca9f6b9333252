package extracttest

import (
	"os"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/extract/library"
)

// Rows resolves each row of a table against the modules in the given directories,
// one of which must have it, so that a typo in a row or a renamed function fails
// instead of extracting nothing. They must be in the module cache, so this runs
// with AGENTVET_REAL set only.
func Rows(t *testing.T, table *library.Table, dirs ...string) {
	if os.Getenv("AGENTVET_REAL") == "" {
		t.Skip("AGENTVET_REAL is not set")
	}
	Resolve(t, table, dirs...)
}

// Resolve is Rows for modules that need no download: stubs of a framework.
func Resolve(t *testing.T, table *library.Table, dirs ...string) {
	t.Helper()
	found := make(map[string]bool)
	for _, dir := range dirs {
		pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadTypes | packages.NeedImports, Dir: dir}, table.Packages(library.CallRows)...)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pkgs {
			for _, r := range table.Calls() {
				found[r.Key()] = found[r.Key()] || p.Types != nil && r.Package == p.PkgPath && Exists(p.Types, r)
			}
		}
	}
	for _, r := range table.Calls() {
		if !found[r.Key()] {
			t.Errorf("%s: there is no %s", r.Pos, r.Key())
		}
	}
}
