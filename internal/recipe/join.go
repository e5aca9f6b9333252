package recipe

// This file finds, for each branch, where its two ways meet again.

// setJoins sets Block.Join: the immediate postdominator of the block among the
// paths that reach the end of the function, that is, the last return in its
// source. Ways that leave earlier (an early return, a panic) do not
// count: the interpreter runs them to their own end. Without this, every early
// return would make all that follows it run once more.
//
// The algorithm is that of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
// Algorithm", 2001) on the reversed graph.
func setJoins(f *Func) {
	order, number := reversePostorder(f)
	for i := range f.Blocks {
		f.Blocks[i].Join = -1
	}
	end := int32(-1)
	for _, b := range order {
		if isReturn(&f.Blocks[b]) && (end < 0 || !before(last(&f.Blocks[b]), last(&f.Blocks[end]))) {
			end = b
		}
	}
	if end < 0 {
		return
	}
	joins := postdominators(f, end, order, number)
	for i := range f.Blocks {
		if int32(i) != end {
			f.Blocks[i].Join = joins[i]
		}
	}
}

func isReturn(b *Block) bool {
	n := len(b.Instrs)
	return n > 0 && b.Instrs[n-1].Op == OpReturn
}

func last(b *Block) *Instr { return &b.Instrs[len(b.Instrs)-1] }

// before reports whether a stands before b in the source. The return at the end
// of a function without results has no position and comes last.
func before(a, b *Instr) bool {
	if a.Line == 0 || b.Line == 0 {
		return a.Line != 0
	}
	return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
}

// reversePostorder returns the blocks reachable from the first in reverse
// postorder, and each block's place in it (-1 if it is not reachable).
func reversePostorder(f *Func) (order []int32, number []int32) {
	number = make([]int32, len(f.Blocks))
	for i := range number {
		number[i] = -1
	}
	if len(f.Blocks) == 0 {
		return nil, number
	}
	seen := make([]bool, len(f.Blocks))
	var visit func(b int32)
	visit = func(b int32) {
		seen[b] = true
		for _, s := range f.Blocks[b].Succs {
			if !seen[s] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	visit(0)
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	for i, b := range order {
		number[b] = int32(i)
	}
	return order, number
}

// postdominators returns the immediate postdominator of every block from which
// end can be reached, -1 for the others.
func postdominators(f *Func, end int32, order, number []int32) []int32 {
	// Postorder of the reversed graph, from end.
	rank := make([]int32, len(f.Blocks))
	for i := range rank {
		rank[i] = -1
	}
	var post []int32
	seen := make([]bool, len(f.Blocks))
	var visit func(b int32)
	visit = func(b int32) {
		seen[b] = true
		for _, p := range f.Blocks[b].Preds {
			if !seen[p] && number[p] >= 0 {
				visit(p)
			}
		}
		rank[b] = int32(len(post))
		post = append(post, b)
	}
	visit(end)

	idom := make([]int32, len(f.Blocks))
	for i := range idom {
		idom[i] = -1
	}
	idom[end] = end
	meet := func(a, b int32) int32 {
		for a != b {
			for rank[a] < rank[b] {
				a = idom[a]
			}
			for rank[b] < rank[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for i := len(post) - 2; i >= 0; i-- {
			b, best := post[i], int32(-1)
			for _, s := range f.Blocks[b].Succs {
				if rank[s] < 0 || idom[s] < 0 {
					continue
				}
				if best < 0 {
					best = s
				} else {
					best = meet(best, s)
				}
			}
			if best != idom[b] {
				idom[b], changed = best, true
			}
		}
	}
	idom[end] = -1
	return idom
}
