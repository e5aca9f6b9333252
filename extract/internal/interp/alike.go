package interp

// This file compares values that two rounds of a loop make, or two calls of a function:
// pointers differ, but what they point to does not.

import (
	"slices"
)

// alike reports whether two values are like each other, and whether they are the same
// but for the variables that they are kept in. Two objects of one call are alike, but
// not the same: what is done to one is not done to the other.
func alike(a, b Value) (like, same bool) {
	l := &likeness{seen: make(map[[2]*Cell]bool), same: true}
	like = l.values(a, b)
	return like, like && l.same
}

// Alike reports whether two functions are one, with captured variables that are alike:
// calls of them do the same, if one object is as good as another that one call makes in
// the same way. A variable that observed functions are known to change is like no other one that they are not known to.
func (m *Machine) Alike(f, g FuncValue) bool {
	l := &likeness{seen: make(map[[2]*Cell]bool), changed: m.outlived.changes}
	return l.values(f, g)
}

// likeness compares values that may contain themselves.
type likeness struct {
	seen map[[2]*Cell]bool
	same bool // no two objects were taken for one
	// changed are variables that are not as they were.
	changed changes
}

func (l *likeness) cells(c, d *Cell) bool {
	pair := [2]*Cell{c, d}
	if c == d || l.seen[pair] {
		return true
	}
	l.seen[pair] = true
	return l.changed.cells[c] == l.changed.cells[d] && l.values(orZero(c.v), orZero(d.v))
}

// values is alike. It is one switch over the values that hold others.
func (l *likeness) values(a, b Value) bool {
	switch x := a.(type) {
	case Ptr:
		y, ok := b.(Ptr)
		return ok && l.cells(x.Cell, y.Cell)
	case Iface:
		y, ok := b.(Iface)
		return ok && x.Type == y.Type && l.values(x.V, y.V)
	case *Struct:
		y, ok := b.(*Struct)
		return ok && (x == y || x.Type == y.Type && slices.Equal(x.Made, y.Made) && l.fields(x, y) && l.fields(y, x))
	case *Array:
		y, ok := b.(*Array)
		return ok && slices.EqualFunc(x.Elems, y.Elems, l.cells)
	case Slice:
		y, ok := b.(Slice)
		return ok && l.reasons(x.More, y.More) && slices.EqualFunc(x.Elems, y.Elems, l.cells)
	case *Map:
		y, ok := b.(*Map)
		return ok && (x == y || l.changed.maps[x] == l.changed.maps[y] && l.reasons(x.More, y.More) && slices.EqualFunc(x.Entries, y.Entries, l.entries))
	case FuncValue:
		y, ok := b.(FuncValue)
		return ok && x.ID == y.ID && slices.EqualFunc(x.Bindings, y.Bindings, l.values)
	case Tuple:
		y, ok := b.(Tuple)
		return ok && slices.EqualFunc(x, y, l.values)
	case *Object:
		y, ok := b.(*Object)
		return ok && (x == y || l.objects(x, y))
	case *OneOf:
		y, ok := b.(*OneOf)
		return ok && slices.EqualFunc(x.Alts, y.Alts, func(c, d Alt) bool {
			return c.Guard.String() == d.Guard.String() && l.values(c.V, d.V)
		})
	}
	return same(a, b)
}

// fields reports whether each field of x that was set is like that of y.
func (l *likeness) fields(x, y *Struct) bool {
	for name, c := range x.Fields {
		d, ok := y.Fields[name]
		if !ok {
			d = &Cell{}
		}
		if !l.cells(c, d) {
			return false
		}
	}
	return true
}

// objects reports whether two objects are made by one call in the same way.
func (l *likeness) objects(x, y *Object) bool {
	l.same = false
	if x.Row != y.Row || x.Pos != y.Pos || !slices.Equal(x.Stack, y.Stack) || len(x.Args) != len(y.Args) {
		return false
	}
	for name, v := range x.Args {
		if w, ok := y.Args[name]; !ok || !l.values(v, w) {
			return false
		}
	}
	return true
}

// reasons compares why lists and maps may have more.
func (l *likeness) reasons(x, y *Unknown) bool {
	return x == y || x != nil && y != nil && same(x, y)
}

func (l *likeness) entries(x, y *entry) bool {
	return l.values(x.key, y.key) && l.cells(x.cell, y.cell)
}
