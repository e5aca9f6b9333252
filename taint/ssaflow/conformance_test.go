//go:build conformance

package ssaflow

// This file runs the annotated programs of other taint engines:
//
//	TAINT_SUITES=DIR go test -tags conformance -run Conformance -v ./taint/ssaflow
//
// DIR holds checkouts ar-go-tools (github.com/awslabs/ar-go-tools), go-flow-levee
// (github.com/google/go-flow-levee) and gosec (github.com/securego/gosec, v2); they are
// read, none is changed. Of the first, @Source(id) and @Sink(id) pairs count; of the
// second, "want" comments at sinks, which name no source; of the third, how many sinks
// a sample states. The programs are not part of this repository. What differs
// stands in testdata/conformance.txt, with the reason.

import (
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/taint"
)

func suite(t *testing.T, name string) string {
	root := os.Getenv("TAINT_SUITES")
	if root == "" {
		t.Skip("TAINT_SUITES names no directory")
	}
	debugPanics = false
	return filepath.Join(root, name)
}

// packagesUnder registers all packages below dir, by import path.
func packagesUnder(l *loader, dir, path string) {
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			rel, _ := filepath.Rel(dir, name)
			l.roots[filepath.ToSlash(filepath.Join(path, rel))] = name
		}
		return nil
	})
}

func TestConformanceArgot(t *testing.T) {
	base := filepath.Join(suite(t, "ar-go-tools"), "analysis", "taint", "testdata")
	programs, _ := filepath.Glob(filepath.Join(base, "*"))
	r := newRecord(t, "ar-go-tools")
	for _, dir := range programs {
		name := filepath.Base(dir)
		root := "github.com/awslabs/ar-go-tools/analysis/taint/testdata/" + name
		l := newLoader(nil)
		packagesUnder(l, dir, root)
		if _, err := l.Import(root); err != nil {
			t.Logf("%-28s not loaded: %v", name, err)
			continue
		}
		want := annotated(t, l)
		var flows []taint.Flow
		for _, table := range argotTables(t, l, dir, root) {
			problem := newLoader(table)
			problem.roots = l.roots
			if _, err := problem.Import(root); err != nil {
				t.Fatal(err)
			}
			flows = append(flows, problem.flows...)
		}
		r.compare(name, want, found(asked(flows)))
		r.doubt(want, found(sure(asked(flows))))
	}
	r.finish()
}

// sure returns the flows that are findings, not unknown.
func sure(flows []taint.Flow) (out []taint.Flow) {
	for _, f := range flows {
		if f.IsSure() {
			out = append(out, f)
		}
	}
	return out
}

// doubt counts what is found and not sure.
func (r *record) doubt(want, sure []pair) { r.doubtful += len(without(want, sure)) }

// asked returns the flows that the suites' own sources and sinks have.
func asked(flows []taint.Flow) []taint.Flow {
	return slices.DeleteFunc(flows, func(f taint.Flow) bool {
		return f.Sink.Kind != "test" || !f.Labels.Has("data")
	})
}

// A record compares what is found in one suite with what the suite states, and each
// difference with its row in testdata/conformance.txt:
//
//	SUITE PROGRAM missed|extra FLOW REASON
//
// A difference without a row fails, and so does a row without a difference.
type record struct {
	t                    *testing.T
	suite                string
	rows                 map[string]bool // those without a difference so far
	found, missed, extra int
	doubtful             int // found in doubt, or missed
}

func newRecord(t *testing.T, suite string) *record {
	t.Helper()
	text, err := os.ReadFile("testdata/conformance.txt")
	if err != nil {
		t.Fatal(err)
	}
	r := &record{t: t, suite: suite, rows: make(map[string]bool)}
	for n, row := range strings.Split(string(text), "\n") {
		words := strings.Fields(row)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if len(words) < 5 {
			t.Fatalf("conformance.txt:%d: want SUITE PROGRAM missed|extra FLOW REASON", n+1)
		}
		if key := strings.Join(words[:4], " "); words[0] == suite {
			if r.rows[key] {
				t.Errorf("conformance.txt:%d: a second row %s", n+1, key)
			}
			r.rows[key] = true
		}
	}
	return r
}

// compare scores one program.
func (r *record) compare(program string, want, got []pair) {
	r.t.Helper()
	missed, extra := without(want, got), without(got, want)
	r.t.Logf("%-28s found %3d missed %3d extra %3d", program, len(want)-len(missed), len(missed), len(extra))
	r.explained(program, "missed", missed)
	r.explained(program, "extra", extra)
	r.found, r.missed, r.extra = r.found+len(want)-len(missed), r.missed+len(missed), r.extra+len(extra)
}

func (r *record) explained(program, how string, pairs []pair) {
	r.t.Helper()
	for _, p := range pairs {
		key := strings.Join([]string{r.suite, program, how, strings.TrimPrefix(p.source+"->"+p.sink, "->")}, " ")
		if !r.rows[key] {
			r.t.Errorf("no row: %s", key)
		}
		delete(r.rows, key)
	}
}

func (r *record) finish() {
	r.t.Helper()
	for _, key := range sortedKeys(r.rows) {
		r.t.Errorf("no longer so: %s", key)
	}
	r.t.Logf("total: found %d, missed %d, extra %d; of those found, %d are not sure", r.found, r.missed, r.extra, r.doubtful-r.missed)
}

// leveeRows are what the suite's test-config.yaml says, and tags of its own.
const leveeRows = `
package levee_analysistest/example/tests/fields
source Headers.Auth data field
package levee_analysistest/example/core
source TaggedSource.Data data field
source Source data type
source SourceManipulator data type
sink Sink test each
sink Sinkf test each
sink FSinkf test each
sink OneArgSink test each
sink SinkAndReturn test each
sink Sinker.Sink test each
sanitizer Sanitize * each->result
sanitizer SanitizeSource * each->result
sanitizer SanitizePtr * 0->0
`

func TestConformanceLevee(t *testing.T) {
	base := filepath.Join(suite(t, "go-flow-levee"), "internal", "pkg", "levee", "testdata", "src", "levee_analysistest")
	programs, _ := filepath.Glob(filepath.Join(base, "example", "tests", "*"))
	r := newRecord(t, "go-flow-levee")
	for _, dir := range programs {
		name := filepath.Base(dir)
		l := newLoader(testTable(t, leveeRows))
		packagesUnder(l, base, "levee_analysistest")
		if _, err := l.Import("levee_analysistest/example/tests/" + name); err != nil {
			t.Logf("%-28s not loaded: %v", name, err)
			continue
		}
		ends := func(flows []taint.Flow) (got []pair) {
			for _, f := range flows {
				if filepath.Dir(f.Sink.Pos.File) == dir {
					got = append(got, pair{"", line(f.Sink.Pos.File, f.Sink.Pos.Line)})
				}
			}
			return uniquePairs(got)
		}
		want := wants(l, dir)
		r.compare(name, want, ends(asked(l.flows)))
		r.doubt(want, ends(sure(asked(l.flows))))
	}
	r.finish()
}

// wants returns the lines with a "want" comment, TODOs included: those are flows too.
func wants(l *loader, dir string) (out []pair) {
	l.fset.Iterate(func(file *token.File) bool {
		if filepath.Dir(file.Name()) == dir {
			text, _ := os.ReadFile(file.Name())
			for n, s := range strings.Split(string(text), "\n") {
				if regexp.MustCompile("//.*want [\"`]").MatchString(s) {
					out = append(out, pair{"", line(file.Name(), n+1)})
				}
			}
		}
		return true
	})
	return uniquePairs(out)
}
