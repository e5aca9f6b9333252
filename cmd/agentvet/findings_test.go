//go:build truth

package main

// This file compares what agentvet reports on the programs of corpus_test.go with
// the defects that people planted there and declared.

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestFindings holds the findings of every program and the declared defects
// against each other: every defect is found, at its line, nothing else is
// reported, and nothing at all on a clean program. It is done without a policy,
// with the tools that matter called sensitive, and, in the modules that say what
// that finds, with a human required, or with the rules that wait.
func TestFindings(t *testing.T) {
	lines := readTable(t, "lines.txt")
	for _, m := range append(slices.Clip(modules), plain, oneloop) {
		// A slash would begin another level, and -run speaks of levels.
		t.Run(strings.ReplaceAll(m.name, "/", "-"), func(t *testing.T) {
			m.load(t)
			t.Run("default", func(t *testing.T) { m.checkFindings(t, "", nil, lines) })
			if m.sensitive != "" {
				t.Run("sensitive", func(t *testing.T) { m.checkFindings(t, "policy", m.sensitiveArgs, lines) })
			}
			t.Run("strict", m.checkWaiting)
			if m.human {
				t.Run("human", func(t *testing.T) { m.checkFindings(t, "human", humanArgs, lines) })
			}
		})
	}
	lines.stale(t)
}

// checkFindings runs agentvet with the flags that args returns for some packages.
// They find the defects of a status, beside those that are found without flags.
func (m *agentModule) checkFindings(t *testing.T, status string, args flags, lines *table) {
	all, _ := m.findings(t, args.over(t, "./...")...)
	left := make(map[finding]bool)
	for _, f := range all {
		left[f] = true
	}
	must, found := 0, 0
	for _, p := range m.list {
		list, code := m.findings(t, args.over(t, p.patterns()...)...)
		for _, f := range list {
			delete(left, f)
		}
		rows := m.expected(t, p)
		if p.clean() && !slices.ContainsFunc(rows, func(r row) bool { return r.status == status }) {
			if code != exitClean || len(list) > 0 {
				t.Errorf("%s: exit code %d; a clean program has no finding:", p.name, code)
			}
			for _, f := range list {
				t.Errorf("\t%s", f)
			}
			continue
		}
		c := &check{m: m, p: p, lines: lines, status: status, rows: rows}
		c.run(t, list)
		must, found = must+c.must, found+c.found
	}
	for _, f := range all {
		if left[f] {
			t.Errorf("in no program: %s", f)
		}
	}
	t.Logf("%s: %d of %d declared defects found", m.name, found, must)
}

// checkWaiting holds the findings of the rules of delegation that wait for -strict against the
// rows with the status strict. Such rules may have findings in clean programs, too: what the
// frameworks do by default.
func (m *agentModule) checkWaiting(t *testing.T) {
	waits := func(id string) bool {
		r, _ := rules.ByID(id)
		return r.StrictOnly && r.Group() == "delegation" && id != rules.UntypedReturn // a matter of how one wants to build
	}
	var rows []row
	for _, p := range m.list {
		rows = append(rows, m.expected(t, p)...)
	}
	if rows = slices.DeleteFunc(rows, func(r row) bool { return r.status != "strict" }); len(rows) == 0 {
		t.Skip("no row has the status strict")
	}
	left := make(map[finding]bool)
	list, _ := m.findings(t, "-strict", "./...")
	list = slices.DeleteFunc(list, func(f finding) bool { return f.Verdict != verdict.Violated.String() })
	for _, f := range list {
		left[f] = waits(f.Rule)
	}
	for _, r := range rows {
		i := slices.IndexFunc(list, func(f finding) bool { return f.Rule == r.rule && f.about(r.subject) && f.line() == r.line })
		if i < 0 {
			t.Errorf("not found: %s %s %s", r.rule, r.subject, r.line)
			continue
		}
		delete(left, list[i])
	}
	for _, f := range list {
		if left[f] {
			t.Errorf("not declared: %s", f)
		}
	}
}

// flags returns the flags of a run over packages; nil has none.
type flags func(t testing.TB, patterns []string) []string

func (f flags) over(t testing.TB, patterns ...string) []string {
	t.Helper()
	if f == nil {
		return patterns
	}
	return append(f(t, patterns), patterns...)
}

func humanArgs(testing.TB, []string) []string { return []string{"-require-human"} }

