package graph

// This file reads JSON with positions. encoding/json loses the position of a
// value that is well formed and wrong, accepts keys twice, and tells offsets of
// tokens only; a graph file wants file:line:col for every element. The scanner
// is driven by the schema of the caller: it recurses only as deep as that
// schema does, and skips free-form values without recursion.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"unicode/utf8"
)

// The codes of Decode beside those of Check.
const (
	CodeSyntax       Code = "syntax"        // no JSON
	CodeType         Code = "type"          // a value of another type or form than its key wants
	CodeKey          Code = "key"           // a key that has no meaning here
	CodeDuplicateKey Code = "duplicate-key" // a key twice in one object
	CodeMissing      Code = "missing"       // a key that must be there is not
	CodeDuplicateID  Code = "duplicate-id"  // two nodes of a graph file with one id
)

// A scanner reads one JSON text. The first error sticks: from then on every
// method returns zero values at once, so callers look at err only at the end.
type scanner struct {
	file      string
	firstLine int // the line of the file at which data begins
	data      []byte
	off       int
	err       *Error
	lines     []int             // offsets at which lines begin
	line      int               // index in lines of the last position asked for
	words     map[string]string // one copy of each short string
}

func newScanner(file string, firstLine int, data []byte) *scanner {
	s := &scanner{file: file, firstLine: firstLine, data: data, lines: []int{0}, words: make(map[string]string)}
	for i := 0; ; {
		j := bytes.IndexByte(data[i:], '\n')
		if j < 0 {
			break
		}
		i += j + 1
		s.lines = append(s.lines, i)
	}
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		s.off = len("\ufeff")
	}
	if !utf8.Valid(data) {
		s.fail(invalidUTF8(data), CodeSyntax, "invalid UTF-8")
	}
	return s
}

func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return len(data)
}

// pos returns the position of an offset. Questions mostly come in ascending
// order, so the line of the last one is the first guess.
func (s *scanner) pos(off int) Pos {
	if off < s.lines[s.line] {
		s.line = sort.SearchInts(s.lines, off+1) - 1
	}
	for s.line+1 < len(s.lines) && s.lines[s.line+1] <= off {
		s.line++
	}
	return Pos{File: s.file, Line: s.firstLine + s.line, Col: off - s.lines[s.line] + 1}
}

func (s *scanner) fail(off int, code Code, format string, args ...any) {
	if s.err == nil {
		s.err = &Error{s.pos(off), code, fmt.Sprintf(format, args...)}
	}
}

