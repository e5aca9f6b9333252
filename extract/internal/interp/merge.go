package interp

// This file joins ways through the program: what the trail has of each becomes what may
// be after one of them.

import "slices"

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
	done := make(map[any]bool)    // objects and operations: a way that left the function early and one that went on may have the same
	for _, w := range ways {
		for i := range w.changes {
			c := &w.changes[i]
			if what := c.what(); what == nil || !done[what] {
				done[what] = true
				t.replay(c, w, alone)
			}
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

func anyHas[K comparable](ms []map[K]Value, k K) bool {
	for _, m := range ms {
		if _, ok := m[k]; ok {
			return true
		}
	}
	return false
}
