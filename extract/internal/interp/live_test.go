package interp

import (
	"math/rand/v2"
	"testing"

	"github.com/agentvet/agentvet/internal/recipe"
)

// TestLive compares live with a walk over all ways from a block to a read.
func TestLive(t *testing.T) {
	for seed := range uint64(500) {
		fn := randomFunc(rand.New(rand.NewPCG(seed, 0)))
		got := live(fn)
		for b := range fn.Blocks {
			for r := range int32(fn.Regs) {
				if want := readsBeforeSet(fn, int32(b), r, make(map[int32]bool)); got[b].has(r) != want {
					t.Fatalf("seed %d: register %d in block %d: live %t, want %t\n%+v", seed, r, b, got[b].has(r), want, fn.Blocks)
				}
			}
		}
	}
}

// readsBeforeSet reports whether some way from the end of the φs of block b reads r
// before it sets it.
func readsBeforeSet(fn *recipe.Func, b, r int32, seen map[int32]bool) bool {
	if seen[b] {
		return false
	}
	seen[b] = true
	for _, in := range fn.Blocks[b].Instrs {
		if in.Op == recipe.OpPhi {
			continue
		}
		for n, a := range in.Args {
			if a == r && (in.Op != recipe.OpExtract || n == 0) {
				return true
			}
		}
		if in.Dst == r {
			return false
		}
	}
	for _, s := range fn.Blocks[b].Succs {
		if phisRead(fn, b, s, r) || !phisSet(fn, s, r) && readsBeforeSet(fn, s, r, seen) {
			return true
		}
	}
	return false
}

func phisRead(fn *recipe.Func, b, s, r int32) bool {
	for _, in := range fn.Blocks[s].Instrs {
		for way, p := range fn.Blocks[s].Preds {
			if in.Op == recipe.OpPhi && p == b && in.Args[way] == r {
				return true
			}
		}
	}
	return false
}

func phisSet(fn *recipe.Func, s, r int32) bool {
	for _, in := range fn.Blocks[s].Instrs {
		if in.Op == recipe.OpPhi && in.Dst == r {
			return true
		}
	}
	return false
}

// randomFunc returns a function whose blocks read and set registers at random.
func randomFunc(rng *rand.Rand) *recipe.Func {
	fn := &recipe.Func{Regs: 1 + rng.IntN(70), Blocks: make([]recipe.Block, 1+rng.IntN(7))}
	reg := func() int32 { return rng.Int32N(int32(fn.Regs)) }
	for b := range fn.Blocks {
		for range rng.IntN(3) {
			s := rng.Int32N(int32(len(fn.Blocks)))
			fn.Blocks[b].Succs = append(fn.Blocks[b].Succs, s)
			fn.Blocks[s].Preds = append(fn.Blocks[s].Preds, int32(b))
		}
	}
	for b := range fn.Blocks {
		blk := &fn.Blocks[b]
		for range rng.IntN(3) {
			phi := recipe.Instr{Op: recipe.OpPhi, Dst: reg()}
			for range blk.Preds {
				phi.Args = append(phi.Args, reg())
			}
			blk.Instrs = append(blk.Instrs, phi)
		}
		for range rng.IntN(4) {
			blk.Instrs = append(blk.Instrs, recipe.Instr{Op: recipe.OpBinary, Dst: reg() - 1, Args: []recipe.Operand{reg(), ^0}})
		}
		if rng.IntN(3) == 0 {
			blk.Instrs = append(blk.Instrs, recipe.Instr{Op: recipe.OpExtract, Dst: reg(), Args: []recipe.Operand{reg(), reg()}})
		}
		blk.Instrs = append(blk.Instrs, recipe.Instr{Op: recipe.OpJump, Dst: -1})
	}
	return fn
}
