//go:build conformance

package ssaflow

// This file runs the annotated programs of two other taint engines:
//
//	TAINT_SUITES=DIR go test -tags conformance -run Conformance -v ./taint/ssaflow
//
// DIR holds checkouts ar-go-tools (github.com/awslabs/ar-go-tools) and go-flow-levee
// (github.com/google/go-flow-levee); both are read, neither is changed. Of the first,
// @Source(id) and @Sink(id) pairs count; of the second, "want" comments at sinks,
// which name no source. The programs are not part of this repository.

import (
	"fmt"
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

var (
	sourceName = regexp.MustCompile(`^(source|Source)[0-9]*$`)
	sinkName   = regexp.MustCompile(`^(sink|Sink)[0-9]*$`)
	cleanName  = regexp.MustCompile(`^(.*)(s|S)anitize[0-9]?$`)
)

// namedRows returns rows for the functions of a package that are called source,
// sink or sanitize.
func namedRows(paths []string, names map[string][]string) *taint.Table {
	var b strings.Builder
	for _, path := range paths {
		fmt.Fprintf(&b, "package %s\n", path)
		for _, name := range names[path] {
			switch {
			case sourceName.MatchString(name):
				fmt.Fprintf(&b, "source %s data result\n", name)
			case sinkName.MatchString(name):
				fmt.Fprintf(&b, "sink %s test each\n", name)
			case cleanName.MatchString(name):
				fmt.Fprintf(&b, "sanitizer %s * each->result\n", name)
			}
		}
	}
	t, err := taint.ParseTable("rows", strings.NewReader(b.String()))
	if err != nil {
		panic(err)
	}
	return t
}

// functionNames lists the package-level functions of the packages that l knows.
func functionNames(l *loader) (paths []string, names map[string][]string) {
	names = make(map[string][]string)
	for _, path := range sortedKeys(l.roots) {
		files, _ := filepath.Glob(filepath.Join(l.roots[path], "*.go"))
		for _, file := range files {
			text, _ := os.ReadFile(file)
			for _, m := range regexp.MustCompile(`(?m)^func (\w+)[(\[]`).FindAllStringSubmatch(string(text), -1) {
				names[path] = append(names[path], m[1])
			}
		}
		paths = append(paths, path)
		slices.Sort(names[path])
		names[path] = slices.Compact(names[path])
	}
	return paths, names
}

func TestConformanceArgot(t *testing.T) {
	root := suite(t, "ar-go-tools")
	base := filepath.Join(root, "analysis", "taint", "testdata")
	programs, _ := filepath.Glob(filepath.Join(base, "*"))
	var nfound, nmissed, nextra int
	for _, dir := range programs {
		name := filepath.Base(dir)
		l := newLoader(nil)
		packagesUnder(l, dir, "github.com/awslabs/ar-go-tools/analysis/taint/testdata/"+name)
		l.table = taint.Standard().Join(namedRows(functionNames(l)))
		if _, err := l.Import("github.com/awslabs/ar-go-tools/analysis/taint/testdata/" + name); err != nil {
			t.Logf("%-28s not loaded: %v", name, err)
			continue
		}
		found, missed, extra := score(t, name, annotated(t, l), found(l.flows))
		nfound, nmissed, nextra = nfound+found, nmissed+missed, nextra+extra
	}
	t.Logf("total: found %d, missed %d, extra %d", nfound, nmissed, nextra)
}

// score logs how what was found compares with what is stated.
func score(t *testing.T, name string, want, got []pair) (found, missed, extra int) {
	t.Helper()
	lost, more := without(want, got), without(got, want)
	t.Logf("%-28s found %3d missed %3d extra %3d", name, len(want)-len(lost), len(lost), len(more))
	for _, p := range lost {
		t.Logf("    missed %s to %s", p.source, p.sink)
	}
	for _, p := range more {
		t.Logf("    extra  %s to %s", p.source, p.sink)
	}
	return len(want) - len(lost), len(lost), len(more)
}

func TestConformanceLevee(t *testing.T) {
	root := suite(t, "go-flow-levee")
	base := filepath.Join(root, "internal", "pkg", "levee", "testdata", "src", "levee_analysistest")
	rows := `
package levee_analysistest/example/core
source Source secret type
source SourceManipulator secret type
sink Sink test each
sink Sinkf test each
sink FSinkf test each
sink OneArgSink test each
sink SinkAndReturn test each
sanitizer Sanitize * each->result
sanitizer SanitizePtr * 0->0
`
	tests, _ := filepath.Glob(filepath.Join(base, "example", "tests", "*"))
	var total [3]int
	for _, dir := range tests {
		name := filepath.Base(dir)
		l := newLoader(testTable(t, rows))
		packagesUnder(l, base, "levee_analysistest")
		if _, err := l.Import("levee_analysistest/example/tests/" + name); err != nil {
			t.Logf("%-28s not loaded: %v", name, err)
			continue
		}
		want := wants(l, dir)
		var got []pair
		for _, f := range l.flows {
			if filepath.Dir(f.Sink.Pos.File) == dir {
				got = append(got, pair{"", line(f.Sink.Pos.File, f.Sink.Pos.Line)})
			}
		}
		found, missed, extra := score(t, name, want, uniquePairs(got))
		total[0], total[1], total[2] = total[0]+found, total[1]+missed, total[2]+extra
	}
	t.Logf("total: found %d, missed %d, extra %d", total[0], total[1], total[2])
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
