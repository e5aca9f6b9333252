package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph/spell"
)

// TestPages holds each rule's page to the registry and to one outline.
func TestPages(t *testing.T) {
	sections := []string{
		"## What it finds\n", "## Why it matters\n", "## Bad\n", "## Good\n",
		"## What it does not see\n", "## How to fix\n", "## How to suppress\n",
	}
	for _, r := range Rules() {
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

func TestRegistrySorted(t *testing.T) {
	if !slices.IsSortedFunc(registry, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("registry is not sorted by ID")
	}
	for _, r := range registry {
		if got, ok := RuleByID(r.ID); !ok || got != r {
			t.Errorf("RuleByID(%q) = %v, %v", r.ID, got, ok)
		}
		if r.Severity == SeverityUnset {
			t.Errorf("%s has no severity", r.ID)
		}
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
		{"gate", HumanGate},
		{"something else", ""},
		{"", ""},
	} {
		if got := spell.Nearest(test.name, RuleNames()); got != test.want {
			t.Errorf("Nearest(%q) = %q, want %q", test.name, got, test.want)
		}
	}
}
