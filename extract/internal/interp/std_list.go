package interp

// This file runs functions of slices, maps, sort and iter on known elements.

import (
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/internal/recipe"
)

// seqFunc is the identity of an iterator over known values. Its bindings are the
// values, a Tuple for each, and why there may be more.
const seqFunc = "iter.Seq$1"

// sequence returns an iterator over rows.
func sequence(rows []Value, more *Unknown) FuncValue {
	seq := FuncValue{ID: seqFunc, Bindings: []Value{List(rows...)}}
	if more != nil {
		seq.Bindings = append(seq.Bindings, more)
	}
	return seq
}

// iterate calls yield for each row of an iterator, until it returns false. After
// a result that is not known, the rest may happen or not.
func (m *Machine) iterate(s *site, seq FuncValue, yield Value) {
	guard := m.guard
	defer func() { m.guard = guard }()
	for _, row := range seq.Bindings[0].(Slice).Elems {
		alt := Alternatives(row.v)[0]
		t := *s
		t.args = alt.V.(Tuple)
		in := *s.in
		in.Res = string(rune(recipe.ShapeBool))
		t.in = &in
		m.guard = append(m.guard[:len(m.guard):len(m.guard)], alt.Guard...)
		goesOn, returns := m.callValue(&t, yield)
		m.guard = m.guard[:len(m.guard)-len(alt.Guard)]
		if stop, known := AsBool(goesOn); !returns || known && !stop {
			return
		} else if !known {
			m.guard = append(m.guard[:len(m.guard):len(m.guard)], unsaid()...)
		}
	}
	if len(seq.Bindings) > 1 {
		if f, ok := Unwrap(yield).(FuncValue); ok {
			m.maybe(func() { m.callBack(s, f) })
		}
	}
}

// collect returns the rows of an iterator: one that this file made, or a function
// of the program, which is run.
func (m *Machine) collect(s *site, seq Value) (rows []Alt, more *Unknown) {
	f, ok := Unwrap(seq).(FuncValue)
	switch {
	case !ok:
		return nil, derived(s.pos, seq)
	case f.ID == seqFunc:
		rows, _ = Elems(f.Bindings[0])
		if len(f.Bindings) > 1 {
			more = f.Bindings[1].(*Unknown)
		}
		return rows, more
	}
	into := &Cell{v: Slice{}, born: m.trail.birth()}
	t := *s
	t.args = []Value{FuncValue{ID: collectFunc, Bindings: []Value{Ptr{into}}}}
	m.callValue(&t, f)
	rows, more = Elems(into.v)
	return rows, more
}

// collectFunc is the identity of a function that appends what it is given to its
// binding.
const collectFunc = "slices.Collect$1"

// stdList runs functions of slices, maps, sort and iter.
func (m *Machine) stdList(s *site, id string, free []Value) (v Value, ok bool) {
	switch id {
	case seqFunc:
		m.iterate(s, FuncValue{ID: id, Bindings: free}, s.args[0])
		return Tuple{}, true
	case collectFunc:
		into := free[0].(Ptr).Cell
		m.trail.set(into, m.appendValues(into.v, List(Tuple(s.args)), s.pos))
		return boolConst(true), true
	}
	switch pkg, name, _ := strings.Cut(id, "."); pkg {
	case "slices", "sort":
		return m.stdSlices(s, name)
	case "maps":
		return m.stdMaps(s, name)
	}
	return nil, false
}

// cells returns the elements of a slice that is known whole: no element is
// optional, and there are no more.
func cells(v Value) ([]*Cell, bool) {
	switch x := Deref(v).(type) {
	case Slice:
		return x.Elems, x.More == nil && !slices.ContainsFunc(x.Elems, isOptional)
	case Nil, Zero:
		return nil, true
	}
	return nil, false
}

// fresh returns a slice of new variables with the given values.
func (m *Machine) fresh(elems []Alt, more *Unknown) Slice {
	out := Slice{More: more}
	for _, e := range elems {
		out.Elems = append(out.Elems, m.trail.element(guarded(e.V, e.Guard)))
	}
	return out
}

