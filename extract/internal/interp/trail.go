package interp

// This file defines the memory of the interpreter: all changes go through the trail, so
// that a way through the program can be taken back.

import "slices"

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
	changed *changes // so far; nil where nobody asks
	work    int      // what joining cost since it was last asked for
	births  int      // so far, those of ways that were taken back included
}

func (t *trail) mark() int { return len(t.log) }

func (t *trail) set(c *Cell, v Value) {
	if t.changed != nil {
		t.changed.cells[c] = true
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
	if t.changed != nil {
		t.changed.maps[m], t.changed.fresh[e.cell] = true, true
	}
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

// what returns the object or the operation that a change adds, nil if it adds none.
func (c *change) what() any {
	switch {
	case c.list != nil:
		return c.object
	case c.op != nil:
		return c.op
	}
	return nil
}
