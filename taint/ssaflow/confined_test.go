package ssaflow

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/funcid"
)

// verdictMark is the line before a function of testdata/confined: what is to be said of the data
// in it that is said to be confined.
var verdictMark = regexp.MustCompile(`(?m)^// (holds|violated|unknown|nothing)[:.].*\nfunc (?:\([^)]*\) )?(\w+)`)

// TestConfined compares what is said of each way to guard an effect with what is true of it. The
// functions of testdata/confined are guards of real programs and of published advisories, right
// and wrong ones, in as few lines as they need.
func TestConfined(t *testing.T) {
	dirs, err := filepath.Glob("testdata/confined/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, dir := range dirs {
		l := newLoader(nil)
		l.roots["t"] = dir
		l.effects = func(id string) []string {
			if id != "" && library.IsStandard(funcid.Package(id)) {
				return nil
			}
			return graph.ConfineNames()
		}
		if _, err := l.Import("t"); err != nil {
			t.Fatal(err)
		}
		want := wantedOf(t, dir, verdictMark, 2, 1, 0)
		said := make(map[string]verdict.Verdict)
		for _, f := range l.flows {
			name := functionAround(f.Sink.Pos.File, f.Sink.Pos.Line, want)
			old, known := said[name]
			if v := f.Confinement(); f.Source.ConfinedTo() != "" && (!known || worse(v, old)) {
				said[name] = v
			}
		}
		for _, w := range want {
			got := "nothing"
			if v, ok := said[w.name]; ok {
				got = v.String()
			}
			if got != w.verdict {
				t.Errorf("%s: %s: %s, want %s", filepath.Base(dir), w.name, got, w.verdict)
				for _, f := range l.flows {
					if functionAround(f.Sink.Pos.File, f.Sink.Pos.Line, want) == w.name {
						t.Logf("    %s: %s %v %v", f.Confinement(), f.Sink.Kind, f.Labels, f.Hops)
					}
				}
			}
		}
	}
}

// worse reports whether one verdict counts more than another.
func worse(v, than verdict.Verdict) bool {
	order := []verdict.Verdict{verdict.Holds, verdict.Unknown, verdict.Violated}
	return slices.Index(order, v) > slices.Index(order, than)
}

// A wanted is what is to be said of a function, and its first line.
type wanted struct {
	name, verdict, values, file string
	line                        int
}

// wantedOf reads the lines before the functions of a program: by the groups of a pattern, the name, the verdict,
// and the values that show it.
func wantedOf(t *testing.T, dir string, mark *regexp.Regexp, name, verdict, values int) (out []wanted) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mark.FindAllSubmatchIndex(text, -1) {
			out = append(out, wanted{
				name: group(text, m, name), verdict: group(text, m, verdict), values: group(text, m, values), file: file,
				line: strings.Count(string(text[:m[2*name]]), "\n") + 1,
			})
		}
	}
	return out
}

// group returns the n-th group of a match, "" for the 0-th.
func group(text []byte, match []int, n int) string {
	if n == 0 || match[2*n] < 0 {
		return ""
	}
	return string(text[match[2*n]:match[2*n+1]])
}

// functionAround returns the last of the functions that begins before a line of a file.
func functionAround(file string, line int, list []wanted) (name string) {
	for _, w := range list {
		if w.file == file && w.line <= line {
			name = w.name
		}
	}
	return name
}
