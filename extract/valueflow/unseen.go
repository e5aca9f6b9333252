package valueflow

// This file finds what libraries may have asked somebody for that no row tells of.

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// setBy returns the term of what a call sets that gets the address of a variable: it is other
// if nobody is asked.
func (d *decider) setBy(call ssa.CallInstruction, other Term) Term {
	v := call.Value()
	switch n, ok := d.calls[v]; {
	case v == nil:
		return other
	case d.asksUnseen(call.Common()):
		return Term{Op: TermUnseen, Of: NoTerm, At: NoPlace, Pos: d.line(v)}
	case ok:
		return Term{Op: TermUnseen, Of: int32(n), At: NoPlace, Pos: d.line(v)}
	}
	return other
}

// setIn returns the term of what a closure sets in the function around it: whoever gets the
// closure may run it when somebody has answered.
func (d *decider) setIn(c *ssa.MakeClosure, v ssa.Value) Term {
	out := Term{Op: TermState, Text: captured, At: NoPlace, Pos: d.line(v)}
	for _, ref := range *c.Referrers() {
		call, ok := ref.(*ssa.Call)
		if !ok || call.Call.Value == c {
			continue
		}
		if n, ok := d.calls[call]; ok && d.f.Calls[n].Kind == CallPlain && !d.isForeign(call.Common()) {
			return Term{Op: TermUnseen, Of: int32(n), Text: funcid.Of(c.Fn.(*ssa.Function)), At: NoPlace, Pos: d.line(call)}
		}
		if d.isForeign(call.Common()) && !slices.Contains(runners, calleeOf(call.Common())) {
			return Term{Op: TermUnseen, Of: NoTerm, At: NoPlace, Pos: d.line(call)}
		}
	}
	return out
}

// calleeOf returns the function that a call names, "" if it names none.
func calleeOf(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return funcid.OfObject(c.Method)
	}
	if fn := c.StaticCallee(); fn != nil {
		if obj := funcid.Declared(fn); obj != nil && obj.Pkg() != nil {
			return funcid.OfObject(obj)
		}
	}
	return ""
}

// isForeign reports whether a call is of a library that is not the standard one.
func (d *decider) isForeign(c *ssa.CallCommon) bool {
	pkg := funcid.Package(calleeOf(c))
	return pkg != "" && !d.Own(pkg) && !library.IsStandard(pkg)
}

// screens are the library functions that show a user interface until somebody has left it, and
// return what it has come to. What that says is the program's to know.
var screens = []string{
	"(*github.com/charmbracelet/bubbletea.Program).Run", "(*github.com/charmbracelet/bubbletea.Program).StartReturningModel",
	"(*github.com/charmbracelet/bubbletea/v2.Program).Run", "(*charm.land/bubbletea/v2.Program).Run",
}

// asksUnseen reports whether a call is of a library that no row tells of, and that is named as
// if it asked somebody, or shows somebody a user interface.
func (d *decider) asksUnseen(c *ssa.CallCommon) bool {
	id := calleeOf(c)
	if slices.Contains(screens, id) {
		return true
	}
	return d.isForeign(c) && len(d.Table.CallsOf(funcid.Package(id))) == 0 && speaksOf(id, asking)
}

// isSilent reports whether a call is of a method of a library's interface that is not named as if
// anybody were asked or decided: it says whether there are more rows, say.
func (b *body) isSilent(c *ssa.CallCommon) bool {
	return c.IsInvoke() && isLibraryMethod(b, c.Method) && !speaksOf(calleeOf(c), asking) && !speaksOf(calleeOf(c), deciding)
}

// speaksOf reports whether one of some words is in a name.
func speaksOf(name string, words []string) bool {
	return slices.ContainsFunc(wordsOf(name), func(w string) bool { return slices.Contains(words, w) })
}

// asking are words by which libraries are named that ask people.
var asking = []string{
	"approval", "approve", "ask", "asker", "confirm", "confirmation", "consent", "dialog", "huh", "interactive", "modal", "prompt",
	"prompter", "promptui", "prompts", "question", "questions", "readline", "survey", "zenity",
}

// deciding are words by which interfaces of libraries are named that may ask somebody.
var deciding = []string{
	"accept", "accepts", "agree", "agrees", "allow", "allowed", "allows", "answer", "approved", "approver", "approves", "auth", "authorize",
	"authorizer", "check", "checker", "choose", "decide", "decides", "decision", "elicit", "elicitation", "gate", "grant", "granted", "guard",
	"human", "input", "may", "permission", "permissions", "permit", "permits", "permitted", "policy", "review", "reviewer", "select", "user", "verify",
}

// wordsOf splits a name into words: at what is no letter, and before capitals.
func wordsOf(name string) []string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if lower && unicode.IsUpper(r) || !unicode.IsLetter(r) {
			b.WriteByte(' ')
		}
		if lower = unicode.IsLower(r); unicode.IsLetter(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.Fields(b.String())
}
