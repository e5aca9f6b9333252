package tally

// This file runs functions with what is known of their values.

import (
	"slices"
	"strconv"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Limits. A step that needs more is not understood.
const (
	maxSteps   = 100_000 // instructions
	maxDepth   = 6       // functions that call each other
	maxMoments = 8       // that are told from each other at one place; then they are taken together
	maxVisits  = 64      // of one place
)

// A machine runs the functions of one step.
type machine struct {
	s       *Shared
	given   *value // what the field is at the start, if the run is for one value
	without bool   // there is no state: who asks for it gets an error

	limits []int    // that the field at the start is compared with
	texts  []string // likewise
	asked  bool     // a condition is the field, a truth value

	entered map[string]bool // functions that ran
	wild    bool            // a function that may write the field may run unseen
	steps   int
	cells   map[string]int
	uses    map[*recipe.Func]*uses
}

// uses are where registers of a function are used, and in which blocks loops are.
type uses struct {
	of    map[recipe.Operand][]use
	def   map[recipe.Operand]*recipe.Instr
	loops []bool
}

type use struct {
	in  *recipe.Instr
	arg int
}

// A frame is a function that runs.
type frame struct {
	*machine
	fn    *recipe.Func
	key   string // tells it from others
	stack []string
	loop  bool // it runs in a loop of another one
	at    [][]*moment
	seen  []int
	outs  []outcome
}

// An outcome is how a function may return.
type outcome struct {
	*moment
	results []value
}

func (m *machine) usesOf(fn *recipe.Func) *uses {
	if u := m.uses[fn]; u != nil {
		return u
	}
	u := &uses{of: make(map[recipe.Operand][]use), def: make(map[recipe.Operand]*recipe.Instr), loops: make([]bool, len(fn.Blocks))}
	m.uses[fn] = u
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			if in.Dst >= 0 {
				u.def[in.Dst] = in
			}
			for k, o := range operands(in) {
				u.of[o] = append(u.of[o], use{in, k})
			}
		}
		seen := make([]bool, len(fn.Blocks))
		for work := slices.Clone(fn.Blocks[b].Succs); len(work) > 0; work = work[1:] {
			if !seen[work[0]] {
				seen[work[0]] = true
				work = append(work, fn.Blocks[work[0]].Succs...)
			}
		}
		u.loops[b] = seen[b]
	}
	return u
}

// function returns a function of which the machine knows how it ends: nothing that it defers can
// change that.
func (m *machine) function(id string) *recipe.Func {
	fn := m.s.Funcs(id)
	if fn == nil || len(fn.Blocks) == 0 {
		return nil
	}
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			if in.Op == recipe.OpDefer && !(in.Call == recipe.OpCall && library.IsStandard(funcid.Package(in.Sym))) {
				return nil
			}
		}
	}
	return fn
}

// run runs the function id from a moment on. Without a body, or where it would go too deep, it is
// opaque: it may return anything, and leave anything in what it gets.
func (m *machine) run(id string, args, captured []value, from *moment, caller *frame, key string, loop bool) []outcome {
	fn := m.function(id)
	deep := caller != nil && (len(caller.stack) >= maxDepth || slices.Contains(caller.stack, id))
	if fn == nil || deep || len(args) != len(fn.Params) || len(captured) != fn.Free {
		m.opaque(id, slices.Concat(args, captured), from)
		return []outcome{{moment: from}}
	}
	m.entered[id] = true
	f := &frame{machine: m, fn: fn, key: key, loop: loop, stack: []string{id}, at: make([][]*moment, len(fn.Blocks)), seen: make([]int, len(fn.Blocks))}
	if caller != nil {
		f.stack = append(slices.Clone(caller.stack), id)
	}
	regs := from.regs
	begin := from.clone()
	begin.regs = make([]value, fn.Regs)
	copy(begin.regs, args)
	copy(begin.regs[len(args):], captured)
	f.come(0, begin)
	for i := range f.outs {
		f.outs[i].regs = regs
	}
	return f.outs
}

// opaque notes that a function of which nothing is known has run with values.
func (m *machine) opaque(id string, with []value, at *moment) {
	if m.writes(id) {
		m.wild = true
	}
	for _, v := range with {
		m.lose(v, at)
	}
}

// lose notes that code of which nothing is known gets a value.
func (m *machine) lose(v value, at *moment) {
	switch v.kind {
	case isCell, isFresh:
		if v.n < len(at.cells) {
			at.cells[v.n] = value{}
		}
	case isFunc:
		m.opaque(v.fn, v.list, at)
	}
}

// come runs a block with what is known when it begins, unless that is known already.
func (f *frame) come(b int32, now *moment) {
	list := f.at[b]
	if slices.ContainsFunc(list, now.equal) {
		return
	}
	if f.seen[b]++; f.seen[b] > maxVisits {
		now = f.blur(list, now)
	}
	if len(list) < maxMoments {
		f.at[b] = append(list, now)
	} else {
		last := &list[len(list)-1]
		if now = now.or(*last); now.equal(*last) {
			return
		}
		*last = now
	}
	f.block(b, 0, now.clone())
}

