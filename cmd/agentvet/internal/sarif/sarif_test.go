package sarif

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // its source has the schema
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/golden"
)

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// sampleSource has a character beyond ASCII and one beyond the first plane before
// the column of the finding.
const sampleSource = "package a\n\nvar é, x = \"🙂\", step(\"refund\")\n"

func sample(dir string) *report.Report {
	at := func(file string, line, col int) graph.Pos {
		return graph.Pos{File: filepath.Join(dir, file), Line: line, Col: col}
	}
	return &report.Report{
		Findings: []report.Finding{
			{
				Rule: rules.DeadEnd, Severity: rules.High, Verdict: verdict.Violated,
				Message: `step "refund" has no successor`, Pos: at("a b.go", 3, 23),
				Workflow: "support", Subject: "refund", Context: "example.com/a.x",
				Witness: []report.Step{
					{Text: "the run starts", Node: "start"},
					{Pos: at("a b.go", 3, 5), Text: "then classify", Node: "classify"},
					{Pos: at("a b.go", 3, 5), Text: "then route", Node: "route"},
					{Pos: graph.Pos{File: "/elsewhere/b.go", Line: 4, Col: 1}, Text: "then refund", Node: "refund"},
				},
			},
			{
				Rule: "policy/ask-first", Severity: rules.Critical, Verdict: verdict.Violated,
				Message: `a call of "refund[0]" can come first`, Pos: at("a b.go", 3, 14), Workflow: "support",
				Witness: []report.Step{{Pos: at("a b.go", 3, 14), Text: `"refund[0]" is called`}},
			},
			{
				Rule: rules.Undecided, Severity: rules.Info, Verdict: verdict.Unknown,
				Message: "the name is computed", Pos: at("a b.go", 1, 1), Workflow: "support",
				Lowered: &report.Lowering{From: rules.Low, Pos: at("agentvet.yaml", 4, 5)},
			},
			{
				Rule: rules.UndeclaredTool, Severity: rules.Medium, Verdict: verdict.Violated,
				Message: "two tools have one name", Pos: graph.Pos{File: "graph.json", Line: 5, Col: 1}, Subject: "search",
				Suppressed: &report.Suppression{By: report.ByDirective, Reason: "one is a double", Pos: at("a b.go", 2, 1)},
			},
		},
		Trusted: []report.Trust{{Word: "sanitizer", Subject: "example.com/a.clean", Text: "for=model", Pos: at("a b.go", 2, 1)}},
		Policies: []report.PolicyRule{{
			ID: "policy/ask-first", Text: "human before tool:refund", Severity: rules.Critical,
			Description: "Somebody looks at each refund.", OWASP: []string{"LLM06:2025"},
		}},
		Off:     []report.Off{{Rule: rules.Unreachable, Pos: at("agentvet.yaml", 3, 5)}},
		Notices: []string{"package x does not type-check"},
	}
}

func write(t *testing.T, dir string) []byte {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "a b.go"), []byte(sampleSource), 0o666); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := New(nopCloser{&b}, report.Format{Dir: dir, Strict: true}, "v0.0.0-test")
	if err := w.Write(sample(dir)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestMost wants of too many results the most severe ones, in order, and a notification that says so.
func TestMost(t *testing.T) {
	var findings []report.Finding
	for i := range mostResults + 3 {
		f := report.Finding{Rule: rules.DeadEnd, Severity: rules.Low, Verdict: verdict.Violated, Pos: graph.Pos{File: "/a.go", Line: i + 1}}
		if i == mostResults+1 {
			f.Severity = rules.High
		}
		findings = append(findings, f)
	}
	var b bytes.Buffer
	w := New(nopCloser{&b}, report.Format{Dir: t.TempDir()}, "v0.0.0-test")
	if err := errors.Join(w.Write(&report.Report{Findings: findings}), w.Close()); err != nil {
		t.Fatal(err)
	}
	var doc document
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	results, said := doc.Runs[0].Results, doc.Runs[0].Invocations[0].ToolExecutionNotifications
	last := func(i int) int { return results[len(results)-i].Locations[0].Physical.Region.StartLine }
	if len(results) != mostResults || last(1) != mostResults+2 || last(2) != mostResults-1 {
		t.Errorf("%d results, the last ones at lines %d and %d", len(results), last(2), last(1))
	}
	if len(said) != 1 || said[0].Message.Text != "left out: 3 of 25003 results, the less severe ones: code hosts take 25000; text and JSON have all" {
		t.Errorf("notifications %v", said)
	}
	if !doc.Runs[0].Invocations[0].ExecutionSuccessful {
		t.Error("the run is said to have failed")
	}
}

// TestCut wants descriptions that are not too long.
func TestCut(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want string
	}{
		{"ask somebody", 12, "ask somebody"},
		{"ask somebody first", 13, "ask somebody…"},
		{"ask somebody first", 12, "ask…"},
		{"éééééé", 4, "ééé…"},
	} {
		if got := cut(test.text, test.most); got != test.want {
			t.Errorf("cut(%q, %d) = %q, want %q", test.text, test.most, got, test.want)
		}
	}
	w := New(nil, report.Format{Dir: t.TempDir()}, "")
	w.policies = []report.PolicyRule{{ID: "policy/long", Description: strings.Repeat("very long ", 200)}}
	d := w.descriptor("policy/long")
	for _, text := range []string{d.ShortDescription.Text, d.FullDescription.Text} {
		if n := utf8.RuneCountInString(text); n > 1024 || n < 1000 {
			t.Errorf("a description of %d characters", n)
		}
	}
}

