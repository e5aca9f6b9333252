package assembly

// This file reads values: what the code of a framework asks of an argument, a field or a
// result. Nothing outside of this package takes an interp.Value apart.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// What the interpreter recorded, by the names that frameworks use.
type (
	Object     = interp.Object
	Op         = interp.Op
	Unknown    = interp.Unknown
	Guard      = interp.Guard
	Behaviour  = interp.Behaviour
	ParamWords = interp.ParamWords
	Effect     = interp.Effect
	CourseStep = interp.CourseStep
)

// A Value is what the program gives for something, and the conditions under which it does.
// It may be one of several, or not be known: Each, Text and the others say so.
type Value struct {
	a     *Assembly
	v     interp.Value
	Guard Guard
	// Sole: it is there on all ways, and nothing else in its place.
	Sole bool
}

// Arg returns an argument of the call that made o, by its name in the table. One that the
// call does not have is zero.
func (a *Assembly) Arg(o *Object, name string) Value { return a.Read(o.Arg(name)) }

// ArgOf returns an argument of an operation, under the conditions of the operation.
func (a *Assembly) ArgOf(op *Op, name string) Value {
	return Value{a: a, v: op.Arg(name), Guard: op.Guard, Sole: len(op.Guard) == 0}
}

// EffectArg returns an argument of an effect; ok is false if it has none of that name.
func (a *Assembly) EffectArg(e Effect, name string) (v Value, ok bool) {
	x, ok := e.Args[name]
	return a.Read(x), ok
}

// Read returns a value of the interpreter for reading.
func (a *Assembly) Read(v interp.Value) Value { return Value{a: a, v: v, Sole: true} }

// Result returns what an observed function returns at an index, way by way.
func (a *Assembly) Result(b *Behaviour, index int) []Value {
	if index >= len(b.Results) {
		return nil
	}
	var out []Value
	for _, alt := range b.Results[index] {
		out = append(out, Value{a: a, v: alt.V, Guard: alt.Guard, Sole: len(b.Results[index]) == 1})
	}
	return out
}

// with returns v in the place of x.
func (x Value) with(v interp.Value) Value { x.v = v; return x }

// Under returns x under more conditions, which come first.
func (x Value) Under(g Guard) Value {
	if len(g) > 0 {
		x.Guard, x.Sole = slices.Concat(g, x.Guard), false
	}
	return x
}

// Each returns what x may be, each under its conditions, x itself if it is one value. Nil
// beside others is left out: agentvet reads the run in which building succeeds.
func (x Value) Each() []Value {
	alts := interp.Alternatives(x.v)
	out := make([]Value, len(alts))
	for i, alt := range alts {
		out[i] = Value{a: x.a, v: alt.V, Guard: slices.Concat(x.Guard, alt.Guard), Sole: x.Sole && len(alts) == 1}
	}
	return out
}

// List returns the elements of a list, each alternative by itself, and why there may be
// more.
func (x Value) List() (list []Value, more *Unknown) {
	elems, more := x.Elems()
	for _, e := range elems {
		list = append(list, e.Each()...)
	}
	return list, more
}

// Entries calls yield for each entry of a map, and returns why there may be more.
func (x Value) Entries(yield func(key, val Value)) (more *Unknown) {
	return interp.Entries(x.v, func(key, val interp.Value, g Guard) {
		at := Value{a: x.a, v: val, Guard: slices.Concat(x.Guard, g), Sole: x.Sole && len(g) == 0}
		yield(at.with(key), at)
	})
}

// Field returns a field of a struct, through pointers and interfaces and by promotion
// through embedded structs. One that was never set is zero.
func (x Value) Field(path ...string) Value { return x.with(interp.Field(x.v, path...)) }

// Settled returns what x is where it is set at all: its alternative that is not zero, if
// there is one such, else x.
func (x Value) Settled() Value { return x.with(interp.Settled(x.v)) }

// Text returns the string that x is; ok is false if it is one of several, or not known.
func (x Value) Text() (s string, ok bool) { return interp.AsString(x.v) }

