package interp

// This file defines what maps hold: entries in the order in which they were
// added, each with the conditions under which it is there.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

func (m *Map) insert(e *entry) {
	m.Entries = append(m.Entries, e)
	if m.index == nil {
		m.index = make(map[string]*entry)
	}
	m.index[keyOf(e.key)] = e
}

func (m *Map) removeLast() {
	e := m.Entries[len(m.Entries)-1]
	m.Entries = m.Entries[:len(m.Entries)-1]
	delete(m.index, keyOf(e.key))
}

func (m *Map) lookup(k Value) *entry { return m.index[keyOf(k)] }

// A held is what an entry holds, and under which conditions it is there.
type held struct {
	key, val Value
	guard    Guard
}

// now returns what an entry holds; ok is false if it certainly is not there.
func (e *entry) now() (h held, ok bool) {
	if e == nil {
		return held{}, false
	}
	o, several := e.cell.v.(*OneOf)
	if !several {
		return held{key: e.key, val: e.cell.v}, !isGone(Alt{V: e.cell.v})
	}
	rest := slices.DeleteFunc(slices.Clone(o.Alts), isGone)
	switch len(rest) {
	case 0:
		return held{}, false
	case len(o.Alts):
		return held{key: e.key, val: o}, true
	}
	guard := rest[0].Guard
	for _, a := range rest[1:] {
		guard = either(guard, a.Guard)
	}
	for i := range rest {
		rest[i].Guard = without(rest[i].Guard, guard)
	}
	if len(guard) == 0 {
		guard = unsaid()
	}
	if len(rest) == 1 {
		return held{e.key, rest[0].V, guard}, true
	}
	return held{e.key, &OneOf{Alts: rest}, guard}, true
}

// isGone reports whether an alternative is that an entry is not there.
func isGone(a Alt) bool {
	_, is := a.V.(gone)
	return is
}

// orMissing returns what a lookup gives: none where the entry is not there.
func (e *entry) orMissing(none Value) Value {
	o, several := e.cell.v.(*OneOf)
	if !several {
		return e.cell.v
	}
	return overAlts(o, func(v Value) Value {
		if isGone(Alt{V: v}) {
			return none
		}
		return v
	})
}

// live returns the entries of a map that are there or may be.
func (m *Map) live() []*entry {
	return slices.DeleteFunc(slices.Clone(m.Entries), func(e *entry) bool { _, there := e.now(); return !there })
}

// keyOf returns a string that equal map keys share, "" if v is not known.
func keyOf(v Value) string {
	switch x := v.(type) {
	case Iface:
		if k := keyOf(x.V); k != "" {
			return x.Type + " " + k
		}
	case Const:
		return x.V.Kind().String() + x.V.ExactString()
	case Nil:
		return "nil"
	case Ptr:
		return fmt.Sprintf("%p", x.Cell)
	case *Object:
		return fmt.Sprintf("%p", x)
	case *Array:
		return keyOfCells(x.Elems)
	case *Struct:
		key := x.Type
		for _, name := range x.FieldNames() {
			c := x.Fields[name]
			if c.v == nil || IsZero(c.v) { // as if it had never been set
				continue
			}
			k := keyOf(c.v)
			if k == "" {
				return ""
			}
			key += " " + name + ":" + k
		}
		return "{" + key + "}"
	}
	return ""
}

func keyOfCells(cells []*Cell) string {
	key := "["
	for _, c := range cells {
		v := Value(c.v)
		if v == nil || IsZero(v) {
			v = Nil{}
		}
		k := keyOf(v)
		if k == "" {
			return ""
		}
		key += k + " "
	}
	return key + "]"
}

