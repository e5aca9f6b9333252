package published

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the expected.txt files")

// marker matches the comment of a defect: its status if it is not "must", the
// rule, the subject and a reason. README.md says what each status means.
var marker = regexp.MustCompile(`// DEFECT(?:\((may|policy|human)\))? (\S+) (\S+): \S`)

// TestExpected: the lines of each expected.txt are the comments in its directory.
// A clean program has nothing that is reported by default.
func TestExpected(t *testing.T) {
	for _, module := range []string{"adk", "eino", "langgraphgo"} {
		files, err := filepath.Glob(filepath.Join(module, "*", "*", "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		want := make(map[string][]string) // by directory
		for _, file := range files {
			dir := filepath.Dir(file)
			want[dir] = append(want[dir], markers(t, module, file)...)
		}
		for dir, lines := range want {
			form := filepath.Base(dir)
			for _, line := range lines {
				if form != "bad" && strings.HasSuffix(line, " must") {
					t.Errorf("%s: a program without defects has %q", dir, line)
				}
			}
			slices.Sort(lines)
			compare(t, filepath.Join(dir, "expected.txt"), strings.Join(lines, ""))
		}
	}
}

// compare holds a list to the text that it should have. An empty list has no file.
func compare(t *testing.T, file, want string) {
	t.Helper()
	if *update && want != "" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil && !(os.IsNotExist(err) && want == "") {
		t.Error(err)
	} else if string(got) != want {
		t.Errorf("%s is\n%swant, from the comments,\n%s", file, got, want)
	}
}

// markers returns the lines of expected.txt that the comments in a file ask for.
func markers(t *testing.T, module, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rel := strings.TrimPrefix(filepath.ToSlash(file), module+"/")
	var lines []string
	in := bufio.NewScanner(f)
	for n := 1; in.Scan(); n++ {
		m := marker.FindStringSubmatch(in.Text())
		if m == nil {
			if strings.Contains(in.Text(), "// DEFECT") {
				t.Errorf("%s:%d: a defect without rule, subject and reason", file, n)
			}
			continue
		}
		status := m[1]
		if status == "" {
			status = "must"
		}
		lines = append(lines, fmt.Sprintf("%s %s %s:%d %s\n", m[2], m[3], rel, n, status))
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}
