package feasible

// This file says what terms mean: it works them out as Go does. What a solver says is
// never believed before this has agreed.

import (
	"strconv"
	"strings"
)

// A Value is a value of a type.
type Value struct {
	typ  Type
	bits uint64 // of a Bool or an integer: no more bits than its type has
	text string // of a String
}

// BoolOf returns a truth value.
func BoolOf(b bool) Value {
	if b {
		return Value{typ: Bool, bits: 1}
	}
	return Value{typ: Bool}
}

// IntOf returns an integer of a type, which wraps around.
func IntOf(typ Type, x int64) Value { return Value{typ: typ, bits: typ.wrap(uint64(x))} }

// TextOf returns a text.
func TextOf(s string) Value { return Value{typ: String, text: s} }

// Holds reports whether v is the Bool true.
func (v Value) Holds() bool { return v.typ == Bool && v.bits == 1 }

// Int64 returns the bits of a Bool or an integer as an int64 has them.
func (v Value) Int64() int64 { return v.typ.extend(v.bits) }

// String returns v as Go writes it.
func (v Value) String() string {
	switch {
	case v.typ == String:
		return strconv.Quote(v.text)
	case v.typ == Bool:
		return strconv.FormatBool(v.bits == 1)
	case v.typ.signed():
		return strconv.FormatInt(v.typ.extend(v.bits), 10)
	}
	return strconv.FormatUint(v.bits, 10)
}

// A Model gives variables values. A variable that it does not have is zero.
type Model map[*Term]Value

// Eval works t out.
func (m Model) Eval(t *Term) Value { return m.eval(t, make(map[*Term]Value)) }

func (m Model) eval(t *Term, done map[*Term]Value) Value {
	switch t.op {
	case opConst:
		return t.value()
	case opVar:
		if v, ok := m[t]; ok {
			return v
		}
		return Value{typ: t.typ}
	}
	if v, ok := done[t]; ok {
		return v
	}
	args := make([]Value, len(t.args))
	for i, a := range t.args {
		args[i] = m.eval(a, done)
	}
	v := apply(t.op, t.typ, args)
	done[t] = v
	return v
}

// apply does what an operation does, with a result of type typ.
func apply(op Op, typ Type, v []Value) Value {
	switch op {
	case Not:
		return BoolOf(!v[0].Holds())
	case And, Or:
		for _, x := range v {
			if x.Holds() == (op == Or) {
				return x
			}
		}
		return BoolOf(op == And)
	case If:
		if v[0].Holds() {
			return v[1]
		}
		return v[2]
	case Equal:
		return BoolOf(v[0] == v[1])
	case Less:
		return BoolOf(less(v[0], v[1]))
	case LessEqual:
		return BoolOf(!less(v[1], v[0]))
	case Convert:
		return IntOf(typ, v[0].typ.extend(v[0].bits))
	case Len:
		return IntOf(Int64, int64(len(v[0].text)))
	case HasPrefix:
		return BoolOf(strings.HasPrefix(v[0].text, v[1].text))
	}
	return Value{typ: typ, bits: typ.wrap(arithmetic(op, v[0], v[1]))}
}

func less(a, b Value) bool {
	if a.typ.signed() {
		return a.typ.extend(a.bits) < b.typ.extend(b.bits)
	}
	return a.bits < b.bits
}

// arithmetic returns the result of an operation on integers, with more bits than their
// type may have.
func arithmetic(op Op, a, b Value) uint64 {
	x, y := a.bits, b.bits
	switch op {
	case Add:
		return x + y
	case Sub:
		return x - y
	case Mul:
		return x * y
	case BitAnd:
		return x & y
	case BitOr:
		return x | y
	case BitXor:
		return x ^ y
	case Shl:
		return x << y // of a count that is negative, y is large
	case Shr:
		if a.typ.signed() {
			return uint64(a.typ.extend(x) >> y)
		}
		return x >> y
	case Div, Rem:
		return quotient(op, a, b)
	}
	panic("feasible: internal error: no arithmetic of " + op.String())
}

// quotient returns what Div and Rem do.
func quotient(op Op, a, b Value) uint64 {
	switch {
	case b.bits == 0:
		return 0
	case !a.typ.signed() && op == Div:
		return a.bits / b.bits
	case !a.typ.signed():
		return a.bits % b.bits
	case op == Div:
		return uint64(a.typ.extend(a.bits) / b.typ.extend(b.bits))
	}
	return uint64(a.typ.extend(a.bits) % b.typ.extend(b.bits))
}
