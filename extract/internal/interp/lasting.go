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
// What a longer row of such variables sets at its end is taken for what it was at first.
const maxObserved = 24

// Lasting runs f, which observes functions, again and again: first to see what they change, then with that holding anything, until
// they change nothing more. Else a counter that a function keeps between its calls would have its first value for ever.
func (m *Machine) Lasting(f func()) {
	if m.trail.changed != nil { // within another
		f()
		return
	}
	left := m.changing(f)
	for range maxObserved {
		n := left.count()
		if n == 0 {
			return
		}
		var more *changes
		m.after(left, func() { more = m.changing(f) })
		if left.add(more); left.count() == n {
			return
		}
	}
}

// Afterwards runs f, which observes functions, as they run when all of those have run that first observes, also more than once: of a
// variable that one of them sets, and that holds a plain value or a list, f does not know what it holds.
func (m *Machine) Afterwards(first, f func()) {
	if m.trail.changed != nil { // within another
		f()
		return
	}
	left := m.changing(first).plain()
	for range maxObserved {
		n := left.count()
		if n == 0 {
			f()
			return
		}
		var more *changes
		m.after(left, func() { more = m.changing(first) })
		if left.add(more.plain()); left.count() == n {
			break
		}
	}
	m.after(left, f)
}

// Outlived is what observed functions are known to change of what was there before they began.
type outlived struct {
	changes
	more bool // the last evaluation has found more of it
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
	n := m.outlived.count()
	m.outlived.add(more)
	m.outlived.more = m.outlived.more || m.outlived.count() > n
}

// Steadily calls f, which observes functions, until they change nothing that they were not known to change when f began. What earlier
// calls of f have returned or made is of no use.
func (m *Machine) Steadily(f func()) {
	for range maxObserved {
		m.outlived.more = false
		f()
		if !m.outlived.more {
			return
		}
		clear(m.cuts)
	}
}

// isPlain reports whether a value leads nowhere: a constant, nothing, or a list.
func isPlain(v Value) bool {
	switch v.(type) {
	case nil, Const, Nil, Zero, Slice:
		return true
	}
	return false
}

// Changes are variables that were set, and maps that got entries.
type changes struct {
	cells map[*Cell]bool
	maps  map[*Map]bool
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

// plain returns the changes without variables that lead elsewhere.
func (c *changes) plain() *changes {
	maps.DeleteFunc(c.cells, func(x *Cell, _ bool) bool { return !isPlain(x.v) })
	return c
}

// changing runs f and returns what that changes of what was there before, also where it
// is taken back.
func (m *Machine) changing(f func()) *changes {
	since, around := m.trail.births, m.trail.changed
	c := &changes{make(map[*Cell]bool), make(map[*Map]bool)}
	m.trail.changed = c
	f()
	m.trail.changed = around
	isNew := func(b *birth) bool { return b != nil && b.number > since }
	maps.DeleteFunc(c.cells, func(x *Cell, _ bool) bool { return isNew(x.born) })
	maps.DeleteFunc(c.maps, func(x *Map, _ bool) bool { return isNew(x.born) })
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
