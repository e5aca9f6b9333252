package mend

// This file puts what is mended where the go command sees it.

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// write shows the go command all packages that have changed.
func (m *mender) write() error {
	for _, p := range m.order {
		if !p.changed {
			continue
		}
		if err := m.place(p); err != nil {
			return err
		}
	}
	return m.mod.write()
}

// place puts the files of p into the overlay, or into a copy of its module.
func (m *mender) place(p *pkg) error {
	mod := m.mod
	if p.Dir == "" {
		p.Dir = mod.ownDir(p.ImportPath)
	}
	if p.Dir == "" || mod.cached(p.Dir) {
		mod.copyOf(p)
		return nil
	}
	for path, text := range p.contents() {
		if text == nil {
			m.c.Overlay.Hide(path)
		} else if err := m.c.Overlay.Put(path, text); err != nil {
			return err
		}
	}
	return nil
}

// contents returns the files of p that differ from those on disk, by path: their text, nil
// for one that is to be hidden.
func (p *pkg) contents() map[string][]byte {
	out := make(map[string][]byte)
	if p.empty && p.Dir != "" {
		entries, _ := os.ReadDir(p.Dir) // it may not exist
		for _, e := range entries {
			switch filepath.Ext(e.Name()) {
			case ".go", ".s", ".c", ".cc", ".cpp", ".h", ".S", ".syso", ".swig":
				out[filepath.Join(p.Dir, e.Name())] = nil
			}
		}
	} else {
		for _, f := range p.files {
			if f.changed {
				out[f.path] = f.text
			}
		}
	}
	out[p.path(madeGo)] = []byte(p.made())
	out[p.path(madeAssembly)] = []byte("// Functions without a body: see " + madeGo + ".\n")
	return out
}

// guessName returns the name of a package that cannot be had: one that fits its path and
// by which a file that imports it calls something.
func (m *mender) guessName(path string) string {
	names := namesFor(path)
	for _, p := range m.order {
		if !slices.Contains(p.Imports, path) || !m.readable(p) {
			continue
		}
		for _, f := range p.files {
			if !strings.Contains(string(f.text), `"`+path+`"`) {
				continue
			}
			for _, name := range names {
				if mentions(string(f.text), name) {
					return name
				}
			}
		}
	}
	return names[0]
}

// mentions reports whether a text has name followed by a dot, as a word.
func mentions(text, name string) bool {
	for {
		i := strings.Index(text, name+".")
		if i < 0 {
			return false
		}
		if i == 0 || !isWord(text[i-1]) {
			return true
		}
		text = text[i+len(name):]
	}
}

func isWord(c byte) bool {
	return c == '_' || c == '.' || c == '/' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// namesFor returns the names that a package with a path may have, the likely ones first.
func namesFor(path string) []string {
	elems := strings.Split(path, "/")
	last := elems[len(elems)-1]
	if len(elems) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		last = elems[len(elems)-2]
	}
	last, _, _ = strings.Cut(last, ".")
	parts := strings.FieldsFunc(last, func(r rune) bool { return r == '-' })
	var names []string
	add := func(name string) {
		if name != "" && !strings.ContainsAny(name, "-+~") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	add(last)
	add(strings.TrimPrefix(last, "go-"))
	add(strings.TrimSuffix(last, "-go"))
	add(strings.ReplaceAll(last, "-", ""))
	add(strings.ReplaceAll(last, "-", "_"))
	for _, part := range slices.Backward(parts) {
		add(part)
	}
	add(cmp.Or(strings.Join(parts, ""), "missing"))
	return names
}
