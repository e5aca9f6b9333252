package ssaflow

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// handedMark is what the line before a function of testdata/handed says of the numbers that it hands over.
var handedMark = regexp.MustCompile(`(?m)^// (holds|violated|unknown|unreached|nothing)(?:\(([^)]*)\))?:.*\nfunc (?:\([^)]*\) )?(\w+)`)

// TestHanded compares what is said of each number that a function hands to a tool with what is true of it.
func TestHanded(t *testing.T) {
	dirs, err := filepath.Glob("testdata/handed/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, dir := range dirs {
		l := newLoader(nil)
		l.roots["t"] = dir
		l.acts = actsOfStandard
		l.handlers = map[string]bool{"t.transfer": true, "t.sendBulk": true}
		if _, err := l.Import("t"); err != nil {
			t.Fatal(err)
		}
		want := wantedOf(t, dir, handedMark, 3, 1, 2)
		if len(want) < 14 {
			t.Fatalf("%s: %d functions", dir, len(want))
		}
		for _, w := range want {
			got, values := "nothing", ""
			var told []string
			for _, h := range l.res.Handed {
				if functionAround(h.Pos.File, h.Pos.Line, want) != w.name {
					continue
				}
				told = append(told, fmt.Sprintf("%s %v %s unreached: %t, doubt %d, proof of %d lines", h.Label, h.Verdict, h.Values, h.Unreached, h.Doubt, len(h.Proof)))
				is := h.Verdict.String()
				if h.Unreached {
					is = "unreached"
				}
				if rank := []string{"nothing", "unreached", "holds", "unknown", "violated"}; slices.Index(rank, is) > slices.Index(rank, got) || is == got && h.Values == w.values {
					got, values = is, h.Values
				}
			}
			if got != w.verdict || w.values != "" && values != w.values {
				t.Errorf("%s: %s (%s), want %s (%s)\n    %s", w.name, got, values, w.verdict, w.values, strings.Join(told, "\n    "))
			} else if testing.Verbose() {
				t.Logf("%s: %s\n    %s", w.name, got, strings.Join(told, "\n    "))
			}
		}
	}
}
