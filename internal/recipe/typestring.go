package recipe

// This file names types.

import (
	"fmt"
	"go/types"
	"regexp"
	"strings"
)

// TypeString is the form in which recipes name types: with full package paths, and by one name whichever alias is used. Of types that
// functions declare, several may have one name: behind it stands where each is declared, see TypeName.
func TypeString(t types.Type) string { return typeString(t) }

// TypeName returns the name of a type, of which TypeString has made a text, without its package and without where it is declared.
func TypeName(s string) string {
	s = Shown(s)
	return s[strings.LastIndex(s, ".")+1:]
}

// Shown returns a text of TypeString as people write the type.
func Shown(s string) string { return localMarks.ReplaceAllString(s, "") }

var localMarks = regexp.MustCompile(localMark + `\d+` + localMark + `\d+`)

// localMark stands behind the name of a type that a function declares.
const localMark = "·"

func typeString(t types.Type) string { return types.TypeString(unalias(t), (*types.Package).Path) }

// unalias returns the type that t stands for, without other names for what it points to or
// consists of: a type has one name, by whichever it is asserted. Type arguments keep theirs.
func unalias(t types.Type) types.Type {
	t = types.Unalias(t)
	switch u := t.(type) {
	case *types.Named:
		return marked(u)
	case *types.Pointer:
		if elem := unalias(u.Elem()); elem != u.Elem() {
			return types.NewPointer(elem)
		}
	case *types.Slice:
		if elem := unalias(u.Elem()); elem != u.Elem() {
			return types.NewSlice(elem)
		}
	case *types.Map:
		if key, elem := unalias(u.Key()), unalias(u.Elem()); key != u.Key() || elem != u.Elem() {
			return types.NewMap(key, elem)
		}
	}
	return t
}

// marked returns a type with a name of its own for one that a function declares, and for what has one as a type argument.
func marked(t *types.Named) types.Type {
	if args := t.TypeArgs(); args.Len() > 0 {
		changed := false
		list := make([]types.Type, args.Len())
		for i := range list {
			list[i] = args.At(i)
			if n, ok := types.Unalias(list[i]).(*types.Named); ok {
				list[i] = marked(n)
			}
			changed = changed || list[i] != args.At(i)
		}
		if !changed {
			return t
		}
		if inst, err := types.Instantiate(nil, t.Origin(), list, false); err == nil {
			return inst
		}
		return t
	}
	obj := t.Obj()
	if obj.Pkg() == nil || obj.Parent() == nil || obj.Parent() == obj.Pkg().Scope() {
		return t
	}
	file := obj.Parent()
	for file.Parent() != nil && file.Parent() != obj.Pkg().Scope() {
		file = file.Parent()
	}
	number := 0
	for ; number < obj.Pkg().Scope().NumChildren() && obj.Pkg().Scope().Child(number) != file; number++ {
	}
	name := fmt.Sprintf("%s%s%d%s%d", obj.Name(), localMark, number, localMark, obj.Pos()-file.Pos())
	return types.NewNamed(types.NewTypeName(obj.Pos(), obj.Pkg(), name, nil), t.Underlying(), nil)
}
