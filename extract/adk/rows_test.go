package adk_test

import (
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/extract/adk"
)

// TestRows resolves each row against the stub packages, so that a typo in a row
// fails here instead of extracting nothing. That the stubs have what the framework
// has shows the comparison with the real one, see TestTruth. A row that only one
// of the two versions has must resolve in that one.
func TestRows(t *testing.T) {
	resolved := make(map[string]bool) // package and function, without the version
	for _, framework := range []string{"google.golang.org/adk", "google.golang.org/adk/v2"} {
		dir := againstStubs(t, t.TempDir(), "example.com/none", framework, nil)
		cfg := &packages.Config{Mode: packages.LoadTypes | packages.NeedImports, Dir: dir}
		pkgs, err := packages.Load(cfg, framework+"/...")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pkgs {
			for _, r := range adk.Framework().Table.Rows {
				if r.Pkg == p.PkgPath && exists(p.Types, r) {
					resolved[strings.TrimPrefix(r.Key(), framework)] = true
				}
			}
		}
	}
	for _, r := range adk.Framework().Table.Rows {
		key := strings.TrimPrefix(strings.TrimPrefix(r.Key(), "google.golang.org/adk"), "/v2")
		if !resolved[key] {
			t.Errorf("%s: no version has %s", r.Source, r.Key())
		}
	}
}

// exists reports whether a package declares what a row names.
func exists(p *types.Package, r *extract.Row) bool {
	name, method, isMethod := strings.Cut(r.Func, ".")
	obj := p.Scope().Lookup(name)
	if obj == nil || !isMethod {
		return obj != nil
	}
	m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, p, method)
	return m != nil
}

func TestDuplicateRow(t *testing.T) {
	const twice = "root a\npackage b\nnew New x name=0\nnew New y name=0\n"
	if _, err := extract.ParseTable("rows.txt", strings.NewReader(twice)); err == nil || !strings.Contains(err.Error(), "rows.txt:4") {
		t.Errorf("a second row for one function: err = %v, want one at rows.txt:4", err)
	}
}
