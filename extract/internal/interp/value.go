package interp

// This file defines the values of the interpreter.

import (
	"go/constant"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A Value is what a register or a variable of the interpreted program holds.
// It is one of Const, Nil, Zero, FuncValue, Ptr, *Struct, *Array, Slice, *Map,
// Iface, Tuple, *Object, Part, *Unknown, *OneOf, *iterator.
type Value interface{ value() }

type (
	// Const is a value of a basic type.
	Const struct{ V constant.Value }

	// Nil is the nil of any type.
	Nil struct{}

	// Zero is the zero value of a type that only its user knows.
	Zero struct{}

	// FuncValue is a function, a closure or a bound method.
	FuncValue struct {
		ID       string
		Row      string
		Bindings []Value
	}

	// Ptr is a pointer to a variable.
	Ptr struct{ Cell *Cell }

	// Struct is a struct value. Held by a register it never changes.
	Struct struct {
		Type   string
		Fields map[string]*Cell
		// Made is where a literal of a framework's type stands: the calls that
		// led there, outermost first, then its own position.
		Made []graph.Pos
		// In are the functions whose bodies led there, outermost first.
		In   []string
		born *birth // see trail.birth
	}

	// Array is an array value.
	Array struct{ Elems []*Cell }

	// Slice is a slice; slices of one array share its cells.
	Slice struct {
		Elems []*Cell
		More  *Unknown // further elements may exist, for this reason
	}

	// Map is a map, by reference.
	Map struct {
		Entries []*entry
		index   map[string]*entry
		More    *Unknown
		born    *birth // see trail.birth
	}

	// gone stands in the entry of a map for a value that was deleted.
	gone struct{}

	// Iface is a value of interface type with its dynamic type.
	Iface struct {
		Type string
		V    Value
	}

	// Tuple is the result of a call with several results.
	Tuple []Value

	// Part is a field of an Object, mostly an embedded one that a promoted method
	// addresses.
	Part struct {
		Object *Object
		Field  string
	}

	// Unknown is a value that cannot be determined.
	Unknown struct {
		Reason reason.Reason
		Pos    graph.Pos
		// Param: it comes from a parameter of the function where the
		// evaluation started; a caller may know it.
		Param bool
		// Row is the key of the framework call that it is computed from.
		Row string
		// Origin says what else is known of it, or is nil.
		Origin Origin

		fields map[string]*Cell // what was read from it or written to it
	}

	// OneOf is one of several values, by conditions that are not known.
	OneOf struct {
		Alts     []Alt
		compared *Comparison // it is the result of this
	}

	// iterator is the state of a range loop over a map or string.
	iterator struct {
		entries []*entry
		more    *Unknown
		next    *Cell // Const int
	}
)

// givenSide is a side of a condition.
type givenSide int8

const (
	givenTrue  givenSide = 1
	givenFalse givenSide = -1
)

// equality is a comparison of an unknown value with a known one.
type equality struct {
	u   Value // *Unknown or *OneOf: values that have an identity
	c   Value // what u is where they are equal
	not Value // what u is where they differ; nil if nothing is known then
	neg bool  // != instead of ==
}

// opposite returns the comparison that holds where e does not.
func (e *equality) opposite() *equality {
	if e == nil {
		return nil
	}
	not := *e
	not.neg = !e.neg
	return &not
}

// An Alt is one alternative of a OneOf.
type Alt struct {
	V     Value
	Guard Guard
}

// A Cell is a variable.
type Cell struct {
	v     Value  // nil until it is first set
	state string // the state that writing to it changes, see Unknown.State
	of    *Cell  // the variable that this is a frozen copy of, nil if it is one itself
	born  *birth // see trail.birth
	kept  bool   // there are pointers to it elsewhere, see Machine.keep
}

// An entry is one of a map. Its variable holds gone where it is not there.
type entry struct {
	key  Value
	cell *Cell
}

func (Const) value() {}

func (Nil) value() {}

func (Zero) value() {}

func (FuncValue) value() {}

func (Ptr) value() {}

func (*Struct) value() {}

func (*Array) value() {}

func (Slice) value() {}

func (*Map) value() {}

func (gone) value() {}

func (Iface) value() {}

func (Tuple) value() {}

func (*Object) value() {}

func (Part) value() {}

func (*Unknown) value() {}

func (*OneOf) value() {}

func (*iterator) value() {}

// List returns a slice value of the given elements.
func List(vs ...Value) Value {
	s := Slice{}
	for _, v := range vs {
		s.Elems = append(s.Elems, &Cell{v: v})
	}
	return s
}

// String returns a constant string.
func String(s string) Value { return stringConst(s) }

func stringConst(s string) Const { return Const{constant.MakeString(s)} }

func intConst(i int) Const { return Const{constant.MakeInt64(int64(i))} }

func boolConst(b bool) Const { return Const{constant.MakeBool(b)} }

// Unwrap removes interface wrapping and embedded parts.
func Unwrap(v Value) Value {
	for {
		switch x := v.(type) {
		case Iface:
			v = x.V
		case Part:
			return x.Object
		default:
			return v
		}
	}
}

// DynamicType returns the dynamic type of an interface value, or "".
func DynamicType(v Value) string {
	if i, ok := v.(Iface); ok {
		return i.Type
	}
	return ""
}

// Deref returns what v points to, v itself if it is no pointer.
func Deref(v Value) Value {
	if p, ok := Unwrap(v).(Ptr); ok {
		if p.Cell.v == nil {
			return Zero{}
		}
		return Unwrap(p.Cell.v)
	}
	return Unwrap(v)
}

// Field returns the field of a struct, through pointers and interfaces and by
// promotion through embedded structs. A field that was never set is Zero.
func Field(v Value, path ...string) Value {
	for _, name := range path {
		v = field1(v, name)
	}
	return v
}

func field1(v Value, name string) Value {
	switch x := Deref(v).(type) {
	case *Struct:
		if c, ok := x.Fields[name]; ok && c.v != nil {
			return c.v
		}
	case *Unknown:
		return x.field("", name).v
	case *OneOf:
		var out Value
		for _, a := range x.Alts {
			out = joinGuarded(out, field1(a.V, name), a.Guard)
		}
		return out
	}
	return Zero{}
}

// AsString returns a constant string.
func AsString(v Value) (string, bool) {
	switch c := Unwrap(v).(type) {
	case Const:
		if c.V.Kind() == constant.String {
			return constant.StringVal(c.V), true
		}
	case Zero:
		return "", true
	}
	return "", false
}

// AsInt returns a constant integer.
func AsInt(v Value) (int, bool) {
	switch c := Unwrap(v).(type) {
	case Const:
		if i, ok := constant.Int64Val(constant.ToInt(c.V)); ok {
			return int(i), true
		}
	case Zero:
		return 0, true
	}
	return 0, false
}

// AsBool returns a constant boolean.
func AsBool(v Value) (val, ok bool) {
	switch c := Unwrap(v).(type) {
	case Const:
		if c.V.Kind() == constant.Bool {
			return constant.BoolVal(c.V), true
		}
	case Zero:
		return false, true
	}
	return false, false
}

// IsZero reports whether v is known to be the zero value of its type.
func IsZero(v Value) bool {
	switch c := Unwrap(v).(type) {
	case nil, Nil, Zero:
		return true
	case Const:
		switch c.V.Kind() {
		case constant.Bool:
			return !constant.BoolVal(c.V)
		case constant.String:
			return constant.StringVal(c.V) == ""
		case constant.Int, constant.Float:
			return constant.Sign(c.V) == 0
		}
	}
	return false
}

// Alternatives returns what v may be, one alternative if it is no OneOf. Nil
// alternatives beside others are left out: agentvet reads the run in which
// building succeeds.
func Alternatives(v Value) []Alt {
	o, ok := Unwrap(v).(*OneOf)
	if !ok {
		return []Alt{{V: v}}
	}
	var alts []Alt
	for _, a := range o.Alts {
		if _, isNil := Unwrap(a.V).(Nil); !isNil {
			alts = append(alts, a)
		}
	}
	if len(alts) == 0 {
		return o.Alts
	}
	return alts
}

// Elems returns the elements of a slice or array, each possibly guarded, and
// why there may be more.
func Elems(v Value) (elems []Alt, more *Unknown) {
	for _, alt := range Alternatives(v) {
		switch x := Deref(alt.V).(type) {
		case Slice:
			elems = appendElems(elems, x.Elems, alt.Guard)
			more = weaker(more, x.More)
		case *Array:
			elems = appendElems(elems, x.Elems, alt.Guard)
		case *Unknown:
			more = weaker(more, x)
		}
	}
	return elems, more
}

func appendElems(elems []Alt, cells []*Cell, g Guard) []Alt {
	for _, c := range cells {
		v := c.v
		if v == nil {
			v = Zero{}
		}
		if o, ok := v.(*OneOf); ok && len(o.Alts) == 1 {
			elems = append(elems, Alt{o.Alts[0].V, append(g[:len(g):len(g)], o.Alts[0].Guard...)})
			continue
		}
		elems = append(elems, Alt{v, g})
	}
	return elems
}

// field returns the cell of a field that was read from an unknown value.
func (u *Unknown) field(typ, name string) *Cell {
	key := name
	if typ != "" {
		key = typ + "." + name
	}
	if c, ok := u.fields[key]; ok {
		return c
	}
	if u.fields == nil {
		u.fields = make(map[string]*Cell)
	}
	c := &Cell{state: key}
	c.v = &Unknown{Reason: u.Reason, Pos: u.Pos, Param: u.Param, Row: u.Row, Origin: StateRead{key, u}}
	u.fields[key] = c
	return c
}

// SetField gives a field of an unknown struct of the named type a value.
func (u *Unknown) SetField(typ, name string, v Value) { u.field(typ, name).v = v }

// FieldNames returns the fields that were set, sorted.
func (s *Struct) FieldNames() []string { return sortedKeys(s.Fields) }
