package valueflow

// This file finds numbers that are cut: if n > 15 { n = 15 }, and min(n, 15).

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// oneOf says that a number is what a phi may be. One that arrives on an edge on which it is
// compared with a constant is no greater than that; where the constant itself arrives on the
// other way, it stands for what is cut, and for no number of its own.
func (b *body) oneOf(to Place, phi *ssa.Phi) {
	stands := make([]bool, len(phi.Edges))
	cuts := make(map[int]int)
	for i, v := range phi.Edges {
		branch, on := branchTo(phi, i)
		below, ok := belowOn(branch, on, v)
		if !ok {
			continue
		}
		cuts[i] = below - 1
		for j, other := range phi.Edges {
			c, isConst := intAt(other)
			from, side := branchTo(phi, j)
			if isConst && from == branch && side != on && (c == below || c == below-1) {
				cuts[i], stands[j] = c, true
			}
		}
	}
	for i, v := range phi.Edges {
		if most, ok := cuts[i]; ok {
			b.cut(b.number(v), to, most)
		} else if from := b.number(v); !stands[i] && from != NoPlace && from != to {
			b.f.Sets = append(b.f.Sets, Set{From: from, To: to, Block: -1, Spare: b.spare(phi, i)})
		}
	}
}

// spare returns the number that is not above zero where an edge of a phi is taken: n in
// "if n <= 0 { n = 10 }". It is 0 if there is none.
func (b *body) spare(phi *ssa.Phi, i int) Place {
	branch, on := branchTo(phi, i)
	if branch == nil {
		return 0
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !isNumber(cond.X.Type()) {
		return 0
	}
	op, x, y := cond.Op, cond.X, cond.Y
	if _, ok := x.(*ssa.Const); ok {
		op, x, y = mirror[op], y, x
	}
	if !on {
		op = opposite[op]
	}
	n, ok := intAt(y)
	isNone := op == token.EQL && n == 0 || op == token.LEQ && n <= 0 || op == token.LSS && n <= 1
	if !ok || !isNone || x == phi.Edges[i] {
		return 0
	}
	return max(b.number(x), 0)
}

// least says that a number is the least of several: none is greater than a constant among them.
func (b *body) least(to Place, from []ssa.Value) {
	for at, v := range from {
		most, ok := intAt(v)
		if !ok {
			continue
		}
		for _, other := range slices.Delete(slices.Clone(from), at, at+1) {
			b.cut(b.number(other), to, most)
		}
		return
	}
	b.union(to, from)
}

// cut is moveNumber for what is no greater than a number.
func (b *body) cut(from, to Place, most int) {
	if from != NoPlace && to != NoPlace && from != to {
		b.f.Sets = append(b.f.Sets, Set{From: from, To: to, Block: -1, Capped: true, Most: most})
	}
}

// branchTo returns the branch on one side of which only an edge of a phi is taken, and the
// side; nil if there is none.
func branchTo(phi *ssa.Phi, i int) (branch *ssa.If, on bool) {
	to, from := phi.Block(), phi.Block().Preds[i]
	for {
		if branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If); ok {
			if from.Succs[0] == from.Succs[1] {
				return nil, false
			}
			return branch, from.Succs[0] == to
		}
		if len(from.Preds) != 1 {
			return nil, false
		}
		to, from = from, from.Preds[0]
	}
}

// belowOn returns the number that another one is below on one side of a branch.
func belowOn(branch *ssa.If, on bool, v ssa.Value) (below int, ok bool) {
	if branch == nil || !isNumber(v.Type()) {
		return 0, false
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return 0, false
	}
	op, x, y := cond.Op, cond.X, cond.Y
	if y == v {
		op, x, y = mirror[op], y, x
	}
	if !on {
		op = opposite[op]
	}
	below, ok = intAt(y)
	switch {
	case x != v:
		return 0, false
	case op == token.LEQ:
		return below + 1, ok
	}
	return below, ok && op == token.LSS
}

// intAt returns the constant that a value is.
func intAt(v ssa.Value) (int, bool) {
	c, ok := v.(*ssa.Const)
	if !ok {
		return 0, false
	}
	return intOf(c)
}
