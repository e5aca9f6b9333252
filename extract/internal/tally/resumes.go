package tally

// This file reads where a run goes on that does not start at the first step.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// Listed returns the texts in a field of the settings that a call passes: a pointer to a struct that the function around
// the call makes for it. Without settings, or where nothing sets the field, there are none. ok is false if there may be
// others.
func Listed(fn *recipe.Func, passed recipe.Operand, field string) (list []string, ok bool) {
	if passed < 0 {
		return nil, passed != recipe.NoOperand && fn.Consts[^passed].Kind == recipe.ConstNil
	}
	c := newCall(fn, nil, nil)
	if made := c.defs[passed]; made == nil || made.Op != recipe.OpAlloc {
		return nil, false
	}
	calls := 0
	for _, u := range c.uses[passed] {
		switch {
		case u.in.Op == recipe.OpCall && u.arg > 0:
			if calls++; calls > 1 { // the first call may have changed them
				return nil, false
			}
		case u.in.Op != recipe.OpFieldAddr:
			return nil, false
		case u.in.Sym == field:
			for _, s := range c.uses[u.in.Dst] {
				if s.in.Op != recipe.OpStore || s.arg != 0 {
					return nil, false
				}
				more, known := c.texts(s.in.Args[1])
				if !known {
					return nil, false
				}
				list = append(list, more...)
			}
		}
	}
	return list, true
}

// texts returns the elements of a list of constants.
func (c *call) texts(o recipe.Operand) (list []string, ok bool) {
	if o < 0 {
		return nil, o != recipe.NoOperand && c.fn.Consts[^o].Kind == recipe.ConstNil
	}
	slice := c.defs[o]
	if slice == nil || slice.Op != recipe.OpSlice || len(c.uses[o]) != 1 {
		return nil, false
	}
	array := slice.Args[0]
	if made := c.defs[array]; made == nil || made.Op != recipe.OpAlloc {
		return nil, false
	}
	for _, u := range c.uses[array] {
		if u.in == slice {
			continue
		}
		if u.in.Op != recipe.OpIndexAddr || u.arg != 0 {
			return nil, false
		}
		for _, s := range c.uses[u.in.Dst] {
			if s.in.Op != recipe.OpStore || s.arg != 0 || s.in.Args[1] >= 0 || c.fn.Consts[^s.in.Args[1]].Kind != recipe.ConstString {
				return nil, false
			}
			list = append(list, c.fn.Consts[^s.in.Args[1]].Text)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), true
}
