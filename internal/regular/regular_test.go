//go:build unix

package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestRead(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	put := func(name, text string) string {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	link := func(name, to string) string {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
		return name
	}
	put(filepath.Join(dir, "go.mod"), "module m\n")
	file := put(filepath.Join(dir, "a.txt"), "text")
	large := put(filepath.Join(dir, "large.txt"), "too much")
	secret := put(filepath.Join(outside, "credentials"), "key")
	other := put(filepath.Join(outside, "b.go"), "package b\n")
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	const most = 5
	for _, test := range []struct {
		name                string
		inside, named, code error // nil if it is read
	}{
		{file, nil, nil, nil},
		{large, ErrTooLarge, ErrTooLarge, nil},
		{link("within", "a.txt"), nil, nil, nil},
		{link("out", secret), ErrOutside, nil, ErrOutside},
		{link("zero", "/dev/zero"), ErrOutside, ErrNotRegular, ErrOutside},
		{link("dangling", "nowhere"), fs.ErrNotExist, fs.ErrNotExist, fs.ErrNotExist},
		{pipe, ErrNotRegular, ErrNotRegular, ErrNotRegular},
		{dir, ErrNotRegular, ErrNotRegular, ErrNotRegular},
		{secret, errAny, nil, ErrOutside},
		{other, errAny, ErrTooLarge, nil},
		{"/dev/zero", errAny, ErrNotRegular, ErrOutside},
	} {
		_, inside := Inside(dir, test.name, most)
		_, named := Named(test.name, most)
		_, code := Code(dir, test.name)
		for _, got := range []struct {
			what      string
			err, want error
		}{{"Inside", inside, test.inside}, {"Named", named, test.named}, {"Code", code, test.code}} {
			if got.want == errAny && got.err != nil {
				continue
			}
			if !errors.Is(got.err, got.want) {
				t.Errorf("%s(%s): %v, want %v", got.what, test.name, got.err, got.want)
			}
		}
	}
}

// errAny stands for any error.
var errAny = errors.New("any")
