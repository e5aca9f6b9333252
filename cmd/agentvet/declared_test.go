package main

// This file holds the comments with which the programs of testdata declare their
// defects to the lists that other tests read: expected.txt, one a program.

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/golden"
)

// declaration is the comment at the end of a line that has a defect:
//
//	// DEFECT rule subject: why          agentvet has to find it
//	// DEFECT(policy) rule subject: why  if a policy calls the subject sensitive
//	// DEFECT(human) rule subject: why   if a policy wants a person on every way
//	// DEFECT(strict) rule subject: why  of a rule that waits, if a policy asks for it
//	// DEFECT(may) rule subject: why     a consequence of another, may be left out
var declaration = regexp.MustCompile(`// DEFECT(?:\((policy|human|strict|may)\))? (\S+) (\S+): \S`)

// TestDeclared: the rows of each expected.txt below testdata are what the comments
// in its directory declare, "rule subject file:line status" with the file's path in
// its module, and only a bad program declares what has to be found. -update writes
// the lists.
func TestDeclared(t *testing.T) {
	root := filepath.Join("..", "..", "testdata")
	programs := 0
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		rows := declaredIn(t, name)
		file := filepath.Join(name, "expected.txt")
		if _, err := os.Stat(file); err != nil && len(rows) == 0 {
			return nil
		}
		programs++
		golden.Compare(t, file, strings.Join(rows, ""))
		if form := filepath.Base(name); form != "bad" && form != "rejected" {
			for _, row := range rows {
				if strings.HasSuffix(row, " must\n") {
					t.Errorf("%s: not a bad program, and it declares %s", name, row)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if programs == 0 {
		t.Errorf("no program below %s declares a defect", root)
	}
}

// declaredIn returns the rows of expected.txt that the comments in the Go files of
// a directory ask for, sorted.
func declaredIn(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			all := declaration.FindAllStringSubmatch(line, -1)
			if len(all) != strings.Count(line, "// DEFECT") {
				t.Errorf("%s:%d: a defect without rule, subject and reason, or of a status that does not exist", file, i+1)
			}
			for _, m := range all {
				if _, ok := rules.ByID(m[2]); !ok {
					t.Errorf("%s:%d: a defect of the rule %s, which does not exist", file, i+1, m[2])
				}
				status := m[1]
				if status == "" {
					status = "must"
				}
				rows = append(rows, fmt.Sprintf("%s %s %s:%d %s\n", m[2], m[3], inModule(t, file), i+1, status))
			}
		}
	}
	slices.Sort(rows)
	return rows
}

// inModule returns the path of a file from the root of its module, with slashes.
func inModule(t *testing.T, file string) string {
	t.Helper()
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			rel, err := filepath.Rel(dir, file)
			if err != nil {
				t.Fatal(err)
			}
			return filepath.ToSlash(rel)
		}
		if dir == filepath.Dir(dir) {
			t.Fatalf("%s is in no module", file)
		}
	}
}
