package policyfile

// This file finds the place of a character in the file: of a node, and of a
// character of a node's text, which quotes, escapes, indentation and folding put
// elsewhere than its offset in the text says.

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// A source is the text of a file and where its lines begin.
type source struct {
	text  []byte
	lines []int
	chars map[int][]int // where the characters of a line begin, made when asked for
}

// newSource splits a text into lines at what YAML takes for a line end.
func newSource(text []byte) *source {
	s := &source{text: text, lines: []int{0}, chars: make(map[int][]int)}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		i += n
		if r == '\r' && i < len(text) && text[i] == '\n' {
			continue // one line end of two characters
		}
		if isBreak(r) {
			s.lines = append(s.lines, i)
		}
	}
	return s
}

func isBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

// position returns the line and the column, in bytes, of an offset.
func (s *source) position(offset int) (line, col int) {
	i, found := slices.BinarySearch(s.lines, offset)
	if !found {
		i--
	}
	return i + 1, offset - s.lines[i] + 1
}

// offset returns the offset of a line and a column, which counts characters. A
// place outside the text gives the nearest one inside.
func (s *source) offset(line, col int) int {
	line = max(line, 1)
	if line > len(s.lines) {
		return len(s.text)
	}
	chars, ok := s.chars[line]
	if !ok {
		start := s.lines[line-1]
		for i := range string(s.text[start:s.end(line)]) {
			chars = append(chars, start+i)
		}
		chars = append(chars, s.end(line))
		s.chars[line] = chars
	}
	return chars[min(max(col, 1), len(chars))-1]
}

// end returns the offset behind a line and its end.
func (s *source) end(line int) int {
	if line < len(s.lines) {
		return s.lines[line]
	}
	return len(s.text)
}

// line returns a line without its end.
func (s *source) line(n int) string {
	return strings.TrimRightFunc(string(s.text[s.lines[n-1]:s.end(n)]), isBreak)
}

// start returns the offset at which a node begins, behind its anchor and tag.
func (s *source) start(n *yaml.Node) int {
	at := s.offset(n.Line, n.Column)
	if n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 {
		return at
	}
	for at < len(s.text) {
		switch c := s.text[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
		case c == '&' || c == '!':
			at += s.until(at, " \t\r\n")
		case c == '#':
			at += s.until(at, "\r\n")
		default:
			return at
		}
	}
	return at
}

// until returns the number of bytes from an offset to the next of chars.
func (s *source) until(at int, chars string) int {
	for n := range s.text[at:] {
		if strings.IndexByte(chars, s.text[at+n]) >= 0 {
			return n
		}
	}
	return len(s.text) - at
}

// places returns for each byte of a scalar's text, and for its end, the offset
// in the file.
//
// A character other than space is written as itself, in the order of the text,
// or in double quotes as an escape; so the two are read side by side, and space,
// which folding and indentation change, is skipped on both sides. A space of the
// text is placed where the character before it ends.
func (s *source) places(n *yaml.Node) []int {
	at := s.start(n)
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		at += s.until(at, "\r\n")
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		at++
	}
	out := make([]int, 0, len(n.Value)+1)
	add := func(place, width int) {
		for range width {
			out = append(out, min(place, len(s.text)))
		}
	}
	for _, r := range n.Value {
		if unicode.IsSpace(r) {
			add(at, utf8.RuneLen(r))
			continue
		}
		start, end := s.next(n, at)
		add(start, utf8.RuneLen(r))
		at = end
	}
	add(at, 1)
	return out
}

// next returns where the first character other than space at or behind an offset
// of a scalar begins and ends.
func (s *source) next(n *yaml.Node, at int) (start, end int) {
	for at < len(s.text) {
		r, width := utf8.DecodeRune(s.text[at:])
		if n.Style&yaml.DoubleQuotedStyle != 0 && r == '\\' {
			width = s.escape(at)
			if !s.isSpaceEscape(at) {
				return at, at + width
			}
		} else if !unicode.IsSpace(r) {
			if n.Style&yaml.SingleQuotedStyle != 0 && r == '\'' {
				width = len("''")
			}
			return at, at + width
		}
		at += width
	}
	return at, at
}

// escape returns the length of the escape at an offset.
func (s *source) escape(at int) int {
	width := len(`\n`)
	if at+1 < len(s.text) {
		switch s.text[at+1] {
		case 'x':
			width = len(`\xFF`)
		case 'u':
			width = len(`\uFFFF`)
		case 'U':
			width = len(`\UFFFFFFFF`)
		}
	}
	return min(width, len(s.text)-at)
}

// isSpaceEscape reports whether the escape at an offset stands for space, or for
// nothing at the end of a line.
func (s *source) isSpaceEscape(at int) bool {
	digits := s.text[min(at+2, len(s.text)):][:max(0, s.escape(at)-2)]
	if len(digits) > 0 {
		code, err := strconv.ParseUint(string(digits), 16, 32)
		return err == nil && unicode.IsSpace(rune(code))
	}
	return at+1 < len(s.text) && strings.IndexByte("nrtvfNLP_ \t\r\n", s.text[at+1]) >= 0
}
