package interp

// This file copies values, as an assignment does and as they are at a moment.

import "slices"

// copyValue returns v as an assignment copies it: structs and arrays get new
// cells, which come into being at born.
func copyValue(v Value, born *birth) Value {
	switch x := v.(type) {
	case *Struct:
		fields := make(map[string]*Cell, len(x.Fields))
		for name, c := range x.Fields {
			if c.v != nil {
				fields[name] = &Cell{v: copyValue(c.v, born), born: born}
			}
		}
		return &Struct{x.Type, fields, x.Made, x.In, born}
	case *Array:
		return &Array{copyCells(x.Elems, born)}
	}
	return v
}

// copied returns v as an assignment copies it.
func (t *trail) copied(v Value) Value {
	switch v.(type) {
	case *Struct, *Array:
		return copyValue(v, t.birth())
	}
	return v
}

// element returns a new variable that holds v, as an element of a list does.
func (t *trail) element(v Value) *Cell {
	born := t.birth()
	return &Cell{v: copyValue(v, born), born: born}
}

func copyCells(cells []*Cell, born *birth) []*Cell {
	out := make([]*Cell, len(cells))
	for i, c := range cells {
		out[i] = &Cell{born: born}
		if c.v != nil {
			out[i].v = copyValue(c.v, born)
		}
	}
	return out
}

// freeze returns a deep copy of the data in v, so that later changes to a
// configuration do not reach what was built from it. Objects, functions and
// unknown values keep their identity.
func freeze(v Value) Value { return (&freezer{seen: make(map[*Cell]*Cell)}).value(v) }

// freezeAll is freeze, with the variables that functions capture: for what outlives
// a call that is taken back.
func freezeAll(v Value) Value {
	return (&freezer{seen: make(map[*Cell]*Cell), captured: true}).value(v)
}

type freezer struct {
	seen     map[*Cell]*Cell
	captured bool         // variables that functions capture, too
	outer    map[any]bool // variables and maps that are not copied
}

func (f *freezer) cell(c *Cell) *Cell {
	if f.outer[c] {
		return c
	}
	if d, ok := f.seen[c]; ok {
		return d
	}
	d := &Cell{state: c.state, of: c.variable(), kept: c.kept}
	f.seen[c] = d
	if c.v != nil {
		d.v = f.value(c.v)
	}
	return d
}

func (f *freezer) cells(cells []*Cell) []*Cell {
	out := make([]*Cell, len(cells))
	for i, c := range cells {
		out[i] = f.cell(c)
	}
	return out
}

func (f *freezer) value(v Value) Value {
	switch x := v.(type) {
	case Ptr:
		return Ptr{f.cell(x.Cell)}
	case *Struct:
		fields := make(map[string]*Cell, len(x.Fields))
		for name, c := range x.Fields {
			fields[name] = f.cell(c)
		}
		return &Struct{x.Type, fields, x.Made, x.In, nil}
	case *Array:
		return &Array{f.cells(x.Elems)}
	case Slice:
		return Slice{f.cells(x.Elems), x.More}
	case *Map:
		if f.outer[x] {
			return x
		}
		m := &Map{More: x.More}
		for _, e := range x.Entries {
			m.insert(&entry{e.key, f.cell(e.cell)})
		}
		return m
	case Iface:
		return Iface{x.Type, f.value(x.V)}
	case FuncValue:
		if !f.captured {
			return x // it sees what is assigned later
		}
		bindings := make([]Value, len(x.Bindings))
		for i, b := range x.Bindings {
			bindings[i] = f.value(b)
		}
		return FuncValue{x.ID, x.Row, bindings}
	case *OneOf:
		out := &OneOf{Alts: slices.Clone(x.Alts)}
		for i := range out.Alts {
			out.Alts[i].V = f.value(out.Alts[i].V)
		}
		return out
	}
	return v
}
