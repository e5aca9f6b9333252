package valueflow

// This file records comparisons of texts, and what runs only where two are equal.

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
)

// compares records library functions that compare text.
func (b *body) compares(fn string, out *Call, c *ssa.CallCommon, v *ssa.Call) {
	switch fn {
	case "strings.EqualFold", "strings.HasPrefix", "strings.CutPrefix":
		if len(c.Args) == 2 {
			t := Test{Block: out.Block, Pos: out.Pos, X: out.Args[0], Y: out.Args[1], YTypes: holders(c.Args[1]), Prefix: fn != "strings.EqualFold"}
			if v != nil {
				t.Blocks, t.Code = b.only(v, 0, c.Args[0])
			}
			b.f.Tests = append(b.f.Tests, t)
			if t.X, t.Y = t.Y, t.X; !t.Prefix { // either may be the model's
				t.YTypes = holders(c.Args[0])
				b.f.Tests = append(b.f.Tests, t)
			}
		}
	}
}

// textOf returns the text that is made an interface's value to be compared with one, as in
//
//	switch decoded["tool"] {
//	case "read":
//
// and any other value as it is.
func textOf(v ssa.Value) ssa.Value {
	if made, ok := v.(*ssa.MakeInterface); ok && isText(made.X.Type()) {
		return made.X
	}
	return v
}

// test records a comparison of texts, or of a value that may be one with a text.
func (b *body) test(in *ssa.BinOp) {
	x, y := textOf(in.X), textOf(in.Y)
	if in.Op != token.EQL && in.Op != token.NEQ || !isText(x.Type()) && !isText(y.Type()) {
		b.at(in)
		return
	}
	if isConst(x) {
		x, y = y, x
	}
	if c, ok := y.(*ssa.Const); ok && (c.Value == nil || c.Value.Kind() != constant.String || constant.StringVal(c.Value) == "") {
		return
	}
	t := Test{Block: int32(in.Block().Index), Pos: b.pos(in.Pos()), X: b.at(x), Y: b.at(y), YTypes: holders(y)}
	if t.X == NoPlace || t.Y == NoPlace {
		return
	}
	side := 0
	if in.Op == token.NEQ {
		side = 1
	}
	t.Blocks, t.Code = b.only(in, side, x)
	b.f.Tests = append(b.f.Tests, t)
	if !isConst(y) {
		t.X, t.Y, t.YTypes = t.Y, t.X, holders(x)
		b.f.Tests = append(b.f.Tests, t)
	}
}

// repeats adds moves from what is compared with a constant to the same constant under the
// comparison: there, one is as good as the other. Of other constants, it records what they are
// put for.
func (b *body) repeats() {
	for _, t := range b.f.Tests {
		if t.Prefix {
			continue
		}
		for _, c := range b.f.Texts {
			if c.At != t.Y {
				continue
			}
			for _, again := range b.f.Texts {
				if again.At == t.Y || !slices.Contains(t.Blocks, again.Block) {
					continue
				}
				if again.Text == c.Text {
					b.move(t.X, again.At)
				}
				b.renames(t.X, c.Text, again)
			}
		}
	}
}

// renames records where a constant gets to that stands for another one.
func (b *body) renames(x Place, from string, to Text) {
	for _, m := range b.f.Moves {
		if m.From != to.At || m.Loose {
			continue
		}
		for _, end := range append(b.ends(m.To), m.To) { // a field is a place beside the one by which it is set
			if b.g.Names[end] != "" {
				b.f.Renames = append(b.f.Renames, Rename{x, from, to.Text, end})
			}
		}
	}
}

// ends returns the places to which what is at one moves as what it is.
func (b *body) ends(from Place) (out []Place) {
	for _, m := range b.f.Moves {
		if m.From == from && !m.Loose {
			out = append(out, m.To)
		}
	}
	return out
}

// only returns the blocks that run only where x equals something, as a condition decides on
// one side: those behind its way out, unless others come there but by comparing x.
func (b *body) only(cond ssa.Value, side int, x ssa.Value) (out []int32, code Span) {
	for _, ref := range *cond.Referrers() {
		if _, ok := ref.(*ssa.DebugRef); ok {
			continue
		}
		branch, ok := ref.(*ssa.If)
		if !ok {
			return nil, Span{}
		}
		to := branch.Block().Succs[side]
		for _, pred := range to.Preds {
			if !comparing(pred, x) {
				return nil, Span{}
			}
		}
		for _, blk := range b.fn.Blocks {
			if to.Dominates(blk) {
				out = append(out, int32(blk.Index))
				code = b.widened(code, blk)
			}
		}
	}
	return out, code
}

// widened returns a part of a file that has the positions of a block, too.
func (b *body) widened(code Span, blk *ssa.BasicBlock) Span {
	for _, instr := range blk.Instrs {
		_, joins := instr.(*ssa.Phi) // it stands where its variable is declared
		switch at := b.pos(instr.Pos()); {
		case !at.IsValid(), joins:
		case !code.From.IsValid():
			code = Span{at, at}
		case at.Compare(code.From) < 0:
			code.From = at
		case at.Compare(code.To) > 0:
			code.To = at
		}
	}
	return code
}

// comparing reports whether a block ends by comparing x, or something read as x is, itself or by a function of the standard library: one of
// the program may ask somebody about it.
func comparing(blk *ssa.BasicBlock, x ssa.Value) bool {
	branch, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	if call, ok := branch.Cond.(*ssa.Call); ok {
		fn := call.Call.StaticCallee()
		if fn != nil && fn.Origin() != nil {
			fn = fn.Origin()
		}
		isLibrarys := fn != nil && fn.Pkg != nil && library.IsStandard(fn.Pkg.Pkg.Path())
		return isLibrarys && slices.ContainsFunc(call.Call.Args, func(v ssa.Value) bool { return alike(v, x) })
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	return ok && (cond.Op == token.EQL || cond.Op == token.NEQ) && (alike(cond.X, x) || alike(cond.Y, x))
}

// alike reports whether two values are one, or are read of the same place in the same way.
func alike(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	switch x := x.(type) {
	case *ssa.UnOp:
		y, ok := y.(*ssa.UnOp)
		return ok && x.Op == y.Op && alike(x.X, y.X)
	case *ssa.FieldAddr:
		y, ok := y.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && alike(x.X, y.X)
	case *ssa.Field:
		y, ok := y.(*ssa.Field)
		return ok && x.Field == y.Field && alike(x.X, y.X)
	}
	return false
}