// sensitiveArgs calls those of the module's sensitive tools sensitive that the
// packages have. agentvet does not accept the others.
func (m *agentModule) sensitiveArgs(t testing.TB, patterns []string) []string {
	t.Helper()
	out, _ := m.agentvet(t, append([]string{"tools", "-format", "json"}, patterns...)...)
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatalf("%s: agentvet tools %v: %v", m.name, patterns, err)
	}
	var have []string
	for name := range strings.SplitSeq(m.sensitive, ",") {
		if slices.ContainsFunc(list.Tools, func(tool struct{ Name string }) bool { return tool.Name == name }) {
			have = append(have, name)
		}
	}
	if have == nil {
		return nil
	}
	return []string{"-sensitive", strings.Join(have, ",")}
}

// A check compares the findings of one bad program with what is declared.
type check struct {
	m      *agentModule
	p      prog
	lines  *table
	status string // of rows that the flags find
	rows   []row

	must, found int
}

func (c *check) run(t *testing.T, list []finding) {
	for _, r := range c.rows {
		if r.status != "must" && r.status != c.status {
			continue
		}
		c.must++
		if c.search(t, r, list) {
			c.found++
		}
	}
	for _, f := range list {
		if !slices.ContainsFunc(c.rows, func(r row) bool { return r.covers(f) }) {
			t.Errorf("%s: not declared: %s", c.p.name, f)
		}
	}
}

// search looks for the finding that r declares.
func (c *check) search(t *testing.T, r row, list []finding) bool {
	var others []string
	for _, f := range list {
		if f.Rule != r.rule || !f.about(r.subject) {
			continue
		}
		if f.line() == r.line {
			return true
		}
		others = append(others, f.line())
	}
	others = slices.Compact(slices.Sorted(slices.Values(others)))
	for _, line := range others {
		if c.lines.allows(c.m, c.p, fmt.Sprintf("%s %s at %s for %s", r.rule, r.subject, line, r.line)) {
			return true
		}
	}
	if len(others) > 0 {
		t.Errorf("%s: %s %s at %s: want line %s", c.p.name, r.rule, r.subject, strings.Join(others, ", "), r.line)
		return false
	}
	if !c.lines.allows(c.m, c.p, fmt.Sprintf("%s %s not found", r.rule, r.subject)) {
		t.Errorf("%s: not found: %s %s %s", c.p.name, r.rule, r.subject, r.line)
	}
	return false
}

// A finding is what these tests read of a finding.
type finding struct {
	Rule, Position, Subject, Workflow, Message, Verdict string
}

func (f finding) String() string {
	return fmt.Sprintf("%s: %s %s: %s", f.Position, f.Rule, f.Subject, f.Message)
}

// line returns the position without its column.
func (f finding) line() string { return f.Position[:max(0, strings.LastIndexByte(f.Position, ':'))] }

var quoted = regexp.MustCompile(`"([^"]*)"`)

// about reports whether f names name: as its subject, as an end of the edge
// that is its subject, as its workflow, as a step of the loop that its message
// shows, or in quotes in its message.
func (f finding) about(name string) bool {
	if f.Subject == name || f.Workflow == name || slices.Contains(strings.Split(f.Subject, " -> "), name) {
		return true
	}
	if _, loop, ok := strings.Cut(f.Message, "runs go round "); ok && slices.Contains(strings.Split(loop, " -> "), name) {
		return true
	}
	if f.Rule == "structure/exit-unreachable" && name == "end" {
		return true // it is about the exit, whatever step it names
	}
	for _, match := range quoted.FindAllStringSubmatch(f.Message, -1) {
		if match[1] == name {
			return true
		}
	}
	return false
}

func (m *agentModule) findings(t testing.TB, args ...string) ([]finding, int) {
	t.Helper()
	out, code := m.agentvet(t, append([]string{"-json"}, args...)...)
	var report struct{ Findings []finding }
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatalf("%s: agentvet -json %v: %v", m.name, args, err)
	}
	return report.Findings, code
}

// A row is one line of an expected.txt: a defect that somebody declared.
type row struct {
	rule, subject, line string
	status              string // must, policy, human, may or strict
}

// covers reports whether f may be reported because of r. That an agent runs a
// destructive tool unasked is what structure/human-gate says too.
func (r row) covers(f finding) bool {
	return f.about(r.subject) && (f.Rule == r.rule || f.Rule == "structure/human-gate" && r.rule == "delegation/destructive")
}

// expected reads the declared defects of a program.
func (m *agentModule) expected(t testing.TB, p prog) []row {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(m.dir(), p.name, "expected.txt"))
	if errors.Is(err, os.ErrNotExist) && !p.bad() {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) != 4 {
			t.Fatalf("%s: expected.txt has the row %q", p.name, line)
		}
		rows = append(rows, row{rule: f[0], subject: f[1], line: f[2], status: f[3]})
	}
	return rows
}
