package valueflow

// This file notes what branches of a function say of commands: checks that are no functions of their own.

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// checks tries the conditions of a function that may ask somebody, or does what somebody might be asked about.
func (b *body) checks() {
	if b.f.Flow == nil || len(b.f.Calls) == 0 {
		return
	}
	for _, tried := range b.trials.TryInline(b.fn) {
		at := b.at(tried.Text)
		if at == NoPlace {
			continue
		}
		for _, branch := range tried.Branches {
			blk := b.fn.Blocks[branch.Block]
			pos := b.pos(condPos(blk.Instrs[len(blk.Instrs)-1].(*ssa.If).Cond))
			b.f.Checks = append(b.f.Checks, Check{branch, at, pos})
		}
	}
}

// condPos returns the position of a condition, or of the first of what it is made of that has one.
func condPos(v ssa.Value) token.Pos {
	if v.Pos().IsValid() {
		return v.Pos()
	}
	if instr, ok := v.(ssa.Instruction); ok {
		if _, isPhi := v.(*ssa.Phi); isPhi {
			return token.NoPos
		}
		for _, op := range instr.Operands(nil) {
			if *op != nil {
				if pos := condPos(*op); pos.IsValid() {
					return pos
				}
			}
		}
	}
	return token.NoPos
}
