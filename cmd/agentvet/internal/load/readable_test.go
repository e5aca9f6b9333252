//go:build unix

package load

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/tools/txtar"
)

// laid is a checkout with two modules. Lines of a test add to it: pipe NAME, sparse NAME BYTES,
// link NAME TARGET, write NAME TEXT, remove NAME.
const laid = `
-- repo/.git/HEAD --
-- repo/app/go.mod --
module app

replace lib => ../lib
-- repo/app/a.go --
-- repo/app/sub/b.go --
-- repo/app/testdata/x/c.go --
-- repo/app/_dep/d.go --
-- repo/app/data/notes.txt --
-- repo/app/vendor/modules.txt --
-- repo/lib/go.mod --
-- repo/lib/l.go --
-- repo/other/go.mod --
-- repo/other/o.go --
-- creds --
version: s3cret
-- elsewhere/y.go --
-- elsewhere/go.mod --
`

func TestReadable(t *testing.T) {
	const large = maxSourceFile + 1
	for _, test := range []struct {
		does string
		want string // "" if everything can be read
	}{
		{"", ""},
		{"pipe repo/app/x.s", "x.s: not a regular file"},
		{"pipe repo/app/x_test.go", "x_test.go: not a regular file"},
		{"pipe repo/app/sub/x.swigcxx", "sub/x.swigcxx: not a regular file"},
		{"pipe repo/app/testdata/x/x.go", "testdata/x/x.go: not a regular file"},
		{"pipe repo/app/_dep/x.h", "_dep/x.h: not a regular file"},
		{"pipe repo/app/.git/x.go", ".git/x.go: not a regular file"},
		{"pipe repo/lib/x.c", "../lib/x.c: not a regular file"},
		{"pipe repo/lib/testdata/x.go", "../lib/testdata/x.go: not a regular file"},
		{"link repo/app/x.c /dev/zero", "x.c: not a regular file"},
		{"link repo/app/x.syso /dev/zero", "x.syso: not a regular file"},
		{"link repo/app/go.sum /dev/zero", "go.sum: not a regular file"},
		{"link repo/app/vendor/modules.txt /dev/zero", "vendor/modules.txt: not a regular file"},
		{"pipe repo/go.work", "../go.work: not a regular file"},
		{"remove repo/app/go.mod; pipe repo/app/go.mod", "go.mod: not a regular file"},
		{"remove repo/lib/go.mod; link repo/lib/go.mod /dev/zero", "../lib/go.mod: not a regular file"},

		// What the go command does not read is no business of ours.
		{"pipe repo/app/x.sock", ""},
		{"pipe repo/app/_x.go", ""},
		{"pipe repo/app/.x.go", ""},
		{"pipe repo/app/data/x.c", ""},
		{"pipe repo/app/data/modules.txt", ""},
		{"pipe repo/other/x.go", ""},
		{"link repo/app/x.go nowhere.go", ""},
		{fmt.Sprintf("sparse repo/app/data/x.h %d", large), ""},

		// Modules and directories to which something leads.
		{"pipe repo/other/x.go; write repo/go.work use other", "../other/x.go: not a regular file"},
		{"pipe repo/other/x.go; write repo/go.work use \"./other\"", "../other/x.go: not a regular file"},
		{"pipe repo/other/x.go; write repo/lib/go.mod replace o => ../other//", "../other/x.go: not a regular file"},
		{"pipe repo/other/x.go; link repo/app/linked ../other", "../other/x.go: not a regular file"},
		{"pipe repo/vendor/v/x.s; write repo/vendor/v/v.go package v; write repo/go.work use ./app", "../vendor/v/x.s: not a regular file"},
		{"pipe elsewhere/x.go; link repo/app/linked ../../elsewhere", ""},

		// Sizes.
		{fmt.Sprintf("sparse repo/app/x.s %d", large), "x.s: too large: more than 268435456 bytes"},
		{fmt.Sprintf("sparse repo/app/x.s %d", large-1), ""},
		{fmt.Sprintf("sparse repo/app/go.sum %d", maxModuleFile+1), "go.sum: too large: more than 16777216 bytes"},
		{fmt.Sprintf("sparse repo/app/vendor/modules.txt %d", maxModuleFile+1), "vendor/modules.txt: too large: more than 16777216 bytes"},
		{fmt.Sprintf("sparse repo/go.work %d", maxModuleFile+1), "../go.work: too large: more than 16777216 bytes"},

		// Links count for what they lead to, if that is what it seems to be.
		{"link repo/app/x.go ../../creds", "x.go: a link to creds, which by its name is something else"},
		{"link repo/app/testdata/x/x.go ../../../../creds", "testdata/x/x.go: a link to creds, which by its name is something else"},
		{"remove repo/app/go.mod; link repo/app/go.mod ../../creds", "go.mod: a link to creds, which by its name is something else"},
		{"link repo/go.work .git/HEAD", "../go.work: a link to HEAD, which by its name is something else"},
		{"link repo/app/y.go ../../elsewhere/y.go", ""},
		{"remove repo/app/go.mod; link repo/app/go.mod ../../elsewhere/go.mod", ""},
		{"link repo/go.work go.work.local; write repo/go.work.local use ./app", ""},
		{"link repo/app/x.h ../../creds", ""},
	} {
		top, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse([]byte(laid)).Files {
			write(t, filepath.Join(top, f.Name), string(f.Data))
		}
		for line := range strings.SplitSeq(test.does, "; ") {
			change(t, top, line)
		}
		got := ""
		if err := readable(filepath.Join(top, "repo", "app")); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.does, got, test.want)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// change does what a line of a test says.
func change(t *testing.T, top, line string) {
	t.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	name, arg, _ := strings.Cut(rest, " ")
	name = filepath.Join(top, name)
	var err error
	switch verb {
	case "":
	case "pipe":
		os.MkdirAll(filepath.Dir(name), 0o777)
		err = syscall.Mkfifo(name, 0o666)
	case "link":
		os.Remove(name)
		err = os.Symlink(arg, name)
	case "remove":
		err = os.Remove(name)
	case "write":
		write(t, name, arg)
	case "sparse":
		write(t, name, "")
		var n int64
		fmt.Sscan(arg, &n)
		err = os.Truncate(name, n)
	default:
		t.Fatalf("what is %s?", verb)
	}
	if err != nil {
		t.Fatal(err)
	}
}
