// Package visible writes text of a program under analysis so that it can do nothing to who
// reads it.
//
// A name in a program, a policy file or a log can hold what a terminal obeys: escape
// sequences that clear what stands above or write a link, and marks of direction that show
// text in another order than it has. Each such character is written as \uXXXX, the form
// that JSON has, so that what passes through stays JSON and means the same.
//
// Package report applies Line to what it makes one line of; the command line applies
// NewWriter to all of its output.
package visible

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// hidden reports whether a character is not shown as itself. Line ends and tabs are shown,
// and the two characters that join and part others in some scripts and in emoji.
func hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	switch r {
	case '\n', '\t', nonJoiner, joiner:
		return false
	case '\u2028', '\u2029': // line and paragraph separator
		return true
	}
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r)
}

// Line returns s as one line in which nothing is hidden.
func Line(s string) string {
	isOther := func(r rune) bool { return hidden(r) || r == '\n' }
	if utf8.ValidString(s) && !strings.ContainsFunc(s, isOther) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == '\n' {
			escape(&b, r)
		} else {
			write(&b, r, s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// write writes one character, or a byte that is none.
func write(b *strings.Builder, r rune, text string) {
	switch {
	case r == utf8.RuneError && len(text) == 1:
		escape(b, rune(text[0]))
	case hidden(r):
		escape(b, r)
	default:
		b.WriteString(text)
	}
}

func escape(b *strings.Builder, r rune) {
	for _, unit := range utf16.Encode([]rune{r}) {
		fmt.Fprintf(b, `\u%04x`, unit)
	}
}

// A Writer writes text in which nothing is hidden. Use NewWriter.
type Writer struct {
	w    io.Writer
	rest []byte // the beginning of a character
}

// NewWriter returns a Writer that writes to w. What it is given need not end with a whole
// character; Flush writes what is left of one.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes p with the next ones in view.
func (v *Writer) Write(p []byte) (int, error) {
	if len(v.rest) == 0 && !slices.ContainsFunc(p, func(c byte) bool { return c != '\n' && c < ' ' || c > '~' }) {
		return v.w.Write(p) // most text
	}
	data := append(v.rest, p...)
	var b strings.Builder
	for len(data) > 0 && utf8.FullRune(data) {
		r, n := utf8.DecodeRune(data)
		write(&b, r, string(data[:n]))
		data = data[n:]
	}
	v.rest = append([]byte(nil), data...)
	if _, err := io.WriteString(v.w, b.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes the bytes of a character that never ended.
func (v *Writer) Flush() error {
	var b strings.Builder
	for _, c := range v.rest {
		escape(&b, rune(c))
	}
	v.rest = nil
	_, err := io.WriteString(v.w, b.String())
	return err
}
