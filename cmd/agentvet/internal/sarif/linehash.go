package sarif

// This file names lines by their text, as GitHub does: it follows an alert from commit to
// commit by the name of its line, and takes the name from the SARIF file if it has one.
//
// The name of a line is a rolling hash of the 100 UTF-16 units from its first on, without
// spaces and tabs and with all line ends alike, and a count of the lines with the same hash.

import (
	"fmt"
	"strconv"
	"unicode/utf16"
)

const (
	hashBlock = 100
	hashBase  = 37
	hashEnd   = 0xFFFF // stands for the end of the file
)

// lineHashes returns the names of the lines of a file.
func lineHashes(text string) []string {
	h := lineHasher{count: make(map[uint64]int), lineStart: true, factor: 1}
	for range hashBlock {
		h.factor *= hashBase
	}
	afterCR := false
	for _, unit := range utf16.Encode([]rune(text)) {
		skip := unit == ' ' || unit == '\t' || afterCR && unit == '\n'
		afterCR = unit == '\r'
		switch {
		case skip:
			afterCR = false
		case unit == '\r':
			h.take('\n')
		default:
			h.take(unit)
		}
	}
	h.take(hashEnd)
	for range hashBlock {
		h.push(0, 0)
	}
	return h.names
}

// A lineHasher has the last units that count, in a ring, and which of them begin a line.
type lineHasher struct {
	window [hashBlock]uint64
	begins [hashBlock]int // the number of the line that begins there, or 0
	at     int
	hash   uint64
	factor uint64 // of the unit that leaves the window

	lineStart bool
	names     []string
	lines     int
	count     map[uint64]int
}

// take adds a unit of the text.
func (h *lineHasher) take(unit uint16) {
	line := 0
	if h.lineStart {
		h.lines++
		line = h.lines
	}
	h.lineStart = unit == '\n'
	h.push(uint64(unit), line)
}

// push puts a unit in the place of the oldest. If that began a line, the line has its hash.
func (h *lineHasher) push(unit uint64, line int) {
	if h.begins[h.at] > 0 {
		h.count[h.hash]++
		h.names = append(h.names, fmt.Sprintf("%s:%d", strconv.FormatUint(h.hash, 16), h.count[h.hash]))
	}
	h.hash = h.hash*hashBase + unit - h.factor*h.window[h.at]
	h.window[h.at], h.begins[h.at] = unit, line
	h.at = (h.at + 1) % hashBlock
}
