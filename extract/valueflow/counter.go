package valueflow

// This file finds what the rounds of a loop count, and of what numbers are made that are compared with it.

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// counts reports whether a value is a variable that each round of a loop changes by one
// constant, from a constant on.
func counts(head *ssa.BasicBlock, v ssa.Value, out *Limit) bool {
	changed := v
	sum, after := v.(*ssa.BinOp)
	if after {
		v = sum.X
	}
	phi, ok := v.(*ssa.Phi)
	if !ok || phi.Block() != head {
		return false
	}
	first, step, begun := 0, 0, false
	for i, p := range head.Preds {
		if !head.Dominates(p) {
			c, ok := phi.Edges[i].(*ssa.Const)
			if !ok {
				return false
			}
			n, ok := intOf(c)
			if !ok || begun && n != first {
				return false
			}
			first, begun = n, true
			continue
		}
		n, ok := stepOf(phi, phi.Edges[i])
		if !ok || n == 0 || step != 0 && n != step {
			return false
		}
		step = n
	}
	if n, ok := stepOf(phi, changed); !begun || step == 0 || after && (!ok || n != step) {
		return false
	}
	out.Kind, out.First, out.Step, out.After = LimitCounter, first, step, after
	return true
}

// stepOf returns c of "phi + c".
func stepOf(phi *ssa.Phi, v ssa.Value) (int, bool) {
	sum, ok := v.(*ssa.BinOp)
	if !ok || sum.X != phi || sum.Op != token.ADD && sum.Op != token.SUB {
		return 0, false
	}
	c, ok := sum.Y.(*ssa.Const)
	if !ok {
		return 0, false
	}
	n, ok := intOf(c)
	if sum.Op == token.SUB {
		n = -n
	}
	return n, ok
}

// carried returns the blocks that add to what rounds of a loop count or sum up, of which a number is made; none if it is made
// of no such thing.
func carried(head *ssa.BasicBlock, v ssa.Value) (sums []int32) {
	if !isNumber(v.Type()) {
		return nil
	}
	isOfHead := func(v ssa.Value) bool {
		phi, ok := v.(*ssa.Phi)
		return ok && phi.Block() == head
	}
	for _, part := range addends(v) {
		sum, ok := part.(*ssa.BinOp)
		if ok && slices.ContainsFunc(addends(sum), isOfHead) && !slices.Contains(sums, int32(sum.Block().Index)) {
			sums = append(sums, int32(sum.Block().Index))
		}
	}
	return sums
}

// turns reports whether a number is made of one that some rounds of a loop make larger, and others smaller.
func turns(head *ssa.BasicBlock, v ssa.Value) bool {
	if !isNumber(v.Type()) {
		return false
	}
	return slices.ContainsFunc(addends(v), func(part ssa.Value) bool {
		phi, ok := part.(*ssa.Phi)
		if !ok || phi.Block() != head {
			return false
		}
		up, down := false, false
		for i, p := range head.Preds {
			if !head.Dominates(p) {
				continue
			}
			for _, part := range addends(phi.Edges[i]) {
				sum, ok := part.(*ssa.BinOp)
				if !ok || !slices.Contains(addends(sum), ssa.Value(phi)) {
					continue
				}
				falls := sum.Op == token.SUB
				if c, ok := sum.Y.(*ssa.Const); ok {
					n, _ := intOf(c)
					falls = falls != (n < 0)
				}
				up, down = up || !falls, down || falls
			}
		}
		return up && down
	})
}

// addends returns a number and those of which it is made by adding and subtracting.
func addends(v ssa.Value) (out []ssa.Value) {
	for work := []ssa.Value{v}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if slices.Contains(out, at) {
			continue
		}
		out = append(out, at)
		switch at := at.(type) {
		case *ssa.Phi:
			work = append(work, at.Edges...)
		case *ssa.BinOp:
			if at.Op == token.ADD || at.Op == token.SUB {
				work = append(work, at.X, at.Y)
			}
		case *ssa.Convert:
			work = append(work, at.X)
		}
	}
	return out
}

// isElapsed reports whether a value is a time that has passed or is left.
func isElapsed(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	switch funcid.Of(call.Call.StaticCallee()) {
	case "time.Since", "time.Until", "(time.Time).Sub", "(time.Time).Compare":
		return true
	}
	return false
}

// kept returns the places in memory of which a number is made.
func (b *body) kept(v ssa.Value, seen []ssa.Value) (out []Place) {
	if slices.Contains(seen, v) || !isNumber(v.Type()) {
		return nil
	}
	seen = append(seen, v)
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return []Place{b.number(v.X)}
		}
	case *ssa.Field:
		return []Place{b.number(v)}
	case *ssa.Phi:
		for _, e := range v.Edges {
			out = append(out, b.kept(e, seen)...)
		}
	case *ssa.BinOp:
		out = append(b.kept(v.X, seen), b.kept(v.Y, seen)...)
	case *ssa.Convert:
		out = b.kept(v.X, seen)
	}
	return out
}
