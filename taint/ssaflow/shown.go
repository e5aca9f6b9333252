package ssaflow

// This file finds what a log, or fmt.Sprintf, shows of a value that has a method for its
// text: what that returns, and not what the value holds.

import (
	"go/types"
	"regexp"
	"strings"
)

// sprintfKey is the row key of the function that makes texts of values as logs do.
const sprintfKey = "fmt.Sprintf"

// shown returns where the text is that the function with a row key, which k calls, makes
// of a value in a list: the value itself unless a method of it makes the text.
func (f *frame) shown(k *call, key string, l place) *loc {
	if l.value == nil || types.IsInterface(l.typ) || f.isParam(l.typ) {
		return l.loc
	}
	for _, name := range textMethodsOf(k, key, l.typ) {
		fn := f.methodOf(l.typ, name, nil)
		if fn == nil || fn.Signature.Params().Len() > 0 || fn.Signature.Results().Len() != 1 {
			continue
		}
		n := *k
		n.args, n.types, n.common = []*loc{l.loc}, []types.Type{l.typ}, nil
		n.result, n.typ = f.newLoc(), fn.Signature.Results().At(0).Type()
		f.apply(&n, fn)
		return n.result
	}
	return l.loc
}

// textMethodsOf returns the names of the methods that make the text of a value of type t,
// those that count more first; none if the text may also be made otherwise.
func textMethodsOf(k *call, key string, t types.Type) []string {
	has := func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		return obj != nil
	}
	switch {
	case strings.HasPrefix(key, "log/slog."):
		if has("LogValue") {
			return []string{"LogValue"}
		}
		// A handler that writes JSON goes by these, and by the fields that are exported.
		if has("MarshalJSON") || has("MarshalText") || !isOpaque(t) {
			return nil
		}
	case strings.HasPrefix(key, "log."), key == sprintfKey:
		format, known := constantText(k.operand(0))
		isFormat := strings.HasSuffix(key, "f")
		if has("Format") || isFormat && (!known || verbs.MatchString(strings.ReplaceAll(format, "%%", ""))) {
			return nil
		}
	default:
		return nil
	}
	return []string{"Error", "String"}
}

// verbs matches a verb of a format that goes by the fields of a value.
var verbs = regexp.MustCompile(`%[-+ 0-9.*\[\]]*[^-+ 0-9.*\[\]sqvxXT]`)

// isOpaque reports whether t is a struct type, or a pointer to one, without exported or
// embedded fields.
func isOpaque(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range s.Fields() {
		if field.Exported() || field.Embedded() {
			return false
		}
	}
	return true
}
