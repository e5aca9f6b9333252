// Package source reads the lines that positions name, to say where what stands at a position
// ends, and to turn columns into others. It reads no file that a program under analysis must
// not make it read: see package regular.
//
// Positions have a place and no length, as what they stand for differs: a call, a name, a
// key of a graph file. What a reader takes for one thing at a place is a token, names that
// dots join, or what stands between brackets, as far as it stands on the line: g.AddEdge, "classify", (ctx, "classify").
package source

import (
	"bytes"
	"go/scanner"
	"go/token"
	"path/filepath"
	"unicode/utf8"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
)

// Files are the files that positions name. Each is read once.
type Files struct {
	dir, root string
	files     map[string]*File
}

// A File is the text of a file, empty if it cannot be read.
type File struct {
	Text  []byte
	lines [][]byte
}

// NewFiles returns the files that positions name. Relative names are relative to dir; of root,
// and all that is below it, any file may be read, elsewhere Go files only.
func NewFiles(dir, root string) *Files {
	return &Files{dir, root, make(map[string]*File)}
}

// Abs returns the absolute name of a file.
func (t *Files) Abs(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(t.dir, name)
}

// File returns a file.
func (t *Files) File(name string) *File {
	f, ok := t.files[name]
	if !ok {
		f = new(File)
		if data, err := regular.Code(t.root, t.Abs(name)); err == nil {
			f.Text, f.lines = data, bytes.Split(data, []byte("\n"))
		}
		t.files[name] = f
	}
	return f
}

// End returns the position behind what stands at p. It is not valid if that is not known.
func (t *Files) End(p graph.Pos) graph.Pos {
	if !p.IsValid() || p.Col < 1 {
		return graph.Pos{}
	}
	_, at := t.at(p)
	if at == nil {
		return graph.Pos{}
	}
	p.Col += max(1, len(at))
	return p
}

// Columns returns the column of p and the one behind what stands there, in UTF-16 code units.
// Without the source the byte column stands, which is the same on a line of ASCII.
func (t *Files) Columns(p graph.Pos) (start, end int) {
	before, at := t.at(p)
	if at == nil {
		return p.Col, p.Col + 1
	}
	start = units(before) + 1
	return start, start + max(1, units(at))
}

// at returns what stands on a line before a position, and at it; nil if the file does not have
// the position.
func (t *Files) at(p graph.Pos) (before, at []byte) {
	f := t.File(p.File)
	if p.Line > len(f.lines) {
		return nil, nil
	}
	line := bytes.TrimSuffix(f.lines[p.Line-1], []byte("\r"))
	if p.Col-1 > len(line) {
		return nil, nil
	}
	return line[:p.Col-1], Element(line[p.Col-1:])
}

// Element returns the Go token at the beginning of a text, with the names that dots join to it, or up to
// the bracket that closes it: what a reader takes for one thing.
func Element(text []byte) []byte {
	var s scanner.Scanner
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(text))
	s.Init(file, text, func(token.Position, string) {}, 0)
	end, depth := 0, 0
	for joined := true; joined; {
		pos, tok, lit := s.Scan()
		at := file.Offset(pos)
		if tok == token.EOF || at != end && depth == 0 || depth > 0 && tok == token.SEMICOLON && lit == "\n" {
			break
		}
		if lit == "" || tok == token.SEMICOLON {
			lit = tok.String()
		}
		if tok != token.IDENT && tok != token.PERIOD && end > 0 && depth == 0 {
			break
		}
		switch tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		}
		end = min(at+len(lit), len(text))
		joined = depth > 0 || end > 0 && (tok == token.IDENT || tok == token.PERIOD)
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
