package library

// This file knows sets of command lines that conditions of rows name.

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed programs.list
var programsText string

//go:embed readers.list
var readersText string

//go:embed builders.list
var buildersText string

//go:embed statements.list
var statementsText string

// setMark begins the name of a set.
const setMark = "@"

// sets say by the name of a set whether a command line, or a statement, is in it.
var sets = map[string]func(line string) bool{
	"programs": isCommand,
	"readers":  inLines(readersText),
	"options":  func(line string) bool { return mayBeOption(line) && !isCommand(line) }, // a command says more
	"builders": inLines(buildersText),

	"statements.read":   inPatterns(func() []string { return namedPatterns("read", statementsText) }),
	"statements.write":  inPatterns(func() []string { return namedPatterns("write", statementsText) }),
	"statements.delete": inPatterns(func() []string { return namedPatterns("delete", statementsText) }),
}

// isCommand reports whether the argument behind a command line is a command.
var isCommand = inLines(programsText)

// namedPatterns reads the patterns on the lines that begin with a name.
func namedPatterns(name, text string) (out []string) {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == name {
			out = append(out, words[1:]...)
		}
	}
	return out
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

// inLines says whether a command line matches those of a text.
func inLines(text string) func(line string) bool {
	return inPatterns(func() []string { return linePatterns(text) })
}

// inPatterns says whether a text matches patterns, whatever the case of letters: the last one that
// it matches decides.
func inPatterns(read func() []string) func(line string) bool {
	patterns := sync.OnceValue(read)
	return func(line string) bool {
		line = strings.ToLower(line)
		for _, pattern := range slices.Backward(patterns()) {
			if pattern, except := strings.CutPrefix(pattern, Except); matchesOne(pattern, line) {
				return !except
			}
		}
		return false
	}
}
