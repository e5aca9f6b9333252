package ssaflow

// This file knows which characters a text may have, and what it cannot do without the others.

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/agentvet/agentvet/taint"
)

// An alphabet is a set of characters: of those of ASCII, and of all others together.
type alphabet struct {
	ascii [utf8.RuneSelf]bool
	other bool
}

// add adds the characters from lo to hi, if there are any.
func (a *alphabet) add(lo, hi int64) {
	for r := max(lo, 0); r <= min(hi, utf8.RuneSelf-1); r++ {
		a.ascii[r] = true
	}
	a.other = a.other || hi >= max(lo, utf8.RuneSelf)
}

// addText adds the characters of a text.
func (a *alphabet) addText(text string) {
	for _, r := range text {
		a.add(int64(r), int64(r))
	}
}

// addAll adds all characters.
func (a *alphabet) addAll() { a.add(0, utf8.MaxRune) }

// hasAny reports whether any character of a text of ASCII is in a.
func (a *alphabet) hasAny(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return a.ascii[r] })
}

// isPlain reports whether a has only letters, digits, '-', '_' and '.' of ASCII.
func (a *alphabet) isPlain() bool { return a.isWithin("-_.") }

// isIdentifier reports whether a has only what names in SQL are made of without quotes, and dots between them.
func (a *alphabet) isIdentifier() bool { return a.isWithin("_@$#.") }

// isWithin reports whether a has only letters and digits of ASCII, and some signs.
func (a *alphabet) isWithin(signs string) bool {
	for r, has := range a.ascii {
		isLetter := r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
		if has && !isLetter && !strings.ContainsRune(signs, rune(r)) {
			return false
		}
	}
	return !a.other
}

// marks returns the marks that a text has lost which has only characters of a. Dots may lead to another folder, or host, and
// a dash begins an option unless the text cannot begin with it.
func (a *alphabet) marks(dash bool) taint.Labels {
	lost := numberMarks.Without(noVariable).Without(noEntry) // a name is one like another
	if dash {
		lost = lost.Without(noOption)
	}
	switch isPlain := a.isPlain(); {
	case isPlain && a.ascii['.']:
		return lost.Without(taint.Labels{taint.MarkFolder, taint.MarkURL})
	case isPlain:
		return lost
	case a.isIdentifier():
		named := nameOnly.Union(noOption).Union(taint.Labels{taint.MarkOf("sql")})
		if !a.ascii['.'] {
			named = named.Union(taint.Labels{taint.MarkFolder})
		}
		return named
	case a.hasAny(goesOn):
		return lost.Without(lost.Without(noOption))
	}
	return lost.Without(lost.Without(noOption.Union(taint.Labels{taint.MarkMeta})))
}

// letters returns the marks that what is made of the characters of a has lost, in any order: what has no separator and no dot
// is the name of one file below a folder. It may still be the name of any program, and of what a script does.
func (a *alphabet) letters() taint.Labels {
	lost := a.marks(a.ascii['-']).Without(taint.Labels{taint.MarkOf("exec"), taint.MarkOf("script"), taint.MarkLine})
	if !a.hasAny(".") { // ".." is the folder above
		lost = lost.Union(taint.Labels{markNoParent, taint.MarkFolder})
	}
	if !a.hasAny(`/\`) {
		lost = lost.Union(nameOnly)
	}
	return lost
}

// addMatched adds what a text may have that a regular expression matches as a whole.
func (a *alphabet) addMatched(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		a.addAll()
	case syntax.OpLiteral:
		a.addText(string(re.Rune))
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			a.add(int64(re.Rune[i]), int64(re.Rune[i+1]))
		}
	}
	for _, sub := range re.Sub {
		a.addMatched(sub)
	}
}
