package interp

// This file defines the memory of the interpreter: all changes go through the
// trail, so that a way through the program can be taken back, and two ways can
// be joined.

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

// change is one entry of the trail.
type change struct {
	cell     *Cell   // a variable …
	object   *Object // … or an object that got op
	op       *Op
	m        *Map // … or a map that got entry e
	e        *entry
	frame    *frame // … or a register of a frame
	reg      int32
	list     *[]*Object // … or the list of objects
	born     *birth     // … or variables that came into being
	old, new Value
}

// A birth is when variables, or a map, came into being: later ones have higher numbers.
type birth struct{ number int }

// A trail lists the changes since the root function started.
type trail struct {
	log     []change
	changed map[*Cell]bool // variables that were set; nil where nobody asks
	work    int            // what joining cost since it was last asked for
	births  int            // so far, those of ways that were taken back included
}

func (t *trail) mark() int { return len(t.log) }

func (t *trail) set(c *Cell, v Value) {
	if t.changed != nil {
		t.changed[c] = true
	}
	t.log = append(t.log, change{cell: c, old: c.v, new: v})
	c.v = v
}

func (t *trail) setReg(f *frame, r int32, v Value) {
	t.log = append(t.log, change{frame: f, reg: r, old: f.regs[r], new: v})
	f.regs[r] = v
}

// birth notes that variables come into being. On the other ways of a fork nobody sees
// them: what they hold where the ways meet again is what they hold on this one. What has
// no birth counts as there before.
func (t *trail) birth() *birth {
	t.births++
	b := &birth{t.births}
	t.log = append(t.log, change{born: b})
	return b
}

func (t *trail) addOp(o *Object, op *Op) {
	t.log = append(t.log, change{object: o, op: op})
	o.Ops = append(o.Ops, op)
}

func (t *trail) addObject(list *[]*Object, o *Object) {
	t.log = append(t.log, change{list: list, object: o})
	*list = append(*list, o)
}

func (t *trail) addEntry(m *Map, e *entry) {
	t.log = append(t.log, change{m: m, e: e})
	m.insert(e)
}

// cut takes back all changes since mark and returns them.
func (t *trail) cut(mark int) []change {
	cut := slices.Clone(t.log[mark:])
	for i := len(cut) - 1; i >= 0; i-- {
		c := &cut[i]
		switch {
		case c.cell != nil:
			c.cell.v = c.old
		case c.frame != nil:
			c.frame.regs[c.reg] = c.old
		case c.list != nil:
			i := slices.Index(*c.list, c.object)
			*c.list = slices.Delete(*c.list, i, i+1)
		case c.op != nil:
			c.object.Ops = c.object.Ops[:len(c.object.Ops)-1]
		case c.m != nil:
			c.m.removeLast()
		}
	}
	t.log = t.log[:mark]
	return cut
}

// leave drops what was noted since mark of the registers of a frame that is left: nobody
// reads them again.
func (t *trail) leave(f *frame, mark int) {
	kept := slices.DeleteFunc(t.log[mark:], func(c change) bool { return c.frame == f })
	t.log = t.log[:mark+len(kept)]
}

// way is one way of a fork: its changes, and the condition that leads there.
type way struct {
	changes []change
	guard   Guard
	goesOn  bool  // it reaches the block where the ways meet
	loops   bool  // it goes round a loop whose iterations are not known
	now     []int // the last effects on it, see recorder
}

// merge applies the changes of several ways: what all agree on is set, where
// they differ a variable may be any of the results. With maybe, it is also
// possible that none of the ways is taken. Registers are joined only over the
// ways that go on.
func (t *trail) merge(ways []way, maybe bool) {
	alone := len(ways) == 1 && !maybe
	born := births(ways)
	same := make(map[*Cell]*Cell) // entries of one key that several ways add
	for _, w := range ways {
		for i := range w.changes {
			c := &w.changes[i]
			t.replay(c, w, alone)
			if c.m != nil {
				same[c.e.cell] = c.m.lookup(c.e.key).cell
			}
		}
	}
	var order []location
	last := make([]map[location]Value, len(ways))
	for i, w := range ways {
		last[i] = make(map[location]Value)
		for j := range w.changes {
			c := &w.changes[j]
			if c.cell == nil && c.frame == nil || c.frame != nil && !w.goesOn {
				continue
			}
			at := location{c.cell, c.frame, c.reg}
			if one := same[c.cell]; one != nil {
				at.cell = one
			}
			if !anyHas(last[:i+1], at) {
				order = append(order, at)
			}
			last[i][at] = c.new
		}
	}
	for _, at := range innerFirst(order, last) {
		if at.cell != nil && born[at.cell.born] {
			t.set(at.cell, theOne(last, at))
		} else {
			t.mergeAt(at, ways, last, maybe)
		}
	}
}

// innerFirst sorts variables so that those that hold structs and lists come after the
// variables in these: to join structs and lists is to compare what is in them.
func innerFirst(order []location, last []map[location]Value) []location {
	depth := make(map[location]int)
	for _, at := range order {
		d := depthOf(at.value(), maxNesting)
		for _, way := range last {
			d = max(d, depthOf(way[at], maxNesting))
		}
		depth[at] = d
	}
	slices.SortStableFunc(order, func(a, b location) int { return depth[a] - depth[b] })
	return order
}

