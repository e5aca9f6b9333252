package ssaflow

// This file says what a shell makes of texts: whether they are arguments of a program, or may be a command.

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// goesOn has the signs behind which a shell begins with another command.
const goesOn = ";&|`$<>()\n"

// namesProgram reports whether a shell that comes to the end of a text has a program already, so that more text is
// arguments of it: there is a word behind the last sign that begins a command, and none of the words runs the others.
func namesProgram(text string) bool {
	if i := strings.LastIndexAny(text, goesOn+"{'\""); i >= 0 {
		text = text[i+1:]
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) })
	runs := func(word string) bool {
		return strings.Contains(word, "=") || slices.Contains([]string{
			"sudo", "env", "exec", "eval", "nohup", "time", "nice", "xargs", "then", "do", "else", "if", "while", "!", "-c", "-exec", "ssh", "timeout", "su", "doas",
		}, word)
	}
	return len(words) > 0 && !slices.ContainsFunc(words, runs)
}

// goesOnIn reports whether all signs behind which a shell goes on are among some.
func goesOnIn(has func(r rune) bool) bool {
	return !strings.ContainsFunc(goesOn, func(r rune) bool { return !has(r) })
}

// metaChecks returns what a call proves that looks for signs behind which a shell goes on: where there is none of them, it does not.
//
//	if strings.ContainsAny(name, ";&|`$<>()\n") {
func (p *program) metaChecks(c *ssa.Call) []check {
	fn := c.Call.StaticCallee()
	if fn == nil {
		return nil
	}
	args := c.Call.Args
	lost := taint.Labels{taint.MarkMeta}
	switch name := fn.String(); {
	case name == "strings.ContainsAny":
		if text, known := constantText(args[1]); known && goesOnIn(func(r rune) bool { return strings.ContainsRune(text, r) }) {
			return []check{{param: 0, labels: lost, answer: "false"}}
		}
	case slices.Contains(matchers[:2], name):
		if text, known := p.patternOf(args[0]); known && findsGoingOn(text) {
			return []check{{param: 1, labels: lost, answer: "false"}}
		}
	}
	return nil
}

// findsGoingOn reports whether a regular expression matches all texts that have a sign behind which a shell goes on: it is
// a class of signs, or one of several classes and texts of one sign.
func findsGoingOn(pattern string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return false
	}
	return goesOnIn(func(r rune) bool { return findsSign(re, r) })
}

// findsSign reports whether a regular expression matches wherever there is a sign.
func findsSign(re *syntax.Regexp, sign rune) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) == 1 && re.Rune[0] == sign
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			if re.Rune[i] <= sign && sign <= re.Rune[i+1] {
				return true
			}
		}
	case syntax.OpAlternate:
		return slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return findsSign(sub, sign) })
	case syntax.OpCapture, syntax.OpPlus:
		return findsSign(re.Sub[0], sign)
	}
	return false
}
