package valueflow

// This file knows which lists a loop goes through.

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/recipe"
)

// over returns the struct type of the elements of the list in which an instruction of a loop
// takes one, "" if it does not, or if the list is made in the loop. A map is a list where it
// is gone through, also by a list of its keys.
func over(instr ssa.Instruction, loop *recipe.Loop) string {
	within := func(v ssa.Value) bool {
		made, ok := v.(ssa.Instruction)
		return ok && loop.Has(int32(made.Block().Index))
	}
	var elem types.Type
	switch instr := instr.(type) {
	case *ssa.IndexAddr:
		if within(instr.X) {
			return ""
		}
		elem = instr.Type()
	case *ssa.Next:
		if r, ok := instr.Iter.(*ssa.Range); !ok || instr.IsString || within(r) {
			return ""
		}
		elem = instr.Type().(*types.Tuple).At(2).Type()
	case *ssa.Lookup:
		m, ok := instr.X.Type().Underlying().(*types.Map)
		if !ok || within(holder(instr.X)) || !isElement(instr.Index, within) {
			return ""
		}
		elem = m.Elem()
	default:
		return ""
	}
	_, name := StructOf(elem)
	return name
}

// holder returns what a value is read of, through fields.
func holder(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		default:
			return v
		}
	}
}

// isElement reports whether a value is an element of a list that is not made within a loop.
func isElement(v ssa.Value, within func(ssa.Value) bool) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	switch addr := load.X.(type) {
	case *ssa.IndexAddr:
		return !within(addr.X)
	case *ssa.Alloc: // a variable of the round, which a closure may keep
		for _, user := range *addr.Referrers() {
			if set, ok := user.(*ssa.Store); ok && set.Addr == addr {
				return within(addr) && isElement(set.Val, within)
			}
		}
	}
	return false
}
