package trial

// This file defines the values of a run.

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"
)

// A value is one of these, or a value of a Go type that functions of the standard library return, such as *regexp.Regexp:
//
//	string, bool   a text, a truth value
//	int64          a whole number of any type
//	*cell          a pointer
//	record         a struct
//	list           a slice, or an array
//	*mapping       a map
//	*closure       a function
//	boxed          an interface value
//	arguments      what a model calls a tool with: a map, or the text of one
//	tuple          several results
//	unknown        anything
type value any

// unknown is any value at all. It is mixed if it may depend on what the function is tried with.
type unknown struct{ mixed bool }

// A cell is a variable.
type cell struct{ v value }

// record has a variable for each field.
type record []*cell

// list has a variable for each element; slices of one array share them.
type list []*cell

// A tuple has the results of a call, or what an instruction returns beside a truth value.
type tuple []value

// A boxed is what an interface value holds; the zero value is nil.
type boxed struct {
	typ types.Type
	v   value
}

// A failure is an error that a function of the standard library has returned.
type failure struct{ text string }

// A mapping is a map with keys that are known. The order of keys is that in which they were set.
type mapping struct {
	keys   []value
	values map[value]value
}

func (m *mapping) set(key, v value) {
	if _, ok := m.values[key]; !ok {
		m.keys = append(m.keys, key)
	}
	m.values[key] = v
}

// arguments are those of a call of a tool, each of which is one text.
type arguments string

// A closure is a function with the variables that it has captured.
type closure struct {
	fn    *ssa.Function
	bound []value
}

// isKnown reports whether a value can be told from all others.
func isKnown(v value) bool {
	_, open := v.(unknown)
	return !open
}

// zero returns the zero value of a type.
func zero(t types.Type) value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return ""
		case u.Info()&types.IsBoolean != 0:
			return false
		case u.Info()&types.IsInteger != 0:
			return int64(0)
		}
	case *types.Pointer:
		return (*cell)(nil)
	case *types.Slice:
		return list(nil)
	case *types.Map:
		return (*mapping)(nil)
	case *types.Signature:
		return (*closure)(nil)
	case *types.Interface:
		return boxed{}
	case *types.Array:
		if u.Len() > maxLength {
			return unknown{}
		}
		out := make(list, u.Len())
		for i := range out {
			out[i] = &cell{zero(u.Elem())}
		}
		return out
	case *types.Struct:
		if v := newNative(t); v != nil {
			return v
		}
		out := make(record, u.NumFields())
		for i := range out {
			out[i] = &cell{zero(u.Field(i).Type())}
		}
		return out
	case *types.Tuple:
		out := make(tuple, u.Len())
		for i := range out {
			out[i] = zero(u.At(i).Type())
		}
		return out
	}
	return unknown{}
}

// copied returns what a variable has when v is stored in it: structs and arrays are copied.
func copied(v value, t types.Type) value {
	switch x := v.(type) {
	case record:
		st, ok := t.Underlying().(*types.Struct)
		if !ok || st.NumFields() != len(x) {
			return unknown{}
		}
		out := make(record, len(x))
		for i, c := range x {
			out[i] = &cell{copied(c.v, st.Field(i).Type())}
		}
		return out
	case list:
		array, ok := t.Underlying().(*types.Array)
		if !ok {
			return v
		}
		out := make(list, len(x))
		for i, c := range x {
			out[i] = &cell{copied(c.v, array.Elem())}
		}
		return out
	}
	return v
}

// constantOf returns the value of a constant.
func constantOf(c *ssa.Const) value {
	if c.Value == nil {
		return zero(c.Type())
	}
	switch c.Value.Kind() {
	case constant.String:
		return constant.StringVal(c.Value)
	case constant.Bool:
		return constant.BoolVal(c.Value)
	case constant.Int:
		if b, ok := c.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
			if n, exact := constant.Int64Val(c.Value); exact {
				return n
			}
		}
	}
	return unknown{}
}

