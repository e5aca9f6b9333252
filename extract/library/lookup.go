package library

// This file finds what rows name.

import (
	"go/types"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/internal/spell"
)

// Universe stands for the package of rows on what is declared nowhere: error.Error.
var Universe = types.NewPackage("builtin", "builtin")

// Lookup returns what a name stands for in p, as a user of p writes it: a function, a type,
// a variable, or a method or a field of a type, promoted ones included. The key is that of
// the function, type, field or variable itself: what is promoted has that of the type which
// declares it. There is no object if p has nothing so named.
func Lookup(p *types.Package, name string) (obj types.Object, key string) {
	typ, member, isMember := strings.Cut(name, ".")
	if obj = scopeOf(p).Lookup(typ); obj == nil {
		return nil, ""
	}
	if isMember {
		return lookupMember(p, obj.Type(), member)
	}
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin(), KeyOf(obj)
	case *types.Var:
		return obj, p.Path() + "." + name
	case *types.TypeName:
		return obj, typeKey(obj.Type())
	}
	return nil, ""
}

func scopeOf(p *types.Package) *types.Scope {
	if p == Universe {
		return types.Universe
	}
	return p.Scope()
}

// lookupMember returns the method or the field of a type that has a name.
func lookupMember(p *types.Package, t types.Type, name string) (types.Object, string) {
	of := t
	if !types.IsInterface(t) {
		of = types.NewPointer(t)
	}
	obj, index, _ := types.LookupFieldOrMethod(of, true, p, name)
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin(), KeyOf(obj)
	case *types.Var:
		for _, i := range index[:len(index)-1] {
			t = deref(t).Underlying().(*types.Struct).Field(i).Type()
		}
		if key := typeKey(deref(t)); key != "" {
			return obj.Origin(), key + "." + name
		}
	}
	return nil, ""
}

// KeyOf returns the key of rows on a function, "" if there cannot be any.
func KeyOf(fn *types.Func) string {
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		named, ok := types.Unalias(deref(recv.Type())).(*types.Named)
		if !ok {
			return ""
		}
		name = named.Obj().Name() + "." + name
	}
	if fn.Pkg() == nil {
		return Universe.Path() + "." + name // error.Error
	}
	return fn.Pkg().Path() + "." + name
}

// FieldKey returns the key of rows on a field of the struct type t, "" if t has no name.
func FieldKey(t types.Type, index int) string {
	key := typeKey(t)
	if key == "" {
		return ""
	}
	return key + "." + t.Underlying().(*types.Struct).Field(index).Name()
}

// typeKey returns the key of rows on the type t, "" if there cannot be any.
func typeKey(t types.Type) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	return named.Obj().Pkg().Path() + "." + named.Obj().Name()
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// Near returns what is meant by a name that p has not: another member of the type, or else
// another name, which may be that of another type with such a member; "" if nothing is near.
func Near(p *types.Package, name string) string {
	typ, member, isMember := strings.Cut(name, ".")
	names := namesIn(p)
	if !isMember {
		return Nearest(name, names, name+".")
	}
	var members []string
	for _, n := range names {
		if m, ok := strings.CutPrefix(n, typ+"."); ok {
			members = append(members, m)
		}
	}
	if m := spell.Nearest(member, members); m != "" {
		return typ + "." + m
	}
	return Nearest(name, names, typ+".")
}

// Nearest returns the name that is meant, if one is near, and does not begin with what is
// known to be wrong.
func Nearest(name string, names []string, wrong string) string {
	return spell.Nearest(name, slices.DeleteFunc(slices.Clone(names), func(n string) bool { return strings.HasPrefix(n, wrong) }))
}

// namesIn returns the names that rows on p may have, sorted.
func namesIn(p *types.Package) []string {
	var names []string
	for _, name := range scopeOf(p).Names() {
		obj := scopeOf(p).Lookup(name)
		if _, isConst := obj.(*types.Const); isConst {
			continue
		}
		names = append(names, name)
		if t, ok := obj.(*types.TypeName); ok {
			for _, member := range members(t.Type()) {
				if _, key := lookupMember(p, t.Type(), member); key != "" {
					names = append(names, name+"."+member)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// members returns the names of the methods of a type, and of its fields and those of the
// types that it embeds.
func members(t types.Type) (names []string) {
	of := t
	if !types.IsInterface(t) {
		of = types.NewPointer(t)
	}
	for sel := range types.NewMethodSet(of).Methods() {
		names = append(names, sel.Obj().Name())
	}
	seen := make(map[types.Type]bool)
	var fields func(t types.Type)
	fields = func(t types.Type) {
		s, ok := t.Underlying().(*types.Struct)
		if !ok || seen[t] {
			return
		}
		seen[t] = true
		for f := range s.Fields() {
			names = append(names, f.Name())
			if f.Embedded() {
				fields(deref(f.Type()))
			}
		}
	}
	fields(deref(t))
	return names
}
