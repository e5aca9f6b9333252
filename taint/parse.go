package taint

// This file reads tables.

import (
	"fmt"
	"io"
	"strings"
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

// ParseTable reads a table. An error that is not one of in is an ErrorList.
func ParseTable(file string, in io.Reader) (*Table, error) {
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	text := string(data)
	return ParseRows(text, func(offset int) graph.Pos {
		before := text[:offset]
		return graph.Pos{File: file, Line: strings.Count(before, "\n") + 1, Col: offset - strings.LastIndexByte(before, '\n')}
	})
}

// ParseRows reads a table that is part of a file: at says where a byte of the text is.
// The error is an ErrorList; the table has the rows that could be read. A second row that says of one function what another one
// does is a mistake, too.
func ParseRows(text string, at func(offset int) graph.Pos) (*Table, error) {
	t := &Table{rows: make(map[string][]*Row)}
	var wrong ErrorList
	pkg, offset := "", 0
	for line := range strings.Lines(text) {
		list := splitWords(line, offset)
		offset += len(line)
		if len(list) == 0 {
			continue
		}
		var err *mistake
		switch {
		case list[0].text != "package":
			err = t.add(pkg, list, at(list[0].offset))
		case len(list) != 2:
			err = list[0].errorf("want `package PATH`")
			fallthrough
		default:
			pkg = list[len(list)-1].text
		}
		if err != nil {
			wrong = append(wrong, &Error{at(err.offset), err.msg})
		}
	}
	if len(wrong) > 0 {
		return t, wrong
	}
	return t, nil
}

// add reads the row at pos.
func (t *Table) add(pkg string, list []word, pos graph.Pos) *mistake {
	if pkg == "" {
		return list[0].errorf("want `package PATH` first")
	}
	r, err := parseRow(list)
	if err != nil {
		return err
	}
	r.Package, r.Key, r.Pos = pkg, pkg+"."+r.Key, pos
	for _, old := range t.rows[r.Key] {
		if old.same(r) {
			return list[0].errorf("%s has a %s row on line %d already", r.Key, r.Verb, old.Pos.Line)
		}
	}
	t.rows[r.Key] = append(t.rows[r.Key], r)
	return nil
}

// A mistake is what is wrong at an offset of the text.
type mistake struct {
	offset int
	msg    string
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

// splitWords returns the words of a line that begins at an offset.
func splitWords(line string, offset int) (out []word) {
	line, _, _ = strings.Cut(line, "#")
	start := -1
	for i, r := range line + "\n" {
		switch space := unicode.IsSpace(r); {
		case !space && start < 0:
			start = i
		case space && start >= 0:
			out = append(out, word{line[start:i], offset + start})
			start = -1
		}
	}
	return out
}
