package interp

// This file says which registers of a function matter where the ways of a condition
// meet: most hold what only one way needed, and are not joined.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// regSet is a set of registers.
type regSet []uint64

func (s regSet) has(r int32) bool { return s[r/64]&(1<<(r%64)) != 0 }

func (s regSet) add(r int32) { s[r/64] |= 1 << (r % 64) }

func (s regSet) remove(r int32) { s[r/64] &^= 1 << (r % 64) }

// addAll adds the registers of t and reports whether any is new.
func (s regSet) addAll(t regSet) bool {
	more := false
	for i, w := range t {
		more = more || w&^s[i] != 0
		s[i] |= w
	}
	return more
}

// live returns, for each block of fn, the registers that are read after the φs of the
// block have been set and before they are set again: the textbook's live variables,
// with the operands of a φ read at the end of the block that they come from.
func live(fn *recipe.Func) []regSet {
	words := (fn.Regs + 63) / 64
	all := make([]uint64, 2*len(fn.Blocks)*words)
	set := func(i int) regSet { return all[i*words : (i+1)*words : (i+1)*words] }
	in := make([]regSet, len(fn.Blocks))
	for b := range fn.Blocks {
		in[b] = set(2 * b)
	}
	// A block is looked at again if a successor's set grows. Blocks come mostly after
	// their predecessors, so the last is taken first.
	waits := make([]bool, len(fn.Blocks))
	work := make([]int32, len(fn.Blocks))
	for b := range fn.Blocks {
		waits[b], work[b] = true, int32(b)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work, waits[b] = work[:len(work)-1], false
		now := set(2*int(b) + 1)
		clear(now)
		for _, s := range fn.Blocks[b].Succs {
			liveAtEnd(now, fn, b, s, in[s])
		}
		liveBefore(now, fn.Blocks[b].Instrs)
		if in[b].addAll(now) {
			for _, p := range fn.Blocks[b].Preds {
				if !waits[p] {
					waits[p], work = true, append(work, p)
				}
			}
		}
	}
	return in
}

// liveAtEnd adds to out what is read after the end of block b on the way to its
// successor s, after whose φs the registers in are live.
func liveAtEnd(out regSet, fn *recipe.Func, b, s int32, in regSet) {
	next := &fn.Blocks[s]
	end := slices.IndexFunc(next.Instrs, func(i recipe.Instr) bool { return i.Op != recipe.OpPhi })
	var set []int32 // by φs, and not live for another successor
	for _, phi := range next.Instrs[:end] {
		if !out.has(phi.Dst) {
			set = append(set, phi.Dst)
		}
	}
	out.addAll(in)
	for _, r := range set {
		out.remove(r)
	}
	for _, phi := range next.Instrs[:end] {
		for way, p := range next.Preds {
			if p == b && phi.Args[way] >= 0 {
				out.add(phi.Args[way])
			}
		}
	}
}

// liveBefore takes a set from the end of a block to the end of its φs.
func liveBefore(set regSet, instrs []recipe.Instr) {
	for i := range slices.Backward(instrs) {
		in := &instrs[i]
		if in.Op == recipe.OpPhi {
			return
		}
		if in.Dst >= 0 {
			set.remove(in.Dst)
		}
		for n, a := range in.Args {
			if a >= 0 && (in.Op != recipe.OpExtract || n == 0) {
				set.add(a)
			}
		}
	}
}

// needed leaves out of the changes of a way those that matter to nobody: of registers of
// its frame that nothing reads from block b on, where it meets others; of all of them, if
// it does not go on to there.
func (m *Machine) needed(fr *frame, b int32, w way) []change {
	if !w.goesOn {
		return slices.DeleteFunc(w.changes, func(c change) bool { return c.frame == fr })
	}
	if m.live[fr.fn] == nil {
		if m.live == nil {
			m.live = make(map[*recipe.Func][]regSet)
		}
		m.live[fr.fn] = live(fr.fn)
	}
	in := m.live[fr.fn][b]
	return slices.DeleteFunc(w.changes, func(c change) bool { return c.frame == fr && !in.has(c.reg) })
}