// maxNesting is how deep structs and lists within each other are told apart.
const maxNesting = 4

// depthOf returns how deep structs and lists in v are nested, at most to a limit.
func depthOf(v Value, most int) int {
	inner := 0
	each := func(c *Cell) { inner = max(inner, depthOf(c.v, most-1)) }
	switch x := v.(type) {
	case Iface:
		return depthOf(x.V, most)
	case *OneOf:
		for _, a := range x.Alts {
			inner = max(inner, depthOf(a.V, most))
		}
		return inner
	case *Struct:
		if most > 0 {
			for _, c := range x.Fields {
				each(c)
			}
		}
	case *Array:
		if most > 0 {
			for _, c := range x.Elems {
				each(c)
			}
		}
	case Slice:
		if most > 0 {
			for _, c := range x.Elems {
				each(c)
			}
		}
	default:
		return 0
	}
	return inner + 1
}

// births returns those on any of the ways.
func births(ways []way) map[*birth]bool {
	born := make(map[*birth]bool)
	for _, w := range ways {
		for i := range w.changes {
			if b := w.changes[i].born; b != nil {
				born[b] = true
			}
		}
	}
	return born
}

// theOne returns what a variable holds after the only one of the ways that sees it.
func theOne(last []map[location]Value, at location) Value {
	for _, way := range last {
		if v, sees := way[at]; sees {
			return v
		}
	}
	return at.value()
}

// replay applies a change that needs no joining.
func (t *trail) replay(c *change, w way, alone bool) {
	switch {
	case c.born != nil:
		t.log = append(t.log, *c)
	case c.list != nil:
		c.object.Loop = c.object.Loop || w.loops
		t.addObject(c.list, c.object)
	case c.op != nil:
		if alone {
			c.op.Guard = without(c.op.Guard, w.guard)
		}
		c.op.Loop = c.op.Loop || w.loops
		t.addOp(c.object, c.op)
	case c.m != nil && c.m.lookup(c.e.key) == nil:
		t.addEntry(c.m, c.e)
	}
}

// keepObjects applies, of a way that ends in a panic or an error, what it built:
// `log.Fatal(serve(agent))` builds an agent too.
func (t *trail) keepObjects(w way) {
	made := make(map[*Object]bool)
	for _, c := range w.changes {
		if c.list != nil {
			made[c.object] = true
			t.addObject(c.list, c.object)
		} else if c.op != nil && made[c.object] {
			t.addOp(c.object, c.op)
		}
	}
}

func (t *trail) mergeAt(at location, ways []way, last []map[location]Value, maybe bool) {
	base := at.value()
	var v Value
	if maybe && at.cell != nil {
		v = orZero(base)
	}
	for i, w := range ways {
		val, changed := last[i][at]
		if !changed {
			if at.frame != nil {
				continue
			}
			val = base
		}
		g := w.guard
		if len(ways) == 1 {
			g = nil
		}
		t.work += joinCost(v, val, g)
		v = joinGuarded(v, val, g)
	}
	if at.cell != nil {
		t.set(at.cell, v)
	} else {
		t.setReg(at.frame, at.reg, v)
	}
}

// joinUnit is the number of pairs of conditions that are compared in the time of
// one instruction.
const joinUnit = 256

// joinCost returns what it costs to join a with b under g, in instructions: guards
// are compared condition by condition. Where code nests deep and its conditions are
// not known, that is what the time goes into.
func joinCost(a, b Value, g Guard) int {
	n := len(g)
	for _, v := range []Value{a, b} {
		if o, ok := v.(*OneOf); ok {
			for _, alt := range o.Alts {
				n += len(alt.Guard)
			}
		}
	}
	return n * n / joinUnit
}

// merge is trail.merge, whose cost counts as steps.
func (m *Machine) merge(ways []way, maybe bool) {
	m.trail.merge(ways, maybe)
	m.budget.steps += m.trail.work
	m.trail.work = 0
}

// location is a variable or a register.
type location struct {
	cell  *Cell
	frame *frame
	reg   int32
}

func (l location) value() Value {
	if l.cell != nil {
		return l.cell.v
	}
	return l.frame.regs[l.reg]
}

func orZero(v Value) Value {
	if v == nil {
		return Zero{}
	}
	return v
}

func anyHas[K comparable](ms []map[K]Value, k K) bool {
	for _, m := range ms {
		if _, ok := m[k]; ok {
			return true
		}
	}
	return false
}

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
	d := &Cell{state: c.state, of: c.variable()}
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

func (u *union) add(v Value) {
	alts := *u
	for _, x := range alternatives(v) {
		alts = addAlt(alts, x)
	}
	alts = joinSlices(alts)
	switch {
	case len(alts) == 1: // in any case
		alts[0].Guard = nil
	case len(alts) > maxAlts:
		alts = []Alt{{V: &Unknown{Reason: reason.Of(reason.Alternatives)}}}
	}
	*u = alts
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
		out.Elems = append(out.Elems, &Cell{v: guarded(c.v, g)})
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
	return &Cell{v: guarded(x.V, either(slices.Concat(g, x.Guard), slices.Concat(h, y.Guard)))}, true
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
