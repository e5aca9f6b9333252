package ssaflow

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/funcid"
)

// valuesMark is what the line before a function of testdata/bounded says of the values that show it.
var valuesMark = regexp.MustCompile(`(?m)^// (holds|violated|unknown|nothing)(?:\(([^)]*)\))?:.*\nfunc (?:\([^)]*\) )?(\w+)`)

// TestBounded compares what is said of each way to keep a number within its limits with what is true
// of it.
func TestBounded(t *testing.T) {
	dirs, err := filepath.Glob("testdata/bounded/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, dir := range dirs {
		l := newLoader(nil)
		l.roots["t"] = dir
		l.acts = actsOfStandard
		if _, err := l.Import("t"); err != nil {
			t.Fatal(err)
		}
		want := wantedOf(t, dir, valuesMark, 3, 1, 2)
		for _, w := range want {
			got, values := verdict.Holds, ""
			var doubts []string
			for i := range l.flows {
				f := &l.flows[i]
				if functionAround(f.Sink.Pos.File, f.Sink.Pos.Line, want) != w.name {
					continue
				}
				for _, b := range f.Breaks() {
					doubts = append(doubts, b.Label+" "+b.Verdict.String()+" "+b.Values+" "+f.Sink.Name+fmt.Sprint(f.Hops))
					if b.Verdict == verdict.Violated && (got != verdict.Violated || w.values != "" && b.Values == w.values) {
						values = b.Values
					}
					if worse(b.Verdict, got) {
						got = b.Verdict
					}
				}
			}
			if got.String() != w.verdict || w.values != "" && values != "" && values != w.values {
				t.Errorf("%s: %s (%s), want %s (%s)\n    %s", w.name, got, values, w.verdict, w.values, strings.Join(doubts, "\n    "))
			}
		}
	}
}

// actsOfStandard says of functions of the standard library whether they have an effect, as far as the
// programs of tests use them.
func actsOfStandard(id string) Act {
	switch {
	case id == "":
		return ActMay
	case slices.Contains([]string{"database/sql.DB.Exec", "os.WriteFile"}, funcid.Key(id)):
		return ActDoes
	case library.IsStandard(funcid.Package(id)):
		return ActNone
	}
	return ActMay
}