// TextOr returns the string that x is, or def where it is none that is known.
func (x Value) TextOr(def string) string {
	if s, ok := x.Text(); ok {
		return s
	}
	return def
}

// Int returns the number that x is; ok is false if it is one of several, or not known.
func (x Value) Int() (n int, ok bool) { return interp.AsInt(x.v) }

// Bool returns the truth value that x is; ok is false if it may be both.
func (x Value) Bool() (val, ok bool) { return interp.AsBool(x.v) }

// IsZero reports whether x is known to be the zero value of its type.
func (x Value) IsZero() bool { return interp.IsZero(x.v) }

// IsNil reports whether x is known to be nil.
func (x Value) IsNil() bool {
	_, is := interp.Unwrap(x.v).(interp.Nil)
	return is
}

// Object returns the object that x is, nil if it is none of the kinds, or of any kind if
// none is given.
func (x Value) Object(kinds ...string) *Object {
	o, ok := interp.Unwrap(x.v).(*Object)
	if !ok || len(kinds) > 0 && !slices.Contains(kinds, o.Kind) {
		return nil
	}
	return o
}

// Unknown returns the first unknown among what x may be, nil if there is none.
func (x Value) Unknown() *Unknown { return interp.UnknownIn(x.v) }

// Why returns why x is not known, or else that it is for the given reason, see reason.Of.
func (x Value) Why(why reason.Code, args ...string) *Unknown {
	if u := x.Unknown(); u != nil {
		return u
	}
	return Because(why, args...)
}

// Because returns an unknown for a reason of the framework's own, see reason.Of.
func Because(why reason.Code, args ...string) *Unknown {
	return &Unknown{Reason: reason.Of(why, args...)}
}

// ReadFrom returns what a field or key of the state holds, see Unknown.State.
func ReadFrom(key string, why reason.Reason) *Unknown { return interp.ReadFrom(key, why) }

// Open says that a part of a workflow is not known because x is not, at pos where x has no
// position.
func (x Value) Open(what graph.UnknownKind, pos graph.Pos) graph.Unknown {
	return x.Why(reason.NotKnown).Open(what, pos)
}

// Type returns the type of a struct, or of what an interface holds, without its pointer;
// "" if it is not known.
func (x Value) Type() string {
	if typ := interp.DynamicType(x.v); typ != "" {
		return strings.TrimPrefix(typ, "*")
	}
	if s, ok := interp.Deref(x.v).(*interp.Struct); ok {
		return s.Type
	}
	return ""
}

// IsStruct reports whether x is a struct or points to one.
func (x Value) IsStruct() bool {
	_, is := interp.Deref(x.v).(*interp.Struct)
	return is
}

// Literal tells the literal of a framework's type that x is from others, also in a copy of
// it; "" if x is none.
func (x Value) Literal() string { return interp.LiteralKey(x.v) }

// Made returns where the literal of a framework's type that x is stands, no position if x is
// none.
func (x Value) Made() graph.Pos {
	if s, ok := interp.Deref(x.v).(*interp.Struct); ok && len(s.Made) > 0 {
		return s.Made[len(s.Made)-1]
	}
	return graph.Pos{}
}

// IsFunc reports whether x is a function that is known.
func (x Value) IsFunc() bool {
	_, is := interp.Unwrap(x.v).(interp.FuncValue)
	return is
}

// Observe says what x, a function, may do when the framework calls it.
func (x Value) Observe() *Behaviour { return x.a.Machine.Observe(x.v) }

// ObserveMethod says what a method of x may do when the framework calls it, with the first
// arguments as given; one that is not given is not known.
func (x Value) ObserveMethod(name string, args ...Value) *Behaviour {
	return x.a.Machine.ObserveMethod(x.v, name, raw(args)...)
}

// CallMethod returns what a method of x returns, nothing if its body is not known.
func (x Value) CallMethod(name string) []Value {
	var out []Value
	for _, v := range x.a.Machine.CallMethod(x.v, name) {
		out = append(out, x.with(v))
	}
	return out
}
