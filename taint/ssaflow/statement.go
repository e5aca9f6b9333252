package ssaflow

// This file says what of an argument is the text of a statement, where a library takes arguments of any type:
//
//	db.Where("name = ?", name)                 // of gorm: the text, not what it is asked with
//	db.First(&user, "name = ?", name)          // the first one of a list
//	users.Where(squirrel.Eq{column: name})     // the keys of a map
//	db.Where(&User{Name: name})                // nothing

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// statements returns the places of a call, of those given, that are texts of statements. Of a list of values of any type, the first one is the text,
// and the others are what it is asked with. Of a list that the call does not show, and of conditions in a list, that is not known.
func (f *frame) statements(list []place) (out []place) {
	for _, l := range list {
		v := l.value
		switch {
		case v != nil && l.element > 0 && isAnyList(l.list):
			continue
		case v == nil && l.arg == nil:
			out = append(out, l)
			continue
		case v == nil:
			v = l.arg
		}
		if m, ok := v.(*ssa.MakeInterface); ok {
			v = m.X
			l.loc, l.typ = f.value(v), v.Type()
		}
		l.perhaps = isAnyList(v.Type())
		switch t := under(v.Type()).(type) {
		case *types.Map:
			out = append(out, f.keysOf(v, l)...)
			continue
		case *types.Struct, *types.Pointer, *types.Signature:
			continue
		case *types.Slice:
			if !l.perhaps && !isText(t) && !isText(t.Elem()) {
				continue
			}
		}
		out = append(out, l)
	}
	return out
}

// keysOf returns the keys of a map as places like l: those that the function gives it if it has made the map, else what is known of any.
func (f *frame) keysOf(m ssa.Value, l place) (out []place) {
	for {
		c, ok := m.(*ssa.ChangeType)
		if !ok {
			break
		}
		m = c.X
	}
	if _, made := m.(*ssa.MakeMap); !made {
		l.loc, l.perhaps = f.kid(f.ref(m), stepKey), true
		return []place{l}
	}
	for _, ref := range *m.Referrers() {
		switch u := ref.(type) {
		case *ssa.MapUpdate:
			if u.Map == m {
				l.loc, l.typ = f.value(u.Key), u.Key.Type()
				out = append(out, l)
			}
		case ssa.CallInstruction: // which may put something in
			l.loc, l.typ, l.perhaps = f.kid(f.ref(m), stepKey), nil, true
			out = append(out, l)
		}
	}
	return out
}

// isAnyList reports whether t is a list of values of any type.
func isAnyList(t types.Type) bool {
	if t == nil {
		return false
	}
	s, ok := under(t).(*types.Slice)
	return ok && types.IsInterface(s.Elem())
}
