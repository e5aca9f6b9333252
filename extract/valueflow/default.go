package valueflow

// This file knows how fields get defaults.

import (
	"go/token"

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
		st, name := structOf(field.X.Type())
		o := &b.f.Objects[n]
		o.Numbers = append(o.Numbers, FieldName(name, st.Field(field.Field).Name()))
	}
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

// succeedsBy reports whether a function returns by way of a block wherever it returns no error.
func succeedsBy(blk *ssa.BasicBlock) bool {
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
