package adk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/extract/adk"
	"github.com/agentvet/agentvet/extract/extracttest"
	"github.com/agentvet/agentvet/extract/library"
)

// TestRows resolves each row, so that a typo in a row or a renamed function fails
// here instead of extracting nothing. It uses the stub packages, or, with
// AGENTVET_REAL set, the framework itself, which must be in the module cache. A row
// that only one of the two versions has must resolve in that one.
func TestRows(t *testing.T) {
	resolved := make(map[string]bool) // package and function, without the version
	for _, v := range []struct{ framework, module string }{
		{"google.golang.org/adk", "adkv1"}, {"google.golang.org/adk/v2", "adk"},
	} {
		dir, patterns := filepath.Join("..", "..", "testdata", v.module), versionPackages(v.framework)
		if os.Getenv("AGENTVET_REAL") == "" {
			dir, patterns = againstStubs(t, t.TempDir(), "example.com/none", v.framework, nil), []string{v.framework + "/..."}
		}
		pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadTypes | packages.NeedImports, Dir: dir}, patterns...)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pkgs {
			for _, r := range adk.Framework().Table.Calls() {
				if p.Types != nil && r.Package == p.PkgPath && extracttest.Exists(p.Types, r) {
					resolved[strings.TrimPrefix(r.Key(), v.framework)] = true
				}
			}
		}
	}
	for _, r := range adk.Framework().Table.Calls() {
		key := strings.TrimPrefix(strings.TrimPrefix(r.Key(), "google.golang.org/adk"), "/v2")
		if !resolved[key] {
			t.Errorf("%s: no version has %s", r.Pos, r.Key())
		}
	}
}

// versionPackages returns the packages of the table that belong to a version.
func versionPackages(framework string) []string {
	var out []string
	for _, p := range adk.Framework().Table.Packages(library.CallRows) {
		v2 := strings.HasPrefix(p, "google.golang.org/adk/v2/")
		if v2 == strings.HasSuffix(framework, "/v2") {
			out = append(out, p)
		}
	}
	return out
}
