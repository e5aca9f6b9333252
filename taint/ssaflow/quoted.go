package ssaflow

// This file knows names in statements that are quoted right: what ends them is said twice in them.

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/taint"
)

// closing is what ends a quoted name, by what begins it.
var closing = map[string]string{`"`: `"`, "`": "`", "[": "]"}

// quotedName returns what the right operand of + loses if it is a name in quotes, which says twice what would end them:
//
//	`"` + strings.ReplaceAll(name, `"`, `""`) + `"`
func (f *frame) quotedName(i *ssa.BinOp) taint.Labels {
	if i.Op == token.ADD && f.isQuotedName(i) {
		return taint.Labels{taint.MarkOf("sql")}
	}
	return nil
}

func (f *frame) isQuotedName(i *ssa.BinOp) bool {
	end := doubledIn(i.Y)
	if end == "" || !f.allTexts(f.fn, i.X, func(text string) bool { return beginsName(text, end) }) {
		return false
	}
	uses := i.Referrers()
	return len(*uses) > 0 && !slices.ContainsFunc(*uses, func(use ssa.Instruction) bool {
		sum, ok := use.(*ssa.BinOp)
		if !ok || sum.Op != token.ADD || sum.X != ssa.Value(i) {
			_, isDebug := use.(*ssa.DebugRef)
			return !isDebug
		}
		return !f.allTexts(f.fn, sum.Y, func(text string) bool { return strings.HasPrefix(text, end) && !strings.HasPrefix(text, end+end) })
	})
}

// beginsName reports whether a text ends with what begins a name that something ends. What double quotes begin behind an operator is a text in
// some databases, and a backslash keeps it from ending.
func beginsName(text, end string) bool {
	if text == "" || closing[text[len(text)-1:]] != end {
		return false
	}
	before := strings.ToLower(strings.TrimSpace(text[:len(text)-1]))
	return end != `"` || !strings.HasSuffix(before, "like") && (before == "" || !strings.ContainsAny(before[len(before)-1:], "=<>(,"))
}

// doubledIn returns what a call says twice that quotes a name, "" if it does not.
func doubledIn(v ssa.Value) string {
	c, ok := v.(*ssa.Call)
	if !ok || c.Call.StaticCallee() == nil || c.Call.StaticCallee().String() != "strings.ReplaceAll" || !isDoubled(c) {
		return ""
	}
	old, _ := constantText(c.Call.Args[1])
	for _, end := range closing {
		if old == end {
			return end
		}
	}
	return ""
}

// inQuotes returns what the values of a format lose that stand in quotes as names do.
func inQuotes(format string, values []ssa.Value) []taint.Labels {
	out := make([]taint.Labels, len(values))
	for n := range values {
		before, rest, found := strings.Cut(format, "%")
		if !found || !strings.HasPrefix(rest, "s") {
			return out
		}
		format = rest[1:]
		if end := doubledIn(values[n]); end != "" && beginsName(before, end) && strings.HasPrefix(format, end) && !strings.HasPrefix(format, end+end) {
			out[n] = taint.Labels{taint.MarkOf("sql")}
		}
	}
	return out
}

// asWord says of an edge by which a value gets behind a text for a shell whether it is a quoted word there that may be an option of a
// program; texts are what may stand before it. It is no option itself, but what it is when the shell has read it.
//
//	"find '" + strings.ReplaceAll(dir, "'", `'\''`) + "'"
//	fmt.Sprintf("grep -rn %s .", quote(text))
func (e *edge) asWord(f *frame, texts []string, v ssa.Value) {
	if len(texts) == 0 || !isText(v.Type()) {
		return
	}
	isOpen, isBegin := false, true
	for n, text := range texts {
		open, begins, isOption := wordAt(text)
		if !isOption && !begins || n > 0 && (open != isOpen || begins != isBegin) {
			return
		}
		isOpen, isBegin = open, begins
	}
	switch {
	case isBegin: // of a command: what may be an option in that is one behind the text, too
		e.drop = e.drop.Without(taint.Labels{taint.MarkDash})
	case isOpen || f.isInQuotes(v):
		e.drop, e.word = e.drop.Without(taint.Labels{taint.MarkDash}), true
	}
}

// wordAt says of a text for a shell what a word behind it is: whether a quote is open, that begins the word, and whether the word begins a
// command, or may be an option of the program that the text names. It is neither if quotes, or other signs, leave open which words there are.
func wordAt(text string) (open, begins, isOption bool) {
	line := text
	if quote := openQuote(text); quote != 0 {
		if line, open = strings.CutSuffix(text, string(quote)); !open {
			return false, false, false
		}
	}
	if line == "" || openQuote(line) != 0 || strings.Contains(line, "<<") || strings.Contains(line, "#") {
		return false, false, false
	}
	line = line[strings.LastIndexAny(line, ";&|\n")+1:]
	if strings.TrimSpace(line) == "" {
		return open, !open, false
	}
	if !strings.HasSuffix(line, " ") || strings.ContainsAny(line, "'\"`\\$(){}<>*?[]\x00") {
		return false, false, false
	}
	return open, false, library.MayBeOption(strings.Fields(line))
}
