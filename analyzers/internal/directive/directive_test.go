package directive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

const source = `package p

//agentvet:ignore structure/dead-end a reason
func a() {}

func b() {
	a() //agentvet:ignore structure the whole group
	//agentvet:ignore structure/livelock one
	//agentvet:ignore structure/dead-end two
	a()
}

//agentvet:ignore
//agentvet:ignore structure/dead-end
//agentvet:ignore structure/deadend a reason
// agentvet:ignore structure/dead-end a reason
//agentvet:ignore agentvet/bad-ignore a reason
//agentvet:ignore agentvet a reason
//agentvet:ignored is another word
//agentvet:capability fs.write
//agentvet:destructive now
//agentvet:policy reviewed:  human before tool:send
//agentvet:policy reviewed: human before each tool:pay
//agentvet:policy no-mail: G !tool:(
//agentvet:policy no/mail: G !tool:mail
//agentvet:policy confirm-destructive: human before each tool:pay
//agentvet:policy
//agentvet:ignore policy/reviewed a policy of the package
//agentvet:ignore policy/outward-after-untrusted one that is built in
//agentvet:ignore policy/revewed a reason
// The directive agentvet:ignore is explained elsewhere.
func c() {}

type args struct {
	A string "confine:\"pth\""
	B int    ` + "`json:\"b\" bound:\"1000\"`" + `
	C int    ` + "`bound:\"<=\"`" + ` //agentvet:ignore agentvet/bad-annotation another library's tag
	D int    ` + "`bound:\"<= 3\"`" + ` //agentvet:ignore agentvet/bad-annotation nothing is wrong
}
`

// read parses source as a driver would.
func read(t *testing.T) (*Set, []analysis.Diagnostic) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var diagnostics []analysis.Diagnostic
	pass := &analysis.Pass{
		Analyzer: workflow.Annotations, Fset: fset, Files: []*ast.File{file}, Pkg: types.NewPackage("example.com/p", "p"),
		ReadFile:  func(string) ([]byte, error) { return []byte(source), nil },
		TypesInfo: new(types.Info),
		Report:    func(d analysis.Diagnostic) { diagnostics = append(diagnostics, d) },
	}
	pass.AllPackageFacts = func() []analysis.PackageFact { return nil }
	pass.ExportPackageFact = func(analysis.Fact) {}
	annotated, err := workflow.Annotations.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.ResultOf = map[*analysis.Analyzer]any{workflow.Annotations: annotated}
	policies, err := Policies.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.ResultOf[Policies] = policies
	result, err := Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return result.(*Set), diagnostics
}

func TestDirectives(t *testing.T) {
	set, _ := read(t)
	type line struct {
		Rule, Reason string
		Line         int
		Context      string
	}
	var got []line
	for _, d := range set.Directives {
		got = append(got, line{d.Rule, d.Reason, d.Line, d.context})
	}
	want := []line{
		{"structure/dead-end", "a reason", 4, "example.com/p.a"},
		{"structure", "the whole group", 7, "example.com/p.b"},
		{"structure/livelock", "one", 10, "example.com/p.b"},
		{"structure/dead-end", "two", 10, "example.com/p.b"},
		{"policy/reviewed", "a policy of the package", 32, "example.com/p.c"},
		{"policy/outward-after-untrusted", "one that is built in", 32, "example.com/p.c"},
		{"agentvet/bad-annotation", "another library's tag", 37, "example.com/p.args"},
		{"agentvet/bad-annotation", "nothing is wrong", 38, "example.com/p.args"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("directives (-want +got):\n%s", diff)
	}
}

func TestMalformed(t *testing.T) {
	set, diagnostics := read(t)
	var got []string
	for _, f := range set.Findings() {
		if f.Suppressed == nil {
			got = append(got, f.Pos.String()+": "+f.Message)
		}
	}
	want := []string{
		"p.go:13:1: the directive names no rule: write //agentvet:ignore RULE reason",
		"p.go:14:1: the directive gives no reason: write //agentvet:ignore structure/dead-end reason",
		`p.go:15:1: no rule is called "structure/deadend"; did you mean "structure/dead-end"?`,
		"p.go:16:1: a directive has no space after //: write //agentvet:ignore RULE reason",
		"p.go:17:1: agentvet/bad-ignore covers findings about directives, which cannot be ignored",
		"p.go:18:1: agentvet covers findings about directives, which cannot be ignored",
		`p.go:19:12: there is no directive "ignored"; did you mean "ignore"?`,
		"p.go:21:24: //agentvet:destructive takes no arguments",
		`p.go:23:19: "reviewed" is the name of the policy at p.go:22, too`,
		"p.go:24:37: the tests of arguments lack their )",
		`p.go:25:19: "no/mail" is no name of a policy: want letters, digits, dots, dashes and underscores`,
		`p.go:26:19: "confirm-destructive" is the name of the policy at builtin.yaml:9, too`,
		"p.go:27:18: want NAME: RULE",
		`p.go:30:1: no rule is called "policy/revewed"; did you mean "policy/reviewed"?`,
		`p.go:35:11: the tag confine:"pth": want one of path, host, command, sql, not "pth"; did you mean "path"?`,
		`p.go:36:28: the tag bound:"1000": "1000" is no limit: write one such as <= 1000`,
		"p.go:38:26: the directive silences nothing: neither its line nor the next has a finding of agentvet/bad-annotation",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("malformed (-want +got):\n%s", diff)
	}
	if len(diagnostics) != len(want) {
		t.Errorf("%d diagnostics, want %d", len(diagnostics), len(want))
	}
}

func TestApply(t *testing.T) {
	set, _ := read(t)
	at := func(rule string, line int) report.Finding {
		return report.Finding{Rule: rule, Verdict: verdict.Violated, Pos: graph.Pos{File: "p.go", Line: line, Col: 2}}
	}
	findings := []report.Finding{
		at(rules.DeadEnd, 4),
		at(rules.Livelock, 4), // another rule
		at(rules.HumanGate, 7),
		at(rules.DeadEnd, 10),
		at(rules.DeadEnd, 11), // another line
	}
	var got []string
	for _, f := range set.Apply(findings, func(pattern string) bool { return rules.Matches("structure", pattern) }) {
		reason := "-"
		if f.Suppressed != nil {
			reason = f.Suppressed.Reason
		}
		got = append(got, f.Pos.String()+" "+f.Rule+" "+reason)
	}
	want := []string{
		"p.go:4:2 structure/dead-end a reason",
		"p.go:4:2 structure/livelock -",
		"p.go:7:2 structure/human-gate the whole group",
		"p.go:10:2 structure/dead-end two",
		"p.go:11:2 structure/dead-end -",
		"p.go:8:2 agentvet/unused-ignore -",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("applied (-want +got):\n%s", diff)
	}
	if findings[0].Suppressed != nil {
		t.Error("Apply changes the findings of its caller")
	}
	if n := len(set.Apply(nil, func(string) bool { return false })); n != 0 {
		t.Errorf("%d findings about directives of others", n)
	}
}
