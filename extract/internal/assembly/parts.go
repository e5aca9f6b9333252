package assembly

// This file reads parts of values that few frameworks ask for.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
)

// Elems returns the elements of a list as they are, of which each may be one of several,
// and why there may be more. List takes them apart.
func (x Value) Elems() (elems []Value, more *Unknown) {
	list, more := interp.Elems(x.v)
	isOne := x.Sole && len(interp.Alternatives(x.v)) == 1 // else only one of the lists is there
	for _, e := range list {
		elems = append(elems, Value{a: x.a, v: e.V, Guard: slices.Concat(x.Guard, e.Guard), Sole: isOne && len(e.Guard) == 0})
	}
	return elems, more
}

// Struct calls yield for each field of a struct that the program sets.
func (x Value) Struct(yield func(name string, field Value)) {
	if s, ok := interp.Deref(x.v).(*interp.Struct); ok {
		for _, name := range s.FieldNames() {
			yield(name, x.Field(name))
		}
	}
}

// Captured returns the variables that a closure captures.
func (x Value) Captured() []Value {
	var out []Value
	if f, ok := interp.Unwrap(x.v).(interp.FuncValue); ok {
		for _, v := range f.Bindings {
			out = append(out, x.with(v))
		}
	}
	return out
}

// Held returns the type of what an interface holds, with its pointer; "" if x is no
// interface value of a known type.
func (x Value) Held() string { return interp.DynamicType(x.v) }

// Opaque returns why x is not known if it is nothing but unknown, nil if it is known or one
// of several.
func (x Value) Opaque() *Unknown {
	u, _ := interp.Unwrap(x.v).(*Unknown)
	return u
}

// HasMethod reports whether x is of a type that has a method.
func (x Value) HasMethod(name string) bool { return x.a.Machine.HasMethod(x.v, name) }

// Declares reports whether the type of x declares a method, and does not have it by embedding.
func (x Value) Declares(name string) bool { return x.a.Machine.Declares(x.v, name) }

// Number returns the number that the program gives for x. What it leaves unset is none.
func (x Value) Number() (n int, ok bool) {
	if _, is := interp.Unwrap(x.v).(interp.Const); !is {
		return 0, false
	}
	return x.Int()
}

// Returned returns what a method of x returns first; ok is false if its body is not known.
func (x Value) Returned(method string) (v Value, ok bool) {
	res := x.CallMethod(method)
	if len(res) == 0 {
		return Value{}, false
	}
	return res[0], true
}

// Unset returns what a setting is that nothing sets.
func (a *Assembly) Unset() Value { return a.Read(interp.Zero{}) }

// Or returns what a setting is that was x and is set to v: v, or either if v is there under
// a condition only.
func (x Value) Or(v Value) Value {
	if len(v.Guard) == 0 {
		return v
	}
	alts := append(interp.Alternatives(x.v), interp.Alt{V: v.v, Guard: v.Guard})
	return x.with(&interp.OneOf{Alts: alts})
}

// FirstOf returns what an observed function returns first, no value if that is not known.
func (a *Assembly) FirstOf(b *Behaviour) Value {
	if b == nil || !b.Known || len(b.Results) == 0 {
		return Value{}
	}
	return a.Read(&interp.OneOf{Alts: b.Results[0]})
}

// Of returns a value of which only a reason is known why nothing is.
func (a *Assembly) Of(u *Unknown) Value { return a.Read(u) }

// Declared returns the function with an identity.
func (a *Assembly) Declared(id string) Value { return a.Read(interp.FuncValue{ID: id}) }

// Contains reports whether x, or what it is made of, is a value that is reports true for.
func (x Value) Contains(is func(Value) bool) bool {
	if is(x) {
		return true
	}
	switch v := interp.Deref(x.v).(type) {
	case *interp.OneOf:
		return slices.ContainsFunc(x.with(v).Each(), func(v Value) bool { return v.Contains(is) })
	case *interp.Unknown:
		return is(x.with(v))
	case *interp.Struct:
		return slices.ContainsFunc(x.Fields(), func(v Value) bool { return v.Contains(is) })
	case interp.Slice:
		elems, more := x.Elems()
		return more != nil && is(x.with(more)) || slices.ContainsFunc(elems, func(v Value) bool { return v.Contains(is) })
	}
	return false
}
