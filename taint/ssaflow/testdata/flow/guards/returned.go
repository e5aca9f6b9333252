package t

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// What a function says of what it returns beside it.
func saidOfResults() {
	abs, ok := placed(input())
	if !ok {
		os.Remove(abs) // @Sink(p)
		return
	}
	os.Remove(abs)

	abs, escapes, err := located(input())
	if err != nil {
		return
	}
	if escapes {
		println("outside")
	}
	os.Remove(abs) // @Sink(p)
	if escapes {
		return
	}
	os.Remove(abs)

	if abs, ok = sometimes(input()); ok {
		os.Remove(abs) // @Sink(p)
	}
	if _, tmp, ok := other(input()); ok {
		os.Remove(tmp) // @Sink(p)
	}
	p := input()
	if ok, err := isLocal(p); err == nil && ok {
		os.Remove(filepath.Join("/srv", p))
	}
}

func placed(p string) (string, bool) {
	abs := filepath.Join("/srv", p)
	return abs, strings.HasPrefix(abs, "/srv/")
}

func located(p string) (string, bool, error) {
	abs, err := filepath.Abs(filepath.Join("/srv", p))
	if err != nil {
		return "", false, err
	}
	rel, err := filepath.Rel("/srv", abs)
	if err != nil {
		return "", false, err
	}
	return abs, rel == ".." || strings.HasPrefix(rel, "../"), nil
}

// Long names pass.
func sometimes(p string) (string, bool) {
	abs := filepath.Join("/srv", p)
	if len(p) > 100 {
		return abs, true
	}
	return abs, strings.HasPrefix(abs, "/srv/")
}

// It is about the first result.
func other(p string) (string, string, bool) {
	abs := filepath.Join("/srv", p)
	return abs, filepath.Join("/tmp", p), strings.HasPrefix(abs, "/srv/")
}

func isLocal(p string) (bool, error) {
	if p == "" {
		return false, errors.New("empty")
	}
	return filepath.IsLocal(p), nil
}

// Functions that do not return if they do not like what they are given.
func panics() {
	p := input()
	mustBeLocal(p)
	os.Remove(p)

	q := input()
	os.Remove(q) // @Sink(p)
	mustBeLocal(q)

	r := input()
	recovers(r)
	os.Remove(r) // @Sink(p)

	s := input()
	defer mustBeLocal(s)
	go mustBeLocal(s)
	os.Remove(s) // @Sink(p)

	t := input()
	mustSometimes(t)
	os.Remove(t) // @Sink(p)

	os.Remove(mustJoin(input()))
}

func mustBeLocal(p string) {
	if !filepath.IsLocal(p) {
		panic("not local: " + p)
	}
}

func mustJoin(p string) string {
	mustBeLocal(p)
	return filepath.Join("/srv", p)
}

func recovers(p string) {
	defer func() { recover() }()
	if !filepath.IsLocal(p) {
		panic("not local: " + p)
	}
}

func mustSometimes(p string) {
	if !filepath.IsLocal(p) {
		if strings.HasPrefix(p, "~") {
			return
		}
		panic("not local: " + p)
	}
}
