package valueflow

// This file finds the loops of a function and the conditions that may end them.

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// LimitKind says what a condition of a loop counts.
type LimitKind uint8

const (
	LimitOther   LimitKind = iota // elements, a sum, the time: there is a limit, and no number of rounds
	LimitCounter                  // a variable of the function that each round changes by a constant
	LimitKept                     // a number that is kept in memory
	LimitCall                     // what a function says
)

// A Limit is a condition that each round has to pass, and that ends the loop else.
type Limit struct {
	Kind LimitKind
	Pos  graph.Pos
	// Off is nil, or what a round may go past the condition for.
	Off *Switch
	// Before are the blocks that a round comes to before the condition, with its own.
	Before []int32
	Compared

	// Of LimitCounter: it begins with First, or with what is at From, and changes by Step; with Even, always just so, else by more.
	// What is compared differs from it by More. It does not go below Least or above Most: it wraps around.
	First, Step int
	From        Place
	Even        bool
	Least, Most int

	Call    int // of LimitCall: the number of the call
	Result  int // of LimitCall: which of its results
	Outcome Outcome
	Passed  []Passed // of LimitCall: the counters that are its arguments
	Varies  []int    // of LimitCall: the arguments that may be others in each round
}

// Passed is a counter that is an argument of a call. It begins with First, with what has been added up to the call.
type Passed struct {
	Arg         int
	First, Step int
	Even        bool
	Least, Most int
}

// A Switch is on while a number compares so with a constant.
type Switch struct {
	At Place
	Op string
	N  int
}

// Compared says that a loop goes on, or a function has an outcome, while "X + More Op Y" holds.
type Compared struct {
	X, Y  Place // numbers
	Op    string
	XBase Place // the object of which X is a field
	YBase Place
	More  int // what is added to X
}

// loops records the loops of the function.
func (b *body) loops() {
	if !slices.ContainsFunc(b.fn.Blocks, func(blk *ssa.BasicBlock) bool {
		return slices.ContainsFunc(blk.Succs, func(s *ssa.BasicBlock) bool { return s.Dominates(blk) })
	}) {
		return
	}
	l := recipe.Lowerer{Fset: b.Fset, Row: func(*types.Func) string { return "" }}
	lowered := l.Lower(b.fn)
	for _, loop := range recipe.Loops(lowered) {
		b.f.Loops = append(b.f.Loops, b.loop(loop))
	}
}

func (b *body) loop(loop *recipe.Loop) Loop {
	out := Loop{Blocks: loop.Blocks, Bound: loop.Bound, UntilError: loop.UntilError}
	head := b.fn.Blocks[loop.Head]
	out.Receives = slices.ContainsFunc(head.Instrs, func(in ssa.Instruction) bool { return receives(loop, in) })
	out.Reads = slices.ContainsFunc(head.Instrs, func(in ssa.Instruction) bool { return reads(loop, in) })
	for _, n := range loop.Blocks {
		blk, off := b.fn.Blocks[n], (*Switch)(nil)
		if b.everyRound(loop, blk) {
			out.Always = append(out.Always, n)
		} else if off = b.off(loop, blk); off == nil {
			continue
		}
		if limit, ok := b.limit(loop, blk); ok {
			limit.Off = off
			out.Limits = append(out.Limits, limit)
		}
	}
	var first, last token.Pos
	for _, n := range loop.Blocks {
		if blk := b.fn.Blocks[n]; len(blk.Succs) == 2 && b.isFixed(loop, blk.Instrs[len(blk.Instrs)-1].(*ssa.If).Cond) {
			out.Fixed = append(out.Fixed, n)
		}
		for _, instr := range b.fn.Blocks[n].Instrs {
			if signal := isWoken(instr); signal || n != int32(head.Index) && receives(loop, instr) {
				out.Awaits = append(out.Awaits, Await{b.pos(instr.Pos()), signal})
			}
			if name := over(instr, loop); name != "" && !slices.Contains(out.Over, name) {
				out.Over = append(out.Over, name)
			}
			if cond, ok := instr.(*ssa.BinOp); ok && isBySize(cond.Op) && !b.onlyTells(cond) {
				if sums := append(carried(head, cond.X), carried(head, cond.Y)...); len(sums) > 0 {
					out.Counts = append(out.Counts, LoopCount{n, b.pos(cond.Pos()), sums})
				}
			}
			// A phi stands where its variable is declared.
			if _, ok := instr.(*ssa.Phi); ok || !instr.Pos().IsValid() {
				continue
			}
			if first = min(instr.Pos(), first); !first.IsValid() {
				first = instr.Pos()
			}
			last = max(instr.Pos(), last)
		}
	}
	out.Pos = b.pos(b.statement(first, last))
	return out
}

