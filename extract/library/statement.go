package library

// This file takes SQL apart, as far as it has to be known what a text does.

import (
	"regexp"
	"strings"
)

// Statements returns the statements of SQL that a text consists of, but for those that only begin or end a transaction: without the
// comments before them, and of one that begins with WITH the statements in it, too, which may change something as well:
//
//	-- name: Forget :exec
//	WITH gone AS (DELETE FROM notes RETURNING id) SELECT count(*) FROM gone
func Statements(text string) (out []string) {
	code := blanked(text)
	begun := 0
	add := func(end int) {
		from := begun + len(code[begun:end]) - len(strings.TrimLeft(code[begun:end], " \t\r\n"))
		if s := strings.TrimSpace(text[from:end]); s != "" && !framing.MatchString(s) {
			out = append(out, parts(s, code[from:end])...)
		}
		begun = end + 1
	}
	for i := range len(code) {
		if code[i] == ';' {
			add(i)
		}
	}
	if begun < len(code) {
		add(len(code))
	}
	return out
}

// framing matches the statements that begin or end a transaction.
var framing = regexp.MustCompile(`(?i)^(begin|start\s+transaction|commit|end|rollback|savepoint|release)\b`)

// blanked returns a text of the same length in which spaces stand for comments, and x for what is quoted.
func blanked(text string) string {
	code := []byte(text)
	fill := func(from, to int, with byte) {
		for i := from; i < to; i++ {
			code[i] = with
		}
	}
	for i := 0; i < len(text); {
		end := i + 1
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, "--"):
			end = i + until(rest, "\n")
			fill(i, end, ' ')
		case strings.HasPrefix(rest, "/*") && !strings.HasPrefix(rest, "/*!"): // which MySQL runs
			end = i + until(rest, "*/")
			fill(i, end, ' ')
		case rest[0] == '\'' || rest[0] == '"' || rest[0] == '`':
			end = i + 1 + until(rest[1:], rest[:1])
			fill(i, end, 'x')
		}
		i = end
	}
	return string(code)
}

// until returns how much of a text there is up to an end, which counts, or all of it.
func until(text, end string) int {
	if n := strings.Index(text, end); n >= 0 {
		return n + len(end)
	}
	return len(text)
}

// with matches the beginning of a statement that names the results of others.
var with = regexp.MustCompile(`(?i)^with\b`)

// changes matches the beginning of a statement that changes something.
var changes = regexp.MustCompile(`(?i)^\s*(insert|update|delete|merge|replace)\b`)

// parts returns the statements that one consists of: of one that begins with WITH, those in its parentheses that change something, and what
// follows them. What is not all there, or has an unknown statement in it, is left as it is, and so is another statement. Code is the statement as
// blanked has it.
func parts(statement, code string) (out []string) {
	if !with.MatchString(code) {
		return []string{statement}
	}
	depth, first, begun := 0, 0, 0
	for i := range len(code) {
		switch code[i] {
		case '(':
			if depth++; depth == 1 {
				begun = i + 1
			}
		case ')':
			if depth--; depth == 0 && first == 0 {
				switch inner := strings.TrimSpace(statement[begun:i]); {
				case strings.HasPrefix(inner, "?"):
					return []string{statement}
				case changes.MatchString(code[begun:i]):
					out = append(out, inner)
				}
				if main.MatchString(code[i+1:]) {
					first = i + 1
				}
			}
		}
		if depth < 0 {
			return []string{statement}
		}
	}
	if depth != 0 || first == 0 {
		return []string{statement}
	}
	return append(out, strings.TrimSpace(statement[first:]))
}

// main matches the beginning of the statement behind those that WITH names.
var main = regexp.MustCompile(`(?i)^\s*(select|insert|update|delete|merge|replace|values|table)\b`)
