package graph

// This file reads positions.

import (
	"strconv"
	"strings"
)

// ParsePos returns the position that Pos.String writes as text. What follows
// the last one or two colons is line and column if it is a number from 1;
// everything else is the file.
func ParsePos(text string) Pos {
	if text == "-" {
		return Pos{}
	}
	file, last, ok := cutNumber(text)
	if !ok {
		return Pos{File: text}
	}
	if rest, line, ok := cutNumber(file); ok {
		return Pos{File: rest, Line: line, Col: last}
	}
	return Pos{File: file, Line: last}
}

// cutNumber splits "x:12" into "x" and 12.
func cutNumber(text string) (rest string, n int, ok bool) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 {
		return text, 0, false
	}
	n, err := strconv.Atoi(text[i+1:])
	if err != nil || n < 1 || strconv.Itoa(n) != text[i+1:] {
		return text, 0, false
	}
	return text[:i], n, true
}
