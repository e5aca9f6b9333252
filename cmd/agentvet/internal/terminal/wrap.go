package terminal

// This file breaks lines so that they fit.

import "unicode"

// hanging is how much further to the right a line goes on than it began.
const hanging = 2

// A row is what stands in one line of the terminal.
type row struct {
	indent int
	parts  []part
}

// rows breaks a line at spaces, into rows of less than so many columns where words are short enough: the
// last column stays free, as in a Line. The first part is never broken. If columns is 0, the line is
// one row.
func rows(parts []part, indent, columns int) []row {
	if columns == 0 {
		return []row{{indent, parts}}
	}
	var out []row
	line := cells(parts)
	from, space := 0, 0 // where the row begins, and the last space in it, if that is behind its beginning
	at, first := indent, len([]rune(parts[0].text))
	for i, c := range line {
		if c.r == ' ' && i >= first-1 {
			space = i
		}
		at += columnsOf(c.r)
		if at < columns || c.r == ' ' || space <= from {
			continue
		}
		out = append(out, row{indent, joined(line[from:space])})
		if len(out) == 1 {
			indent += hanging
		}
		from, at = space+1, indent
		for _, c := range line[from : i+1] {
			at += columnsOf(c.r)
		}
	}
	return append(out, row{indent, joined(line[from:])})
}

// A cell is a character with its style.
type cell struct {
	r     rune
	style string
}

func cells(parts []part) []cell {
	var out []cell
	for _, p := range parts {
		for _, r := range p.text {
			out = append(out, cell{r, p.style})
		}
	}
	return out
}

// joined returns cells as parts.
func joined(list []cell) []part {
	var out []part
	for _, c := range list {
		if n := len(out) - 1; n >= 0 && out[n].style == c.style {
			out[n].text += string(c.r)
		} else {
			out = append(out, part{string(c.r), c.style})
		}
	}
	return out
}

// columnsOf returns how many columns a terminal shows a character in, as far as its script tells.
func columnsOf(r rune) int {
	const tab = 8 // at most
	switch {
	case r == '\t':
		return tab
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana), 0xff01 <= r && r <= 0xff60, 0x1f300 <= r && r <= 0x1faff:
		return 2
	}
	return 1
}
