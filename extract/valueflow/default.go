package valueflow

// This file knows how fields get defaults.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// isDefault reports whether a store sets a field in any case where it is zero, but for runs of the
// function that fail:
//
//	if c.Max == 0 {
//		c.Max = 100
//	}
func isDefault(set *ssa.Store) bool {
	field, ok := set.Addr.(*ssa.FieldAddr)
	if !ok || len(set.Block().Preds) != 1 {
		return false
	}
	before := set.Block().Preds[0]
	branch, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
	if !ok || before.Succs[0] == before.Succs[1] {
		return false
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	op, x, y := cond.Op, cond.X, cond.Y
	if _, ok := x.(*ssa.Const); ok {
		op, x, y = mirror[op], y, x
	}
	load, ok := x.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || !alike(load.X, field) {
		return false
	}
	if before.Succs[0] != set.Block() {
		op = opposite[op]
	}
	n, ok := intAt(y)
	return ok && holdsForZero(op, n) && succeedsBy(before)
}

// setsNumber notes that a store sets a field of an object that the function makes, wherever it
// succeeds.
func (b *body) setsNumber(set *ssa.Store) {
	field, ok := set.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	b.at(field.X)
	if n, made := b.objects[field.X]; made && succeedsBy(set.Block()) {
		st, name := StructOf(field.X.Type())
		o := &b.f.Objects[n]
		o.Numbers = append(o.Numbers, FieldName(name, st.Field(field.Field).Name()))
	}
}

// zeros notes the struct types of which an instruction uses the zero value, but for what comes with an
// error that is returned.
func (b *body) zeros(instr ssa.Instruction) {
	if ret, ok := instr.(*ssa.Return); ok && len(ret.Results) > 0 {
		if last := ret.Results[len(ret.Results)-1]; isError(last.Type()) && (!mayBe(last, OutcomeFine) || isFailure(ret.Block(), last)) {
			return
		}
	}
	for _, v := range instr.Operands(nil) {
		zero, ok := (*v).(*ssa.Const)
		if !ok || zero.Value != nil {
			continue
		}
		if _, isStruct := zero.Type().Underlying().(*types.Struct); !isStruct {
			continue
		}
		if _, name := StructOf(zero.Type()); !slices.Contains(b.f.Zeros, name) {
			b.f.Zeros = append(b.f.Zeros, name)
		}
	}
}

// isFailure reports whether a block is only come to where an error was compared, and is one.
func isFailure(blk *ssa.BasicBlock, err ssa.Value) bool {
	if len(blk.Preds) != 1 {
		return false
	}
	before := blk.Preds[0]
	branch, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
	if !ok || before.Succs[0] == before.Succs[1] {
		return false
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || cond.X != err {
		return false
	}
	none, ok := cond.Y.(*ssa.Const)
	return ok && none.IsNil() && (cond.Op == token.NEQ) == (before.Succs[0] == blk) && (cond.Op == token.NEQ || cond.Op == token.EQL)
}

// holdsForZero reports whether a comparison of zero with a number holds.
func holdsForZero(op token.Token, n int) bool {
	switch op {
	case token.EQL:
		return n == 0
	case token.LSS:
		return n > 0
	case token.LEQ:
		return n >= 0
	}
	return false
}

// succeedsBy reports whether a function returns by way of a block wherever it returns no error. A package
// is initialized once.
func succeedsBy(blk *ssa.BasicBlock) bool {
	if fn := blk.Parent(); fn.Pkg != nil && fn == fn.Pkg.Func("init") && blk.Index == 1 {
		return true // the first block behind the one that returns if it has been done
	}
	for _, end := range blk.Parent().Blocks {
		ret, ok := end.Instrs[len(end.Instrs)-1].(*ssa.Return)
		if !ok || blk.Dominates(end) || end == blk.Parent().Recover {
			continue
		}
		n := len(ret.Results)
		if n == 0 || !isError(ret.Results[n-1].Type()) || mayBe(ret.Results[n-1], OutcomeFine) {
			return false
		}
	}
	return true
}
