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