// isFixed reports whether a value is the same in each round of a loop, as far as the function goes: a setting, or what was known
// before.
func (b *body) isFixed(loop *recipe.Loop, v ssa.Value) bool {
	if in, ok := v.(ssa.Instruction); !ok || !loop.Has(int32(in.Block().Index)) {
		return true
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return b.isFixed(loop, v.X) && b.isFixed(loop, v.Y)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return v.Op != token.ARROW && b.isFixed(loop, v.X)
		}
		switch at := v.X.(type) {
		case *ssa.Global:
			return !b.stores(func(to ssa.Value) bool { return to == at })
		case *ssa.FieldAddr:
			return b.isFixed(loop, at.X) && !b.stores(func(to ssa.Value) bool {
				f, ok := to.(*ssa.FieldAddr)
				return ok && f.Field == at.Field && types.Identical(f.X.Type(), at.X.Type())
			})
		}
	}
	return false
}

// stores reports whether the function stores to such an address.
func (b *body) stores(isOne func(to ssa.Value) bool) bool {
	return slices.ContainsFunc(b.fn.Blocks, func(blk *ssa.BasicBlock) bool {
		return slices.ContainsFunc(blk.Instrs, func(in ssa.Instruction) bool {
			store, ok := in.(*ssa.Store)
			return ok && isOne(store.Addr)
		})
	})
}

// receives reports whether an instruction of a loop waits for what comes out of a channel, or one of several. One that a call of
// the same round has returned, for what the call was given, has the answer to that: it is no event.
func receives(loop *recipe.Loop, in ssa.Instruction) bool {
	isEvent := func(channel ssa.Value) bool {
		call, ok := channel.(*ssa.Call)
		return !ok || !loop.Has(int32(call.Block().Index)) || !isAsked(&call.Call)
	}
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.ARROW && isEvent(in.X)
	case *ssa.Select:
		return in.Blocking && len(in.States) > 0 && !slices.ContainsFunc(in.States, func(s *ssa.SelectState) bool {
			return s.Dir != types.RecvOnly || !isEvent(s.Chan)
		})
	}
	return false
}

// isWoken reports whether an instruction waits until somebody wakes it.
func isWoken(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	return ok && call.Call.StaticCallee() != nil && call.Call.StaticCallee().String() == "(*sync.Cond).Wait"
}

// reads reports whether an instruction of a loop reads the next part of a stream that was there before, such as a line. What each round opens
// anew, such as the body of an answer, does not say how many rounds there are.
func reads(loop *recipe.Loop, in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil || !slices.Contains([]string{
		"(*bufio.Scanner).Scan", "(*bufio.Reader).ReadString", "(*bufio.Reader).ReadBytes", "(*bufio.Reader).ReadLine",
		"(*encoding/json.Decoder).Decode", "(*encoding/json.Decoder).More",
	}, call.Call.StaticCallee().String()) {
		return false
	}
	stream := call.Call.Args[0]
	if load, ok := stream.(*ssa.UnOp); ok {
		if field, ok := load.X.(*ssa.FieldAddr); ok {
			stream = field.X
		}
	}
	made, ok := stream.(ssa.Instruction)
	return !ok || !loop.Has(int32(made.Block().Index))
}

// isAsked reports whether a call is given something that is not known beforehand, beside its receiver, a context and
// a time.
func isAsked(c *ssa.CallCommon) bool {
	args := c.Args
	if c.Signature().Recv() != nil && !c.IsInvoke() {
		args = args[1:]
	}
	return slices.ContainsFunc(args, func(arg ssa.Value) bool {
		if _, isConst := arg.(*ssa.Const); isConst {
			return false
		}
		t := types.TypeString(arg.Type(), nil)
		return t != "context.Context" && t != "time.Duration"
	})
}