// stdSlices runs functions of slices and sort. The function is one switch.
func (m *Machine) stdSlices(s *site, name string) (v Value, ok bool) {
	a := s.args
	switch name {
	case "Clone", "Clip", "Grow":
		if name != "Clone" {
			return a[0], true
		}
		elems, more := Elems(a[0])
		return m.fresh(elems, more), true
	case "Concat":
		out := Slice{}
		lists, more := Elems(a[0])
		out.More = more
		for _, l := range lists {
			part := m.appendValues(Slice{}, m.guardElems(l), s.pos).(Slice)
			out.Elems = append(out.Elems, part.Elems...)
			out.More = weaker(out.More, part.More)
		}
		return out, true
	case "Sort", "Strings", "Ints", "SortFunc", "SortStableFunc", "Slice", "SliceStable", "Reverse", "Stable":
		m.reorder(s, name)
		return Tuple{}, true
	case "Sorted", "Collect", "AppendSeq", "SortedFunc", "SortedStableFunc":
		return m.collected(s, name), true
	case "Values", "All", "Backward":
		return m.sliceSeq(s, name), true
	}
	list, known := cells(a[0])
	if !known {
		return nil, false
	}
	n := len(list)
	switch name {
	case "Contains", "Index":
		return m.search(s, name == "Contains", list, func(c *Cell) (bool, bool) { return equalValues(c.v, a[1]) }), true
	case "ContainsFunc", "IndexFunc":
		return m.search(s, name == "ContainsFunc", list, func(c *Cell) (bool, bool) {
			t := *s
			t.args = []Value{orZero(c.v)}
			r, returns := m.callValue(&t, a[1])
			is, known := AsBool(r)
			return is, known && returns
		}), true
	case "Insert", "Delete", "Replace":
		i, ok := AsInt(a[1])
		j := i
		if ok && name != "Insert" {
			j, ok = AsInt(a[2])
		}
		if !ok || i < 0 || j < i || j > n {
			return nil, false
		}
		out := Slice{Elems: slices.Clone(list[:i])}
		if name != "Delete" {
			out = m.appendValues(out, a[len(a)-1], s.pos).(Slice)
		}
		out.Elems = append(out.Elems, list[j:]...)
		return out, true
	case "Repeat":
		count, ok := AsInt(a[1])
		if !ok || count < 0 || count*n > 4096 {
			return nil, false
		}
		var out Value = Slice{}
		for range count {
			out = m.appendValues(out, a[0], s.pos)
		}
		return out, true
	case "Compact":
		out := Slice{}
		for i, c := range list {
			if i > 0 {
				eq, known := equalValues(list[i-1].v, c.v)
				if !known {
					return nil, false
				}
				if eq {
					continue
				}
			}
			out.Elems = append(out.Elems, c)
		}
		return out, true
	case "Chunk":
		size, ok := AsInt(a[1])
		if !ok || size < 1 {
			return nil, false
		}
		var rows []Value
		for part := range slices.Chunk(list, size) {
			rows = append(rows, Tuple{Slice{Elems: part}})
		}
		return sequence(rows, nil), true
	case "Equal":
		other, known := cells(a[1])
		if !known {
			return nil, false
		}
		eq := len(other) == n
		for i := 0; eq && i < n; i++ {
			if eq, known = equalValues(list[i].v, other[i].v); !known {
				return nil, false
			}
		}
		return boolConst(eq), true
	case "Max", "Min":
		return extreme(name == "Max", loaded(list), s.pos), true
	}
	return nil, false
}

func loaded(list []*Cell) []Value {
	out := make([]Value, len(list))
	for i, c := range list {
		out[i] = orZero(c.v)
	}
	return out
}

// guardElems returns a list whose elements have the guard of l.
func (m *Machine) guardElems(l Alt) Value {
	elems, more := Elems(l.V)
	for i := range elems {
		elems[i].Guard = slices.Concat(l.Guard, elems[i].Guard)
	}
	return m.fresh(elems, more)
}

// equalValues compares values as == does; known is false if that is not known.
func equalValues(a, b Value) (eq, known bool) {
	x, y := keyOf(orZero(a)), keyOf(orZero(b))
	return x == y, x != "" && y != ""
}

// search returns whether, or where, an element is found.
func (m *Machine) search(s *site, whether bool, list []*Cell, is func(*Cell) (found, known bool)) Value {
	at := -1
	for i, c := range list {
		found, known := is(c)
		if !known {
			return derived(s.pos, s.args...)
		}
		if found {
			at = i
			break
		}
	}
	if whether {
		return boolConst(at >= 0)
	}
	return intConst(at)
}

// reorder sorts or reverses a slice. An order that is not known makes each
// element any of them.
func (m *Machine) reorder(s *site, name string) {
	list, known := cells(Unwrap(s.args[0]))
	if x, ok := Deref(s.args[0]).(Slice); ok && !known {
		// Where each element may be there or not, none has a place of its own: more
		// elements may come between them as well as after them.
		list = x.Elems
		known = x.More == nil || !slices.ContainsFunc(list, func(c *Cell) bool { return !isOptional(c) })
	}
	vals := loaded(list)
	switch {
	case name == "Reverse" && known:
		slices.Reverse(vals)
	case known && sortValues(vals, func(a, b Value) (int, bool) {
		x, xok := whenThere(a)
		y, yok := whenThere(b)
		if !xok || !yok {
			return 0, false
		}
		return m.order(s, name, x.V, y.V)
	}):
	default:
		var any Value
		for _, v := range vals {
			any = joinGuarded(any, v, unsaid())
		}
		for i := range vals {
			vals[i] = any
		}
	}
	for i, c := range list {
		m.trail.set(c, vals[i])
	}
}

