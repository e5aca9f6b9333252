// Package regular reads files that a program under analysis names.
//
// A program names files by lying beside them, as a policy file does, and by //line
// directives. It may name a device that never ends, a pipe that nobody writes to, or a link
// to what it must not see. So only regular files of some size are read, and a link leads no
// further than the module.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxSource is the size of the largest file of source code that is read, in bytes.
const maxSource = 32 << 20

// Errors about files that are not read.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("too large")
	ErrOutside    = errors.New("a link that leads out of the directory")
)

// Inside returns the contents of a file in the directory root or below it, if it is regular
// and has most bytes or fewer. Links count for what they lead to, within root.
func Inside(root, name string, most int64) ([]byte, error) {
	rel, err := filepath.Rel(root, name)
	if err != nil {
		return nil, err
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	info, err := dir.Stat(rel)
	if err != nil {
		if _, e := os.Lstat(name); e == nil && !errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s: %w", name, ErrOutside)
		}
		return nil, err
	}
	return read(name, info, most, func() (*os.File, error) { return dir.Open(rel) })
}

// Named returns the contents of a file that the user names, who may name any, if it is regular
// and has most bytes or fewer.
func Named(name string, most int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	return read(name, info, most, func() (*os.File, error) { return os.Open(name) })
}

// Code returns the text of a file of source code that positions name. The contents serve to
// turn positions into others and are shown to nobody. A file in root is read; of others, such
// as those of dependencies, Go files that are no links.
func Code(root, name string) ([]byte, error) {
	if root != "" {
		if rel, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(rel) {
			return Inside(root, name, maxSource)
		}
	}
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(name, ".go") {
		return nil, fmt.Errorf("%s: %w", name, ErrOutside)
	}
	return read(name, info, maxSource, func() (*os.File, error) { return os.Open(name) })
}

// Shown returns the text of a file of Go code that positions name, to be shown to somebody: a
// program may name any file, and where it is checked there may be others beside its own, such as
// what git keeps. So it is read only if it lies in root, its name ends in .go and it is no link.
func Shown(root, name string) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(name, ".go") || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	return Inside(root, name, maxSource)
}

// Module returns the root of the module that has dir: the nearest directory with a go.mod,
// from dir up, or "".
func Module(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && info.Mode().IsRegular() {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// read reads a file of which info speaks. What opens is not a pipe, so opening does not wait.
func read(name string, info fs.FileInfo, most int64, open func() (*os.File, error)) ([]byte, error) {
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	file, err := open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s: %w: more than %d bytes", name, ErrTooLarge, most)
	}
	return data, nil
}
