package tally

// This file puts functions that get a map in place of the calls of them, so that getInt(state, "rounds") reads as what it does.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// Limits of what is put in place of calls of one function.
const (
	maxInlined  = 24
	maxInlining = 2_000 // instructions of the function then
)

// inlined returns a function with the bodies of functions in place of the calls that hand a parameter to them.
func (f Funcs) inlined(fn *recipe.Func, param recipe.Operand) *recipe.Func {
	x := &inlining{fn: fn}
	for range maxInlined {
		at, callee := x.next(f, param)
		if callee == nil {
			break
		}
		if x.fn == fn {
			x.fn = copyOf(fn)
		}
		x.inline(at, callee)
	}
	return x.fn
}

// copyOf returns a function whose blocks can be changed.
func copyOf(fn *recipe.Func) *recipe.Func {
	out := *fn
	out.Consts, out.Blocks = slices.Clone(fn.Consts), make([]recipe.Block, len(fn.Blocks))
	for i, b := range fn.Blocks {
		out.Blocks[i] = recipe.Block{Instrs: slices.Clone(b.Instrs), Succs: slices.Clone(b.Succs), Preds: slices.Clone(b.Preds), Join: -1}
	}
	return &out
}

type inlining struct{ fn *recipe.Func }

// next returns a call that can be replaced, nil if there is none.
func (x *inlining) next(f Funcs, param recipe.Operand) (at place, callee *recipe.Func) {
	size := 0
	own := map[recipe.Operand]bool{param: true}
	for b := range x.fn.Blocks {
		size += len(x.fn.Blocks[b].Instrs)
		for _, in := range x.fn.Blocks[b].Instrs {
			if in.Op == recipe.OpConvert && own[in.Args[0]] {
				own[in.Dst] = true
			}
		}
	}
	for b := range x.fn.Blocks {
		for i := range x.fn.Blocks[b].Instrs {
			in := &x.fn.Blocks[b].Instrs[i]
			if in.Op != recipe.OpCall || !slices.ContainsFunc(in.Args, func(o recipe.Operand) bool { return own[o] }) {
				continue
			}
			if fn := f(in.Sym); fn != nil && canInline(fn, in) && size < maxInlining {
				return place{b, i}, fn
			}
		}
	}
	return place{}, nil
}

// canInline reports whether a function does nothing but to run to its end. It may be one for any type, if it is called for one that is followed.
func canInline(fn *recipe.Func, in *recipe.Instr) bool {
	if len(fn.Blocks) == 0 || fn.Free > 0 || len(fn.Params) != len(in.Args) || len(fn.TParams) > 1 {
		return false
	}
	if len(fn.TParams) == 1 && (len(in.Targs) != 1 || keyTypes[typeName(in.Targs[0])] == 0) {
		return false
	}
	for b := range fn.Blocks {
		list := fn.Blocks[b].Instrs
		if len(list) == 0 || len(fn.Blocks[0].Preds) > 0 || slices.ContainsFunc(list, func(in recipe.Instr) bool {
			return in.Op == recipe.OpDefer || in.Op == recipe.OpRunDefers || in.Op == recipe.OpCall && in.Sym == fn.ID
		}) {
			return false
		}
	}
	return true
}

