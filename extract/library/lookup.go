package library

// This file finds what rows name.

import (
	"go/types"
	"strings"
)

// Lookup returns what a row names in p: a function, a type, a variable, or a method or a
// field of a type, promoted ones included; nil if p has none.
func Lookup(p *types.Package, name string) types.Object {
	typ, member, isMember := strings.Cut(name, ".")
	obj := p.Scope().Lookup(typ)
	if fn, ok := obj.(*types.Func); ok && !isMember {
		return fn.Origin()
	}
	if obj == nil || !isMember {
		return obj
	}
	for _, t := range []types.Type{types.NewPointer(obj.Type()), obj.Type()} { // that of an interface has no methods
		switch m, _, _ := types.LookupFieldOrMethod(t, true, p, member); m := m.(type) {
		case *types.Func:
			return m.Origin()
		case *types.Var:
			return m.Origin()
		}
	}
	return nil
}
