package taintflow

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/internal/passtest"
)

// TestAnalyzer compares what is said of each program with the comments in it, and the
// witnesses with its golden. What has no comment is clean.
func TestAnalyzer(t *testing.T) {
	a := New(verify.Options{Strict: true}, directive.Analyzer)
	acts := passtest.Run(t, a, "testdata",
		"./command", "./statement", "./file", "./host", "./template", "./browser", "./remote", "./shared", "./archive", // taint/effect
		"./option",   // taint/option
		"./read",     // taint/read
		"./link",     // taint/link
		"./endpoint", // taint/endpoint
		"./guard",
		"./mailroom", "./direct", "./nested", "./forbid", "./unless", "./plans", // taint/flow
		"./secret", "./prompt", "./trifecta", "./capture", "./state")
	for _, act := range acts {
		var said strings.Builder
		for _, d := range act.Diagnostics {
			checkDiagnostic(t, d)
			said.WriteString(text(act.Package.Fset, d))
		}
		golden.Compare(t, filepath.Join("testdata", filepath.Base(act.Package.PkgPath), "witness.golden"), said.String())
	}
}

// checkDiagnostic wants what a driver needs, the rule and its page, and a witness that
// shows each hop once.
func checkDiagnostic(t *testing.T, d analysis.Diagnostic) {
	t.Helper()
	rule, ok := rules.ByID(d.Category)
	if !ok || d.URL != rule.URL() {
		t.Errorf("category %q, URL %q", d.Category, d.URL)
	}
	if len(d.Related) < 2 {
		t.Errorf("%q has no way from a source to a sink", d.Message)
	}
	for i, r := range d.Related {
		if !r.Pos.IsValid() {
			t.Errorf("%q: %q has no position", d.Message, r.Message)
		}
		if i > 0 && r.Pos == d.Related[i-1].Pos && r.Message == d.Related[i-1].Message {
			t.Errorf("%q: %q is said twice", d.Message, r.Message)
		}
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

// TestHelp wants the help in the form that drivers expect: a title, a blank line, text.
func TestHelp(t *testing.T) {
	title, rest, _ := strings.Cut(Analyzer.Doc, "\n\n")
	if title != "check where data of tools and models gets to" || !strings.Contains(rest, "adversary") {
		t.Errorf("Doc = %q", Analyzer.Doc)
	}
}
