package unread

import (
	"slices"
	"testing"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/passtest"
)

// TestAnalyzer compares what is said with the comments in testdata: under -strict of a package
// that is no command, and of directives. Of commands, package module says it.
func TestAnalyzer(t *testing.T) {
	passtest.Run(t, New(verify.Options{Strict: true}, directive.Analyzer), "testdata", "./drawn", "./given", "./lib", "./loop", "./nothing", "./served", "./silenced")
}

// TestSeen wants what a driver that joins packages gets of one: all that was seen, also
// where something was read, and not what a directive silences.
func TestSeen(t *testing.T) {
	a := New(verify.Options{Strict: true}, directive.Analyzer)
	for pkg, want := range map[string]int{"./loop": 1, "./lib": 1, "./silenced": 0, "./nothing": 0} {
		for _, act := range passtest.Run(t, a, "testdata", pkg) {
			if got := act.Result.(*Result).Seen(); len(got) != want {
				t.Errorf("%s: seen %v, want %d places", pkg, got, want)
			}
		}
	}
}

// TestLibraries holds the table of libraries that are not read apart from the rows, and in
// order.
func TestLibraries(t *testing.T) {
	all := library.All()
	read := slices.Concat(all.Packages(library.AllFamilies), all.Opaque(), all.Clients())
	list := libraries()
	if len(list) == 0 {
		t.Fatal("the table is empty")
	}
	for i, l := range list {
		if l.what == "" {
			t.Errorf("%s: the table does not say what it is", l.path)
		}
		if i > 0 && list[i-1].path >= l.path {
			t.Errorf("%s stands after %s", l.path, list[i-1].path)
		}
		for _, path := range read {
			if within(path, l.path) {
				t.Errorf("%s is not read, says the table; there are rows on %s", l.path, path)
			}
		}
	}
}