// next skips white space and returns the first byte of what follows, 0 at the
// end of the text or after an error.
func (s *scanner) next() byte {
	if s.err != nil {
		return 0
	}
	for ; s.off < len(s.data); s.off++ {
		switch c := s.data[s.off]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// end expects the end of the text.
func (s *scanner) end() {
	if s.next(); s.off < len(s.data) {
		s.fail(s.off, CodeSyntax, "unexpected text after the value")
	}
}

// unexpected reports that what follows is not what is wanted.
func (s *scanner) unexpected(want string) {
	switch c := s.next(); {
	case s.off >= len(s.data):
		s.fail(s.off, CodeSyntax, "unexpected end of the file, want %s", want)
	case c == '{' || c == '[' || c == '"' || c == '-' || '0' <= c && c <= '9':
		s.fail(s.off, CodeType, "want %s", want)
	case s.literal("true") || s.literal("false") || s.literal("null"):
		s.fail(s.off, CodeType, "want %s", want)
	default:
		s.fail(s.off, CodeSyntax, "unexpected character %q, want %s", rune(c), want)
	}
}

func (s *scanner) literal(word string) bool {
	return bytes.HasPrefix(s.data[s.off:], []byte(word))
}

// null consumes a null. A key with null says what a missing key says.
func (s *scanner) null() bool {
	if s.next() == 'n' && s.literal("null") {
		s.off += len("null")
		return true
	}
	return false
}

// object reads an object and calls field for each key, which must read the
// value. Keys that occur twice are errors; objects have few keys, so a list
// finds them.
func (s *scanner) object(want string, field func(key string, off int)) {
	if s.next() != '{' {
		s.unexpected(want)
		return
	}
	s.off++
	var buf [16]string
	seen := buf[:0]
	for first := true; s.more('}', first); first = false {
		s.next()
		off := s.off
		key := s.str("a key")
		for _, k := range seen {
			if k == key {
				s.fail(off, CodeDuplicateKey, "key %q occurs twice", key)
			}
		}
		seen = append(seen, key)
		if s.next() != ':' {
			s.unexpected("':'")
			return
		}
		s.off++
		field(key, off)
	}
}

// array reads an array and calls element for each of its elements.
func (s *scanner) array(want string, element func()) {
	if s.next() != '[' {
		s.unexpected(want)
		return
	}
	s.off++
	for first := true; s.more(']', first); first = false {
		element()
	}
}

// more reports whether another element follows; it consumes the comma before
// it, or the closing bracket.
func (s *scanner) more(closing byte, first bool) bool {
	c := s.next()
	switch {
	case c == closing && c != 0:
		s.off++
		return false
	case first && s.err == nil:
		return true
	case c == ',':
		s.off++
		return true
	}
	s.unexpected("',' or '" + string(closing) + "'")
	return false
}

// hasKey reports whether the object that follows has one of the keys, without reading
// it: what is wrong with it is found when it is read. It is linear.
func (s *scanner) hasKey(keys ...string) bool {
	if s.next() != '{' {
		return false
	}
	for i := s.off + 1; i < len(s.data); {
		switch c := s.data[i]; c {
		case '{', '[':
			i = closing(s.data, i)
		case '}':
			return false
		case '"':
			end := quote(s.data, i)
			rest := bytes.TrimLeft(s.data[end:], " \t\r\n")
			isKey := len(rest) > 0 && rest[0] == ':'
			if isKey && slices.ContainsFunc(keys, func(k string) bool { return string(s.data[i:end]) == `"`+k+`"` }) {
				return true
			}
			i = end
		default:
			i++
		}
	}
	return false
}

func (s *scanner) unknownKey(key string, off int) {
	s.fail(off, CodeKey, "unknown key %q", key)
}

// str reads a string that is likely to recur.
func (s *scanner) str(want string) string { return s.stringAs(want, s.word) }

// once reads a string that is not likely to recur.
func (s *scanner) once(want string) string {
	return s.stringAs(want, func(text []byte) string { return string(text) })
}

// stringAs reads a string; plainText makes it of text without escapes.
func (s *scanner) stringAs(want string, plainText func([]byte) string) string {
	if s.next() != '"' {
		s.unexpected(want)
		return ""
	}
	start, plain := s.off, true
	for i := start + 1; i < len(s.data); i++ {
		switch c := s.data[i]; {
		case c == '"':
			s.off = i + 1
			if plain {
				return plainText(s.data[start+1 : i])
			}
			return s.quoted(start)
		case c == '\\':
			plain = false
			i++
		case c < ' ':
			s.fail(i, CodeSyntax, "control character in a string")
			return ""
		}
	}
	s.fail(start, CodeSyntax, "string without an end")
	return ""
}

// quoted returns the string with escapes that ends before s.off.
func (s *scanner) quoted(start int) string {
	var text string
	if err := json.Unmarshal(s.data[start:s.off], &text); err != nil {
		s.fail(start, CodeSyntax, "string with an invalid escape")
	}
	return text
}

// word returns the text as a string, the same one each time: names recur in
// nodes and edges.
func (s *scanner) word(text []byte) string {
	if w, ok := s.words[string(text)]; ok {
		return w
	}
	w := string(text)
	s.words[w] = w
	return w
}

func (s *scanner) boolean() bool {
	s.next()
	for _, word := range [...]string{"true", "false"} {
		if s.err == nil && s.literal(word) {
			s.off += len(word)
			return word == "true"
		}
	}
	s.unexpected("true or false")
	return false
}

// integer reads a whole number within the range of int.
func (s *scanner) integer() int {
	c := s.next()
	if c != '-' && (c < '0' || '9' < c) {
		s.unexpected("a whole number")
		return 0
	}
	start := s.off
	for s.off < len(s.data) && bytes.IndexByte([]byte("+-.0123456789eE"), s.data[s.off]) >= 0 {
		s.off++
	}
	text := string(s.data[start:s.off])
	n, err := strconv.ParseInt(text, 10, strconv.IntSize)
	if err != nil || strconv.FormatInt(n, 10) != text {
		s.fail(start, CodeType, "%s is not a whole number in range", text)
	}
	return int(n)
}

// raw reads an object of any content and returns its text in compact form; it
// returns "" for an empty one. What encoding/json rejects is rejected here,
// nesting of more than 10,000 levels included.
func (s *scanner) raw(want string) string {
	if s.next() != '{' {
		s.unexpected(want)
		return ""
	}
	start := s.off
	s.off = closing(s.data, start)
	text := s.data[start:s.off]
	var out bytes.Buffer
	if err := json.Compact(&out, text); err != nil {
		s.fail(start+syntaxOffset(text), CodeSyntax, "%s", err)
		return ""
	}
	if out.Len() == len("{}") {
		return ""
	}
	return out.String()
}

// syntaxOffset returns the offset of the error in text, which Compact rejects;
// Compact itself does not count.
func syntaxOffset(text []byte) int {
	var any json.RawMessage
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(text, &any), &syntax) {
		return max(0, int(syntax.Offset)-1)
	}
	return 0
}

// quote returns the offset after the string that begins at start, or the end of the
// data.
func quote(data []byte, start int) int {
	for i := start + 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// closing returns the offset after the bracket that closes the one at start,
// or the end of the data.
func closing(data []byte, start int) int {
	depth := 0
	for i := start; i < len(data); i++ {
		switch data[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			i = quote(data, i) - 1
		}
	}
	return len(data)
}

// isObject reports whether text is one JSON object.
func isObject(text string) bool {
	return text != "" && text[0] == '{' && json.Valid([]byte(text))
}