// blur gives up what is not alike in all moments at a place.
func (f *frame) blur(list []*moment, now *moment) *moment {
	for _, old := range list {
		both := now.or(old)
		for i := range both.regs {
			if !both.regs[i].equal(now.regs[i]) || !both.regs[i].equal(old.regs[i]) {
				both.regs[i] = value{}
			}
		}
		for i := range both.cells {
			both.cells[i] = value{}
		}
		if !both.field.equal(now.field) || !both.field.equal(old.field) {
			both.field = value{}
		}
		now = both
	}
	return now
}

// block runs a block from an instruction on.
func (f *frame) block(b int32, i int, now *moment) {
	blk := &f.fn.Blocks[b]
	for ; i < len(blk.Instrs); i++ {
		in := &blk.Instrs[i]
		if f.steps++; f.steps > maxSteps {
			f.wild = true
			return
		}
		f.wild = f.wild || f.hands(in)
		switch in.Op {
		case recipe.OpPhi: // done on the way here
		case recipe.OpIf:
			f.branch(b, in, now)
			return
		case recipe.OpJump:
			f.follow(b, blk.Succs[0], 0, now)
			return
		case recipe.OpReturn:
			out := outcome{moment: now}
			for _, o := range in.Args {
				out.results = append(out.results, f.value(now, o))
			}
			f.outs = append(f.outs, out)
			return
		case recipe.OpPanic:
			return
		case recipe.OpCall, recipe.OpCallValue:
			outs := f.call(b, i, in, now)
			for _, out := range outs[1:] {
				f.block(b, i+1, out)
			}
			now = outs[0]
		default:
			v := f.instr(b, i, in, now)
			if in.Dst >= 0 {
				now.regs[in.Dst] = v
			}
		}
	}
}

// hands reports whether an instruction has a function that may write the field as a value, and
// does not just run it.
func (f *frame) hands(in *recipe.Instr) bool {
	for k, o := range operands(in) {
		if o < 0 && o != recipe.NoOperand && f.fn.Consts[^o].Kind == recipe.ConstFunc && f.writes(f.fn.Consts[^o].Text) {
			if !(in.Op == recipe.OpCall && in.Row == f.s.Process && k == 1 || in.Op == recipe.OpCallValue && k == 0) {
				return true
			}
		}
	}
	return false
}

// branch follows an If on the ways that may be taken.
func (f *frame) branch(b int32, in *recipe.Instr, now *moment) {
	cond := f.value(now, in.Args[0])
	f.asked = f.asked || cond.kind == isStart
	for side, to := range f.fn.Blocks[b].Succs {
		if cond.kind == isTruth && (cond.n != 0) != (side == 0) {
			continue
		}
		then := now.clone()
		if check := f.usesOf(f.fn).def[in.Args[0]]; check != nil && check.Op == recipe.OpNilCheck && check.Args[0] >= 0 {
			if (check.Sym == "!=") == (side == 0) {
				then.regs[check.Args[0]] = value{kind: isError}
			} else {
				then.regs[check.Args[0]] = value{kind: isNil}
			}
		}
		f.follow(b, to, side, then)
	}
}

// follow goes on to a block, from the successor at index side of another one.
func (f *frame) follow(from, to int32, side int, now *moment) {
	blk := &f.fn.Blocks[to]
	at := slices.Index(blk.Preds, from)
	if side == 1 && f.fn.Blocks[from].Succs[0] == to { // both ways lead there
		at += 1 + slices.Index(blk.Preds[at+1:], from)
	}
	then := now.clone()
	for i := range blk.Instrs {
		if in := &blk.Instrs[i]; in.Op == recipe.OpPhi {
			then.regs[in.Dst] = f.value(now, in.Args[at])
		}
	}
	f.come(to, then)
}

// value returns what is known of an operand.
func (f *frame) value(now *moment, o recipe.Operand) value {
	if o == recipe.NoOperand {
		return value{}
	}
	if o >= 0 {
		return now.regs[o]
	}
	switch c := &f.fn.Consts[^o]; c.Kind {
	case recipe.ConstInt:
		if n, err := strconv.Atoi(c.Text); err == nil {
			return number(n)
		}
	case recipe.ConstBool:
		return truthOf(c.Text == "true")
	case recipe.ConstString:
		return text(c.Text)
	case recipe.ConstNil:
		return value{kind: isNil}
	case recipe.ConstFunc:
		return value{kind: isFunc, fn: c.Text}
	}
	return value{}
}

func (f *frame) values(now *moment, list []recipe.Operand) []value {
	out := make([]value, len(list))
	for i, o := range list {
		out[i] = f.value(now, o)
	}
	return out
}