// everyRound reports whether each way round a loop passes a block.
func (b *body) everyRound(loop *recipe.Loop, blk *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(b.fn.Blocks[loop.Head].Preds, func(p *ssa.BasicBlock) bool {
		return loop.Has(int32(p.Index)) && !blk.Dominates(p)
	})
}

// off returns the number for which rounds go past a block, nil if they may for something else.
func (b *body) off(loop *recipe.Loop, blk *ssa.BasicBlock) *Switch {
	off, before, _ := b.switchBefore(blk)
	if off == nil || !loop.Has(int32(before.Index)) || !b.everyRound(loop, before) {
		return nil
	}
	return off
}

// switchBefore returns the number for which the only branch before a block leads past it: "max > 0"
// in "max > 0 && n >= max". It is nil if there is none; past is what holds then.
func (b *body) switchBefore(blk *ssa.BasicBlock) (off *Switch, before *ssa.BasicBlock, past bool) {
	if len(blk.Preds) != 1 {
		return nil, nil, false
	}
	before = blk.Preds[0]
	branch, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
	if !ok || before.Succs[0] == before.Succs[1] {
		return nil, nil, false
	}
	past = before.Succs[0] != blk
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !isNumber(cond.X.Type()) {
		return nil, nil, false
	}
	op, x, y := cond.Op, cond.X, cond.Y
	if _, ok := x.(*ssa.Const); ok {
		op, x, y = mirror[op], y, x
	}
	if !past {
		op = opposite[op]
	}
	n, ok := intAt(y)
	if !ok || op == token.ILLEGAL {
		return nil, nil, false
	}
	return &Switch{b.number(x), op.String(), n}, before, past
}

// limit returns the condition at the end of a block, if it may end the loop.
func (b *body) limit(loop *recipe.Loop, blk *ssa.BasicBlock) (out Limit, ok bool) {
	branch, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok {
		return out, false
	}
	stays := loop.Has(int32(blk.Succs[0].Index))
	if stays == loop.Has(int32(blk.Succs[1].Index)) {
		return out, false
	}
	cond, stays := positive(branch.Cond, stays)
	if set, holds, at := b.setByRound(loop, cond, stays); set != nil {
		cond, stays, blk = set, holds, at
	}
	out.Pos, out.Before = b.pos(cond.Pos()), before(loop, blk)
	out.X, out.Y, out.XBase, out.YBase = NoPlace, NoPlace, NoPlace, NoPlace
	switch cond := cond.(type) {
	case *ssa.Extract:
		if call, ok := cond.Tuple.(*ssa.Call); ok {
			out.Result = cond.Index
			return b.limitCall(out, loop, call, says(stays))
		}
		next, ok := cond.Tuple.(*ssa.Next)
		return out, ok && cond.Index == 0 && next != nil
	case *ssa.Call:
		return b.limitCall(out, loop, cond, says(stays))
	case *ssa.BinOp:
		if call, result := failing(cond); call != nil {
			out.Result = result
			limit, ok := b.limitCall(out, loop, call, OutcomeFine)
			return limit, ok && (cond.Op == token.EQL) == stays
		}
		return b.limitSize(out, loop, cond, stays)
	}
	return out, false
}

// positive returns a condition without what turns it round.
func positive(cond ssa.Value, holds bool) (ssa.Value, bool) {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			return cond, holds
		}
		cond, holds = not.X, !holds
	}
}

// setByRound returns what each round of a loop sets a truth value to, if another one follows only where that holds, or does not, and
// where it is worked out: nil if there is no such thing.
//
//	for done := false; !done; n++ {
//		done = !ask() || n >= 5
//	}
func (b *body) setByRound(loop *recipe.Loop, cond ssa.Value, stays bool) (set ssa.Value, holds bool, at *ssa.BasicBlock) {
	head := b.fn.Blocks[loop.Head]
	phi, ok := cond.(*ssa.Phi)
	if !ok || phi.Block() != head {
		return nil, false, nil
	}
	for i, p := range head.Preds {
		if !head.Dominates(p) {
			continue
		}
		for _, v := range choices(phi.Edges[i], nil) {
			if n, isConst := intAt(v); isConst && (n == 1) != stays {
				continue // the loop ends
			}
			v, truth := positive(v, stays)
			in, ok := v.(ssa.Instruction)
			if !ok || !loop.Has(int32(in.Block().Index)) || v == phi || set != nil && (v != set || truth != holds) {
				return nil, false, nil
			}
			set, holds, at = v, truth, in.Block()
		}
	}
	return set, holds, at
}