// lookup reads a map or indexes a string.
func (m *Machine) lookup(in *recipe.Instr, mv, key Value, pos graph.Pos) Value {
	pair := func(v Value, ok Value) Value {
		if in.Res == "" {
			return v
		}
		return Tuple{v, ok}
	}
	switch x := Unwrap(mv).(type) {
	case *Map:
		if o, ok := key.(*OneOf); ok && knownKeys(key) != nil {
			return overAltsTuple(o, in.Res != "", func(key Value) Value { return m.lookup(in, mv, key, pos) })
		}
		if keyOf(key) == "" {
			v, found := m.anyEntry(x, key, in, pos)
			return pair(v, found)
		}
		e := x.lookup(key)
		if h, ok := e.now(); ok {
			m.reads(h.val, "[]")
			switch {
			case len(h.guard) == 0:
				return pair(h.val, boolConst(true))
			case in.Res == "":
				return e.orMissing(zero(in.Shape, ""))
			}
			return pair(guarded(h.val, h.guard), derived(pos))
		}
		if x.More != nil {
			return pair(derived(pos, x.More), derived(pos, x.More))
		}
		return pair(zero(in.Shape, ""), boolConst(false))
	case Nil, Zero:
		return pair(zero(in.Shape, ""), boolConst(false))
	case *Unknown:
		if k, ok := AsString(key); ok {
			c := x.field("", "["+k+"]")
			m.readsCell(c)
			return pair(c.v, &Unknown{Reason: x.Reason, Pos: x.Pos, Param: x.Param})
		}
		return pair(derived(pos, x, key), derived(pos, x))
	case *OneOf:
		return overAltsTuple(x, in.Res != "", func(v Value) Value { return m.lookup(in, v, key, pos) })
	}
	return pair(derived(pos, mv, key), derived(pos, mv))
}

// anyEntry returns what a lookup with an unknown key gives, and whether it finds
// anything: where it does, the value is one of the entries.
func (m *Machine) anyEntry(mp *Map, key Value, in *recipe.Instr, pos graph.Pos) (v Value, found *Unknown) {
	found = &Unknown{Reason: reason.Of(reason.Key), Pos: pos}
	entries := mp.live()
	if mp.More != nil || len(entries) == 0 {
		return &Unknown{Reason: reason.Of(reason.Key), Pos: pos}, found
	}
	none := zero(in.Shape, "")
	var some Value
	row := m.choiceRow(key)
	for _, e := range entries {
		h, _ := e.now()
		name, isName := AsString(h.key)
		switch {
		case row != nil && isName: // each entry stays the one of its name
			c := Cond{Text: strconv.Quote(name), Row: row.Key(), Pos: pos, choice: name}
			some = joinGuarded(some, h.val, append(Guard{c}, h.guard...))
		case some == nil:
			some = h.val
		default:
			some = join(some, h.val)
		}
	}
	switch {
	case len(entries) == 2 && isBool(entries[0].key):
		return some, found // both truth values
	case in.Res == "" && in.Shape == recipe.ShapeNil:
		return join(some, none), found
	case in.Res == "":
		// A key that is missing gives the zero value, which is an answer of the
		// map, not of the program.
		return join(some, &Unknown{Reason: reason.Of(reason.KeyMissing), Pos: pos, Origin: MissingKey{}}), found
	}
	v = join(none, some)
	if o, ok := v.(*OneOf); ok {
		found.Origin = &Comparison{eq: &equality{u: o, c: some, not: none}}
	}
	return v, found
}

func isBool(v Value) bool {
	_, ok := AsBool(v)
	return ok
}

// knownKeys returns the keys that v may be, nil if one of them is not known.
func knownKeys(v Value) []Alt {
	alts := Alternatives(v)
	if slices.ContainsFunc(alts, func(a Alt) bool { return keyOf(a.V) == "" }) {
		return nil
	}
	return alts
}

// mapUpdate sets an entry of a map, where g holds.
func (m *Machine) mapUpdate(mv, key, v Value, g Guard, pos graph.Pos) {
	alts, keys := Alternatives(mv), knownKeys(key)
	for _, alt := range alts {
		switch x := Deref(alt.V).(type) {
		case *Map:
			if m.outlives(x.born) {
				m.noteDoing("set", pos)
			}
			if keys == nil {
				for _, e := range x.live() { // any of them, or another
					m.trail.set(e.cell, guardedJoin(e.cell.v, v))
				}
				m.mayHaveMore(x, &Unknown{Reason: reason.Of(reason.Key), Pos: pos})
			}
			for _, k := range keys {
				when := slices.Concat(alt.Guard, k.Guard, g)
				if len(alts)*len(keys) > 1 && len(when) == 0 {
					when = unsaid()
				}
				e := x.lookup(k.V)
				if e == nil {
					e = &entry{k.V, &Cell{v: gone{}, born: x.born}}
					m.trail.addEntry(x, e)
				}
				m.trail.set(e.cell, joinGuarded(keepUnder(e.cell.v, when), v, when))
			}
		case *Unknown:
			m.noteDoing("set", pos)
			if _, ok := key.(*Unknown); ok { // any of those that are known, or another
				for _, name := range sortedKeys(x.fields) {
					if c := x.fields[name]; strings.HasPrefix(name, "[") {
						m.trail.set(c, guardedJoin(c.v, v))
					}
				}
			}
			for _, k := range keys {
				name, ok := AsString(k.V)
				if !ok {
					continue
				}
				when := slices.Concat(alt.Guard, k.Guard, g)
				c := x.field("", "["+name+"]")
				m.trail.set(c, joinGuarded(keepUnder(c.v, when), v, when))
				m.noteWrite("["+name+"]", v)
			}
		}
	}
}

