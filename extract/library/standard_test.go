package library

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStandardPackages compares the list of standard packages with that of the
// go command. Those that only the standard library imports are told by their paths.
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
		if !IsStandard(path) {
			t.Errorf("IsStandard(%q) = false", path)
		}
	}
	if d := cmp.Diff(want, strings.Fields(stdList)); d != "" {
		t.Errorf("std.list, go list std (-want +got):\n%s", d)
	}
}

// TestIsStandard: the form of a path does not tell. Modules may be called text or net/http
// with a path below, and some are.
func TestIsStandard(t *testing.T) {
	for path, want := range map[string]bool{
		"fmt":                        true,
		"net/http":                   true,
		"text/template":              true,
		"crypto/internal/fips140":    true,
		"go/internal/gcimporter":     true,
		"internal/abi":               true,
		"log/internal":               true,
		"vendor/golang.org/x/text":   true,
		"text":                       false,
		"text/app":                   false,
		"text/internal/app":          false,
		"net/http/foo":               false,
		"foo":                        false,
		"foo/bar":                    false,
		"foo/internal":               false,
		"main":                       false,
		"command-line-arguments":     false,
		"example.com/a/b":            false,
		"example.com/a/slices":       false,
		"example.com/a/internal/fmt": false,
		"golang.org/x/sync/errgroup": false,
		"":                           false,
	} {
		if got := IsStandard(path); got != want {
			t.Errorf("IsStandard(%q) = %v, want %v", path, got, want)
		}
	}
}
