package ssaflow

// This file says which instruction can follow which.

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// order is the time of one function: what can run after what in one activation.
type order struct {
	after map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool // by one edge or more
	index map[ssa.Instruction]int
}

// newOrder costs O(blocks · edges).
func newOrder(fn *ssa.Function) *order {
	o := &order{after: make(map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool), index: make(map[ssa.Instruction]int)}
	for _, b := range fn.Blocks {
		for i, instr := range b.Instrs {
			o.index[instr] = i
		}
		seen := make(map[*ssa.BasicBlock]bool)
		work := slices.Clone(b.Succs)
		for len(work) > 0 {
			n := work[len(work)-1]
			work = work[:len(work)-1]
			if !seen[n] {
				seen[n] = true
				work = append(work, n.Succs...)
			}
		}
		o.after[b] = seen
	}
	return o
}

// repeats reports whether instr can run twice in one activation.
func (o *order) repeats(instr ssa.Instruction) bool {
	b := instr.Block()
	return o.after[b][b]
}

// follows reports whether second can run after first, or is first.
func (o *order) follows(first, second ssa.Instruction) bool {
	a, b := first.Block(), second.Block()
	if o.after[a][b] {
		return true
	}
	return a == b && o.index[first] <= o.index[second]
}

// meets reports whether data that e writes can be read by next, which starts where
// e ends.
func (f *frame) meets(e, next *edge) bool {
	cell := e.to
	if e.loose || next.loose || cell.global || e.at == nil || next.at == nil {
		return true
	}
	if e.copy != 0 && e.copy == next.copy && e.toLoc == next.fromLoc && !e.toDeep && !next.fromDeep {
		// One call: the summary has this path as an edge, if it is one.
		return f.order.repeats(e.at)
	}
	return f.order.follows(e.at, next.at)
}
