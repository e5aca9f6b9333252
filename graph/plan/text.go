package plan

// This file reads JSON into values that know their places. It takes what encoding/json takes, but for
// invalid UTF-8, keys that occur twice, and what is nested too deeply.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"unicode/utf8"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/graph"
)

// Limits of a text.
const (
	MaxBytes = 1 << 20 // of a plan
	maxDepth = 64      // of lists and objects
	MaxSteps = 1000    // of a plan
	maxValue = 20000   // values of any kind
)

// Codes of errors, beside those of package graph.
const (
	CodeLimit     graph.Code = "limit"     // more than there may be
	CodeReference graph.Code = "reference" // a text that begins like a reference and is none
	CodeCondition graph.Code = "condition" // a condition that is no comparison
)

// A node is a JSON value.
type node struct {
	off    int
	kind   byte // one of { [ " 0 t n
	text   string
	elems  []*node
	fields []entry
}

type entry struct {
	key   string
	off   int
	value *node
}

var nodeNames = map[byte]string{'{': "an object", '[': "a list", '"': "a string", '0': "a number", 't': "true or false", 'n': "null"}

// A source is the text of a plan. The first error counts.
type source struct {
	file   string
	data   []byte
	lines  []int // offsets at which lines begin
	values int   // read so far
	errs   graph.ErrorList
}

func newSource(file string, data []byte) *source {
	s := &source{file: file, data: data, lines: []int{0}}
	for i, c := range data {
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

func (s *source) pos(off int) graph.Pos {
	line := sort.SearchInts(s.lines, off+1)
	return graph.Pos{File: s.file, Line: line, Col: off - s.lines[line-1] + 1}
}

// maxErrors is how many errors are kept: who has more has one cause.
const maxErrors = 10

func (s *source) fail(off int, code graph.Code, format string, args ...any) {
	if len(s.errs) < maxErrors {
		s.errs = append(s.errs, &graph.Error{Pos: s.pos(off), Code: code, Msg: fmt.Sprintf(format, args...)})
	}
}

// parse returns the one value of the text, nil after an error.
func (s *source) parse() *node {
	if len(s.data) > MaxBytes {
		s.fail(0, CodeLimit, "a plan of more than %d bytes", MaxBytes)
		return nil
	}
	for i := 0; i < len(s.data); {
		r, n := utf8.DecodeRune(s.data[i:])
		if r == utf8.RuneError && n <= 1 {
			s.fail(i, graph.CodeSyntax, "invalid UTF-8")
			return nil
		}
		i += n
	}
	var raw json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal(s.data, &raw); errors.As(err, &syntax) {
		s.fail(max(0, min(int(syntax.Offset)-1, len(s.data))), graph.CodeSyntax, "no JSON: %v", err)
		return nil
	} else if err != nil {
		s.fail(0, graph.CodeSyntax, "no JSON: %v", err)
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(s.data))
	dec.UseNumber()
	n := s.value(dec, 0)
	if len(s.errs) > 0 {
		return nil
	}
	return n
}

// token returns the next token and where it begins.
func (s *source) token(dec *json.Decoder) (t json.Token, off int) {
	off = int(dec.InputOffset())
	for off < len(s.data) && bytes.IndexByte([]byte(" \t\r\n,:"), s.data[off]) >= 0 {
		off++
	}
	t, err := dec.Token()
	if err != nil { // the text was found to be JSON
		panic("plan: internal error: " + err.Error())
	}
	return t, off
}

func (s *source) value(dec *json.Decoder, depth int) *node {
	t, off := s.token(dec)
	n := &node{off: off}
	if s.values++; s.values > maxValue {
		s.fail(off, CodeLimit, "a plan of more than %d values", maxValue)
		return n
	}
	switch t := t.(type) {
	case json.Delim:
		n.kind = byte(t)
		if depth == maxDepth {
			s.fail(off, CodeLimit, "nested deeper than %d levels", maxDepth)
			return n
		}
		seen := make(map[string]string) // keys
		for dec.More() && !s.gaveUp() {
			if n.kind == '[' {
				n.elems = append(n.elems, s.value(dec, depth+1))
			} else {
				s.entry(n, seen, dec, depth)
			}
		}
		if !s.gaveUp() {
			s.token(dec)
		}
	case json.Number:
		n.kind, n.text = '0', t.String()
	case string:
		n.kind, n.text = '"', t
	case bool:
		n.kind, n.text = 't', fmt.Sprint(t)
	default:
		n.kind = 'n'
	}
	return n
}

// gaveUp reports whether reading was given up, perhaps in the middle of a value.
func (s *source) gaveUp() bool {
	return len(s.errs) == maxErrors || len(s.errs) > 0 && s.errs[len(s.errs)-1].Code == CodeLimit
}

// entry reads an entry of an object. Names that differ in case only are one for encoding/json, and so
// for many tools.
func (s *source) entry(n *node, seen map[string]string, dec *json.Decoder, depth int) {
	t, off := s.token(dec)
	key := t.(string)
	switch first, twice := seen[dfa.FoldKey(key)]; {
	case twice && first == key:
		s.fail(off, graph.CodeDuplicateKey, "key %q occurs twice", key)
	case twice:
		s.fail(off, graph.CodeDuplicateKey, "keys %q and %q differ in case only", first, key)
	}
	seen[dfa.FoldKey(key)] = key
	n.fields = append(n.fields, entry{key, off, s.value(dec, depth+1)})
}
