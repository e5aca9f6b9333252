package ssaflow

// This file finds where a program puts something in the place of quotes, so that data cannot end a text that it
// stands in. Whether that is enough depends on the language, and on the text: it is not decided.

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// quotes end a text in some language, or are what escapes them there.
const quotes = "'\"`\\"

// replacers are functions that replace texts in their first argument by others.
var replacers = map[string]bool{"strings.ReplaceAll": true, "strings.Replace": true, "(*strings.Replacer).Replace": true}

// escapedBy returns the hop for an edge by which data comes out of a function that replaces quotes in it.
func (f *frame) escapedBy(e *edge) (h taint.Hop, ok bool) {
	c, isCall := e.at.(*ssa.Call)
	if !isCall || e.copy != 0 || e.hop.Op != taint.OpReturn && e.hop.Op != taint.OpUnread {
		return h, false
	}
	fn := c.Call.StaticCallee()
	if fn == nil || !replacers[fn.String()] || !replacesQuotes(c) {
		return h, false
	}
	return f.hop(taint.OpEscape, e.hop.Name, c.Pos()), true
}

// replacesQuotes reports whether a call of a replacer replaces a quote, or may do so: its texts are not written there.
func replacesQuotes(c *ssa.Call) bool {
	old := c.Call.Args[1:2]
	if c.Call.Signature().Recv() != nil {
		made, ok := c.Call.Args[0].(*ssa.Call)
		if !ok || made.Call.StaticCallee() == nil || made.Call.StaticCallee().String() != "strings.NewReplacer" {
			return true
		}
		if old, ok = variadic(made.Call.Args[0]); !ok {
			return true
		}
	}
	return slices.ContainsFunc(old, func(v ssa.Value) bool {
		text, isConst := constantText(v)
		return !isConst || strings.ContainsAny(text, quotes)
	})
}

// isInQuotes reports whether a value is a text that single quotes stand around, whatever else it is.
func (f *frame) isInQuotes(v ssa.Value) bool {
	f.looked = 0
	return f.allTexts(f.fn, v, func(text string) bool {
		return len(text) > 1 && strings.HasPrefix(text, "'") && strings.HasSuffix(text, "'")
	})
}

// standsOpen reports whether argument n of a format is a text in single quotes, and stands between quotes that are open
// already: single ones end there, and double ones let a shell look for commands in it.
//
//	fmt.Sprintf("bash -c 'ping %s'", quote(host))
func (f *frame) standsOpen(format string, n int, v ssa.Value) bool {
	texts := betweenVerbs(format)
	if n+1 >= len(texts) {
		return false
	}
	open := openQuote(strings.Join(texts[:n+1], anyText[0]))
	return open != 0 && strings.ContainsRune(strings.Join(texts[n+1:], ""), open) && f.isInQuotes(v)
}

// isAddedOpen is standsOpen for the right operand of +.
func (f *frame) isAddedOpen(i *ssa.BinOp) bool {
	if i.Op != token.ADD || !isText(i.Y.Type()) {
		return false
	}
	f.looked = 0
	texts := f.texts(i.X)
	return len(texts) > 0 && !slices.ContainsFunc(texts, func(text string) bool { return openQuote(text) == 0 }) && f.isInQuotes(i.Y)
}

// openQuote returns the quote that is open at the end of a text for a shell, 0 if none is, or if that is not known: in
// a comment and in lines that the text gives a program to read, quotes open nothing.
func openQuote(text string) (open rune) {
	if strings.Contains(text, "<<") || strings.Contains(text, "#") {
		return 0
	}
	escaped := false
	for _, r := range text {
		switch {
		case escaped:
			escaped = false
		case r == '\\' && open != '\'':
			escaped = true
		case r == open:
			open = 0
		case open == 0 && (r == '\'' || r == '"'):
			open = r
		}
	}
	return open
}
