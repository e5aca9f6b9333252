package valueflow

// This file says whether numbers in memory are the same ones in each round of a loop, and what may change them that does not name them.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/recipe"
)

// An Overwrite sets a struct as a whole, with all of its fields.
type Overwrite struct {
	Type  string
	Block int32
}

// isKeptSame reports whether a number in memory is one of the same object in each round of a loop.
func (b *body) isKeptSame(loop *recipe.Loop, v ssa.Value) bool {
	at := listIn(unshifted(v))
	if load, ok := unshifted(v).(*ssa.UnOp); ok && load.Op == token.MUL {
		at = load.X
	}
	field, ok := at.(*ssa.FieldAddr)
	return !ok || b.isSame(loop, field.X)
}

// isSame reports whether an object, or a function, is the same one in each round of a loop, as far as the function and those in it go.
func (b *body) isSame(loop *recipe.Loop, v ssa.Value) bool {
	if in, ok := v.(ssa.Instruction); !ok || !loop.Has(int32(in.Block().Index)) {
		return true
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return b.isSame(loop, v.X)
	case *ssa.MakeInterface:
		return b.isSame(loop, v.X)
	case *ssa.ChangeType:
		return b.isSame(loop, v.X)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		switch at := v.X.(type) {
		case *ssa.Global, *ssa.FieldAddr:
			return b.isFixed(loop, v)
		case *ssa.Alloc:
			return !setsIn(loop, at, 0)
		case *ssa.FreeVar:
			return !setsIn(loop, at, 0)
		}
	}
	return false
}

// setsIn reports whether a loop, or a function in the one with the loop, sets a variable.
func setsIn(loop *recipe.Loop, variable ssa.Value, deep int) bool {
	const nested = 8
	return slices.ContainsFunc(*variable.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.Store:
			return use.Addr != variable || loop == nil || loop.Has(int32(use.Block().Index))
		case *ssa.MakeClosure:
			i := slices.Index(use.Bindings, variable)
			return deep == nested || setsIn(nil, use.Fn.(*ssa.Function).FreeVars[i], deep+1)
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// others notes what may change numbers by another way than their names: whoever has the address of one, and what sets a struct whole.
func (b *body) others() {
	for _, blk := range b.fn.Blocks {
		for _, instr := range blk.Instrs {
			if set, ok := instr.(*ssa.Store); ok && !isFirst(set) {
				for _, name := range structsIn(set.Val.Type(), 0) {
					b.f.Overwrites = append(b.f.Overwrites, Overwrite{name, int32(blk.Index)})
				}
			}
			for _, op := range instr.Operands(nil) {
				if at := *op; at != nil && isAddress(at.Type()) && handsOut(instr, at) {
					p := b.lengthAt(at)
					if isWhole(at.Type()) {
						p = b.number(at)
					}
					if p != NoPlace && !slices.Contains(b.f.Shared, p) {
						b.f.Shared = append(b.f.Shared, p)
					}
				}
			}
		}
	}
}

// isFirst reports whether a store gives a variable of the function what it is at first.
func isFirst(set *ssa.Store) bool {
	made, ok := set.Addr.(*ssa.Alloc)
	return ok && made.Block() == set.Block() && !slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool {
		other, ok := use.(*ssa.Store)
		return ok && other != set && other.Addr == made
	})
}

// structsIn returns the struct types of what is stored, with those that it holds.
func structsIn(t types.Type, deep int) (out []string) {
	const nested = 4
	if isPointer(t) || deep > nested {
		return nil
	}
	if array, ok := t.Underlying().(*types.Array); ok {
		return structsIn(array.Elem(), deep+1)
	}
	st, name := StructOf(t)
	if st == nil {
		return nil
	}
	out = append(out, name)
	for i := range st.NumFields() {
		out = append(out, structsIn(st.Field(i).Type(), deep+1)...)
	}
	return out
}

// isAddress reports whether a type is that of addresses of whole numbers or lists.
func isAddress(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	return ok && (isNumber(p.Elem()) || isList(p.Elem()))
}

// handsOut reports whether an instruction lets somebody else have an address, which it is given.
func handsOut(in ssa.Instruction, at ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.UnOp, *ssa.MakeClosure, *ssa.DebugRef, *ssa.BinOp:
		return false
	case *ssa.Store:
		return in.Val == at
	}
	return true
}
