package interp

// This file reads and writes memory: variables, fields, elements, maps.

import (
	"go/constant"
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// load reads through an address. What was never set is the zero value of shape.
func (m *Machine) load(addr Value, shape recipe.Shape, typ string, pos graph.Pos) Value {
	switch x := addr.(type) {
	case Ptr:
		m.readsCell(x.Cell)
		if u, ok := x.Cell.v.(*Unknown); ok && isWhole(shape) {
			m.copies(u)
		}
		if x.Cell.v == nil {
			return zero(shape, typ)
		}
		if _, ok := x.Cell.v.(Zero); ok {
			return zero(shape, typ)
		}
		return copyValue(x.Cell.v, nil)
	case Part:
		return x
	case *Object:
		return x // a builder that is copied by value stays one builder
	case *OneOf:
		return overAlts(x, func(v Value) Value { return m.load(v, shape, typ, pos) })
	case *Unknown:
		c := x.field("", "*")
		if u, ok := c.v.(*Unknown); ok && u.State() == "*" { // the value behind an unknown pointer
			c.v = &Unknown{Reason: x.Reason, Pos: x.Pos, Param: x.Param, Origin: stateLike(x), fields: x.fields}
		}
		m.reads(c.v, "*")
		if u, ok := c.v.(*Unknown); ok && isWhole(shape) {
			m.copies(u)
			m.copies(x)
		}
		return c.v
	}
	return derived(pos, addr)
}

// store writes through an address.
func (m *Machine) store(addr, v Value) {
	m.keep(v)
	switch x := addr.(type) {
	case Ptr:
		v = m.trail.copied(v)
		if m.outlives(x.Cell.born) {
			m.noteDoing("set", m.at)
		}
		m.setCell(x.Cell, v, v)
	case Part:
		m.set(x, v)
	case *OneOf:
		for _, a := range x.Alts {
			if p, ok := a.V.(Ptr); ok {
				if m.outlives(p.Cell.born) {
					m.noteDoing("set", m.at)
				}
				m.setCell(p.Cell, joinGuarded(orZero(p.Cell.v), m.trail.copied(v), a.Guard), v)
			}
		}
	case *Unknown:
		c := x.field("", "*")
		m.trail.set(c, v)
		m.noteDoing("set", m.at)
		m.somethingHappens()
		// A whole value that is written behind a pointer writes its fields.
		if s, ok := v.(*Struct); ok {
			for _, name := range sortedKeys(s.Fields) {
				if f := s.Fields[name]; f.v != nil {
					m.noteWrite(s.Type+"."+name, f.v)
				}
			}
		}
	}
}

// setCell makes a variable hold now, because v was stored there.
func (m *Machine) setCell(c *Cell, now, v Value) {
	m.trail.set(c, now)
	switch {
	case c.state != "":
		m.noteWrite(c.state, v)
	case c.kept:
		m.somethingHappens()
		m.readsCell(c)
		m.keepStruct(now)
	}
}

// setRow describes the assignment to a field of an Object.
var setRow = &library.Call{Head: library.Head{Verb: library.VerbOp, Name: "set"}, Kind: "set"}

// set records the assignment to a field of an Object whose row asks for it.
func (m *Machine) set(p Part, v Value) {
	if p.Object.Row.Text("fields") == "" {
		return
	}
	m.trail.addOp(p.Object, &Op{
		Row: setRow, Kind: setRow.Kind, Args: map[string]Value{"field": String(p.Field), "value": freeze(v)},
		Pos: m.at, Stack: m.callStack(), Guard: m.guard.Beyond(p.Object.Guard),
	})
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// fieldAddr returns the address of a field.
func (m *Machine) fieldAddr(base Value, in *recipe.Instr, pos graph.Pos) Value {
	switch x := base.(type) {
	case Ptr:
		switch s := x.Cell.v.(type) {
		case *Struct:
			return Ptr{s.field(in.Sym)}
		case nil, Zero:
			st := &Struct{Type: in.Type, Fields: make(map[string]*Cell), born: x.Cell.born}
			x.Cell.v = st
			m.literal(st, x.Cell, pos)
			return Ptr{st.field(in.Sym)}
		case *Unknown:
			return Ptr{m.noteReply(s, s.field(in.Type, in.Sym))}
		case *Object:
			return Part{s, in.Sym}
		case *OneOf:
			return overAlts(s, func(v Value) Value { return m.fieldAddr(Ptr{&Cell{v: v}}, in, pos) })
		}
	case *Struct:
		return Ptr{x.field(in.Sym)}
	case *Unknown:
		return Ptr{m.noteReply(x, x.field(in.Type, in.Sym))}
	case *Object:
		return Part{x, in.Sym}
	case Part:
		return x
	case *OneOf:
		return overAlts(&OneOf{Alts: Alternatives(x)}, func(v Value) Value { return m.fieldAddr(v, in, pos) })
	}
	return derived(pos, base)
}

func (s *Struct) field(name string) *Cell {
	c, ok := s.Fields[name]
	if !ok {
		c = &Cell{born: s.born}
		s.Fields[name] = c
	}
	return c
}

// indexAddr returns the address of an element.
func (m *Machine) indexAddr(base, index Value, pos graph.Pos) Value {
	if p, ok := base.(Ptr); ok { // pointer to array
		if p.Cell.v == nil {
			return derived(pos, base)
		}
		base = p.Cell.v
	}
	switch x := base.(type) {
	case Slice:
		return m.element(x, index, pos)
	case *Array:
		return m.element(Slice{Elems: x.Elems}, index, pos)
	case *OneOf:
		return overAlts(&OneOf{Alts: Alternatives(x)}, func(v Value) Value { return m.indexAddr(v, index, pos) })
	case Const:
		return derived(pos, index)
	}
	return derived(pos, base, index)
}

func (m *Machine) element(list Slice, index Value, pos graph.Pos) Value {
	i, known := AsInt(index)
	switch more := list.More; {
	case known && 0 <= i && i < len(list.Elems):
		return Ptr{list.Elems[i]}
	case more != nil && !more.Repeats():
		return &Unknown{Reason: more.Reason, Pos: more.Pos, Param: more.Param}
	case known && more == nil || len(list.Elems) == 0:
		return &Unknown{Reason: reason.Of(reason.BeyondKnown), Pos: pos}
	}
	if c := m.pick(list.Elems, index); c != nil {
		return Ptr{c}
	}
	// Some element, it is not known which.
	out := &OneOf{}
	for _, c := range list.Elems {
		out.Alts = append(out.Alts, Alt{V: Ptr{c}})
	}
	if len(out.Alts) == 1 {
		return out.Alts[0].V
	}
	return out
}

func makeSlice(length Value, born *birth, pos graph.Pos) Value {
	n, ok := AsInt(length)
	if !ok || n < 0 || n > 4096 {
		return Slice{More: &Unknown{Reason: reason.Of(reason.Length), Pos: pos}}
	}
	s := Slice{Elems: make([]*Cell, n)}
	for i := range s.Elems {
		s.Elems[i] = &Cell{born: born}
	}
	return s
}

// slice runs a[b:c].
func (m *Machine) slice(fr *frame, in *recipe.Instr, pos graph.Pos) Value {
	v := m.get(fr, in.Args[0])
	bound := func(i int, def int) (int, bool) {
		if in.Args[i] == recipe.NoOperand {
			return def, true
		}
		return AsInt(m.get(fr, in.Args[i]))
	}
	var elems []*Cell
	var more *Unknown
	switch x := Deref(v).(type) {
	case Slice:
		elems, more = x.Elems, x.More
	case *Array:
		elems = x.Elems
	case Nil, Zero:
	case Const:
		return sliceString(x, bound, pos)
	case *OneOf:
		if in.Args[1] == recipe.NoOperand && in.Args[2] == recipe.NoOperand {
			return x
		}
		return derived(pos, v)
	default:
		return derived(pos, v)
	}
	lo, ok1 := bound(1, 0)
	hi, ok2 := bound(2, len(elems))
	if !ok1 || !ok2 || lo < 0 || lo > hi || hi > len(elems) {
		return Slice{Elems: elems, More: &Unknown{Reason: reason.Of(reason.Bounds), Pos: pos}}
	}
	switch {
	case hi < len(elems):
		more = nil
	case lo > 0 && more != nil && more.Repeats(): // those cut off may come again
		more = derived(pos, more)
	}
	return Slice{Elems: elems[lo:hi:hi], More: more}
}

func sliceString(c Const, bound func(int, int) (int, bool), pos graph.Pos) Value {
	if c.V.Kind() != constant.String {
		return derived(pos, c)
	}
	s := constant.StringVal(c.V)
	lo, ok1 := bound(1, 0)
	hi, ok2 := bound(2, len(s))
	if !ok1 || !ok2 || lo < 0 || lo > hi || hi > len(s) {
		return derived(pos)
	}
	return stringConst(s[lo:hi])
}
