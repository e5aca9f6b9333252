package valueflow

// This file finds what a function says by a comparison of two numbers.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// An Outcome is what a function says with a result.
type Outcome uint8

const (
	OutcomeYes  Outcome = iota
	OutcomeNo           // false
	OutcomeFine         // no error
)

// A Decision is a comparison that holds wherever a function has some outcome.
type Decision struct {
	Compared
	Pos     graph.Pos
	Result  int // which of the results says it
	Outcome Outcome
	Off     *Switch // nil, or what the function may go past the comparison for
	Counted []Counted
}

// Counted is a number that a function changes wherever it has an outcome.
type Counted struct {
	Grow   int  // in Func.Grows
	Before bool // it is compared after that
}

// An exit is a way on which a function returns a value.
type exit struct {
	from, to *ssa.BasicBlock // to is nil where from returns
	value    ssa.Value
}

// decides notes the comparisons that decide what the function returns.
func (b *body) decides() {
	var compares []*ssa.BinOp
	for _, blk := range b.fn.Blocks {
		for _, instr := range blk.Instrs {
			c, ok := instr.(*ssa.BinOp)
			if ok && (isBySize(c.Op) || b.countsTo(c)) && isNumber(c.X.Type()) && (len(b.kept(c.X, nil))+len(b.kept(c.Y, nil)) > 0 || isKeptLength(c.X) || isKeptLength(c.Y) || isGiven(c.X) || isGiven(c.Y)) {
				compares = append(compares, c)
			}
		}
	}
	if len(compares) == 0 {
		return
	}
	for i := range b.fn.Signature.Results().Len() {
		switch t := b.fn.Signature.Results().At(i).Type(); {
		case isError(t):
			b.decidesFor(compares, i, OutcomeFine)
		case types.Identical(t.Underlying(), types.Typ[types.Bool]):
			b.decidesFor(compares, i, OutcomeYes)
			b.decidesFor(compares, i, OutcomeNo)
		}
	}
}

func (b *body) decidesFor(compares []*ssa.BinOp, result int, outcome Outcome) {
	exits := slices.DeleteFunc(b.exits(result), func(e exit) bool { return !mayBe(e.value, outcome) })
	if len(exits) == 0 {
		return
	}
	for _, c := range compares {
		for _, holds := range []bool{true, false} {
			// Where the function returns the comparison itself, its outcome says the same.
			others := slices.DeleteFunc(slices.Clone(exits), func(e exit) bool { return e.value == c && (outcome == OutcomeYes) == holds })
			sides := sidesOf(c, holds)
			off, before, past := b.switchBefore(c.Block())
			switch {
			case len(others) == len(exits) && len(sides) == 0:
				continue
			case !b.comesTo(others, sides):
				off = nil
			case off == nil || b.comesTo(others, append(sides, side{before, past})):
				continue
			}
			op := c.Op
			if !holds {
				op = opposite[op]
			}
			b.f.Decides = append(b.f.Decides, Decision{
				Compared: b.compared(op, c.X, c.Y), Pos: b.pos(c.Pos()), Result: result, Outcome: outcome, Off: off, Counted: b.counted(c, exits),
			})
		}
	}
}

// countsTo reports whether a condition compares what the function counts with a constant.
func (b *body) countsTo(c *ssa.BinOp) bool {
	_, isConst := intAt(c.Y)
	load, ok := unshifted(c.X).(*ssa.UnOp)
	return isConst && ok && load.Op == token.MUL && (c.Op == token.EQL || c.Op == token.NEQ) &&
		slices.ContainsFunc(b.grown, func(set *ssa.Store) bool { return alike(load.X, set.Addr) })
}

// isGiven reports whether a number is a parameter, or one more or less.
func isGiven(v ssa.Value) bool {
	_, ok := unshifted(v).(*ssa.Parameter)
	return ok
}

// exits returns the ways on which the function returns a result. What is returned after a panic says
// nothing.
func (b *body) exits(result int) (out []exit) {
	for _, blk := range b.fn.Blocks {
		ret, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return)
		if !ok || blk == b.fn.Recover {
			continue
		}
		v := returned(blk, ret.Results[result])
		phi, ok := v.(*ssa.Phi)
		if !ok || phi.Block() != blk {
			out = append(out, exit{blk, nil, v})
			continue
		}
		for i, v := range phi.Edges {
			out = append(out, exit{blk.Preds[i], blk, v})
		}
	}
	return out
}

