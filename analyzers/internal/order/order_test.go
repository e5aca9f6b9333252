package order

import (
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/internal/passtest"
)

// TestAnalyzer compares what is said with the comments in testdata, and each
// witness with its golden.
func TestAnalyzer(t *testing.T) {
	for _, c := range []struct {
		name       string
		packages   []string
		strict     bool
		suppressed int
	}{
		{name: "directives", packages: []string{"./desk", "./build", "./app", "./letters"}, suppressed: 1},
		{name: "scope", packages: []string{"./scope"}, suppressed: 1},
		{name: "unsure", packages: []string{"./unsure"}, strict: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := verify.Options{Policy: policyOf(t, c.packages[0]), Strict: c.strict}
			var said strings.Builder
			suppressed := 0
			for _, act := range passtest.Run(t, analyzer(o), "testdata", c.packages...) {
				for _, d := range act.Diagnostics {
					checkDiagnostic(t, d)
					said.WriteString(text(act.Package.Fset, d))
				}
				suppressed += len(silenced(act.Result.(*Result)))
			}
			if suppressed != c.suppressed {
				t.Errorf("%d findings are suppressed, want %d", suppressed, c.suppressed)
			}
			golden.Compare(t, filepath.Join("testdata", c.name+".golden"), said.String())
		})
	}
}

// analyzer returns the analyzer with options, as the suite does.
func analyzer(o verify.Options) *analysis.Analyzer { return New(o, directive.New(o.Policy)) }

// policyOf returns the policy file of a package of testdata, the built-in policies
// if it has none.
func policyOf(t *testing.T, dir string) *policy.Policy {
	t.Helper()
	file := filepath.Join("testdata", dir, policy.FileName)
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return policy.Default()
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.Load(file, text, policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func silenced(r *Result) []report.Finding {
	var out []report.Finding
	for _, f := range r.Findings() {
		if f.Suppressed != nil {
			out = append(out, f)
		}
	}
	return out
}

// checkDiagnostic wants what a driver needs: the rule and its page.
func checkDiagnostic(t *testing.T, d analysis.Diagnostic) {
	t.Helper()
	rule, ok := rules.ByID(d.Category)
	if !ok || d.URL != rule.URL() {
		t.Errorf("category %q, URL %q", d.Category, d.URL)
	}
}

// text writes a diagnostic with its witness, one step a line.
func text(fset *token.FileSet, d analysis.Diagnostic) string {
	at := func(pos token.Pos) string {
		p := fset.Position(pos)
		return fmt.Sprintf("%s:%d:%d", filepath.Base(p.Filename), p.Line, p.Column)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", at(d.Pos), d.Message)
	for _, r := range d.Related {
		fmt.Fprintf(&b, "    %s: %s\n", at(r.Pos), r.Message)
	}
	return b.String()
}

// TestUndecided wants what is not known kept back without strict, and kept.
func TestUndecided(t *testing.T) {
	for _, act := range passtest.Analyze(t, analyzer(verify.Options{}), passtest.Load(t, "testdata", nil, "./unsure")) {
		if n := len(act.Diagnostics); n != 0 {
			t.Errorf("%d diagnostics without strict", n)
		}
		found := act.Result.(*Result).Findings()
		if len(found) != 2 {
			t.Errorf("%d findings, want one for each policy", len(found))
		}
		for _, f := range found {
			if f.Verdict != verdict.Unknown {
				t.Errorf("%s is %v, want unknown", f.Rule, f.Verdict)
			}
		}
	}
}

// TestHelp wants the help in the form that drivers expect: a title, a blank
// line, text.
func TestHelp(t *testing.T) {
	title, rest, _ := strings.Cut(Analyzer.Doc, "\n\n")
	if title != "check workflows of LLM agents against policies over order" || !strings.Contains(rest, "//agentvet:policy ") {
		t.Errorf("Doc = %q", Analyzer.Doc)
	}
}
