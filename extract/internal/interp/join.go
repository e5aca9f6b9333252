package interp

// This file joins values: what is one of several, each under its conditions.

import (
	"go/constant"
	"go/token"
	"reflect"
	"slices"

	"github.com/agentvet/agentvet/graph/reason"
)

// maxAlts is the number of alternatives a value may have before it counts as
// unknown. Routers with more results than this have not been seen.
const maxAlts = 64

// joinGuarded returns a value that is a, or b under guard g.
func joinGuarded(a, b Value, g Guard) Value {
	if a == nil {
		return guarded(b, g)
	}
	return join(a, guarded(b, g))
}

// guarded returns v as an alternative under g: without those of its own that g rules out.
func guarded(v Value, g Guard) Value {
	if v == nil {
		v = Zero{}
	}
	if len(g) == 0 {
		return v
	}
	if o, ok := v.(*OneOf); ok {
		out := &OneOf{}
		for _, a := range o.Alts {
			if !g.contradicts(a.Guard) {
				out.Alts = append(out.Alts, Alt{a.V, slices.Concat(g, a.Guard)})
			}
		}
		if len(out.Alts) == 0 { // nothing is left: it is never asked for
			return o
		}
		return out
	}
	return &OneOf{Alts: []Alt{{v, g}}}
}

// join returns a value that is a or b. Joining is commutative and idempotent
// but for the order of alternatives, which is that of the program.
func join(a, b Value) Value {
	u := unionOf(a)
	u.add(b)
	return u.value()
}

// A union is a value that others are joined to, one after the other.
type union []Alt

// unionOf returns the union of one value.
func unionOf(v Value) union { return slices.Clone(alternatives(v)) }

// add joins a value to all that there are: if there is one alternative then, it is in any case.
func (u *union) add(v Value) {
	u.join(v)
	u.close()
}

// join joins a value, with more to come.
func (u *union) join(v Value) {
	alts := *u
	for _, x := range alternatives(v) {
		alts = addAlt(alts, x)
	}
	alts = joinSlices(alts)
	if len(alts) > maxAlts {
		alts = []Alt{{V: &Unknown{Reason: reason.Of(reason.Alternatives)}}}
	}
	*u = alts
}

// close says of a union that it is all that may be.
func (u *union) close() {
	if len(*u) == 1 {
		(*u)[0].Guard = nil
	}
}

// value returns the union, nil if nothing was added.
func (u union) value() Value {
	switch {
	case len(u) == 0:
		return nil
	case len(u) == 1 && len(u[0].Guard) == 0:
		return u[0].V
	}
	return &OneOf{Alts: u}
}

func addAlt(alts []Alt, x Alt) []Alt {
	for i := range alts {
		if same(alts[i].V, x.V) {
			alts[i] = Alt{either1(alts[i].V, x.V), either(alts[i].Guard, x.Guard)}
			return alts
		}
	}
	return append(alts, x)
}

// either1 returns a value that is a or b, which are the same as far as is known.
func either1(a, b Value) Value {
	x, xok := a.(*Unknown)
	y, yok := b.(*Unknown)
	if xok && yok && x != y {
		return blurred(x)
	}
	return a
}

// joinSlices joins slices of which one begins with the other into one slice
// whose further elements are guarded: what `if c { s = append(s, x) }` makes. An
// element that both may have, as after `if c || d`, is there where either has it.
func joinSlices(alts []Alt) []Alt {
	if len(alts) != 2 {
		return alts
	}
	a, aok := asSlice(alts[0].V)
	b, bok := asSlice(alts[1].V)
	_, aslice := alts[0].V.(Slice)
	_, bslice := alts[1].V.(Slice)
	if !aok || !bok || !aslice && !bslice {
		return alts
	}
	shorter, guard := alts[0].Guard, alts[1].Guard
	if len(a.Elems) > len(b.Elems) {
		a, b, shorter, guard = b, a, guard, shorter
	}
	out := Slice{More: weaker(a.More, b.More)}
	for i, c := range a.Elems {
		both, ok := joinOptional(c, shorter, b.Elems[i], guard)
		if !ok {
			return alts
		}
		out.Elems = append(out.Elems, both)
	}
	for _, c := range b.Elems[len(a.Elems):] {
		g := guard
		if len(g) == 0 {
			g = unsaid()
		}
		out.Elems = append(out.Elems, &Cell{v: guarded(c.v, g), born: c.born})
	}
	return []Alt{{V: out}}
}