// inline puts the body of a function in place of a call.
func (x *inlining) inline(at place, callee *recipe.Func) {
	call := x.fn.Blocks[at.block].Instrs[at.at]
	first := int32(len(x.fn.Blocks))
	rest := first + int32(len(callee.Blocks))
	args, consts, regs := call.Args, recipe.Operand(len(x.fn.Consts)), recipe.Operand(x.fn.Regs)
	move := func(o recipe.Operand) recipe.Operand {
		switch {
		case o == recipe.NoOperand:
			return o
		case o < 0:
			return ^(^o + consts)
		case int(o) < len(args):
			return args[o]
		}
		return o + regs
	}
	x.fn.Consts, x.fn.Regs = append(x.fn.Consts, callee.Consts...), x.fn.Regs+callee.Regs
	for i := range x.fn.Consts[consts:] {
		if c := &x.fn.Consts[int(consts)+i]; len(callee.TParams) == 1 && c.Kind == recipe.ConstZero && c.Type == "" {
			*c = zeroOf(call.Targs[0])
		}
	}

	head := &x.fn.Blocks[at.block]
	tail := recipe.Block{Instrs: slices.Clone(head.Instrs[at.at+1:]), Succs: head.Succs, Join: -1}
	for _, next := range tail.Succs {
		preds := x.fn.Blocks[next].Preds
		for i := range preds {
			if preds[i] == int32(at.block) {
				preds[i] = rest
			}
		}
	}
	head.Instrs, head.Succs = append(slices.Clone(head.Instrs[:at.at]), recipe.Instr{Op: recipe.OpJump, Dst: -1}), []int32{first}

	var results [][]recipe.Operand // by where it returns
	for b := range callee.Blocks {
		blk := recipe.Block{Join: -1}
		for _, in := range callee.Blocks[b].Instrs {
			if in.Dst >= 0 {
				in.Dst = move(in.Dst)
			}
			list := slices.Clone(in.Args)
			for k := range operands(&in) {
				list[k] = move(list[k])
			}
			in.Args = list
			if len(callee.TParams) == 1 {
				instantiate(&in, callee.TParams[0], call.Targs[0])
			}
			if in.Op == recipe.OpReturn {
				results, tail.Preds = append(results, in.Args), append(tail.Preds, first+int32(b))
				in = recipe.Instr{Op: recipe.OpJump, Dst: -1}
				blk.Succs = []int32{rest}
			}
			blk.Instrs = append(blk.Instrs, in)
		}
		for _, s := range callee.Blocks[b].Succs {
			blk.Succs = append(blk.Succs, first+s)
		}
		for _, p := range callee.Blocks[b].Preds {
			blk.Preds = append(blk.Preds, first+p)
		}
		if b == 0 {
			blk.Preds = []int32{int32(at.block)}
		}
		x.fn.Blocks = append(x.fn.Blocks, blk)
	}
	x.fn.Blocks = append(x.fn.Blocks, tail)
	x.returns(&call, rest, results)
}

// instantiate has an instruction of a function for any type be about one.
func instantiate(in *recipe.Instr, param, typ string) {
	switch {
	case in.Op == recipe.OpAssert && in.Sym == "open" && in.Type == param:
		in.Sym, in.Type = "", typ
	case in.Op == recipe.OpInterface && in.Type == "" && in.Sym == param:
		in.Sym, in.Type = "", typ
	}
}

// returns puts what a function returns in place of the results of the call.
func (x *inlining) returns(call *recipe.Instr, tail int32, results [][]recipe.Operand) {
	if len(results) == 0 {
		return
	}
	var phis []recipe.Instr
	subst := make(map[recipe.Operand]recipe.Operand)
	put := func(dst recipe.Operand, k int) {
		if len(results) == 1 {
			subst[dst] = results[0][k]
			return
		}
		phi := recipe.Instr{Op: recipe.OpPhi, Dst: dst}
		for _, r := range results {
			phi.Args = append(phi.Args, r[k])
		}
		phis = append(phis, phi)
	}
	if len(results[0]) == 1 && call.Dst >= 0 {
		put(call.Dst, 0)
	}
	for b := range x.fn.Blocks {
		x.fn.Blocks[b].Instrs = slices.DeleteFunc(x.fn.Blocks[b].Instrs, func(in recipe.Instr) bool {
			is := len(results[0]) > 1 && in.Op == recipe.OpExtract && in.Args[0] == call.Dst
			if is {
				put(in.Dst, int(in.Args[1]))
			}
			return is
		})
	}
	last := &x.fn.Blocks[tail]
	last.Instrs = append(phis, last.Instrs...)
	for b := range x.fn.Blocks {
		list := x.fn.Blocks[b].Instrs
		for i := range list {
			args := slices.Clone(list[i].Args)
			for k, o := range operands(&list[i]) {
				if to, is := subst[o]; is {
					args[k] = to
				}
			}
			list[i].Args = args
		}
	}
}
