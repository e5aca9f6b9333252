// Package passtest runs an analysis pass on the small programs that tests keep in
// testdata, and compares what it reports with the comments in them.
//
// It does what analysistest does, in a tenth of the time: see Load. A comment says what is
// reported on its line, as regular expressions in quotes or backquotes, one for each
// diagnostic. It may stand behind another comment.
//
//	g.AddEdge("a", "b") // want `structure/dead-end: .*` "structure/unreachable"
//
// A pattern behind "package:" is for a fact of the package. Facts that print as nothing are not
// compared: they are what a pass remembers of its own diagnostics, which are.
package passtest

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Run analyses packages of a directory and compares the diagnostics, and the facts about
// each package, with the comments. It returns what became of each package.
func Run(t testing.TB, a *analysis.Analyzer, dir string, patterns ...string) []*checker.Action {
	t.Helper()
	acts := Analyze(t, a, Load(t, dir, nil, patterns...))
	for _, act := range acts {
		compare(t, act)
	}
	return acts
}

// Analyze returns what becomes of packages, and compares nothing.
func Analyze(t testing.TB, a *analysis.Analyzer, pkgs []*packages.Package) []*checker.Action {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatalf("analyze: %v", err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatalf("analyze %s: %v", act.Package.PkgPath, act.Err)
		}
	}
	return graph.Roots
}

// A place is a line of a file, or, with fact, the facts of the package.
type place struct {
	file string
	line int
	fact bool
}

// compare compares the diagnostics of a package, and the facts about it, with its comments.
func compare(t testing.TB, act *checker.Action) {
	t.Helper()
	wanted := expectations(t, act.Package)
	match := func(at place, said string) {
		i := slices.IndexFunc(wanted[at], func(re *regexp.Regexp) bool { return re.MatchString(said) })
		if i < 0 {
			t.Errorf("%s:%d: unexpected: %s", at.file, at.line, said)
			return
		}
		wanted[at] = slices.Delete(wanted[at], i, i+1)
	}
	for _, d := range act.Diagnostics {
		pos := act.Package.Fset.Position(d.Pos)
		match(place{file: pos.Filename, line: pos.Line}, d.Message)
	}
	for _, f := range act.AllPackageFacts() {
		if said := fmt.Sprint(f.Fact); f.Package == act.Package.Types && said != "" {
			match(place{fact: true}, said)
		}
	}
	for at, left := range wanted {
		for _, re := range left {
			t.Errorf("%s:%d: nothing is said that matches %q", at.file, at.line, re)
		}
	}
}

const quoted = "(?:package:)?(?:\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`)"

var (
	begin   = regexp.MustCompile(`//\s*want\s`)
	comment = regexp.MustCompile("// want((?: +" + quoted + ")+) *$")
	pattern = regexp.MustCompile(quoted)
)

// expectations returns what the comments of a package want.
func expectations(t testing.TB, p *packages.Package) map[place][]*regexp.Regexp {
	t.Helper()
	out := make(map[place][]*regexp.Regexp)
	for _, file := range p.Syntax {
		for _, group := range file.Comments {
			for _, c := range group.List {
				pos := p.Fset.Position(c.Pos())
				for _, text := range patterns(t, pos, c.Text) {
					at := place{file: pos.Filename, line: pos.Line}
					rest, fact := strings.CutPrefix(text, "package:")
					if fact {
						at = place{fact: true}
					}
					out[at] = append(out[at], compile(t, pos, rest))
				}
			}
		}
	}
	return out
}

// patterns returns what a comment wants, in quotes.
func patterns(t testing.TB, pos token.Position, text string) []string {
	t.Helper()
	m := comment.FindStringSubmatch(text)
	if m == nil {
		if begin.MatchString(text) {
			t.Fatalf("%s: want patterns in quotes: %s", pos, text)
		}
		return nil
	}
	return pattern.FindAllString(m[1], -1)
}

func compile(t testing.TB, pos token.Position, quoted string) *regexp.Regexp {
	t.Helper()
	text, err := strconv.Unquote(quoted)
	if err != nil {
		t.Fatalf("%s: %s: %v", pos, quoted, err)
	}
	re, err := regexp.Compile(text)
	if err != nil {
		t.Fatalf("%s: %v", pos, err)
	}
	return re
}
