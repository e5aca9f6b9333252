package interp

// This file knows the type arguments of generic functions, all instances of which
// have one recipe.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// typeArgs returns the type arguments of a call of fn, as resolved does.
func (m *Machine) typeArgs(fn *recipe.Func, targs []string) []string {
	if len(fn.TParams) == 0 || len(targs) != len(fn.TParams) {
		return nil
	}
	return m.resolved(targs)
}

// resolved returns type arguments, those that are type parameters of the current
// function replaced by what they stand for.
func (m *Machine) resolved(targs []string) []string {
	out := slices.Clone(targs)
	for i, t := range out {
		if typ := m.typeArg(t); typ != "" {
			out[i] = typ
		}
	}
	return out
}

// typeArg returns what a type parameter of the current function, or of one around
// it, stands for, "" if name is no type parameter or that is not known.
func (m *Machine) typeArg(name string) string {
	if name == "" {
		return ""
	}
	for i := len(m.stack) - 1; i >= 0; i-- {
		fr := m.stack[i]
		for j, p := range fr.fn.TParams {
			if p != name {
				continue
			}
			if j < len(fr.targs) {
				return fr.targs[j]
			}
			return ""
		}
		if fr.fn.Free == 0 {
			return "" // no function is around it
		}
	}
	return ""
}
