package structure

import (
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/passtest"
)

func TestAnalyzer(t *testing.T) {
	acts := passtest.Run(t, New(new(verify.Options), directive.Analyzer), "testdata", "./deadend")
	for _, act := range acts {
		for _, d := range act.Diagnostics {
			checkDiagnostic(t, act.Package.Fset, d)
		}
		suppressed := 0
		for _, f := range act.Result.(*Result).Findings() {
			if f.Suppressed != nil {
				suppressed++
			}
		}
		if suppressed != 1 {
			t.Errorf("%d findings are suppressed, want 1", suppressed)
		}
	}
}

// checkDiagnostic wants what a driver needs: the rule, its page, and a witness
// whose every step has a position.
func checkDiagnostic(t *testing.T, fset *token.FileSet, d analysis.Diagnostic) {
	t.Helper()
	rule, ok := rules.ByID(d.Category)
	if !ok || d.URL != rule.URL() {
		t.Errorf("category %q, URL %q", d.Category, d.URL)
	}
	if len(d.Related) == 0 {
		t.Errorf("%q has no witness", d.Message)
	}
	for _, r := range d.Related {
		if !r.Pos.IsValid() {
			t.Errorf("%q: related %q has no position", d.Message, r.Message)
			continue
		}
		if at := fset.Position(r.Pos).String(); strings.HasSuffix(at, ":1") {
			t.Errorf("%q: related %q is at %s, without its column", d.Message, r.Message, filepath.Base(at))
		}
	}
}

// TestHelp wants the help in the form that drivers expect: a title, a blank
// line, text.
func TestHelp(t *testing.T) {
	title, rest, _ := strings.Cut(Analyzer.Doc, "\n\n")
	if title != "check that agent workflows can end, stop for humans and use their tools" || !strings.Contains(rest, "//agentvet:ignore ") {
		t.Errorf("Doc = %q", Analyzer.Doc)
	}
}

func TestOwns(t *testing.T) {
	for _, test := range []struct {
		pattern string
		want    bool
	}{
		{"structure", true},
		{rules.DeadEnd, true},
		{rules.Undecided, true},
		{rules.HumanGate, false}, // partly looked for without options
		{"taint/flow", false},
	} {
		if got := owns(test.pattern, verify.Options{}); got != test.want {
			t.Errorf("owns(%q) = %v, want %v", test.pattern, got, test.want)
		}
	}
}
