package library

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStandardPackages compares the list of standard packages with that of the
// go command. Those that only the standard library imports are left out.
func TestStandardPackages(t *testing.T) {
	out, err := exec.Command("go", "list", "std").Output()
	if err != nil {
		t.Fatal(err)
	}
	private := regexp.MustCompile(`(^|/)(internal|vendor)(/|$)`)
	var want []string
	for path := range strings.FieldsSeq(string(out)) {
		if !private.MatchString(path) {
			want = append(want, path)
		}
	}
	if d := cmp.Diff(want, strings.Fields(stdList)); d != "" {
		t.Errorf("std.txt, go list std (-want +got):\n%s", d)
	}
}

func TestIsStandard(t *testing.T) {
	for id, want := range map[string]bool{
		"fmt.Sprintf":                   true,
		"(*sync.Once).Do":               true,
		"net/http.HandleFunc":           true,
		"(*net/http.ServeMux).Handle":   true,
		"slices.Sort":                   true,
		"foo/bar.Extend":                false,
		"(*foo/bar.Builder).Extend":     false,
		"foo.Extend":                    false,
		"main.f":                        false,
		"command-line-arguments.f":      false,
		"example.com/a/b.f":             false,
		"golang.org/x/sync/errgroup.f":  false,
		"init:example.com/app.name":     false,
		"a function that is not known":  false,
		"(net/http/foo.T).f":            false,
		"(example.com/a/slices.T).Sort": false,
	} {
		if got := IsStandard(id); got != want {
			t.Errorf("isStandard(%q) = %v, want %v", id, got, want)
		}
	}
}
