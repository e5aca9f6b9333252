package annotation

// This file says which tags stand on fields that they say nothing about.

import (
	"fmt"
	"go/types"
	"strconv"

	"github.com/agentvet/agentvet/graph"
)

// Unfit returns an error for each key of a tag that says nothing about a field of type t, which may be
// nil if it is not known: a bound of what is no number, a confinement of what is no text.
func (t *Tag) Unfit(typ types.Type) (out []*Error) {
	if typ == nil || typ == types.Typ[types.Invalid] {
		return nil
	}
	text, err := strconv.Unquote(t.Field.Tag.Value)
	if err != nil {
		return nil // not a program
	}
	unfit := func(key, why string) {
		val, off, _ := lookup(text, key)
		name := types.TypeString(typ, func(p *types.Package) string { return p.Name() })
		out = append(out, errorAt(off, "the tag %s:%q: %s", key, val, fmt.Sprintf(why, name)))
	}
	if len(t.Says.Bounds) > 0 && !IsNumeric(typ) {
		unfit("bound", "a bound is of numbers, and %s is none")
	}
	if t.Says.Confine != graph.ConfineNone && !isMadeOf(typ, types.IsString) && !types.IsInterface(typ) {
		unfit("confine", "text is confined, and %s is none: tag what has the text")
	}
	return out
}

// IsNumeric reports whether a value of a type is a number, or refers to or lists numbers, which may keep a bound.
func IsNumeric(typ types.Type) bool { return isMadeOf(typ, types.IsInteger|types.IsFloat) }

// isMadeOf reports whether a value is of a kind, or refers to or lists such values; bytes are text.
func isMadeOf(t types.Type, kind types.BasicInfo) bool {
	const nested = 10
	for range nested {
		switch u := t.Underlying().(type) {
		case *types.Basic:
			return u.Info()&kind != 0
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			if t = u.Elem(); kind == types.IsString && types.Identical(t.Underlying(), types.Typ[types.Byte]) {
				return true
			}
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		default:
			return false
		}
	}
	return false
}
