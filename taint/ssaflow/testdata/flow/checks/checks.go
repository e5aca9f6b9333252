// Package checks has checks that the program writes itself.
package checks

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
	if p == "/srv/files/a" {
		os.Remove(p)
	}
	if allowed[p] {
		os.Remove(p)
	}
	if _, ok := allowed[p]; ok {
		os.Remove(p)
	}
	if p != "/srv/files/a" {
		os.Remove(p) // @Sink(list)
	}
}

var (
	word    = regexp.MustCompile(`^[a-z0-9_-]+$`)
	part    = regexp.MustCompile(`[a-z]+`)
	wide    = regexp.MustCompile(`^/srv/.*$`)
	swapped = regexp.MustCompile(`^[a-z]+$`)
)

func replaced() { swapped = part }

func patterns() {
	p := os.Getenv("P") // @Source(pattern)
	if word.MatchString(p) {
		os.Remove(p)
	}
	if part.MatchString(p) {
		os.Remove(p) // @Sink(pattern) a part of it says nothing of the rest
	}
	if wide.MatchString(p) {
		os.Remove(p) // @Sink(pattern)
	}
	if swapped.MatchString(p) {
		os.Remove(p) // @Sink(pattern) it may be another pattern by now
	}
}

var grown = map[string]bool{}

func grow(name string) { grown[name] = true }

func filled(own map[string]bool) {
	p := os.Getenv("P") // @Source(filled)
	if grown[p] {
		os.Remove(p) // @Sink(filled)
	}
	if own[p] {
		os.Remove(p) // @Sink(filled)
	}
	local := map[string]bool{"/srv/files/a": true}
	if local[p] {
		os.Remove(p)
	}
}

var commands = []string{"ls", "date"}

// The file is the one that was looked at; the text is not.
func normalized() {
	p := os.Getenv("P") // @Source(normal)
	if slices.Contains(commands, filepath.Clean(p)) {
		os.Remove(p)
		exec.Command("sh", "-c", p) // @Sink(normal) "$(x)/../ls" is "ls" when cleaned
	}
	if slices.Contains(commands, p) {
		exec.Command("sh", "-c", p)
	}
}

func hosts(scheme, base string) {
	p := os.Getenv("P") // @Source(host)
	http.Head("https://example.com/" + p)
	http.Head(base + p)
	http.Head(scheme + "://" + p) // @Sink(host)
	http.Head("https://" + p)     // @Sink(host)
}
