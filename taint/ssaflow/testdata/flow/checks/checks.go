// Package checks has checks that the program writes itself.
package checks

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

var root = "/srv/files/"

func inside(path string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	if !strings.HasSuffix(abs, "/") {
		abs += "/"
	}
	return strings.HasPrefix(abs, root)
}

func resolve(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if !inside(abs) {
		return "", errors.New("outside")
	}
	return abs, nil
}

func mustBeInside(path string) error {
	if !inside(path) {
		return errors.New("outside")
	}
	return nil
}

func raw(path string) bool { return strings.HasPrefix(path, root) }

func sometimes(path string, trust bool) bool {
	if trust {
		return true
	}
	return inside(path)
}

func good() {
	p := os.Getenv("P") // @Source(good)
	if inside(p) {
		os.Remove(p)
	}
	if abs, err := resolve(p); err == nil {
		os.Remove(abs)
	}
	if err := mustBeInside(p); err != nil {
		return
	}
	os.Remove(p)
}

func bad(trust bool) {
	p := os.Getenv("P") // @Source(bad)
	if raw(p) {
		os.Remove(p) // @Sink(bad) ".." leads out of the root again
	}
	if sometimes(p, trust) {
		os.Remove(p) // @Sink(bad)
	}
	if !inside(p) {
		os.Remove(p) // @Sink(bad)
	}
	if err := mustBeInside(p); err != nil {
		os.Remove(p) // @Sink(bad)
	}
}

func other(a, b string, c bool) {
	x := os.Getenv("A") // @Source(a)
	y := os.Getenv("B") // @Source(b)
	chosen := x
	if c {
		chosen = y
	}
	if inside(chosen) {
		os.Remove(x) // @Sink(a) the other one may have been looked at
		os.Remove(y) // @Sink(b)
		os.Remove(chosen)
	}
}

var allowed = map[string]bool{"a": true}

func listed() {
	p := os.Getenv("P") // @Source(list)
	if p == "/tmp/a" {
		os.Remove(p)
	}
	if allowed[p] {
		os.Remove(p)
	}
	if _, ok := allowed[p]; ok {
		os.Remove(p)
	}
	if p != "/tmp/a" {
		os.Remove(p) // @Sink(list)
	}
}
