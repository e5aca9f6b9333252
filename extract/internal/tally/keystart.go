package tally

// This file finds what is under the keys of a map with which a run starts, and who else has that map.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// A Beginning is a call that starts a run, with a map.
type Beginning struct {
	Func   *recipe.Func
	Call   *recipe.Instr
	Passed recipe.Operand
	Runs   func(id string) bool // the functions that start runs
}

// passes returns the code around a call, and what makes the map that it passes; nil if that is not seen.
func (b Beginning) passes() (c *call, o recipe.Operand, made *recipe.Instr) {
	c, o = newCall(b.Func, nil, nil), b.Passed
	for made = c.defs[o]; made != nil && made.Op == recipe.OpConvert; made = c.defs[o] {
		o = made.Args[0]
	}
	return c, o, made
}

// Owned reports whether nobody but the run has the map while it goes on: the function around the call has made it, or got it
// back from another run, and does nothing else with it than to fill it in and to read it.
func (k *Keyed) Owned(b Beginning) bool {
	c, o, made := b.passes()
	switch {
	case o < 0:
		return o != recipe.NoOperand && b.Func.Consts[^o].Kind == recipe.ConstNil
	case made == nil:
		return false
	case made.Op == recipe.OpExtract:
		run := c.defs[made.Args[0]]
		if made.Args[1] != 0 || run == nil || run.Op != recipe.OpCall || !b.Runs(run.Sym) {
			return false
		}
	case made.Op != recipe.OpMakeMap:
		return false
	}
	return b.fills(c, o)
}

// fills reports whether a function only fills in a map, reads it and starts runs with it.
func (b Beginning) fills(c *call, o recipe.Operand) bool {
	for _, u := range c.uses[o] {
		switch in := u.in; {
		case in.Op == recipe.OpMapUpdate && u.arg == 0, in.Op == recipe.OpLookup, in.Op == recipe.OpRange, in.Op == recipe.OpReturn, in.Op == recipe.OpBinary:
		case in.Op == recipe.OpBuiltin && (in.Sym == "len" || in.Sym == "delete"):
		case in.Op == recipe.OpInterface && c.isPrinted(in.Dst):
		case in.Op == recipe.OpConvert && b.fills(c, in.Dst):
		case in.Op == recipe.OpCall && b.Runs(in.Sym):
		default:
			return false
		}
	}
	return true
}

// Start returns what a term is when a run starts.
func (k *Keyed) Start(b Beginning, t Term) (value int, ok bool) {
	c, o, made := b.passes()
	if o < 0 {
		return t.zero(), o != recipe.NoOperand && b.Func.Consts[^o].Kind == recipe.ConstNil
	}
	if made == nil || made.Op != recipe.OpMakeMap || c.block[made] != c.block[b.Call] || !b.fills(c, o) {
		return 0, false
	}
	x := newKeying(k, b.Func, o, false)
	fn := *b.Func
	x.out = &fn
	x.out.Consts, x.home = slices.Clone(fn.Consts), x.reg()
	runs := 0
	x.emit(recipe.Instr{Op: recipe.OpAlloc, Dst: x.home})
	for i := range b.Func.Blocks[c.block[made]].Instrs {
		in := &b.Func.Blocks[c.block[made]].Instrs[i]
		if in == b.Call {
			break
		}
		if !slices.ContainsFunc(operands(in), func(o recipe.Operand) bool { return x.own[o] }) {
			continue
		}
		switch key, known, some := x.keyOf(b.Func, in.Args[min(1, len(in.Args)-1)]); {
		case in.Op == recipe.OpMapUpdate && some, in.Op == recipe.OpBuiltin && in.Sym == "delete":
			return 0, false
		case in.Op == recipe.OpMapUpdate && known:
			x.update(c.block[made], key, in.Args[2])
		case in.Op == recipe.OpCall && b.Runs(in.Sym):
			runs++ // it may have changed it
		}
	}
	passed := x.emit(recipe.Instr{Op: recipe.OpLoad, Dst: x.reg(), Args: []recipe.Operand{x.home}, Type: x.Type})
	x.out.Blocks = []recipe.Block{{Instrs: x.now, Join: -1}}
	value, ok = Start(x.out, passed, t)
	return value, ok && runs == 0
}
