package truth

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// marker matches the comment of a planted defect: its status if it is not
// "must", the rule, the subject, and a reason.
var marker = regexp.MustCompile(`// DEFECT(?:\((may|policy)\))? (\S+) (\S+): \S`)

// TestExpected holds the lists of defects and the comments in the code
// together: each line of an expected.txt is a comment, and the reverse.
func TestExpected(t *testing.T) {
	root := ".."
	want := make(map[string][]string) // directory of expected.txt -> lines
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		found, err := markers(root, path)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			dir := filepath.Dir(path)
			want[dir] = append(want[dir], found...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, lines := range want {
		if strings.HasSuffix(dir, "clean") {
			t.Errorf("%s: a clean program with defects: %q", dir, lines)
		}
		slices.Sort(lines)
		file := filepath.Join(dir, "expected.txt")
		text := strings.Join(lines, "\n") + "\n"
		if *update {
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		} else if string(got) != text {
			t.Errorf("%s = \n%swant, from the comments,\n%s", file, got, text)
		}
	}
}

// markers returns the lines of expected.txt that the comments in path ask for.
func markers(root, path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return nil, err
	}
	var lines []string
	in := bufio.NewScanner(f)
	for n := 1; in.Scan(); n++ {
		all := marker.FindAllStringSubmatch(in.Text(), -1)
		if len(all) != strings.Count(in.Text(), "// DEFECT") {
			return nil, fmt.Errorf("%s:%d: comment of a defect without rule, subject and reason", path, n)
		}
		for _, m := range all {
			status := "must"
			if m[1] != "" {
				status = m[1]
			}
			lines = append(lines, fmt.Sprintf("%s %s %s:%d %s", m[2], m[3], filepath.ToSlash(rel), n, status))
		}
	}
	return lines, in.Err()
}
