package library

// This file takes the text of a table apart: lines, words, and where they begin.

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"

	"github.com/agentvet/agentvet/graph"
)

// An Error is a mistake in a table.
type Error struct {
	Pos graph.Pos
	Msg string
}

// Error returns "file:line:col: message".
func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

// An ErrorList is the mistakes in a table, at most one a line, in order.
type ErrorList []*Error

// Error returns the mistakes, one a line.
func (l ErrorList) Error() string {
	var lines []string
	for _, e := range l {
		lines = append(lines, e.Error())
	}
	return strings.Join(lines, "\n")
}

// A mistake is what is wrong at an offset of the text.
type mistake struct {
	offset int
	msg    string
}

// errorsAt returns mistakes, each once, as errors: the packages below several roots have
// the same ones.
func errorsAt(wrong []*mistake, at func(offset int) graph.Pos) error {
	wrong = slices.SortedStableFunc(slices.Values(wrong), func(a, b *mistake) int { return cmp.Compare(a.offset, b.offset) })
	wrong = slices.CompactFunc(wrong, func(a, b *mistake) bool { return a.offset == b.offset })
	var list ErrorList
	for _, m := range wrong {
		list = append(list, &Error{at(m.offset), m.msg})
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// Positions says where a byte of the text of a file is. Each row asks once.
func Positions(file, text string) func(offset int) graph.Pos {
	starts := sync.OnceValue(func() []int { // of lines
		out := make([]int, 1, strings.Count(text, "\n")+1)
		for i := range len(text) {
			if text[i] == '\n' {
				out = append(out, i+1)
			}
		}
		return out
	})
	return func(offset int) graph.Pos {
		line := sort.Search(len(starts()), func(n int) bool { return starts()[n] > offset })
		return graph.Pos{File: file, Line: line, Col: offset - starts()[line-1] + 1}
	}
}

// A word is a part of the text, and where it begins.
type word struct {
	text   string
	offset int
}

func (w word) errorf(format string, args ...any) *mistake {
	return &mistake{w.offset, fmt.Sprintf(format, args...)}
}

// split returns the parts of w between separators.
func (w word) split(sep string) (out []word) {
	offset := w.offset
	for part := range strings.SplitSeq(w.text, sep) {
		out = append(out, word{part, offset})
		offset += len(part) + len(sep)
	}
	return out
}

// A line is a line of the text, and where it begins.
type line word

// firstWord returns the first word of a line, "" if there is none.
func (l line) firstWord() string {
	text := strings.TrimLeftFunc(l.text, unicode.IsSpace)
	if i := strings.IndexFunc(text, func(r rune) bool { return r == '#' || unicode.IsSpace(r) }); i >= 0 {
		text = text[:i]
	}
	return text
}

// words returns the words of a line up to its comment.
func (l line) words() (out []word) {
	text, _, _ := strings.Cut(l.text, "#")
	start := -1
	for i, r := range text + "\n" {
		switch space := unicode.IsSpace(r); {
		case !space && start < 0:
			start = i
		case space && start >= 0:
			out = append(out, word{text[start:i], l.offset + start})
			start = -1
		}
	}
	return out
}