// joinOptional joins elements of two lists, which exist under the guards g and h: they
// are one, or the same value, which is there under conditions of its own.
func joinOptional(c *Cell, g Guard, d *Cell, h Guard) (*Cell, bool) {
	if c == d || same(c.v, d.v) {
		return d, true
	}
	x, xok := whenThere(c.v)
	y, yok := whenThere(d.v)
	if !xok || !yok || !same(x.V, y.V) {
		return nil, false
	}
	return &Cell{v: guarded(x.V, either(slices.Concat(g, x.Guard), slices.Concat(h, y.Guard))), born: d.born}, true
}

// whenThere returns what an element is if it is there, and when it is; ok is false if it
// may be one of several values.
func whenThere(elem Value) (v Alt, ok bool) {
	o, several := elem.(*OneOf)
	if !several {
		return Alt{V: orZero(elem)}, true
	}
	return o.Alts[0], len(o.Alts) == 1
}

func asSlice(v Value) (Slice, bool) {
	switch x := v.(type) {
	case Slice:
		return x, true
	case Nil, Zero:
		return Slice{}, true
	}
	return Slice{}, false
}

// same reports whether two values are known to be equal.
func same(a, b Value) bool {
	switch x := a.(type) {
	case nil:
		return b == nil
	case Const:
		y, ok := b.(Const)
		return ok && x.V.Kind() == y.V.Kind() && constant.Compare(x.V, token.EQL, y.V)
	case Nil, Zero, Ptr, Part:
		return a == b
	case FuncValue:
		y, ok := b.(FuncValue)
		return ok && x.ID == y.ID && sameAll(x.Bindings, y.Bindings)
	case Iface:
		y, ok := b.(Iface)
		return ok && x.Type == y.Type && same(x.V, y.V)
	case Slice:
		y, ok := b.(Slice)
		return ok && slices.Equal(x.Elems, y.Elems) && x.More == y.More
	case Tuple:
		y, ok := b.(Tuple)
		return ok && sameAll(x, y)
	case *Unknown:
		y, ok := b.(*Unknown)
		return ok && (x == y || x.fields == nil && y.fields == nil && *x.shallow() == *y.shallow())
	case *Struct:
		y, ok := b.(*Struct)
		return ok && (x == y || sameFields(x, y))
	case *Array:
		y, ok := b.(*Array)
		return ok && slices.EqualFunc(x.Elems, y.Elems, func(c, d *Cell) bool { return same(c.v, d.v) })
	case *OneOf:
		y, ok := b.(*OneOf)
		return ok && slices.EqualFunc(x.Alts, y.Alts, func(c, d Alt) bool {
			return same(c.V, d.V) && c.Guard.equal(d.Guard)
		})
	}
	return reflect.TypeOf(a).Comparable() && a == b
}

type unknownKey struct {
	reason     reason.Reason
	pos, state string
	param      bool
	least      int
	of         *Slice
	round      *round
	again      bool
	text       string
}

func (u *Unknown) shallow() *unknownKey {
	k := &unknownKey{reason: u.Reason, pos: u.Pos.String(), state: u.State(), param: u.Param, again: u.Repeats(), text: u.text()}
	if n, ok := originOf[Length](u); ok {
		k.least, k.of = n.least, n.list
	}
	if r, ok := originOf[RoundCheck](u); ok {
		k.round = r.round
	}
	return k
}

func sameAll(a, b []Value) bool { return slices.EqualFunc(a, b, same) }

func sameFields(a, b *Struct) bool {
	if a.Type != b.Type || len(a.Fields) != len(b.Fields) {
		return false
	}
	for name, c := range a.Fields {
		d, ok := b.Fields[name]
		if !ok || !same(c.v, d.v) {
			return false
		}
	}
	return true
}

func orZero(v Value) Value {
	if v == nil {
		return Zero{}
	}
	return v
}
