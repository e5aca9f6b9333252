package valueflow

// This file finds of what the numbers are made that a loop compares.

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// isOfRounds reports whether a number is made of what rounds of a loop may change.
func isOfRounds(head *ssa.BasicBlock, v ssa.Value) bool {
	for _, part := range addends(v) {
		if list := lengthOf(part); list != nil && len(headsOf(head, list)) > 0 {
			return true
		}
		if len(headsOf(head, part)) > 0 {
			return true
		}
	}
	return false
}

// headsOf returns the variables of a loop of which a value is made.
func headsOf(head *ssa.BasicBlock, v ssa.Value) (out []*ssa.Phi) {
	var seen []ssa.Value
	for work := []ssa.Value{v}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if slices.Contains(seen, at) {
			continue
		}
		seen = append(seen, at)
		if phi, ok := at.(*ssa.Phi); ok && phi.Block() == head {
			out = append(out, phi)
			continue
		}
		work = append(work, madeOf(at)...)
	}
	return out
}

// sums reports whether a number is made of one to which each way round a loop adds something, and that nothing sets.
func sums(head *ssa.BasicBlock, v ssa.Value) bool {
	if !isNumber(v.Type()) {
		return false
	}
	parts := addends(v)
	if slices.ContainsFunc(parts, func(part ssa.Value) bool {
		c, ok := part.(*ssa.Convert)
		return ok && !keepsNumber(c)
	}) {
		return false
	}
	return slices.ContainsFunc(parts, func(part ssa.Value) bool {
		phi, ok := part.(*ssa.Phi)
		if !ok || phi.Block() != head {
			return false
		}
		for i, p := range head.Preds {
			if head.Dominates(p) && !isSum(phi, phi.Edges[i], nil) {
				return false
			}
		}
		return true
	})
}

// isSum reports whether a value is a variable of a loop and something that is added to it.
func isSum(phi *ssa.Phi, v ssa.Value, seen []ssa.Value) bool {
	if slices.Contains(seen, v) {
		return false
	}
	seen = append(seen, v)
	switch v := v.(type) {
	case *ssa.Phi:
		return v != phi && !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !isSum(phi, e, seen) })
	case *ssa.BinOp:
		if v.Op != token.ADD && v.Op != token.SUB {
			return false
		}
		if n, isConst := intAt(v.Y); isConst && n == 0 {
			return false
		}
		isPart := func(x ssa.Value) bool { return slices.Contains(addends(x), ssa.Value(phi)) }
		return isPart(v.X) || v.Op == token.ADD && isPart(v.Y)
	}
	return false
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
