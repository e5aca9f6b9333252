package terminal

import (
	"bytes"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

func TestRows(t *testing.T) {
	for _, test := range []struct {
		first, text string
		columns     int
		want        string
	}{
		{"a.go:1:2: ", "one two three", 0, "a.go:1:2: one two three"},
		{"a.go:1:2: ", "one two three", 24, "a.go:1:2: one two three"},
		{"a.go:1:2: ", "one two three", 23, "a.go:1:2: one two\n  three"},
		{"a.go:1:2: ", "one two three four", 12, "a.go:1:2:\n  one two\n  three\n  four"},
		{"a b/c d.go:1:2: ", "one two", 12, "a b/c d.go:1:2:\n  one two"}, // the name of the file is whole
		{"", "one two", 6, "one\n  two"},
		{"a.go:1:2: ", "unbreakable", 8, "a.go:1:2:\n  unbreakable"},
		{"", "unbreakable word", 8, "unbreakable\n  word"},
		{"", "a  b   c", 5, "a  b  \n  c"}, // the spaces of names stay
		{"", "工具 工具", 9, "工具\n  工具"},
		{"", "e\u0301e\u0301 e\u0301e\u0301", 6, "e\u0301e\u0301 e\u0301e\u0301"},
		{"", "", 9, ""},
		{"a.go:1:2: ", "", 9, "a.go:1:2: "},
	} {
		var lines []string
		for _, row := range rows([]part{{test.first, bold}, {test.text, dim}}, 0, test.columns) {
			line := strings.Repeat(" ", row.indent)
			for _, p := range row.parts {
				line += p.text
			}
			lines = append(lines, line)
		}
		if got := strings.Join(lines, "\n"); got != test.want {
			t.Errorf("rows(%q, %q, %d) = %q, want %q", test.first, test.text, test.columns, got, test.want)
		}
	}
}

// hostile is a finding whose names hold what a terminal obeys.
func hostile() *report.Report {
	at := graph.Pos{File: "\x1b[2Jdesk.go", Line: 3, Col: 7}
	return &report.Report{Findings: []report.Finding{{
		Rule: rules.HumanGate, Severity: rules.High, Verdict: verdict.Violated, Pos: at, Message: "tool \x1b[0m\u202erefund can run\nwith no human",
		Witness: []report.Step{{Pos: at, Text: "then \x1b]8;;x\apay"}, {Text: "and it ends"}},
	}}}
}

// TestText wants the styles of the program, and of the names that it prints nothing that could be one.
func TestText(t *testing.T) {
	for _, test := range []struct {
		look Look
		want string
	}{
		{Look{Colour: true}, "\x1b[1m\\u001b[2Jdesk.go:3:7: \x1b[0m\x1b[36mstructure/human-gate\x1b[0m (\x1b[1;31mhigh\x1b[0m): tool \\u001b[0m\\u202erefund can run\\u000awith no human\n" +
			"    \\u001b[2Jdesk.go:3:7: \x1b[2mthen \\u001b]8;;x\\u0007pay\x1b[0m\n" +
			"    \x1b[2mand it ends\x1b[0m\n"},
		{Look{Columns: 60}, "\\u001b[2Jdesk.go:3:7: structure/human-gate (high): tool\n" +
			"  \\u001b[0m\\u202erefund can run\\u000awith no human\n" +
			"    \\u001b[2Jdesk.go:3:7: then \\u001b]8;;x\\u0007pay\n" +
			"    and it ends\n"},
		{Look{Colour: true, Columns: 40}, "\x1b[1m\\u001b[2Jdesk.go:3:7:\x1b[0m\n" +
			"  \x1b[36mstructure/human-gate\x1b[0m (\x1b[1;31mhigh\x1b[0m): tool\n" +
			"  \\u001b[0m\\u202erefund can\n" +
			"  run\\u000awith no human\n" +
			"    \\u001b[2Jdesk.go:3:7: \x1b[2mthen\x1b[0m\n" +
			"      \x1b[2m\\u001b]8;;x\\u0007pay\x1b[0m\n" +
			"    \x1b[2mand it ends\x1b[0m\n"},
	} {
		var b bytes.Buffer
		if err := NewText(&b, report.Format{}, test.look).Write(hostile()); err != nil {
			t.Fatal(err)
		}
		if b.String() != test.want {
			t.Errorf("%+v:\n%q\nwant\n%q", test.look, b.String(), test.want)
		}
	}
}

// TestSilenced wants the severity of what does not count to be quiet.
func TestSilenced(t *testing.T) {
	r := hostile()
	r.Findings[0].Suppressed = &report.Suppression{By: report.ByDirective, Reason: "known"}
	var b bytes.Buffer
	if err := NewText(&b, report.Format{Suppressed: true}, Look{Colour: true}).Write(r); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "(\x1b[2mhigh\x1b[0m)") {
		t.Errorf("wrote %q", b.String())
	}
}
