package load

// This file looks for files that the go command would never come to an end of.

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/internal/regular"
)

// endless returns an error if a file that the go command reads, in dir, below it or above it, is a pipe
// or a device, or a link to one: the go command would wait, or read for ever.
func endless(dir string) (err error) {
	for up := dir; ; up = filepath.Dir(up) {
		for _, name := range []string{"go.mod", "go.work"} {
			if name := filepath.Join(up, name); isEndless(name) {
				return fmt.Errorf("%s: %w", relative(dir, name), regular.ErrNotRegular)
			}
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	filepath.WalkDir(dir, func(name string, entry fs.DirEntry, e error) error {
		switch {
		case e != nil || name != dir && entry.IsDir() && isIgnored(entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || entry.Type().IsRegular() || !isRead(entry.Name()):
		case isEndless(name):
			err = fmt.Errorf("%s: %w", relative(dir, name), regular.ErrNotRegular)
			return fs.SkipAll
		}
		return nil
	})
	return err
}

// isIgnored reports whether no pattern of the go command names what is in a directory of a name.
func isIgnored(base string) bool {
	return base[0] == '.' || base[0] == '_' || base == "testdata"
}

// isRead reports whether the go command reads files of a name.
func isRead(name string) bool {
	return strings.HasSuffix(name, ".go") || slices.Contains([]string{"go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt"}, name)
}

func isEndless(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir() && !info.Mode().IsRegular()
}
