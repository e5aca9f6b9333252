package sarif

// This file maps file names to URIs, and positions to regions: byte columns to UTF-16
// columns, and to where what stands there ends.

import (
	"bytes"
	"go/scanner"
	"go/token"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
)

// srcRoot is the name that SARIF consumers know for the root of a repository.
const srcRoot = "%SRCROOT%"

type pathTable struct {
	dir   string // relative names are relative to it
	root  string
	files map[string]*sourceFile
}

// A sourceFile is the text of a file, empty if it cannot be read.
type sourceFile struct {
	lines  [][]byte
	hashes []string // names of the lines
}

func newPathTable(dir string) *pathTable {
	return &pathTable{dir: dir, root: findRoot(dir), files: make(map[string]*sourceFile)}
}

// findRoot returns the nearest directory that has a .git, from dir up, or dir.
func findRoot(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

func (t *pathTable) abs(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(t.dir, name)
}

// uri returns the URI of a file, and whether it is relative to the root.
func (t *pathTable) uri(name string) (string, bool) {
	name = t.abs(name)
	rel, err := filepath.Rel(t.root, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		path := filepath.ToSlash(name)
		if !strings.HasPrefix(path, "/") {
			path = "/" + path // C:/x
		}
		return (&url.URL{Scheme: "file", Path: path}).String(), false
	}
	return (&url.URL{Path: filepath.ToSlash(rel)}).String(), true
}

// source returns the lines of a file, none if it cannot be read.
func (t *pathTable) source(name string) *sourceFile {
	f, ok := t.files[name]
	if !ok {
		f = new(sourceFile)
		if data, err := regular.Code(t.root, t.abs(name)); err == nil {
			f.lines = bytes.Split(data, []byte("\n"))
			f.hashes = lineHashes(string(data))
		}
		t.files[name] = f
	}
	return f
}

// lineHash returns the name of the line of p, "" if it is not known.
func (t *pathTable) lineHash(p graph.Pos) string {
	if f := t.source(p.File); p.Line > 0 && p.Line <= len(f.hashes) {
		return f.hashes[p.Line-1]
	}
	return ""
}

// columns returns the column of p and the one behind what stands there, in UTF-16 code units.
// Without the source the byte column stands, which is the same on a line of ASCII.
func (t *pathTable) columns(p graph.Pos) (start, end int) {
	f := t.source(p.File)
	if p.Line > len(f.lines) {
		return p.Col, p.Col + 1
	}
	line := bytes.TrimSuffix(f.lines[p.Line-1], []byte("\r"))
	if p.Col-1 > len(line) {
		return p.Col, p.Col + 1
	}
	start = units(line[:p.Col-1]) + 1
	return start, start + max(1, units(element(line[p.Col-1:])))
}

// element returns the Go token at the beginning of a text, with the names that dots join to it:
// what a reader takes for one thing.
func element(text []byte) []byte {
	var s scanner.Scanner
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(text))
	s.Init(file, text, func(token.Position, string) {}, 0)
	end := 0
	for joined := true; joined; {
		pos, tok, lit := s.Scan()
		at := file.Offset(pos)
		if tok == token.EOF || at != end {
			break
		}
		if lit == "" || tok == token.SEMICOLON {
			lit = tok.String()
		}
		if tok != token.IDENT && tok != token.PERIOD && end > 0 {
			break
		}
		end = min(at+len(lit), len(text))
		joined = tok == token.IDENT || tok == token.PERIOD
	}
	return text[:end]
}

// units counts UTF-16 code units.
func units(text []byte) (n int) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
