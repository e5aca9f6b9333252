package interp

// This file observes functions that a framework calls again and again, with
// variables that last from one call to the next.

import (
	"strings"

	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Lasting runs f, which observes functions, twice: first to see which variables
// they change, then with these holding anything. Else a counter that a function
// keeps between its calls would have its first value for ever.
func (m *Machine) Lasting(f func()) {
	if m.trail.changed != nil { // within another
		f()
		return
	}
	m.trail.changed = make(map[*Cell]bool)
	f()
	changed := m.trail.changed
	m.trail.changed = nil
	if len(changed) == 0 {
		return
	}
	mark := m.trail.mark()
	for c := range changed { // in any order: each gets a value of its own
		m.trail.set(c, &Unknown{Reason: reason.Of(reason.ChangesByCall)})
	}
	f()
	m.trail.cut(mark)
}

// Answers reports whether a function with a known body returns anything but an
// error.
func (m *Machine) Answers(id string) bool {
	fn := m.prog.Func(id)
	return fn != nil && strings.Trim(fn.Results, string(rune(recipe.ShapeError))) != ""
}
