package diagnose

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

const passSource = `package p

type t[K any] struct{}

func (x *t[K]) build() {
	_ = 1
}

var (
	a = 1
	b = func() int { return 2 }()
)
`

// newPass returns a pass over one file, whose ReadFile knows only that file.
func newPass(t *testing.T, dir string) (*analysis.Pass, *[]analysis.Diagnostic) {
	t.Helper()
	name := filepath.Join(dir, "p.go")
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, passSource, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	diagnostics := new([]analysis.Diagnostic)
	return &analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Pkg: types.NewPackage("example.com/p", "p"),
		ReadFile: func(file string) ([]byte, error) {
			if file != name {
				return nil, errors.New("not a file of the package")
			}
			return []byte(passSource), nil
		},
		Report: func(d analysis.Diagnostic) { *diagnostics = append(*diagnostics, d) },
	}, diagnostics
}

// TestReport wants exact positions, in other files too, and no related
// position that is none.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.go")
	if err := os.WriteFile(other, []byte("package q\n\n\tfunc f() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	pass, diagnostics := newPass(t, dir)
	at := func(file string, line, col int) graph.Pos {
		return graph.Pos{File: filepath.Join(dir, file), Line: line, Col: col}
	}
	Report(pass, []report.Finding{
		{
			Rule: rules.DeadEnd, Verdict: verdict.Violated, Message: "m", Pos: at("p.go", 6, 2),
			Witness: []report.Step{
				{Text: "no position", Node: "start"},
				{Pos: at("other.go", 3, 2), Text: "elsewhere", Node: "x"},
				{Pos: at("gone.go", 1, 1), Text: "unreadable", Node: "y"},
				{Pos: at("p.go", 99, 1), Text: "no such line", Node: "z"},
				{Pos: at("p.go", 6, 99), Text: "past the end of the line", Node: "z"},
			},
		},
		{Rule: rules.DeadEnd, Verdict: verdict.Unknown, Message: "m", Pos: at("other.go", 3, 2)},
	})
	type diagnostic struct {
		Pos, End, Category, Message string
		Related                     []string
	}
	var got []diagnostic
	for _, d := range *diagnostics {
		line := diagnostic{rel(dir, pass, d.Pos), rel(dir, pass, d.End), d.Category, d.Message, nil}
		for _, r := range d.Related {
			if !r.Pos.IsValid() {
				t.Errorf("related %q has no position", r.Message)
			}
			line.Related = append(line.Related, rel(dir, pass, r.Pos)+" "+r.Message)
		}
		got = append(got, line)
	}
	want := []diagnostic{
		{"p.go:6:2", "p.go:6:3", rules.DeadEnd, "structure/dead-end: m [start -> x -> y -> z]", []string{
			"other.go:3:2 elsewhere",
			"p.go:6:7 past the end of the line",
		}},
		{"p.go:1:1", "p.go:1:8", rules.DeadEnd, "structure/dead-end: unknown: m (" + other + ":3:2)", nil},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

func rel(dir string, pass *analysis.Pass, pos token.Pos) string {
	p := pass.Fset.Position(pos)
	return report.Rel(dir, graph.Pos{File: p.Filename, Line: p.Line, Col: p.Column}).String()
}

// TestAnchor wants a finding in a file of the package, where one step of its
// witness is.
func TestAnchor(t *testing.T) {
	pass, _ := newPass(t, "/src")
	at := func(file string, line int) graph.Pos { return graph.Pos{File: file, Line: line, Col: 2} }
	here, there, far := at("/src/p.go", 6), at("/lib/a.go", 3), at("/lib/b.go", 9)
	for _, test := range []struct {
		name        string
		pos         graph.Pos
		witness     []report.Step
		wantPos     graph.Pos
		wantSteps   int
		wantContext string
	}{
		{"in the package", here, []report.Step{{Pos: there}}, here, 1, "example.com/p.t.build"},
		{"elsewhere", there, []report.Step{{Pos: at("/src/p.go", 3)}, {Pos: here}, {Pos: far}}, here, 4, "example.com/p.t.build"},
		{"elsewhere, in the witness", there, []report.Step{{Pos: here}, {Pos: there}}, here, 2, "example.com/p.t.build"},
		{"all elsewhere", there, []report.Step{{Pos: far}}, there, 1, "example.com/p"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := report.Finding{Rule: rules.DeadEnd, Subject: "x", Pos: test.pos, Witness: test.witness}
			Anchor(pass, &f)
			if f.Pos != test.wantPos || len(f.Witness) != test.wantSteps || f.Context != test.wantContext {
				t.Errorf("at %s, %d steps, in %s; want %s, %d, %s",
					f.Pos, len(f.Witness), f.Context, test.wantPos, test.wantSteps, test.wantContext)
			}
		})
	}
}

func TestContext(t *testing.T) {
	pass, _ := newPass(t, "/src")
	for _, test := range []struct {
		file string
		line int
		want string
	}{
		{"/src/p.go", 6, "example.com/p.t.build"},
		{"/src/p.go", 3, "example.com/p.t"},
		{"/src/p.go", 11, "example.com/p.b"},
		{"/src/p.go", 1, "example.com/p"},
		{"/src/q.go", 6, "example.com/p"},
	} {
		if got := Context(pass, newFileTable(pass).own(graph.Pos{File: test.file, Line: test.line, Col: 6})); got != test.want {
			t.Errorf("Context(%s:%d) = %q, want %q", test.file, test.line, got, test.want)
		}
	}
}

// TestCompact wants the way in the message, short, and nothing beside it.
func TestCompact(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/p\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	pass, _ := newPass(t, dir)
	file := pass.Fset.File(pass.Files[0].FileStart)
	d := analysis.Diagnostic{Pos: file.LineStart(3), Message: "m"}
	if got := Compact(pass, d); got.Message != "m" {
		t.Errorf("without a way: %q", got.Message)
	}
	for line := 1; line <= 10; line++ {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: file.LineStart(line), Message: "step"})
	}
	got := Compact(pass, d)
	const want = "m (p.go:1 step; p.go:2 step; p.go:3 step; p.go:4 step; p.go:5 step; p.go:6 step; p.go:7 step; … 2 more …; p.go:10 step)"
	if got.Message != want || got.Related != nil || len(d.Related) != 10 {
		t.Errorf("Compact = %q with %d related positions, want %q", got.Message, len(got.Related), want)
	}
}
