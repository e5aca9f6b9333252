package interp

// This file runs the functions of the language.

import (
	"go/constant"
	"go/token"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// builtin runs a builtin function.
func (m *Machine) builtin(s *site) (Value, bool) {
	a := s.args
	switch s.in.Sym {
	case "append":
		return m.appendValues(a[0], a[1], s.pos), true
	case "len", "cap":
		return length(a[0], s), true
	case "copy":
		return m.copySlice(a[0], a[1], s.pos), true
	case "delete":
		m.deleteKey(a[0], a[1], s.pos)
		return Tuple{}, true
	case "clear":
		m.clear(a[0], s.pos)
		return Tuple{}, true
	case "close":
		m.closeChannel(a[0])
		return Tuple{}, true
	case "panic":
		return nil, false
	case "min", "max":
		return extreme(s.in.Sym == "max", a, s.pos), true
	case "recover":
		return Nil{}, true
	case "ssa:wrapnilchk": // what a method wrapper does before it dereferences
		return a[0], true
	}
	return derived(s.pos, a...), true
}

func (m *Machine) appendValues(dst, src Value, pos graph.Pos) Value {
	if o, ok := dst.(*OneOf); ok {
		return overAlts(o, func(v Value) Value { return m.appendValues(v, src, pos) })
	}
	out := Slice{}
	switch x := dst.(type) {
	case Slice:
		out = Slice{Elems: slices.Clone(x.Elems), More: x.More}
	case Nil, Zero:
	default:
		out.More = derived(pos, dst)
	}
	if str, ok := AsString(src); ok { // bytes
		born := m.trail.birth()
		for i := range len(str) {
			out.Elems = append(out.Elems, &Cell{v: intConst(int(str[i])), born: born})
		}
		return out
	}
	elems, more := Elems(src)
	for _, e := range elems {
		out.Elems = append(out.Elems, m.trail.element(guarded(e.V, e.Guard)))
	}
	out.More = weaker(out.More, more)
	return out
}

func length(v Value, s *site) Value {
	switch x := Deref(v).(type) {
	case Slice:
		// A range loop has a len of its own, which stands nowhere in the source. It
		// goes through the elements that may be there; each has its guard.
		if x.More == nil && (s.in.Line == 0 || !slices.ContainsFunc(x.Elems, isOptional)) {
			return intConst(len(x.Elems))
		}
		if x.More == nil {
			return derived(s.pos)
		}
		n := derived(s.pos, x.More)
		length := Length{of: v, list: &x}
		if s.in.Line == 0 {
			length.least = len(x.Elems) // before what is not known
		}
		n.Origin = length
		return n
	case *Array:
		return intConst(len(x.Elems))
	case *Map:
		n := 0
		for _, e := range x.Entries {
			switch h, there := e.now(); {
			case there && len(h.guard) == 0:
				n++
			case there:
				return derived(s.pos)
			}
		}
		if x.More != nil {
			return derived(s.pos, x.More)
		}
		return intConst(n)
	case Nil, Zero:
		return intConst(0)
	case Const:
		if str, ok := AsString(x); ok {
			return intConst(len(str))
		}
	case *OneOf:
		if s.in.Line == 0 && len(x.Alts) == 1 {
			return length(x.Alts[0].V, s) // it may not be there, nor are its elements then
		}
		return overAlts(x, func(v Value) Value { return length(v, s) })
	case *Unknown:
		n := derived(s.pos, x)
		n.Origin = Length{of: x}
		return n
	}
	return derived(s.pos, v)
}

// isOptional reports whether an element may not be there, see joinSlices.
func isOptional(c *Cell) bool {
	o, ok := c.v.(*OneOf)
	return ok && len(o.Alts) == 1
}

func (m *Machine) copySlice(dst, src Value, pos graph.Pos) Value {
	d, ok := Deref(dst).(Slice)
	if !ok {
		return derived(pos, dst)
	}
	elems, more := Elems(src)
	n := min(len(d.Elems), len(elems))
	for i := range n {
		m.trail.set(d.Elems[i], m.trail.copied(guarded(elems[i].V, elems[i].Guard)))
	}
	if more == nil {
		return intConst(n)
	}
	for _, c := range d.Elems[n:] {
		m.trail.set(c, join(orZero(c.v), derived(pos, more)))
	}
	return derived(pos, more)
}

// extreme returns the least or greatest of constants.
func extreme(greatest bool, vals []Value, pos graph.Pos) Value {
	var best constant.Value
	for _, v := range vals {
		c, ok := Unwrap(v).(Const)
		if !ok || best != nil && best.Kind() != c.V.Kind() {
			return derived(pos, vals...)
		}
		op := token.LSS
		if greatest {
			op = token.GTR
		}
		if best == nil || constant.Compare(c.V, op, best) {
			best = c.V
		}
	}
	return Const{best}
}

// clear empties a map or zeroes the elements of a slice.
func (m *Machine) clear(v Value, pos graph.Pos) {
	switch x := Deref(v).(type) {
	case *Map:
		for _, e := range x.Entries {
			m.trail.set(e.cell, gone{})
		}
	case Slice:
		for _, c := range x.Elems {
			m.trail.set(c, Zero{})
		}
	case *OneOf:
		m.forgetEntries(x)
	case *Unknown:
		m.fieldChanges("[]")
	}
}
