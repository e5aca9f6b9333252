package workflow_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/passtest"
)

// analyze runs the pass on packages of testdata. With SanityCheck the driver
// passes each fact through its codec, as go vet does.
func analyze(t *testing.T, patterns ...string) (map[string]*graph.Program, *checker.Graph) {
	t.Helper()
	pkgs := passtest.Load(t, "testdata", nil, patterns...)
	res, err := checker.Analyze([]*analysis.Analyzer{workflow.Analyzer}, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]*graph.Program)
	for _, root := range res.Roots {
		if root.Err != nil {
			t.Fatalf("analyze %s: %v", root.Package.PkgPath, root.Err)
		}
		if len(root.Diagnostics) > 0 {
			t.Errorf("analyze %s: %d diagnostics, want none", root.Package.PkgPath, len(root.Diagnostics))
		}
		out[root.Package.PkgPath] = root.Result.(*graph.Program)
	}
	return out, res
}

// edges lists a workflow's edges with the file that each position is in.
func edges(w *graph.Workflow) []string {
	var out []string
	for _, e := range w.Edges {
		s := w.Nodes[e.From].Name + " -> " + w.Nodes[e.To].Name
		if len(e.Guard) > 0 {
			s += " if " + e.Guard.String()
		}
		out = append(out, s+" @"+filepath.Base(e.Pos.File))
	}
	return out
}

// TestFacts: what helpers in other packages add is found, whether the builder's
// package imports them or not. Positions are in the package that is read.
func TestFacts(t *testing.T) {
	found, _ := analyze(t, "./direct", "./through")
	for _, c := range []struct {
		pkg  string
		want []string
	}{
		{"direct", []string{
			"start -> first @direct.go", "first -> second @direct.go", "second -> mine @direct.go",
			`mine -> first if in == "again" @direct.go`, `mine -> end if in != "again" @direct.go`,
		}},
		{"through", []string{
			"start -> first @through.go", "first -> second @through.go", "second -> mine @through.go", "mine -> yours @through.go",
			`yours -> first if in == "again" @through.go`, `yours -> end if in != "again" @through.go`,
		}},
	} {
		t.Run(c.pkg, func(t *testing.T) {
			p := found["example.com/facts/"+c.pkg]
			if len(p.Workflows) != 1 {
				t.Fatalf("found %d workflows, want 1:\n%s", len(p.Workflows), p.Text())
			}
			w := p.Workflows[0]
			if err := graph.Check(w); err != nil {
				t.Errorf("the workflow is not well formed: %v", err)
			}
			if len(w.Unknowns) > 0 {
				t.Errorf("unknowns %v, want none", w.Unknowns)
			}
			if d := cmp.Diff(c.want, edges(w)); d != "" {
				t.Errorf("edges (-want +got):\n%s", d)
			}
		})
	}
}

// TestReturnedBuilder: a builder that another package returns belongs to the
// package that goes on with it and compiles it.
func TestReturnedBuilder(t *testing.T) {
	found, _ := analyze(t, "./usual")
	if n := len(found["example.com/facts/usual"].Workflows); n != 1 {
		t.Errorf("found %d workflows, want 1", n)
	}
}

// TestSameWithHelpers: the result does not depend on whether the helpers are
// analysed as packages of their own, or on their order.
func TestSameWithHelpers(t *testing.T) {
	alone, _ := analyze(t, "./through")
	all, _ := analyze(t, "./wrap", "./through", "./helper", "./direct")
	const pkg = "example.com/facts/through"
	if d := cmp.Diff(alone[pkg].Text(), all[pkg].Text()); d != "" {
		t.Errorf("alone and with its helpers (-alone +all):\n%s", d)
	}
}

// TestExports: packages that help to build have a fact, the standard library has
// none.
func TestExports(t *testing.T) {
	_, res := analyze(t, "./through")
	got := make(map[string]bool)
	for act := range res.All() {
		if act.Analyzer != workflow.Analyzer {
			continue
		}
		for _, f := range act.AllPackageFacts() {
			if f.Package == act.Package.Types && strings.HasPrefix(f.Package.Path(), "example.com/") {
				got[f.Package.Path()] = true
			} else if first, _, _ := strings.Cut(f.Package.Path(), "/"); !strings.Contains(first, ".") {
				t.Errorf("package %s of the standard library has a fact", f.Package.Path())
			}
		}
	}
	for _, want := range []string{"example.com/facts/helper", "example.com/facts/wrap"} {
		if !got[want] {
			t.Errorf("package %s has no fact", want)
		}
	}
}

// TestTables: the table of each framework is well-formed.
func TestTables(t *testing.T) {
	for _, f := range workflow.Frameworks() {
		if err := f.Table.Check(); err != nil {
			t.Error(err)
		}
	}
}
