package ssaflow

// This file finds where a program puts something in the place of quotes, so that data cannot end a text that it
// stands in. Whether that is enough depends on the language, and on the text: it is not decided.

import (
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

// putIn says of an edge that a value gets by it behind a text for a shell in which a quote is open, or none (0). If the value is in single
// quotes, they hold where none is, and not in others: single ones end there, and double ones let a shell look for commands in them.
//
//	fmt.Sprintf("bash -c 'ping %s'", quote(host))
func (e *edge) putIn(open rune, f *frame, v ssa.Value) {
	if !isText(v.Type()) || !f.isInQuotes(v) {
		return
	}
	if open == 0 {
		e.drop = e.drop.Union(taint.Labels{taint.MarkBare})
	} else {
		e.open = true
	}
}

// openAt returns the quote that is open where argument n of a format stands, 0 if none is, or none that is closed behind it.
func openAt(format string, n int) rune {
	texts := betweenVerbs(format)
	if n+1 >= len(texts) {
		return 0
	}
	open := openQuote(strings.Join(texts[:n+1], anyText[0]))
	if !strings.ContainsRune(strings.Join(texts[n+1:], ""), open) {
		return 0
	}
	return open
}

// openBefore returns the quote that is open behind the left operand of +, 0 if none is in one of the texts that it may be.
func (f *frame) openBefore(i *ssa.BinOp) (open rune) {
	f.looked = 0
	for n, text := range f.texts(i.X) {
		at := openQuote(text)
		if at == 0 || n > 0 && at != open {
			return 0
		}
		open = at
	}
	return open
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