// order compares two values as the sorting function called name does.
func (m *Machine) order(s *site, name string, a, b Value) (c int, known bool) {
	if strings.HasSuffix(name, "Func") {
		t := *s
		t.args = []Value{a, b}
		in := *s.in
		in.Res = string(rune(recipe.ShapeInt))
		t.in = &in
		r, returns := m.callValue(&t, s.args[1])
		c, known = AsInt(r)
		return c, known && returns
	}
	x, ok1 := Unwrap(a).(Const)
	y, ok2 := Unwrap(b).(Const)
	if !ok1 || !ok2 || x.V.Kind() != y.V.Kind() || x.V.Kind() == constant.Bool || strings.HasPrefix(name, "Slice") || name == "Stable" {
		return 0, false
	}
	switch {
	case constant.Compare(x.V, token.LSS, y.V):
		return -1, true
	case constant.Compare(x.V, token.GTR, y.V):
		return 1, true
	}
	return 0, true
}

// sortValues sorts vals; it reports whether each comparison was known.
func sortValues(vals []Value, order func(a, b Value) (int, bool)) bool {
	if len(vals) > 256 {
		return false
	}
	all := true
	slices.SortStableFunc(vals, func(a, b Value) int {
		if !all {
			return 0
		}
		c, known := order(a, b)
		all = all && known
		return c
	})
	return all
}

// collected returns a slice of what an iterator yields.
func (m *Machine) collected(s *site, name string) Value {
	seq := s.args[0]
	var out Value = Slice{}
	if name == "AppendSeq" {
		out, seq = seq, s.args[1]
	}
	rows, more := m.collect(s, seq)
	elems := make([]Alt, len(rows))
	for i, r := range rows {
		elems[i] = Alt{r.V.(Tuple)[0], r.Guard}
	}
	list := m.fresh(elems, more)
	if strings.HasPrefix(name, "Sorted") {
		t := *s
		t.args = append([]Value{list}, s.args[1:]...)
		m.reorder(&t, strings.Replace(name, "Sorted", "Sort", 1))
	}
	return m.appendValues(out, list, s.pos)
}

func (m *Machine) sliceSeq(s *site, name string) Value {
	elems, more := Elems(s.args[0])
	var rows []Value
	for i, e := range elems {
		row := Tuple{intConst(i), e.V}
		if name == "Values" {
			row = Tuple{e.V}
		}
		rows = append(rows, guarded(row, e.Guard))
	}
	if name == "Backward" {
		slices.Reverse(rows)
	}
	return sequence(rows, more)
}

// stdMaps runs functions of maps.
func (m *Machine) stdMaps(s *site, name string) (v Value, ok bool) {
	a := s.args
	switch name {
	case "Keys", "Values", "All":
		var rows []Value
		more := Entries(a[0], func(k, v Value, g Guard) {
			row := map[string]Tuple{"Keys": {k}, "Values": {v}, "All": {k, v}}[name]
			rows = append(rows, guarded(row, g))
		})
		return sequence(rows, more), true
	case "Clone":
		out := &Map{born: m.trail.birth()}
		out.More = Entries(a[0], func(k, v Value, g Guard) { m.mapUpdate(out, k, v, g, s.pos) })
		return out, true
	case "Copy":
		if more := Entries(a[1], func(k, v Value, g Guard) { m.mapUpdate(a[0], k, v, g, s.pos) }); more != nil {
			m.mapUpdate(a[0], more, more, nil, s.pos)
		}
		return Tuple{}, true
	case "Collect", "Insert":
		var out Value = &Map{born: m.trail.birth()}
		seq := a[0]
		if name == "Insert" {
			out, seq = a[0], a[1]
		}
		rows, more := m.collect(s, seq)
		for _, r := range rows {
			m.mapUpdate(out, r.V.(Tuple)[0], r.V.(Tuple)[1], r.Guard, s.pos)
		}
		if more != nil {
			m.mapUpdate(out, more, more, nil, s.pos)
		}
		return out, true
	case "DeleteFunc":
		m.forgetEntries(a[0])
		return Tuple{}, true
	}
	return nil, false
}
