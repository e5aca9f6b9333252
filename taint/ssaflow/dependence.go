package ssaflow

// This file says which branches decide whether a block runs.

import "golang.org/x/tools/go/ssa"

// dependence returns, for each block, the conditions that decide whether it runs: those
// that it is control dependent on (Ferrante, Ottenstein and Warren 1987), and those that
// their blocks are, in turn. Loops that do not end are taken to end anywhere. It costs
// O(blocks² · edges / 64).
func dependence(fn *ssa.Function) [][]ssa.Value {
	n := len(fn.Blocks)
	after := postdominators(fn)
	on := make([]bits, n) // blocks that end with a branch
	for b := range on {
		on[b] = newBits(n)
	}
	for _, a := range fn.Blocks {
		if len(a.Succs) < 2 {
			continue
		}
		for b := range on {
			always := true
			some := false
			for _, s := range a.Succs {
				runs := after[s.Index].has(int32(b))
				always, some = always && runs, some || runs
			}
			if some && !always {
				on[b].add(int32(a.Index))
			}
		}
	}
	for more := true; more; { // their blocks in turn
		more = false
		for b := range on {
			for a := range on {
				if on[b].has(int32(a)) && !on[b].contains(on[a]) {
					on[b].union(on[a])
					more = true
				}
			}
		}
	}
	out := make([][]ssa.Value, n)
	for b := range on {
		for a := range on {
			if branch, ok := last(fn.Blocks[a]).(*ssa.If); ok && on[b].has(int32(a)) {
				out[b] = append(out[b], branch.Cond)
			}
		}
	}
	return out
}

func last(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }

// postdominators returns, for each block, those that run after it whatever happens,
// itself included.
func postdominators(fn *ssa.Function) []bits {
	n := len(fn.Blocks)
	ends := leadsOut(fn)
	after := make([]bits, n)
	for b := range after {
		after[b] = newBits(n)
		for i := range n {
			after[b].add(int32(i))
		}
	}
	for more := true; more; {
		more = false
		for b := n - 1; b >= 0; b-- {
			next := newBits(n)
			if ends[b] {
				for i, s := range fn.Blocks[b].Succs {
					if i == 0 {
						next.union(after[s.Index])
					} else {
						next.intersect(after[s.Index])
					}
				}
			}
			next.add(int32(b))
			if !next.contains(after[b]) {
				after[b], more = next, true
			}
		}
	}
	return after
}

// leadsOut reports of each block whether the function may end after it.
func leadsOut(fn *ssa.Function) []bool {
	out := make([]bool, len(fn.Blocks))
	var work []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		if len(b.Succs) == 0 {
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !out[b.Index] {
			out[b.Index] = true
			work = append(work, b.Preds...)
		}
	}
	return out
}
