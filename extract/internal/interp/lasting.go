package interp

// This file observes functions that a framework calls again and again, with
// variables that last from one call to the next.

import (
	"maps"
	"strings"

	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// maxObserved is how often functions are observed to see what they change: what one of them sets may let another one, or itself, set more.
// After that, all that they may come to counts as changed.
const maxObserved = 24

// Lasting runs f, which observes functions, again and again: first to see what they change, then with that holding anything, until
// they change nothing more. Else a counter that a function keeps between its calls would have its first value for ever.
func (m *Machine) Lasting(f func()) {
	if m.trail.changed != nil { // within another
		f()
		return
	}
	left := m.changing(f)
	for round := range maxObserved + 1 {
		n := left.count()
		if n == 0 {
			return
		}
		if round == maxObserved {
			left.add(m.changeable())
		}
		var more *changes
		m.after(left, func() { more = m.changing(f) })
		if left.add(more); left.count() == n {
			return
		}
	}
}

// Outlived is what observed functions are known to change of what was there before anything was observed.
type outlived struct {
	changes
	since int  // births before that
	more  bool // there is more of it than the functions observed so far have found
}

// outliving runs f, which observes one function, where all that observed functions are known to change may hold anything, and notes
// what it changes. The first observation of two, see ObserveDoing, begins with what was there when the agent was built.
func (m *Machine) outliving(first bool, f func()) {
	var more *changes
	note := func() { more = m.changing(f) }
	if first {
		note()
	} else {
		m.after(&m.outlived.changes, note)
	}
	more.forget(m.outlived.since)
	maps.DeleteFunc(more.cells, func(c *Cell, _ bool) bool {
		_, isUnknown := c.v.(*Unknown) // it may hold anything as it is
		return isUnknown || more.fresh[c]
	})
	n := m.outlived.count()
	m.outlived.add(more)
	m.outlived.more = m.outlived.more || m.outlived.count() > n
}

// Steadily calls f, which observes functions, until they change nothing that they were not known to change when f began. What earlier
// calls of f have returned or made is of no use. Where that takes too long, all that a function may change counts as changed.
// A part of f for which no change makes a difference runs in Settling.
func (m *Machine) Steadily(f func()) {
	m.outlived.since = m.trail.births
	for n := range maxObserved + 1 {
		if m.outlived.more = false; n == maxObserved {
			m.outlived.add(m.changeable())
		}
		f()
		if !m.outlived.more {
			return
		}
		clear(m.cuts)
	}
}

// Settling calls f, a part of what Steadily calls. Where f reports that it is settled, it makes no difference to it what is changed,
// and nothing that it has observed is a reason to observe all again.
func (m *Machine) Settling(f func() (settled bool)) {
	more := m.outlived.more
	if f() {
		m.outlived.more = more
	}
}

// changeable returns all variables and maps that a function may come to of what the objects hold that were made, and of
// variables of packages. Of a struct, and of an array, it has the parts.
func (m *Machine) changeable() *changes {
	r := m.reaching() // for no effect, so that it comes to an end
	for _, o := range m.objects {
		r.object(o)
	}
	for known := -1; known < len(r.globals); {
		known = len(r.globals)
		for _, id := range sortedKeys(m.globals) {
			r.cell(m.globals[id])
		}
		r.all()
		for _, id := range sortedKeys(r.globals) {
			r.cell(m.global(id))
		}
	}
	maps.DeleteFunc(r.cells, func(c *Cell, _ bool) bool {
		switch c.v.(type) {
		case *Struct, *Array:
			return true
		}
		return false
	})
	return &changes{cells: r.cells, maps: r.maps}
}

// Changes are variables that were set, and maps that got entries.
type changes struct {
	cells map[*Cell]bool
	maps  map[*Map]bool
	fresh map[*Cell]bool // of those entries
}

// count returns how many variables and maps there are.
func (c *changes) count() int { return len(c.cells) + len(c.maps) }

// add adds the changes of d.
func (c *changes) add(d *changes) {
	if c.cells == nil {
		c.cells, c.maps = make(map[*Cell]bool), make(map[*Map]bool)
	}
	maps.Copy(c.cells, d.cells)
	maps.Copy(c.maps, d.maps)
}

// forget leaves out what has come into being after so many births.
func (c *changes) forget(since int) {
	isNew := func(b *birth) bool { return b != nil && b.number > since }
	maps.DeleteFunc(c.cells, func(x *Cell, _ bool) bool { return isNew(x.born) })
	maps.DeleteFunc(c.maps, func(x *Map, _ bool) bool { return isNew(x.born) })
}

// changing runs f and returns what that changes of what was there before, also where it
// is taken back.
func (m *Machine) changing(f func()) *changes {
	since, around := m.trail.births, m.trail.changed
	c := &changes{make(map[*Cell]bool), make(map[*Map]bool), make(map[*Cell]bool)}
	m.trail.changed = c
	f()
	m.trail.changed = around
	c.forget(since)
	if around != nil {
		maps.Copy(around.cells, c.cells)
		maps.Copy(around.maps, c.maps)
	}
	return c
}

// after runs f as it runs later: earlier calls have left anything in what they change.
func (m *Machine) after(left *changes, f func()) {
	mark := m.trail.mark()
	for c := range left.cells { // in any order: each gets a value of its own
		m.trail.set(c, later(c.v))
	}
	for x := range left.maps {
		if x.More == nil {
			x.More = &Unknown{Reason: reason.Of(reason.ChangesByCall)}
			defer func() { x.More = nil }()
		}
	}
	f()
	m.trail.cut(mark)
}

// later returns what a variable that held v before anything ran may hold later: anything, of which only what leads to others is named.
func later(v Value) Value {
	u := &Unknown{Reason: reason.Of(reason.ChangesByCall)}
	switch v := v.(type) {
	case FuncValue, Ptr, Iface, *Object, *OneOf:
		all := unionOf(v)
		all.join(u)
		return all.value()
	}
	return u
}

// Answers reports whether a function with a known body returns anything but an
// error.
func (m *Machine) Answers(id string) bool {
	fn := m.prog.Func(id)
	return fn != nil && strings.Trim(fn.Results, string(rune(recipe.ShapeError))) != ""
}
