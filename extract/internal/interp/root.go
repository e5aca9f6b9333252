package interp

// This file runs what the package under analysis begins with: initialisers, and the
// functions that nobody in it calls.

import (
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Ran reports whether a function has run.
func (m *Machine) Ran(id string) bool { return m.visited[id] }

// Functions returns the functions that the machine runs.
func (m *Machine) Functions() Program { return m.prog }

// Finish completes what was recorded, after the last root function.
func (m *Machine) Finish() {
	m.giveBack()
	m.useAll()
}

// A Startup is what happens before a function of a package is called.
type Startup struct {
	Before   []*recipe.Func // what imported packages do, in this order
	Vars     []Variable     // the variables of the package
	Embedded []*recipe.Func // what the build sets some of them to
	Init     *recipe.Func   // its initialiser
}

// A Variable is one of a package under analysis.
type Variable struct {
	ID, Name string
	Changes  Collection
	Shape    recipe.Shape // of a basic type
	Unread   bool         // the build sets it to what is not read
}

// A Collection says what functions may make of a variable at any time.
type Collection uint8

const (
	KeepsValue Collection = iota // nothing
	GrowsSlice                   // a slice may get more elements
	GrowsMap                     // a map may get more entries
	TakesAny                     // a basic value may be any
)

// Initialise runs the initialisers of the imported packages, as far as they change
// what others see, and that of the package itself. What functions of a library change
// at any time is then what it became, or something else.
func (m *Machine) Initialise(s Startup) {
	m.starting = true
	for _, f := range s.Before {
		m.outside(func() { m.run(f, nil, nil, graph.Pos{}) })
	}
	for _, v := range s.Vars {
		c := &Cell{kept: true}
		if v.Unread {
			c.v = &Unknown{Reason: reason.Of(reason.VariableOf, funcid.Package(v.ID))}
		}
		m.globals[v.ID] = c
	}
	for _, f := range s.Embedded {
		m.outside(func() { m.run(f, nil, nil, graph.Pos{}) })
	}
	if !m.guarded(maxInitCall*countCalls(s.Init), func() { m.run(s.Init, nil, nil, graph.Pos{}) }) {
		m.forgetUnset(s.Vars)
	}
	m.starting = false
	own := make(map[string]bool)
	for _, v := range s.Vars {
		own[v.ID] = true
		v.widen(m.globals[v.ID])
	}
	for id, c := range m.globals { // in any order: each by itself
		if !own[id] {
			m.widenForeign(id, c)
		}
	}
}

// widenForeign makes a variable of another package what it is, or what a function makes
// of it that may run at any time.
func (m *Machine) widenForeign(id string, c *Cell) {
	if shape := m.prog.Settable(id); shape != 0 {
		Variable{ID: id, Name: funcid.Name(id), Changes: TakesAny, Shape: shape}.widen(c)
	}
}

// countCalls returns the number of calls in a function: a package initialiser makes
// the values of many variables, each of them with calls of its own.
func countCalls(fn *recipe.Func) int {
	n := 0
	for i := range fn.Blocks {
		for j := range fn.Blocks[i].Instrs {
			if fn.Blocks[i].Instrs[j].Op == recipe.OpCall {
				n++
			}
		}
	}
	return n
}

// forgetUnset makes unknown the variables that an initialiser which reached its
// limit had not set.
func (m *Machine) forgetUnset(vars []Variable) {
	for _, v := range vars {
		if c := m.globals[v.ID]; c.v == nil {
			c.v = &Unknown{Reason: reason.Of(reason.StepsOf, v.Name)}
		}
	}
}

// widen makes a variable what it is, or what a caller makes of it. Of pointers, only
// those that begin as nil are ever set, by functions that run when they are asked.
func (v Variable) widen(c *Cell) {
	more := &Unknown{Reason: reason.Of(reason.ChangedInPackage, v.Name), Param: true}
	switch v.Changes {
	case GrowsSlice:
		if s, ok := asSlice(orZero(c.v)); ok {
			s.More = more
			c.v = s
		}
	case GrowsMap:
		if m, ok := c.v.(*Map); ok {
			m.More = more
		} else {
			c.v = &Map{More: more}
		}
	case TakesAny:
		old := c.v
		if old == nil {
			old = zero(v.Shape, "")
		}
		c.v = join(old, more)
	}
}

// Root runs a function with parameters that its callers choose.
func (m *Machine) Root(id string) {
	fn := m.prog.Func(id)
	m.current = id
	m.somethingHappens() // since the last one
	m.guarded(0, func() {
		args := m.unknownArgs(fn, reason.Reason{}, true)
		free := make([]Value, fn.Free)
		for i := range free {
			free[i] = &Unknown{Reason: reason.Of(reason.VariableAround), Pos: fn.Pos(), Param: true}
		}
		vals := m.run(fn, args, free, graph.Pos{})
		m.returned = append(m.returned, vals)
		for _, v := range vals {
			m.use(v)
		}
		for _, v := range append(args, free...) {
			m.use(v) // what was stored in the caller's variables
		}
	})
}

// guarded runs f with the steps of a root function, and more. It reports whether f came
// to its end.
func (m *Machine) guarded(more int, f func()) (done bool) {
	m.budget = rootBudget()
	m.budget.limit += more
	m.guard, m.stack, m.refine = nil, nil, nil
	before := len(m.objects)
	around := m.begin()
	defer func() {
		defer m.end(around)
		if r := recover(); r != nil {
			t, ok := r.(tooMuch)
			if !ok {
				panic(r)
			}
			m.guard, m.stack, m.refine = nil, nil, nil
			for _, o := range m.objects[before:] {
				m.use(o) // where it would have gone is not known
			}
			m.noteLimit(t.pos)
		}
	}()
	f()
	return true
}
