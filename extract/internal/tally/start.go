package tally

// This file finds what a field is where a run starts.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// Start returns what a term is in the state that a call passes: a struct that the function
// around it makes. ok is false if that is not known.
func Start(fn *recipe.Func, passed recipe.Operand, t Term) (value int, ok bool) {
	zero := t.zero()
	s := &state{fn: fn, home: -1, fields: make(map[recipe.Operand]string), stored: make(map[string][]place), def: make(map[recipe.Operand]place)}
	if passed < 0 {
		return zero, passed != recipe.NoOperand && fn.Consts[^passed].Kind == recipe.ConstZero
	}
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			if in := &fn.Blocks[b].Instrs[i]; in.Dst >= 0 {
				s.def[in.Dst] = place{b, i}
			}
		}
	}
	load, known := s.def[passed]
	if !known || s.at(load).Op != recipe.OpLoad {
		return 0, false
	}
	s.home = s.at(load).Args[0]
	if made, known := s.def[s.home]; !known || s.at(made).Op != recipe.OpAlloc {
		return 0, false
	}
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			switch {
			case !slices.Contains(operands(in), s.home) || in.Op == recipe.OpLoad:
			case in.Op == recipe.OpFieldAddr:
				s.fields[in.Dst] = in.Sym
			default:
				return 0, false
			}
		}
	}
	s.findStores()
	if t.Other != "" {
		x, known := s.begins(t.Field, load)
		y, also := s.begins(t.Other, load)
		if !known || !also {
			return 0, false
		}
		return t.pairOf(x, y)
	}
	switch stores := s.stores(t.Field); {
	case len(stores) == 0:
		return zero, true
	case len(stores) > 1 || stores[0].block < 0 || stores[0].block != load.block || stores[0].at > load.at:
		return 0, false
	default:
		return s.constantOf(s.at(stores[0]).Args[1], t)
	}
}

// begins returns the constant that a field is when a variable is loaded, nil if nothing was stored to it.
func (s *state) begins(field string, load place) (c *recipe.Const, ok bool) {
	switch stores := s.stores(field); {
	case len(stores) == 0:
		return nil, true
	case len(stores) > 1 || stores[0].block < 0 || stores[0].block != load.block || stores[0].at > load.at:
		return nil, false
	default:
		o := s.at(stores[0]).Args[1]
		if o >= 0 || o == recipe.NoOperand {
			return nil, false
		}
		return &s.fn.Consts[^o], true
	}
}
