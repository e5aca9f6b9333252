package interp

// This file tells apart things that literals of a framework's struct types make.

import (
	"fmt"
	"slices"
)

// LiteralKey tells the literal that made v from others, also in a copy of v: where it
// stands, with the calls that led there, and the name that its field Name gives it.
func LiteralKey(v Value) string {
	s, ok := Deref(v).(*Struct)
	if !ok {
		return ""
	}
	name, _ := AsString(Settled(Field(v, "Name")))
	return fmt.Sprint(s.Made, " ", name)
}

// Proper returns the literals that stand for a thing of their own: neither what a
// function makes for any caller, where a caller in the package uses what it makes
// for that, nor the value that a variable begins with, where others point to the
// variable.
func Proper(objs []*Object, used func(*Object) bool) []*Object {
	name := func(o *Object) string {
		s, _ := AsString(Settled(Field(o.Arg("value"), "Name")))
		return s
	}
	return slices.DeleteFunc(slices.Clone(objs), func(o *Object) bool {
		return !used(o) && slices.ContainsFunc(objs, func(p *Object) bool {
			copied := p.Func == o.Func && p.Pos.File == o.Pos.File && p.Pos.Line == o.Pos.Line && slices.Equal(p.Stack, o.Stack)
			return p != o && used(p) && name(p) == name(o) && (copied || p.Specializes(o))
		})
	})
}