// wrapped returns a whole number as one of a type, if it is one that int64 has.
func wrapped(n int64, t types.Type) value {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return unknown{}
	}
	switch b.Kind() {
	case types.Int8:
		return int64(int8(n))
	case types.Int16:
		return int64(int16(n))
	case types.Int32:
		return int64(int32(n))
	case types.Uint8:
		return int64(uint8(n))
	case types.Uint16:
		return int64(uint16(n))
	case types.Uint32:
		return int64(uint32(n))
	case types.Int, types.Int64:
		return n
	case types.Uint, types.Uint64, types.Uintptr:
		if n >= 0 {
			return n
		}
	}
	return unknown{}
}

// isNil reports whether a value is nil; known is false if that is not known.
func isNil(v value) (is, known bool) {
	switch x := v.(type) {
	case unknown:
		return false, false
	case *cell:
		return x == nil, true
	case list:
		return x == nil, true
	case *mapping:
		return x == nil, true
	case *closure:
		return x == nil, true
	case boxed:
		return x.typ == nil, true
	}
	return false, true
}

// equal reports whether two values are the same; known is false if that is not known.
func equal(x, y value) (same, known bool) {
	switch a := x.(type) {
	case string:
		b, ok := y.(string)
		return a == b, ok
	case bool:
		b, ok := y.(bool)
		return a == b, ok
	case int64:
		b, ok := y.(int64)
		return a == b, ok
	case boxed:
		b, ok := y.(boxed)
		switch {
		case !ok:
			return false, false
		case a.typ == nil || b.typ == nil:
			return a.typ == nil && b.typ == nil, true
		case !types.Identical(a.typ, b.typ):
			return false, true
		}
		return equal(a.v, b.v)
	}
	xNil, xKnown := isNil(x)
	yNil, yKnown := isNil(y)
	if xKnown && yKnown && (xNil || yNil) {
		return xNil && yNil, true
	}
	return false, false
}

// binary returns what an operator makes of two values, which have type t; unknown if it panics or is not known.
func binary(op token.Token, x, y value, t types.Type) value {
	if op == token.EQL || op == token.NEQ {
		same, known := equal(x, y)
		if !known {
			return unknown{}
		}
		return same == (op == token.EQL)
	}
	switch a := x.(type) {
	case string:
		b, ok := y.(string)
		switch {
		case !ok:
		case op == token.ADD && len(a)+len(b) <= maxLength:
			return a + b
		default:
			return ordered(op, a, b)
		}
	case int64:
		if b, ok := y.(int64); ok {
			return arithmetic(op, a, b, t)
		}
	}
	return unknown{}
}

// ordered returns whether a comparison holds.
func ordered[T string | int64](op token.Token, a, b T) value {
	switch op {
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	case token.GEQ:
		return a >= b
	}
	return unknown{}
}

// arithmetic is binary for whole numbers.
func arithmetic(op token.Token, a, b int64, t types.Type) value {
	const far = math.MaxInt32 // beyond it, what is made of two numbers may be none of int64
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return ordered(op, a, b)
	}
	if a > far || a < -far || b > far || b < -far {
		return unknown{}
	}
	switch op {
	case token.ADD:
		return wrapped(a+b, t)
	case token.SUB:
		return wrapped(a-b, t)
	case token.MUL:
		return wrapped(a*b, t)
	case token.AND:
		return wrapped(a&b, t)
	case token.OR:
		return wrapped(a|b, t)
	case token.XOR:
		return wrapped(a^b, t)
	case token.AND_NOT:
		return wrapped(a&^b, t)
	case token.QUO:
		if b != 0 {
			return wrapped(a/b, t)
		}
	case token.REM:
		if b != 0 {
			return wrapped(a%b, t)
		}
	case token.SHL:
		if 0 <= b && b < 31 {
			return wrapped(a<<b, t)
		}
	case token.SHR:
		if 0 <= b && b < 64 {
			return wrapped(a>>b, t)
		}
	}
	return unknown{}
}
