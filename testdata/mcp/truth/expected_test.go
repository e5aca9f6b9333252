package main

// This file holds the lists of expected findings to the comments in the code.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A defect is declared at the end of the line that has it:
//
//	// DEFECT rule subject: why             agentvet has to find it
//	// DEFECT(policy) rule subject: why     if a policy calls the subject sensitive
//	// DEFECT(may) rule subject: why        a consequence of another, may be left out
//	// LATER rule subject: why              of a rule outside structure/
var declaration = regexp.MustCompile(`// (DEFECT|LATER)(?:\((\w+)\))? (\S+) ([^:]+): .+`)

// TestExpected: expected.txt lists exactly the defects that the code declares,
// and a clean twin declares none.
func TestExpected(t *testing.T) {
	dirs, err := filepath.Glob("../*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		switch filepath.Base(dir) {
		case "clean":
			if got := declared(t, dir); len(got) != 0 {
				t.Errorf("%s declares %q", dir, got)
			}
		case "bad":
			got, want := declared(t, dir), listed(t, filepath.Join(dir, "expected.txt"))
			if !slices.Equal(got, want) {
				t.Errorf("%s declares\n%s\nand expected.txt lists\n%s", dir, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// declared returns the defects that the files of a directory declare, as rows
// of expected.txt, sorted.
func declared(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, file := range files {
		for i, line := range strings.Split(read(t, file), "\n") {
			if m := declaration.FindStringSubmatch(line); m != nil {
				row := fmt.Sprintf("%s %s %s:%d", m[3], m[4], filepath.Base(file), i+1)
				if m[1] == "LATER" {
					row = "later " + row
				}
				rows = append(rows, strings.TrimSpace(row+" "+m[2]))
			}
		}
	}
	slices.Sort(rows)
	return rows
}

// listed returns the rows of a list, sorted.
func listed(t *testing.T, file string) []string {
	t.Helper()
	var rows []string
	for line := range strings.Lines(read(t, file)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			rows = append(rows, line)
		}
	}
	slices.Sort(rows)
	return rows
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
