// Package golden compares what tests get with files that hold what they should get.
//
// Each test of this module that has such files uses this package, so that one flag
// rewrites them:
//
//	go test ./graph/... -update
//
// Read the diff before you commit it.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Updating reports whether golden files are to be rewritten. Compare and
// CompareMember see to it; it is for files of another form.
func Updating() bool { return *update }

// Compare compares a text with a file.
func Compare(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		write(t, file, []byte(got))
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, file, string(want), got)
}

// CompareMember compares a text with a file in the archive that is read from file.
func CompareMember(t testing.TB, file string, archive *txtar.Archive, member, got string) {
	t.Helper()
	for i := range archive.Files {
		f := &archive.Files[i]
		if f.Name != member {
			continue
		}
		if !*update {
			diff(t, file, string(f.Data), got)
		} else if string(f.Data) != got {
			f.Data = []byte(got)
			write(t, file, txtar.Format(archive))
		}
		return
	}
	t.Fatalf("%s: no file named %s", file, member)
}

func write(t testing.TB, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// diff compares by lines, which reads well for texts of any length.
func diff(t testing.TB, file, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	d := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n"))
	t.Errorf("%s (-want +got), see -update:\n%s", file, d)
}