// mayHaveMore notes that a map may have entries that are not known, on every way.
func (m *Machine) mayHaveMore(x *Map, why *Unknown) {
	if x.More == nil {
		x.More = why
		m.opened = append(m.opened, x)
	}
}

// newIterator starts a range loop over a map or string.
func (m *Machine) newIterator(v Value, pos graph.Pos) Value {
	it := &iterator{next: &Cell{v: intConst(0), born: m.trail.birth()}}
	switch x := Unwrap(v).(type) {
	case *Map:
		it.entries, it.more = m.ordered(x.live(), pos), x.More
	case Nil, Zero:
	case Const:
		if s, ok := AsString(x); ok {
			for i, r := range s {
				it.entries = append(it.entries, &entry{key: intConst(i), cell: &Cell{v: intConst(int(r))}})
			}
		}
	default:
		it.more = derived(pos, v)
	}
	return it
}

// next advances a range loop: (ok, key, value).
func (m *Machine) next(v Value, pos graph.Pos) Value {
	it, ok := v.(*iterator)
	if !ok {
		u := derived(pos, v)
		return Tuple{u, u, u}
	}
	for i, _ := AsInt(it.next.v); i < len(it.entries); i++ {
		if h, ok := it.entries[i].now(); ok { // else it was deleted meanwhile
			m.trail.set(it.next, intConst(i+1))
			return Tuple{boolConst(true), guarded(h.key, h.guard), guarded(h.val, h.guard)}
		}
	}
	if it.more != nil {
		u := &Unknown{Reason: it.more.Reason, Pos: it.more.Pos, Param: it.more.Param}
		return Tuple{&Unknown{Reason: u.Reason, Pos: pos}, u, u}
	}
	return Tuple{boolConst(false), Nil{}, Nil{}}
}

// Entries calls yield for each entry of a map, in the order of insertion, and
// returns why there may be more.
func Entries(v Value, yield func(key, val Value, g Guard)) (more *Unknown) {
	for _, alt := range Alternatives(v) {
		switch x := Deref(alt.V).(type) {
		case *Map:
			for _, e := range x.live() {
				h, _ := e.now()
				yield(h.key, h.val, slices.Concat(alt.Guard, h.guard))
			}
			if x.More != nil {
				more = x.More
			}
		case *Unknown:
			more = x
		}
	}
	return more
}

// deleteKey removes an entry of a map.
func (m *Machine) deleteKey(mv, key Value, pos graph.Pos) {
	alts := Alternatives(mv)
	for _, alt := range alts {
		x, ok := Deref(alt.V).(*Map)
		if !ok || m.outlives(x.born) {
			m.noteDoing("delete", pos)
		}
		if !ok {
			m.fieldChanges("[]")
			continue
		}
		if len(alts) > 1 && len(alt.Guard) == 0 {
			alt.Guard = unsaid()
		}
		if keyOf(key) == "" {
			for _, e := range x.Entries { // any of them, or none
				m.trail.set(e.cell, guardedJoin(e.cell.v, gone{}))
			}
		} else if e := x.lookup(key); e != nil {
			m.trail.set(e.cell, joinGuarded(keepUnder(e.cell.v, alt.Guard), gone{}, alt.Guard))
		}
	}
}

// keepUnder returns what stays possible of v where something else happens under
// g: nothing, if that always happens.
func keepUnder(v Value, g Guard) Value {
	if len(g) == 0 {
		return nil
	}
	return v
}

// guardedJoin returns v or, under a condition without words, w.
func guardedJoin(v, w Value) Value { return joinGuarded(v, w, unsaid()) }

// forgetEntries makes each entry of a map, or of those that v may be, one that may be
// deleted.
func (m *Machine) forgetEntries(v Value) {
	for _, alt := range Alternatives(v) {
		if x, ok := Deref(alt.V).(*Map); ok {
			for _, e := range x.Entries {
				m.trail.set(e.cell, guardedJoin(e.cell.v, gone{}))
			}
		}
	}
}
