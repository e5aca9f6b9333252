package rules

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/internal/spell"
)

// TestPages holds each rule's page to the registry and to one outline.
func TestPages(t *testing.T) {
	sections := []string{
		"## What it finds\n", "## Why it matters\n", "## Bad\n", "## Good\n",
		"## What it does not see\n", "## How to fix\n", "## How to suppress\n",
	}
	for _, r := range All() {
		page := r.Help()
		head := fmt.Sprintf("# %s: %s\n\nSeverity: %s\n", r.ID, r.Title, r.Severity)
		if !strings.HasPrefix(page, head) {
			t.Errorf("%s.md begins %.80q, want %q", r.ID, page, head)
		}
		at := 0
		for _, s := range sections {
			i := strings.Index(page[at:], s)
			if i < 0 {
				t.Errorf("%s.md has no %q after the sections before it", r.ID, s)
				continue
			}
			at += i
		}
	}
}

// TestStrayPages wants a row for each page.
func TestStrayPages(t *testing.T) {
	files, err := filepath.Glob("*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		id := strings.TrimSuffix(filepath.ToSlash(file), ".md")
		if !slices.ContainsFunc(registry, func(r Rule) bool { return r.ID == id }) {
			t.Errorf("%s is the page of no rule", file)
		}
	}
}

var owaspItem = regexp.MustCompile(`\b(LLM[0-9]{2}:20[0-9]{2}|ASI[0-9]{2})\b`)

// TestOWASP wants each page to name the items of its row, which exist.
func TestOWASP(t *testing.T) {
	for _, r := range registry {
		named := owaspItem.FindAllString(r.Help(), -1)
		if !slices.Equal(named, r.OWASP) {
			t.Errorf("%s: the page names %v, the registry %v", r.ID, named, r.OWASP)
		}
		for _, item := range r.OWASP {
			if !slices.Contains(Items(), item) {
				t.Errorf("%s: OWASP has no %s", r.ID, item)
			}
		}
		if !slices.IsSorted(r.CWE) {
			t.Errorf("%s: %v is not sorted", r.ID, r.CWE)
		}
	}
}

// TestATLAS wants each technique of a row to have a name, and no name that no row needs.
func TestATLAS(t *testing.T) {
	used := make(map[string]bool)
	for _, r := range registry {
		if !slices.IsSorted(r.ATLAS) {
			t.Errorf("%s: %v is not sorted", r.ID, r.ATLAS)
		}
		for _, id := range r.ATLAS {
			used[id] = true
			if Technique(id) == "" || !regexp.MustCompile(`^AML\.T[0-9]{4}(\.[0-9]{3})?$`).MatchString(id) {
				t.Errorf("%s: ATLAS has no technique %s", r.ID, id)
			}
		}
	}
	for id := range techniques {
		if !used[id] {
			t.Errorf("no rule is about %s", id)
		}
	}
}

// TestSuccessors wants each item of 2025 to go on in one of 2026, no two in the same.
func TestSuccessors(t *testing.T) {
	var items []string
	for _, item := range Items() {
		if strings.HasSuffix(item, ":2025") {
			items = append(items, item)
		}
	}
	all := Succeeded(items)
	if len(all) != 20 || len(items) != 10 {
		t.Errorf("%v go on as %v", items, all)
	}
	for _, item := range all {
		if !slices.Contains(Items(), item) {
			t.Errorf("OWASP has no %s", item)
		}
	}
	if got := Succeeded([]string{"LLM06:2025", "LLM03:2026", "ASI02"}); !slices.Equal(got, []string{"LLM06:2025", "LLM03:2026", "ASI02"}) {
		t.Errorf("an item of both years is %v", got)
	}
}

func TestRegistry(t *testing.T) {
	if !slices.IsSortedFunc(registry, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("registry is not sorted by ID")
	}
	for _, r := range registry {
		if got, ok := ByID(r.ID); !ok || got.Title != r.Title {
			t.Errorf("ByID(%q) = %v, %v", r.ID, got, ok)
		}
		if r.Severity == SeverityUnset {
			t.Errorf("%s has no severity", r.ID)
		}
	}
	vacuous, _ := ByID(VacuousPolicy)
	if own, ok := ByID("policy/own"); !ok || own.Severity != High || own.Help() != vacuous.Help() {
		t.Errorf(`ByID("policy/own") = %v, %v`, own, ok)
	}
	if _, ok := ByID("structure/none"); ok {
		t.Error(`ByID("structure/none") finds a rule`)
	}
}

func TestSeverities(t *testing.T) {
	for s := SeverityUnset; s <= Critical; s++ {
		if got, err := ParseSeverity(s.String()); err != nil || got != s {
			t.Errorf("ParseSeverity(%q) = %v, %v", s, got, err)
		}
	}
	if got := (Critical + 1).String(); got != "invalid(6)" {
		t.Errorf("Severity(6) is %q", got)
	}
	if _, err := ParseSeverity("grave"); err == nil {
		t.Error(`ParseSeverity("grave") succeeds`)
	}
}

// TestNearest wants the suggestions that a user of rule names gets.
func TestNearest(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"structure/deadend", DeadEnd},
		{"dead-end", DeadEnd},
		{"structrue", "structure"},
		{"router-valeu", RouterValue},
		{"structure/dead_end", DeadEnd},
		{"gate-ignore", GateIgnored},
		{"human", HumanGate},
		{"something else", ""},
		{"", ""},
	} {
		if got := spell.Nearest(test.name, Names()); got != test.want {
			t.Errorf("Nearest(%q) = %q, want %q", test.name, got, test.want)
		}
	}
}

const (
	readme    = "README.md"
	tableHead = "| rule | severity | finds |\n|---|---|---|\n"
)

// TestReadme holds the table of rules in README.md to the registry. -update
// writes it; an order of rows that is there is kept.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := bytes.Cut(text, []byte(tableHead))
	if !found {
		t.Fatalf("%s has no table of rules", readme)
	}
	end := bytes.Index(rest, []byte("\n\n")) + 1
	old := string(rest[:end])
	table := tableRows(old)
	if table == old {
		return
	}
	if !golden.Updating() {
		t.Fatalf("the table of rules in %s is not that of the registry; -update writes it", readme)
	}
	out := slices.Concat(before, []byte(tableHead+table), rest[end:])
	if err := os.WriteFile(readme, out, 0o644); err != nil {
		t.Fatal(err)
	}
}

// tableRows returns the rows of all rules: first those of old, in its order, then
// the others.
func tableRows(old string) string {
	place := func(r Rule) int {
		if i := strings.Index(old, "| [`"+r.ID+"`]"); i >= 0 {
			return i
		}
		return len(old)
	}
	list := All()
	slices.SortStableFunc(list, func(a, b Rule) int { return place(a) - place(b) })
	var b strings.Builder
	for _, r := range list {
		fmt.Fprintf(&b, "| [`%s`](%[1]s.md) | %s | %s", r.ID, r.Severity, r.Title)
		if r.StrictOnly {
			b.WriteString(" (`-strict` only)")
		}
		b.WriteString(" |\n")
	}
	return b.String()
}

// TestFix: each rule says in one sentence how to fix what it finds.
func TestFix(t *testing.T) {
	for _, r := range All() {
		if fix := r.Fix(); len(fix) < 20 || len(fix) > 250 || strings.ContainsAny(fix, "`\n[]") {
			t.Errorf("%s: %q", r.ID, fix)
		}
	}
	if fix := (Rule{ID: "policy/own"}).Fix(); fix != "" {
		t.Errorf("a policy of a program: %q", fix)
	}
}