// TestTags wants the catalogues of a rule where code hosts look for them.
func TestTags(t *testing.T) {
	rule, _ := rules.ByID(rules.HumanGate)
	want := []string{"security", "structure", "external/cwe/cwe-693", "external/cwe/cwe-862", "external/owasp/llm06:2025", "external/owasp/asi02", "external/owasp/asi09", "external/owasp/llm03:2026",
		"external/mitre-atlas/aml.t0053", "external/mitre-atlas/aml.t0101"}
	if diff := cmp.Diff(want, properties(rule)["tags"]); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	for _, r := range rules.All() {
		if n := len(properties(r)["tags"].([]string)); n > 10 {
			t.Errorf("%s has %d tags; code hosts keep 10", r.ID, n)
		}
	}
}

// TestPages wants pages that say nothing of the bad example, and whose links lead somewhere from
// wherever they are shown.
func TestPages(t *testing.T) {
	for _, r := range rules.All() {
		text := page(r)
		if strings.Contains(text, "agentvet says:") || strings.Contains(text, "](.") {
			t.Errorf("the page of %s quotes agentvet, or has a relative link:\n%s", r.ID, text)
		}
	}
	rule, _ := rules.ByID(rules.BadAnnotation)
	if want := "](https://github.com/agentvet/agentvet/blob/main/docs/annotations.md)"; !strings.Contains(page(rule), want) {
		t.Errorf("no link %q", want)
	}
}

// TestGolden compares everything but the pages of the rules, which are long and have a test of
// their own.
func TestGolden(t *testing.T) {
	data := write(t, t.TempDir())
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	run := doc["runs"].([]any)[0].(map[string]any)
	driver := run["tool"].(map[string]any)["driver"].(map[string]any)
	for _, rule := range driver["rules"].([]any) {
		delete(rule.(map[string]any), "help") // the page of the rule
	}
	got, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("testdata", "report.sarif")
	golden.Compare(t, name, string(got)+"\n")
}

// TestPlace wants the same bytes from two checkouts of one repository.
func TestPlace(t *testing.T) {
	if diff := cmp.Diff(string(write(t, t.TempDir())), string(write(t, t.TempDir()))); diff != "" {
		t.Errorf("the output depends on the directory (-one +other):\n%s", diff)
	}
}

// TestSchema validates against the schema of SARIF 2.1.0 (errata 01), which a
// library of the format carries unchanged for its own use; go.sum pins it.
func TestSchema(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(librarySchema(t)))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource("sarif.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(write(t, t.TempDir())))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(doc); err != nil {
		t.Errorf("not valid SARIF: %v", err)
	}
}

// librarySchema returns the constant that holds the schema in the source of
// that library.
func librarySchema(t *testing.T) string {
	t.Helper()
	const pkg = "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", pkg).Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && len(lit.Value) > len(text) {
			text = lit.Value
		}
		return true
	})
	schema, err := strconv.Unquote(text)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
