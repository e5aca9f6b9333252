package ssaflow

// This file knows which host a URL has that matches a regular expression, and which functions may change it.

import (
	"go/token"
	"go/types"
	"maps"
	"regexp/syntax"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// matchesHost reports whether what parts of a regular expression match, one behind the other, is a URL with a scheme and a host that the program
// chooses, at least the domain it is in, up to the slash behind it:
//
//	^https://[a-z]+\.example\.com/
func matchesHost(parts []*syntax.Regexp) bool {
	scheme, rest, ok := strings.Cut(spelled(parts), "://")
	host, _, ends := strings.Cut(rest, "/")
	if !ok || !ends || strings.ContainsAny(scheme, "/?#") {
		return false
	}
	i := strings.LastIndexByte(host, anyOfHost)
	if i < 0 {
		return host != "" && !strings.ContainsAny(host, `@\?#`)
	}
	fixed := host[i+1:]
	dot := strings.IndexByte(fixed, '.')
	return dot >= 0 && namesDomain(fixed[dot:]) && !strings.ContainsAny(host, `@\?#:`)
}

// anyOfHost stands for text of letters, digits, dashes and dots, in what is spelled.
const anyOfHost = 0

// anchors match between characters.
var anchors = []syntax.Op{syntax.OpBeginLine, syntax.OpBeginText, syntax.OpEndLine, syntax.OpEndText}

// spelled returns what parts of a regular expression match, up to the first one that may match something else than a text or letters, digits, dashes and
// dots, which are anyOfHost; the s of https is left out where it may be missing, and letters are small.
func spelled(parts []*syntax.Regexp) string {
	var b strings.Builder
	for _, re := range parts {
		var has alphabet
		has.addMatched(re)
		switch {
		case re.Op == syntax.OpLiteral:
			b.WriteString(strings.ToLower(string(re.Rune)))
		case re.Op == syntax.OpQuest && re.Sub[0].Op == syntax.OpLiteral && strings.EqualFold(string(re.Sub[0].Rune), "s") && b.String() == "http":
		case has.isPlain() && !slices.Contains(anchors, re.Op):
			b.WriteByte(anyOfHost)
		default:
			return b.String()
		}
	}
	return b.String()
}

// isURL reports whether t is a pointer to a URL.
func isURL(t types.Type) bool { return t.String() == "*net/url.URL" }

// isOnlyAsked reports whether nothing is done with a pointer to a URL in the function that has it but to look at it and to return it.
func isOnlyAsked(v ssa.Value) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.Return, *ssa.BinOp:
			return false
		case *ssa.FieldAddr:
			return slices.ContainsFunc(*use.Referrers(), func(use ssa.Instruction) bool {
				load, ok := use.(*ssa.UnOp)
				return !ok || load.Op != token.MUL
			})
		case *ssa.Call:
			fn := use.Call.StaticCallee()
			return fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "net/url" || fn.Signature.Recv() == nil || strings.HasPrefix(fn.Name(), "Unmarshal")
		}
		return true
	})
}

// addMadeAgain adds what is, on each way, something that is in there, or the address that was parsed out of it, as a text again.
//
//	if u.Scheme == "" {
//		u.Scheme = "https"
//		text = u.String()
//	}
func (f *frame) addMadeAgain(seen map[ssa.Value]bool) {
	for v := range maps.Clone(seen) {
		uses := v.Referrers()
		if uses == nil {
			continue
		}
		for _, ref := range *uses {
			if phi, isPhi := ref.(*ssa.Phi); isPhi && !seen[phi] && !slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return !seen[e] && !isAddressOf(e, seen) }) {
				seen[phi] = true
			}
		}
	}
}

// isAddressOf reports whether a value is the text of an address that is among some values.
func isAddressOf(v ssa.Value, among map[ssa.Value]bool) bool {
	c, isCall := v.(*ssa.Call)
	return isCall && c.Call.StaticCallee() != nil && c.Call.StaticCallee().String() == "(*net/url.URL).String" && among[c.Call.Args[0]]
}
