package policyfile

// This file says what is wrong with a policy file.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// An Error is one mistake in a policy file.
type Error struct {
	Pos graph.Pos
	Msg string
	src *source // the file, nil if it is Go
}

// Error returns "file:line:col: message".
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Pos, e.Msg) }

// maxSnippet is how much of a line is shown on either side of a mistake, in bytes.
const maxSnippet = 80

// Snippet returns the line of the file, of a long one the part around the
// mistake, and below it a caret that points at the place. Tabs stay tabs, so that
// the caret stands right.
func (e *Error) Snippet() string {
	if e.src == nil {
		return ""
	}
	line := e.src.line(e.Pos.Line)
	at := min(max(e.Pos.Col-1, 0), len(line))
	before, after := line[:at], line[at:]
	if n := len(before) - maxSnippet; n > 0 {
		before = "…" + strings.ToValidUTF8(before[n:], "")
	}
	if len(after) > maxSnippet {
		after = strings.ToValidUTF8(after[:maxSnippet], "") + "…"
	}
	var b strings.Builder
	b.WriteString(before + after + "\n")
	for _, c := range before {
		if c != '\t' {
			c = ' '
		}
		b.WriteRune(c)
	}
	b.WriteByte('^')
	return b.String()
}

// An ErrorList is the mistakes of a policy file, sorted by position.
type ErrorList []*Error

// maxErrors is how many mistakes are printed: whoever made more repairs the
// first ones first.
const maxErrors = 10

// Error returns the mistakes, one a line.
func (l ErrorList) Error() string { return l.print(func(e *Error) string { return e.Error() }) }

// Details returns the mistakes, each with its line of the file and a caret.
func (l ErrorList) Details() string {
	return l.print(func(e *Error) string {
		if e.src == nil {
			return e.Error()
		}
		return e.Error() + "\n    " + strings.ReplaceAll(e.Snippet(), "\n", "\n    ")
	})
}

func (l ErrorList) print(one func(*Error) string) string {
	var lines []string
	for _, e := range l[:min(len(l), maxErrors)] {
		lines = append(lines, one(e))
	}
	if n := len(l) - maxErrors; n > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(lines, "\n")
}

// Sorted returns l in order, without repeats: a text behind an anchor is read
// once for each alias.
func (l ErrorList) Sorted() ErrorList {
	compare := func(a, b *Error) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Msg, b.Msg)) }
	slices.SortStableFunc(l, compare)
	return slices.CompactFunc(l, func(a, b *Error) bool { return compare(a, b) == 0 })
}