// choices returns what a truth value may be that several ways lead to.
func choices(v ssa.Value, seen []ssa.Value) (out []ssa.Value) {
	phi, ok := v.(*ssa.Phi)
	if !ok || slices.Contains(seen, v) {
		return []ssa.Value{v}
	}
	for _, e := range phi.Edges {
		out = append(out, choices(e, append(seen, v))...)
	}
	return out
}

// limitCall is the limit of a loop that a function or the clock decides.
func (b *body) limitCall(out Limit, loop *recipe.Loop, call *ssa.Call, outcome Outcome) (Limit, bool) {
	if fn := call.Call.StaticCallee(); fn != nil {
		switch funcid.Of(fn) {
		case "(time.Time).After", "(time.Time).Before":
			return out, true
		}
	}
	n, ok := b.calls[call]
	ok = ok && loop.Has(int32(call.Block().Index))
	out.Kind, out.Call, out.Outcome = LimitCall, n, outcome
	for i, arg := range call.Call.Args {
		if c, ok := counterOf(b.fn.Blocks[loop.Head], arg); ok && c.from == nil && !isList(c.typ) {
			least, most := rangeOf(c.typ)
			out.Passed = append(out.Passed, Passed{i, c.first + c.more, c.step, c.even && c.exact, least, most})
		}
		if !b.isSame(loop, arg) {
			out.Varies = append(out.Varies, i)
		}
	}
	return out, ok
}

func says(yes bool) Outcome {
	if yes {
		return OutcomeYes
	}
	return OutcomeNo
}

// failing returns the call, and which of its results, that a condition compares with no error.
func failing(cond *ssa.BinOp) (call *ssa.Call, result int) {
	none, ok := cond.Y.(*ssa.Const)
	if !ok || !none.IsNil() || !isError(cond.X.Type()) || cond.Op != token.EQL && cond.Op != token.NEQ {
		return nil, 0
	}
	v := cond.X
	if x, ok := v.(*ssa.Extract); ok {
		v, result = x.Tuple, x.Index
	}
	call, _ = v.(*ssa.Call)
	return call, result
}

// limitSize is the limit of a loop that compares numbers.
func (b *body) limitSize(out Limit, loop *recipe.Loop, cond *ssa.BinOp, stays bool) (Limit, bool) {
	if !isNumber(cond.X.Type()) || !isBySize(cond.Op) && cond.Op != token.EQL && cond.Op != token.NEQ {
		return out, false
	}
	head, op, x, y := b.fn.Blocks[loop.Head], cond.Op, cond.X, cond.Y
	if !stays {
		op = opposite[op]
	}
	c, counted := counterOf(head, x)
	if !counted {
		if c, counted = counterOf(head, y); counted {
			op, x, y = mirror[op], y, x
		}
	}
	if counted {
		return b.limitCounter(out, loop, c, op, y)
	}
	out.Compared = b.compared(op, x, y)
	out.X, out.Y = b.fixed(loop, x, out.X), b.fixed(loop, y, out.Y)
	switch {
	case !isBySize(op):
		return out, false
	case turns(head, x) || turns(head, y):
		return out, false // work that is left, of which rounds may make more
	case isElapsed(x) || isElapsed(y):
		return out, true
	case len(carried(head, x)) > 0 || len(carried(head, y)) > 0:
		return out, sums(head, x) || sums(head, y)
	case isOfRounds(head, x) || isOfRounds(head, y):
		return out, false
	}
	out.Kind = LimitKept
	isKept := len(b.kept(x, nil))+len(b.kept(y, nil)) > 0 || isKeptLength(x) || isKeptLength(y)
	return out, isKept && b.isKeptSame(loop, x) && b.isKeptSame(loop, y)
}

// fixed returns another place for a number that was read before a loop: no round changes it.
func (b *body) fixed(loop *recipe.Loop, v ssa.Value, p Place) Place {
	load, ok := unshifted(v).(*ssa.UnOp)
	if !ok || loop.Has(int32(load.Block().Index)) {
		return p
	}
	read := b.local()
	b.moveNumber(p, read)
	return read
}

