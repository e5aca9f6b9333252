package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A failure keeps what a test would have said.
type failure struct {
	testing.TB
	said []string
}

func (f *failure) Helper() {}

func (f *failure) Errorf(format string, args ...any) { f.said = append(f.said, format) }

func TestCompare(t *testing.T) {
	file := filepath.Join(t.TempDir(), "dir", "want.txt")
	compare := func(got string) int {
		f := &failure{TB: t}
		Compare(f, file, got)
		return len(f.said)
	}
	updating(t, func() { compare("a\nb\n") })
	if compare("a\nb\n") != 0 || compare("a\nc\n") != 1 {
		t.Error("want the text that was written, and no other")
	}
}

func TestCompareMember(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txtar")
	archive := txtar.Parse([]byte("A comment.\n-- in --\n1\n-- want --\nold\n"))
	compare := func(got string) int {
		f := &failure{TB: t}
		CompareMember(f, file, archive, "want", got)
		return len(f.said)
	}
	if compare("new\n") != 1 || compare("old\n") != 0 {
		t.Error("want the member of the archive, and no other text")
	}
	updating(t, func() { compare("new\n") })
	data, err := os.ReadFile(file)
	if err != nil || !strings.HasSuffix(string(data), "-- in --\n1\n-- want --\nnew\n") {
		t.Errorf("the archive is %q, %v", data, err)
	}
}

func updating(t *testing.T, f func()) {
	t.Helper()
	defer func(was bool) { *update = was }(*update)
	*update = true
	f()
}