// returned returns what a block sets a variable for a result to before it returns that: there is one
// where something is deferred.
func returned(blk *ssa.BasicBlock, v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	for _, instr := range slices.Backward(blk.Instrs) {
		if set, ok := instr.(*ssa.Store); ok && set.Addr == load.X && comesBefore(set, load) {
			return set.Val
		}
	}
	return v
}

// A side is where the condition at the end of a block holds, or does not.
type side struct {
	branch *ssa.BasicBlock
	holds  bool
}

func (s side) to() *ssa.BasicBlock {
	if s.holds {
		return s.branch.Succs[0]
	}
	return s.branch.Succs[1]
}

// sidesOf returns the sides of branches on which a comparison holds, or does not.
func sidesOf(c *ssa.BinOp, holds bool) (out []side) {
	for _, use := range *c.Referrers() {
		switch use := use.(type) {
		case *ssa.If:
			out = append(out, side{use.Block(), holds})
		case *ssa.UnOp:
			for _, of := range *use.Referrers() {
				if branch, ok := of.(*ssa.If); ok && use.Op == token.NOT {
					out = append(out, side{branch.Block(), !holds})
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(s side) bool { return s.branch.Succs[0] == s.branch.Succs[1] })
}

// comesTo reports whether the function may come to one of some exits by none of some sides.
func (b *body) comesTo(exits []exit, not []side) bool {
	isCut := func(from, to *ssa.BasicBlock) bool {
		return slices.ContainsFunc(not, func(s side) bool { return s.branch == from && s.to() == to })
	}
	seen := make(map[*ssa.BasicBlock]bool)
	for work := []*ssa.BasicBlock{b.fn.Blocks[0]}; len(work) > 0; {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[blk] {
			continue
		}
		seen[blk] = true
		for _, to := range blk.Succs {
			if !isCut(blk, to) {
				work = append(work, to)
			}
		}
	}
	return slices.ContainsFunc(exits, func(e exit) bool { return seen[e.from] && (e.to == nil || !isCut(e.from, e.to)) })
}

// mayBe reports whether a result may be some outcome.
func mayBe(v ssa.Value, outcome Outcome) bool {
	switch v := v.(type) {
	case *ssa.Const:
		if outcome == OutcomeFine {
			return v.IsNil()
		}
		return v.Value == nil || constant.BoolVal(v.Value) == (outcome == OutcomeYes)
	case *ssa.MakeInterface:
		return false
	case *ssa.UnOp:
		_, isVar := v.X.(*ssa.Global) // var ErrLimit = errors.New("…")
		return !isVar || outcome != OutcomeFine
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && outcome == OutcomeFine {
			id := funcid.Of(fn)
			return id != "errors.New" && id != "fmt.Errorf"
		}
	}
	return true
}

// counted returns what the function changes before all of some exits.
func (b *body) counted(c *ssa.BinOp, exits []exit) (out []Counted) {
	for i, set := range b.grown {
		if slices.ContainsFunc(exits, func(e exit) bool { return !set.Block().Dominates(e.from) }) {
			continue
		}
		isAfter := func(v ssa.Value) bool {
			load, ok := unshifted(v).(*ssa.UnOp)
			return ok && load.Op == token.MUL && alike(load.X, set.Addr) && comesBefore(set, load)
		}
		out = append(out, Counted{i, isAfter(c.X) || isAfter(c.Y)})
	}
	return out
}

// comesBefore reports whether an instruction runs before another one in any case.
func comesBefore(x, y ssa.Instruction) bool {
	if x.Block() != y.Block() {
		return x.Block().Dominates(y.Block())
	}
	list := x.Block().Instrs
	return slices.Index(list, x) < slices.Index(list, y)
}

// unshifted returns x of "x + 1".
func unshifted(v ssa.Value) ssa.Value {
	if x, _, ok := shift(v); ok {
		return x
	}
	return v
}

// shift returns x and c of "x + c".
func shift(v ssa.Value) (x ssa.Value, c int, ok bool) {
	sum, ok := v.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB {
		return nil, 0, false
	}
	if c, ok = intAt(sum.Y); !ok {
		return nil, 0, false
	}
	if sum.Op == token.SUB {
		c = -c
	}
	return sum.X, c, true
}