func (b *body) compared(op token.Token, x, y ssa.Value) Compared {
	more := 0
	if v, n, ok := shift(x); ok {
		x, more = v, n
	}
	if v, n, ok := shift(y); ok {
		y, more = v, more-n
	}
	return Compared{X: b.number(x), Y: b.number(y), Op: op.String(), XBase: b.base(x), YBase: b.base(y), More: more}
}

// base returns the object of which a number is a field.
func (b *body) base(v ssa.Value) Place {
	at := listIn(v)
	if load, ok := v.(*ssa.UnOp); ok {
		at = load.X
	}
	if field, ok := at.(*ssa.FieldAddr); ok {
		return b.at(field.X)
	}
	return NoPlace
}

var (
	opposite = map[token.Token]token.Token{
		token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ, token.GEQ: token.LSS, token.EQL: token.NEQ, token.NEQ: token.EQL,
	}
	mirror = map[token.Token]token.Token{
		token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ, token.EQL: token.EQL, token.NEQ: token.NEQ,
	}
)

// before returns the blocks of a loop from which a round comes to a block, with itself.
func before(loop *recipe.Loop, blk *ssa.BasicBlock) (out []int32) {
	for work := []*ssa.BasicBlock{blk}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		n := int32(at.Index)
		if slices.Contains(out, n) || !loop.Has(n) {
			continue
		}
		out = append(out, n)
		if n != loop.Head {
			work = append(work, at.Preds...)
		}
	}
	return out
}

// comparisons notes the numbers in memory, and the parameters, that are compared by size. A function
// that computes a fraction, such as a cost, and does nothing else, ends nothing; nor does a comparison
// that only decides what is told.
func (b *body) comparisons() {
	if computesFraction(b.fn) {
		return
	}
	for _, blk := range b.fn.Blocks {
		for _, instr := range blk.Instrs {
			cond, ok := instr.(*ssa.BinOp)
			if !ok || !isBySize(cond.Op) || !isNumber(cond.X.Type()) || b.onlyTells(cond) {
				continue
			}
			some := len(b.f.Compares)
			for _, v := range []ssa.Value{cond.X, cond.Y} {
				places := b.kept(v, nil)
				if _, ok := v.(*ssa.Parameter); ok {
					places = append(places, b.number(v))
				}
				for _, p := range places {
					if p != NoPlace {
						b.f.Compares = append(b.f.Compares, Compare{p, int32(blk.Index), b.pos(cond.Pos())})
					}
				}
			}
			if len(b.f.Compares) == some {
				continue
			}
			for _, s := range sidesOf(cond, true) {
				op := cond.Op
				if !s.holds {
					op = opposite[op]
				}
				b.f.Forks = append(b.f.Forks, Fork{int32(s.branch.Index), b.pos(cond.Pos()), b.compared(op, cond.X, cond.Y)})
			}
		}
	}
}

// computesFraction reports whether a function returns fractions, and neither calls nor changes anything.
func computesFraction(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	for r := range results.Variables() {
		if basic, ok := r.Type().Underlying().(*types.Basic); !ok || basic.Info()&types.IsFloat == 0 {
			return false
		}
	}
	return results.Len() > 0 && !slices.ContainsFunc(fn.Blocks, func(blk *ssa.BasicBlock) bool {
		return slices.ContainsFunc(blk.Instrs, func(instr ssa.Instruction) bool {
			switch instr.(type) {
			case ssa.CallInstruction, *ssa.Store, *ssa.MapUpdate, *ssa.Send, *ssa.Select, *ssa.Panic:
				return true
			}
			return false
		})
	})
}

// statement returns where the innermost for statement begins that has two positions in it,
// the first of them if there is none: labels make loops, too.
func (b *body) statement(first, last token.Pos) token.Pos {
	at := first
	if syntax := b.fn.Syntax(); syntax != nil {
		ast.Inspect(syntax, func(n ast.Node) bool {
			if n == nil || first < n.Pos() || n.End() < last {
				return n == syntax
			}
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				at = n.Pos()
			}
			return true
		})
	}
	return at
}

func isBySize(op token.Token) bool {
	return op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ
}

func isNumber(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}
