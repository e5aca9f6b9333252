package interp

// This file finds out which names the code of a function knows.

import (
	"github.com/agentvet/agentvet/internal/recipe"
)

// Speaks reports whether a constant string stands in the code of a function, in
// what it captures, or in functions and variables that this code refers to, as
// far as their bodies are known.
func (m *Machine) Speaks(f Value, text string) bool {
	for _, alt := range Alternatives(f) {
		fv, ok := Unwrap(alt.V).(FuncValue)
		if !ok {
			continue
		}
		for _, b := range fv.Bindings {
			if s, ok := AsString(Deref(b)); ok && s == text {
				return true
			}
		}
		if m.speaks(fv.ID, text, make(map[string]bool)) {
			return true
		}
	}
	return false
}

// speaks is Speaks for a function without what it captures; it passes over the
// functions that were seen.
func (m *Machine) speaks(id, text string, seen map[string]bool) bool {
	if seen[id] {
		return false
	}
	seen[id] = true
	fn := m.prog.Func(id)
	if fn == nil {
		return false
	}
	for i := range fn.Consts {
		switch c := &fn.Consts[i]; c.Kind {
		case recipe.ConstString:
			if c.Text == text {
				return true
			}
		case recipe.ConstFunc:
			if m.speaks(c.Text, text, seen) {
				return true
			}
		case recipe.ConstGlobal:
			if init := m.prog.Init(c.Text); init != nil && m.speaks(init.ID, text, seen) {
				return true
			}
		}
	}
	for i := range fn.Blocks {
		for j := range fn.Blocks[i].Instrs {
			in := &fn.Blocks[i].Instrs[j]
			calls := in.Op == recipe.OpCall || in.Op == recipe.OpClosure || in.Op == recipe.OpGo || in.Op == recipe.OpDefer
			if calls && in.Row == "" && m.speaks(in.Sym, text, seen) {
				return true
			}
		}
	}
	return false
}
