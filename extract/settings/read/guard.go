package read

// This file finds functions whose names say that they decide whether something may be done.

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/internal/funcid"
)

// guard notes a function that is there to decide whether something may be done, or that may stand in for one.
func (r *reader) guard(fn *ssa.Function) {
	obj := funcid.Declared(fn)
	if obj == nil || fn.Blocks == nil || fn.Parent() != nil || tests(obj.Pkg()) {
		return
	}
	words := wordsOf(obj.Name())
	about := subject(words)
	if about == "" {
		return
	}
	isGuard := isGuard(words, about)
	switch {
	case isGuard, about == settings.Confirmation, slices.Contains(standing, words[0]):
	case !slices.Contains(deciding, words[0]), about == "tool", about == "command":
		return
	}
	r.k.Guards = append(r.k.Guards, settings.Guard{
		Func: funcid.Source(funcid.Of(fn)), About: about, Pos: r.pos(obj.Pos()),
		Decides: isGuard && decides(obj.Signature()), Exported: obj.Exported(),
	})
}

// tests reports whether a package is for tests, whatever its files are called.
func tests(pkg *types.Package) bool {
	return slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool { return p.Path() == "testing" })
}

// decides reports whether a function returns a truth or an error.
func decides(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 || types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}

// The words that names of functions begin with which decide, and of others that may do so instead.
var (
	deciding = []string{
		"validate", "verify", "check", "authorize", "authenticate", "ensure", "enforce", "allow", "deny", "block",
		"is", "are", "can", "may", "should", "must", "need", "needs", "require", "requires", "ask", "request", "prompt", "confirm", "approve",
	}
	standing = []string{
		"sanitize", "resolve", "safe", "secure", "confine", "guard", "match", "classify", "assess", "evaluate", "decide", "detect", "restrict", "filter",
	}
)

// subjects are what functions decide about, by the words for it. The first one that a name has counts.
var subjects = []struct {
	about string
	words []string
}{
	{settings.Confirmation, []string{"confirm", "confirmation", "confirmed", "approve", "approval", "approved", "consent"}},
	{"command", []string{"command", "commands", "cmd", "shell", "exec", "bash"}},
	{"statement", []string{"sql", "query", "statement"}},
	{"path", []string{"path", "paths"}},
	{"address", []string{"url", "urls", "host", "domain"}},
	{"caller", []string{"token", "apikey", "jwt", "credentials", "auth", "access", "permission", "permissions", "authorized", "authenticated", "authorize", "authenticate"}},
	{"tool", []string{"tool", "tools"}},
	{"action", []string{"action", "operation", "call", "allowed", "permitted", "blocked", "forbidden", "denied", "dangerous", "safe", "destructive"}},
}

// subject returns what the words of a name are about, "" if about nothing that guards decide.
func subject(words []string) string {
	if len(words) == 0 {
		return ""
	}
	for _, s := range subjects {
		if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(s.words, w) }) || s.about == "caller" && hasAny(words, [][]string{{"api", "key"}}) {
			return s.about
		}
	}
	return ""
}

// isGuard reports whether the words of a name say that a function decides about its subject, and not only that it has to do with it.
func isGuard(words []string, about string) bool {
	if len(words) < 2 {
		return false
	}
	has := func(list ...string) bool {
		return slices.ContainsFunc(words[1:], func(w string) bool { return slices.Contains(list, w) })
	}
	switch words[0] {
	case "should", "must", "need", "needs", "require", "requires", "ask", "request", "prompt":
		return about == settings.Confirmation || words[0] == "require" && about == "caller"
	case "confirm", "approve":
		return has("tool", "command", "call", "action", "execution", "operation")
	case "is", "are", "can", "may":
		return has("allowed", "permitted", "authorized", "authenticated", "blocked", "forbidden", "denied") ||
			slices.Contains([]string{"safe", "dangerous", "destructive"}, words[1]) || has("safe", "dangerous", "destructive") && about != "action" ||
			has("access", "execute", "run", "use") && words[0] != "is"
	case "check", "verify", "validate", "ensure", "enforce", "authorize", "authenticate", "allow", "deny", "block":
		return about != "action" && about != "tool" || has("allowed", "permitted")
	}
	return false
}
