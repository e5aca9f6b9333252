package diagnose

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestFixes wants the changes of findings, and none where the text has the name elsewhere too, or
// not as a literal. A mark «n» stands where a position is.
func TestFixes(t *testing.T) {
	const graphs = `
const kept = "clasify"

type branch struct{}

func edge(from, to string)                                           {}
func pair(list ...string)                                            {}
func choose(from string, f func() string, to map[string]bool) branch { return branch{} }

type config struct {
	Name          string
	MaxIterations uint
}

func loop(c config)                     {}
func inner(c, d config) config          { return c }
func name(c config) string              { return c.Name }
func made(c *config, f func() int) bool { return true }
`
	for _, test := range []struct {
		name, body  string
		fix         report.Fix // without positions
		message, to string     // the changed body; "" for no fix
	}{
		{"call", `edge«»("start", "clasify")`, report.Fix{Name: "clasify", Meant: "classify"},
			`Replace "clasify" by "classify"`, `edge("start", "classify")`},
		{"raw", "edge«»(`clasify`, kept)", report.Fix{Name: "clasify", Meant: "classify"},
			`Replace "clasify" by "classify"`, `edge("classify", kept)`},
		{"two places", "edge«»(\"clasify\", \"a\")\n\tedge«»(\"b\", \"clasify\")", report.Fix{Name: "clasify", Meant: "classify"},
			`Replace "clasify" by "classify"`, "edge(\"classify\", \"a\")\n\tedge(\"b\", \"classify\")"},
		{"one of two is a constant", "edge«»(\"clasify\", \"a\")\n\tedge«»(\"b\", kept)", report.Fix{Name: "clasify", Meant: "classify"}, "", ""},
		{"returned", `_ = func() string { «»return "clasify" }`, report.Fix{Name: "clasify", Meant: "classify"},
			`Replace "clasify" by "classify"`, `_ = func() string { return "classify" }`},
		{"twice in a call", `pair«»("clasify", "clasify")`, report.Fix{Name: "clasify", Meant: "classify"}, "", ""},
		{"in a function of a call", `choose«»("a", func() string { return "clasify" }, nil)`, report.Fix{Name: "clasify", Meant: "classify"}, "", ""},
		{"nowhere", `edge«»("start", "answer")`, report.Fix{Name: "clasify", Meant: "classify"}, "", ""},
		{"target", `choose«»("a", nil, map[string]bool{"answer": true})`, report.Fix{Meant: "retry"},
			`Add "retry" to the branch`, `choose("a", nil, map[string]bool{"answer": true, "retry": true})`},
		{"targets in lines", "choose«»(\"a\", nil, map[string]bool{\n\t\t\"b\": true,\n\t})", report.Fix{Meant: "retry"},
			`Add "retry" to the branch`, "choose(\"a\", nil, map[string]bool{\n\t\t\"b\": true, \"retry\": true,\n\t})"},
		{"a map that is no set", `choose«»("a", nil, map[string]bool{"b": false})`, report.Fix{Meant: "retry"}, "", ""},
		{"two sets", `_, _ = choose«»("a", nil, map[string]bool{"b": true}), choose«»("a", nil, map[string]bool{"c": true})`, report.Fix{Meant: "retry"}, "", ""},
		{"limit", `loop«»(config{Name: "a"})`, report.Fix{Limit: 3}, "Set the limit to 3", `loop(config{Name: "a", MaxIterations: 3})`},
		{"limit by a pointer", `_ = made«»(&config{}, nil)`, report.Fix{Limit: 3}, "Set the limit to 3", `_ = made(&config{MaxIterations: 3}, nil)`},
		{"limit in lines", "loop«»(config{\n\t\tName: \"a\",\n\t})", report.Fix{Limit: 3},
			"Set the limit to 3", "loop(config{\n\t\tName: \"a\",\n\t\tMaxIterations: 3,\n\t})"},
		{"no limit", `loop«»(config{MaxIterations: 0})`, report.Fix{Limit: 3}, "Set the limit to 3", `loop(config{MaxIterations: 3})`},
		{"a limit that is computed", `loop«»(config{MaxIterations: uint(len(kept)) - 7})`, report.Fix{Limit: 3}, "", ""},
		{"limit without names", `loop«»(config{"a", 0})`, report.Fix{Limit: 3}, "", ""},
		{"loops in a loop", `«»loop(inner(config{Name: "a"}, config{}))`, report.Fix{Limit: 3}, "", ""},
		{"a loop around another", `_ = made«»(&config{Name: name(config{})}, nil)`, report.Fix{Limit: 3}, "Set the limit to 3", `_ = made(&config{Name: name(config{}), MaxIterations: 3}, nil)`},
		{"limits in one call", `_ = made«»(&config{}, func() int { loop(config{}); return 1 })`, report.Fix{Limit: 3}, "Set the limit to 3", `_ = made(&config{MaxIterations: 3}, func() int { loop(config{}); return 1 })`},
		{"two loops", "loop«»(config{})\n\tloop«»(config{})", report.Fix{Limit: 3}, "", ""},
		{"limit elsewhere", "c := config{}\n\tloop«»(c)", report.Fix{Limit: 3}, "", ""},
		{"no set", `choose«»("a", nil, nil)`, report.Fix{Meant: "retry"}, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, after := "package p\n\nfunc f() {\n\t", "\n}\n"+graphs
			pieces := strings.Split(before+test.body+after, "«»")
			text := strings.Join(pieces, "")
			pass := typed(t, text)
			for i := range pieces[1:] {
				test.fix.At = append(test.fix.At, place(pass, len(strings.Join(pieces[:i+1], ""))))
			}
			f := &report.Finding{Verdict: verdict.Violated, Fix: &test.fix}
			got := fixes(pass, f)
			if test.to == "" {
				if got != nil {
					t.Errorf("the fix is %q", apply(pass, text, got[0]))
				}
				return
			}
			if len(got) != 1 || got[0].Message != test.message {
				t.Fatalf("%d fixes %+v, want %q", len(got), got, test.message)
			}
			if diff := cmp.Diff(before+test.to+after, apply(pass, text, got[0])); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if f.Verdict = verdict.Unknown; fixes(pass, f) != nil {
				t.Error("a finding that is not known to be true changes the program")
			}
		})
	}
}

// typed returns a pass over one file with types.
func typed(t *testing.T, text string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filepath.Join(t.TempDir(), "p.go"), text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Uses: make(map[*ast.Ident]types.Object)}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info}
}

// place returns the position of an offset.
func place(pass *analysis.Pass, offset int) graph.Pos {
	tokens := pass.Fset.File(pass.Files[0].FileStart)
	p := tokens.Position(tokens.Pos(offset))
	return graph.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}

// apply returns a text with a fix in it.
func apply(pass *analysis.Pass, text string, fix analysis.SuggestedFix) string {
	tokens := pass.Fset.File(pass.Files[0].FileStart)
	for _, e := range slices.Backward(slices.SortedFunc(slices.Values(fix.TextEdits), func(a, b analysis.TextEdit) int { return int(a.Pos - b.Pos) })) {
		text = text[:tokens.Offset(e.Pos)] + string(e.NewText) + text[tokens.Offset(e.End):]
	}
	return text
}
