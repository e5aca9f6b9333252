package directive

import (
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/passtest"
)

// TestPolicies follows the policies of a package into a package that imports
// another that imports it.
func TestPolicies(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range passtest.Run(t, Policies, dir, "./policies/...") {
		p := act.Result.(*PackagePolicies)
		var got []string
		for _, r := range p.Rules {
			got = append(got, r.ID()+" "+r.Rule.String())
			for _, a := range r.Rule.Atoms() {
				if a.Pos.Line != r.Pos.Line || a.Pos.Col < r.Pos.Col {
					t.Errorf("%s: %s is at %v, want a place behind %v", r.Name, a, a.Pos, r.Pos)
				}
			}
		}
		want := 2
		if act.Package.Name == "alone" {
			want = 0
		}
		if len(got) != want {
			t.Errorf("%s knows %q, want %d policies", act.Package.PkgPath, got, want)
		}
		w := &graph.Workflow{Pos: graph.Pos{File: filepath.Join(dir, "policies", "build", "other.go"), Line: 1}}
		if n := len(p.Of(w)); n != want {
			t.Errorf("%s: %d policies apply to a workflow of their package, want %d", act.Package.PkgPath, n, want)
		}
		w.Pos.File = filepath.Join(dir, "policies", "other.go")
		if n := len(p.Of(w)); n != 0 {
			t.Errorf("%d policies apply to a workflow of another package", n)
		}
	}
}
