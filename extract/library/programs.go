package library

// This file knows sets of patterns that conditions of rows name.

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed programs.list
var programsText string

//go:embed readers.list
var readersText string

// setMark begins the name of a set of patterns.
const setMark = "@"

// sets are the sets of patterns by name.
var sets = map[string]func() []string{
	"programs": sync.OnceValue(func() []string { return linePatterns(programsText) }),
	"readers":  sync.OnceValue(func() []string { return linePatterns(readersText) }),
}

// linePatterns reads command lines, one a line.
func linePatterns(text string) (out []string) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		except := ""
		if words[0] == Except {
			except, words = Except, words[1:]
		}
		for _, pattern := range choices(Separator + strings.Join(words, Separator)) {
			out = append(out, except+pattern)
		}
	}
	return out
}

// choices returns the patterns that one with (a|b) in it stands for.
func choices(pattern string) (out []string) {
	before, rest, ok := strings.Cut(pattern, "(")
	inside, after, closed := strings.Cut(rest, ")")
	if !ok || !closed {
		return []string{pattern}
	}
	for choice := range strings.SplitSeq(inside, "|") {
		for _, end := range choices(after) {
			out = append(out, before+choice+end)
		}
	}
	return out
}

// inSet reports whether a text matches the patterns of a set: the last one that it matches
// decides.
func inSet(name, text string) bool {
	set := sets[name]()
	for n := len(set) - 1; n >= 0; n-- {
		if pattern, except := strings.CutPrefix(set[n], Except); matchesOne(pattern, text) {
			return !except
		}
	}
	return false
}
