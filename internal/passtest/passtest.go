// Package passtest runs an analysis pass on the small programs that tests keep in
// testdata, and compares what it reports with the comments in them.
//
// It does what analysistest does, in a tenth of the time: see Load. A comment says what is
// reported on its line, as regular expressions in quotes or backquotes, one for each
// diagnostic. It may stand behind another comment.
//
//	g.AddEdge("a", "b") // want `structure/dead-end: .*` "structure/unreachable"
package passtest

import (
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Run analyses packages of a directory and compares the diagnostics with the comments.
// It returns what became of each package.
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

// A place is a line of a file.
type place struct {
	file string
	line int
}

func compare(t testing.TB, act *checker.Action) {
	t.Helper()
	wanted := expectations(t, act.Package)
	for _, d := range act.Diagnostics {
		pos := act.Package.Fset.Position(d.Pos)
		at := place{pos.Filename, pos.Line}
		i := slices.IndexFunc(wanted[at], func(re *regexp.Regexp) bool { return re.MatchString(d.Message) })
		if i < 0 {
			t.Errorf("%s: unexpected: %s", pos, d.Message)
			continue
		}
		wanted[at] = slices.Delete(wanted[at], i, i+1)
	}
	for at, left := range wanted {
		for _, re := range left {
			t.Errorf("%s:%d: nothing is reported that matches %q", at.file, at.line, re)
		}
	}
}

const quoted = "(?:\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`)"

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
				at := place{pos.Filename, pos.Line}
				for _, text := range patterns(t, pos, c.Text) {
					re, err := regexp.Compile(text)
					if err != nil {
						t.Fatalf("%s: %v", pos, err)
					}
					out[at] = append(out[at], re)
				}
			}
		}
	}
	return out
}

// patterns returns what a comment wants.
func patterns(t testing.TB, pos token.Position, text string) []string {
	t.Helper()
	m := comment.FindStringSubmatch(text)
	if m == nil {
		if begin.MatchString(text) {
			t.Fatalf("%s: want patterns in quotes: %s", pos, text)
		}
		return nil
	}
	var out []string
	for _, q := range pattern.FindAllString(m[1], -1) {
		s, err := strconv.Unquote(q)
		if err != nil {
			t.Fatalf("%s: %s: %v", pos, q, err)
		}
		out = append(out, s)
	}
	return out
}
