package interp

// This file makes the state that a step of a workflow gets of what the step before it has returned.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// A Handing is how a framework makes the state that a step gets of what the one before it has returned. The zero value hands on what was
// returned.
type Handing struct {
	Merges bool // the state is a map, and what is returned has the entries that change

	// Command is the type of a result that says which entries change and where the run goes on, by the fields of these names. It is
	// "" where there is none.
	Command, Update, Goto string

	// Rewrites reports whether the program makes something else of the entry of a name before the state has it. Nil means never.
	Rewrites func(name string) bool
}

// Functions of the framework that legs call.
const (
	legMerges = "the framework.merges" // of the state and of what a step has returned: the next state
	legGoes   = "the framework.goes"   // of what a step has returned: the name of the next step
)

// stdLegs runs functions that a framework runs between steps.
func (m *Machine) stdLegs(s *site, id string) (v Value, ok bool) {
	if len(m.watch) == 0 {
		return nil, false
	}
	h := m.watch[len(m.watch)-1].handing
	switch id {
	case legMerges:
		m.mergeState(s, h, s.args[0], overEach(s.args[1], func(v Value) Value {
			if h.isCommand(v) {
				return Field(v, h.Update)
			}
			return v
		}))
		return s.args[0], true
	case legGoes:
		return overEach(s.args[0], func(v Value) Value {
			switch {
			case h.isCommand(v):
				return Field(v, h.Goto)
			case Deref(v) == nil, IsZero(Deref(v)):
				return String("")
			}
			if _, is := Deref(v).(*Map); is {
				return String("")
			}
			return derived(s.pos, v)
		}), true
	}
	return nil, false
}

// mergeState changes the entries of the state that a step has returned. Where it may have returned one of several maps, an entry that
// one of them does not have is as before there.
func (m *Machine) mergeState(s *site, h Handing, state, change Value) {
	var keys []Value
	more := Entries(change, func(k, _ Value, _ Guard) {
		if !slices.ContainsFunc(keys, func(x Value) bool { return keyOf(x) == keyOf(k) }) {
			keys = append(keys, k)
		}
	})
	in := &recipe.Instr{Shape: recipe.ShapeNil}
	for _, k := range keys {
		was := m.lookup(in, state, k, s.pos)
		v := overEach(change, func(v Value) Value {
			x, ok := Deref(v).(*Map)
			if !ok {
				return was
			}
			held, there := x.lookup(k).now()
			switch {
			case !there:
				return was
			case len(held.guard) > 0:
				return joinGuarded(was, held.val, held.guard)
			}
			return held.val
		})
		if name, ok := AsString(k); ok && h.Rewrites != nil && h.Rewrites(name) {
			v = derived(s.pos)
		}
		m.mapUpdate(state, k, v, nil, s.pos)
	}
	if more != nil {
		m.mapUpdate(state, more, more, nil, s.pos)
	}
}

// isCommand reports whether a result of a step is a command.
func (h Handing) isCommand(v Value) bool {
	x, ok := Deref(v).(*Struct)
	return ok && h.Command != "" && x.Type == h.Command
}

// overEach applies f to each of the values that v may be.
func overEach(v Value, f func(Value) Value) Value {
	if o, ok := Unwrap(v).(*OneOf); ok {
		return overAlts(o, f)
	}
	return f(v)
}

// hand adds what makes the next state of the state and of what a step has returned.
func (l *legRecipe) hand(leg int, state, out recipe.Operand) recipe.Operand {
	if !l.handing.Merges {
		return out
	}
	return l.add(leg, recipe.Instr{Op: recipe.OpCall, Sym: legMerges, Args: []recipe.Operand{state, out}, Shape: recipe.ShapeNil, Res: string(recipe.ShapeNil)})
}
