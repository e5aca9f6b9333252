package extract

// This file says what functions add to a counter that is kept outside of the state, and up to what number a router goes on.

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/internal/tally"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// An addition is how often a function counts, at least and at most; downwards too, both are positive.
type addition struct{ least, most int }

// maxKeptDepth is how deep functions are followed that count for others.
const maxKeptDepth = 3

// adds returns what a function adds to a counter on its ways to a return that is no error, if top; else to any return. ok is false if
// that is not known.
func (k *keeping) adds(fn *ssa.Function, at keptAt, stack []*ssa.Function, top bool) (n addition, ok bool) {
	before, ok := k.before(fn, at, stack)
	if !ok {
		return n, false
	}
	found := false
	for _, b := range fn.Blocks {
		last := b.Instrs[len(b.Instrs)-1]
		ret, is := last.(*ssa.Return)
		if !is || before[b] == nil || top && returnsError(ret) {
			continue
		}
		end := before[b].plus(k.within(b, len(b.Instrs), at, stack))
		if found {
			end = addition{min(n.least, end.least), max(n.most, end.most)}
		}
		n, found = end, true
	}
	return n, found
}

func (a addition) plus(b addition) addition { return addition{a.least + b.least, a.most + b.most} }

// before returns what a function has added to a counter when it comes to each block; ok is false if a loop adds to it, or if the
// function defers what may keep it from going on.
func (k *keeping) before(fn *ssa.Function, at keptAt, stack []*ssa.Function) (before map[*ssa.BasicBlock]*addition, ok bool) {
	if len(fn.Blocks) == 0 || len(stack) > maxKeptDepth || slices.Contains(stack, fn) || recovers(fn) {
		return nil, false
	}
	before = map[*ssa.BasicBlock]*addition{fn.Blocks[0]: {}}
	for work := []*ssa.BasicBlock{fn.Blocks[0]}; len(work) > 0; work = work[1:] {
		b := work[0]
		own := k.within(b, len(b.Instrs), at, stack)
		if own.most > 0 && reachesItself(b) {
			return nil, false
		}
		now := before[b].plus(own)
		for _, next := range b.Succs {
			then := now
			if old := before[next]; old != nil {
				if then = (addition{min(old.least, now.least), max(old.most, now.most)}); then == *old {
					continue
				}
			}
			before[next] = &then
			work = append(work, next)
		}
	}
	return before, true
}

// within returns what the first instructions of a block add to a counter.
func (k *keeping) within(b *ssa.BasicBlock, n int, at keptAt, stack []*ssa.Function) (all addition) {
	for _, in := range b.Instrs[:n] {
		all = all.plus(k.addsAt(in, at, append(slices.Clone(stack), b.Parent())))
	}
	return all
}

// addsAt returns what an instruction adds to a counter. Nothing, at least, is what is not understood.
func (k *keeping) addsAt(in ssa.Instruction, at keptAt, stack []*ssa.Function) (n addition) {
	switch in := in.(type) {
	case *ssa.Store:
		by, _, ok := stepOf(in)
		if of, known := k.at(in.Addr); ok && known && of == at {
			return addition{max(by, -by), max(by, -by)}
		}
	case *ssa.Call:
		if len(in.Call.Args) > 0 {
			if by, ok := atomicStep(in, in.Call.Args[0]); ok && by != 0 {
				if of, known := k.at(in.Call.Args[0]); known && of == at {
					return addition{max(by, -by), max(by, -by)}
				}
				return n
			}
		}
		return k.addsBy(in, at, stack)
	}
	return n
}

// addsBy returns what a function of the package adds that a step calls with what has the counter.
func (k *keeping) addsBy(in *ssa.Call, at keptAt, stack []*ssa.Function) (n addition) {
	callee := in.Call.StaticCallee()
	if callee == nil || callee.Pkg != k.ssa || callee.Origin() != nil || len(callee.Params) != len(in.Call.Args) || len(callee.Blocks) == 0 {
		return n
	}
	inner := &keeping{program: k.program, received: make(map[*ssa.Parameter]ssa.Value), maker: k.maker, kinds: k.kinds}
	for i, arg := range in.Call.Args {
		if of := k.origin(arg); of != nil {
			inner.received[callee.Params[i]] = of
		}
	}
	n, _ = inner.adds(callee, at, stack, false)
	return n
}

// recovers reports whether a function defers anything but what the standard library does: it may return where it has not come to the
// end.
func recovers(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok {
				callee := d.Call.StaticCallee()
				if callee == nil || !library.IsStandard(funcid.Package(funcid.Of(callee))) {
					return true
				}
			}
		}
	}
	return false
}

func reachesItself(b *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	for work := slices.Clone(b.Succs); len(work) > 0; work = work[1:] {
		if work[0] == b {
			return true
		}
		if !seen[work[0]] {
			seen[work[0]] = true
			work = append(work, work[0].Succs...)
		}
	}
	return false
}

// returnsError reports whether a return certainly returns an error: one that a condition before it has found, or a new one.
func returnsError(ret *ssa.Return) bool {
	if len(ret.Results) == 0 {
		return false
	}
	err := ret.Results[len(ret.Results)-1]
	if !types.Identical(err.Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	if call, ok := err.(*ssa.Call); ok && call.Call.StaticCallee() != nil {
		if id := funcid.Of(call.Call.StaticCallee()); id == "fmt.Errorf" || id == "errors.New" {
			return true
		}
	}
	b := ret.Block()
	if len(b.Preds) != 1 {
		return false
	}
	cond, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok || b.Preds[0].Succs[0] == b.Preds[0].Succs[1] {
		return false
	}
	check, ok := cond.Cond.(*ssa.BinOp)
	if !ok || check.X != err {
		return false
	}
	zero, ok := check.Y.(*ssa.Const)
	return ok && zero.Value == nil && (check.Op == token.NEQ && b.Preds[0].Succs[0] == b || check.Op == token.EQL && b.Preds[0].Succs[1] == b)
}

// A limitOf is a number that stays as it is and is not known: a field of a struct, or a variable.
type limitOf struct {
	root  ssa.Value
	field string
	name  string
}

// A keptLimit is what a counter is compared with: n, or n more than a number that is not known.
type keptLimit struct {
	of limitOf
	n  int
}

// A reading is a counter as it is at some place, and more.
type reading struct {
	at   keptAt
	by   ssa.Instruction // reads it
	plus int
}

// A question is a comparison of a counter.
type question struct {
	of    reading
	op    token.Token
	limit keptLimit
}

// questions returns the comparisons in a router of what may be a counter.
func (k *keeping) questions(fn *ssa.Function) (list []question) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if cmp, ok := in.(*ssa.BinOp); ok {
				if q, ok := k.question(cmp); ok {
					list = append(list, q)
				}
			}
		}
	}
	return list
}

var mirrored = map[token.Token]token.Token{
	token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ, token.EQL: token.EQL, token.NEQ: token.NEQ,
}

func (k *keeping) question(cmp *ssa.BinOp) (q question, ok bool) {
	if mirrored[cmp.Op] == token.ILLEGAL {
		return q, false
	}
	for _, side := range []struct {
		x, y ssa.Value
		op   token.Token
	}{{cmp.X, cmp.Y, cmp.Op}, {cmp.Y, cmp.X, mirrored[cmp.Op]}} {
		if of, ok := k.reads(side.x, 0); ok {
			if limit, ok := k.limit(side.y); ok {
				return question{of, side.op, limit}, true
			}
		}
	}
	return q, false
}

// reads returns the counter that a value is, or was when it was read.
func (k *keeping) reads(v ssa.Value, plus int) (r reading, ok bool) {
	var addr ssa.Value
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op != token.MUL || !countsIn(v.Type()) {
			return r, false
		}
		addr, r.by = v.X, v
	case *ssa.Convert:
		if !countsIn(v.Type()) || !countsIn(v.X.Type()) || sizeOf(v.Type()) < sizeOf(v.X.Type()) || isUnsigned(v.Type()) != isUnsigned(v.X.Type()) {
			return r, false
		}
		return k.reads(v.X, plus)
	case *ssa.BinOp:
		by, isConst := v.Y.(*ssa.Const)
		if v.Op != token.ADD && v.Op != token.SUB || !isConst || by.Value == nil || !countsIn(v.Type()) || isUnsigned(v.Type()) && v.Op == token.SUB {
			return r, false
		}
		n := by.Int64()
		if n < 0 || n > maxKeptStep {
			return r, false
		}
		if v.Op == token.SUB {
			n = -n
		}
		return k.reads(v.X, plus+int(n))
	case *ssa.Call:
		if b, is := v.Call.Value.(*ssa.Builtin); is && b.Name() == "len" {
			load, isLoad := v.Call.Args[0].(*ssa.UnOp)
			if _, list := v.Call.Args[0].Type().Underlying().(*types.Slice); !isLoad || !list || load.Op != token.MUL {
				return r, false
			}
			addr, r.by = load.X, load
			break
		}
		if len(v.Call.Args) == 0 {
			return r, false
		}
		addr = v.Call.Args[0]
		n, ok := atomicStep(v, addr)
		if !ok {
			return r, false
		}
		r.by = v
		plus += n // what it returns is what it is afterwards
	default:
		return r, false
	}
	r.plus = plus
	r.at, ok = k.at(addr)
	return r, ok
}

// sizeOf returns the bits of an integer type; int has 64.
func sizeOf(t types.Type) int {
	switch t.Underlying().(*types.Basic).Kind() {
	case types.Int32, types.Uint32:
		return 32
	}
	return 64
}

func isUnsigned(t types.Type) bool {
	return t.Underlying().(*types.Basic).Info()&types.IsUnsigned != 0
}

// limit returns the number that a value is, if it is a constant or stays as it is.
func (k *keeping) limit(v ssa.Value) (l keptLimit, ok bool) {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil || v.Value.Kind() != constant.Int {
			return l, false
		}
		n, exact := constant.Int64Val(v.Value)
		l.n = int(n)
		return l, exact && n > math.MinInt32 && n < math.MaxInt32
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return l, false
		}
		switch addr := v.X.(type) {
		case *ssa.FieldAddr:
			named, isNamed := elemOf(addr.X.Type()).(*types.Named)
			if !isNamed {
				return l, false
			}
			typ := placeName(keptAt{addr.X, fieldOf(addr)})
			value, fixed := k.Fixed(named.Obj().Pkg().Path()+"."+named.Obj().Name(), []string{fieldOf(addr)})
			return k.limitAt(limitOf{k.origin(addr.X), fieldOf(addr), typ}, value, fixed)
		case *ssa.FreeVar:
			name, value, fixed := k.Captured(funcid.Of(addr.Parent()), slices.Index(addr.Parent().FreeVars, addr), nil)
			return k.limitAt(limitOf{k.origin(addr), "", name}, value, fixed)
		}
	}
	return l, false
}

func (k *keeping) limitAt(of limitOf, value *int, fixed bool) (l keptLimit, ok bool) {
	switch {
	case !fixed:
		return l, false
	case value != nil:
		return keptLimit{n: *value}, true
	}
	return keptLimit{of: of}, k.lasts(of.root)
}

// open is the end of a way on which a counter may be anything.
const open = math.MaxInt

// A routerEnds finds up to what number a router may return a label. Counters that go down are looked at upside down.
type routerEnds struct {
	*keeping
	fn     *ssa.Function
	of     comparedAt
	down   bool
	adds   tally.Effect // what the router has added when it returns
	before map[*ssa.BasicBlock]*addition
	best   map[*ssa.BasicBlock]int // the highest number with which a way to a block may be taken
}

// ends returns the numbers by label, without the labels that may be returned at any.
func (r *routerEnds) ends() map[string]int {
	var ok bool
	if r.before, ok = r.keeping.before(r.fn, r.of.at, nil); !ok {
		return nil
	}
	r.best = map[*ssa.BasicBlock]int{r.fn.Blocks[0]: open}
	for work := []*ssa.BasicBlock{r.fn.Blocks[0]}; len(work) > 0; work = work[1:] {
		for side, next := range work[0].Succs {
			n := min(r.best[work[0]], r.highest(work[0], side))
			if old, came := r.best[next]; !came || n > old {
				r.best[next] = n
				work = append(work, next)
			}
		}
	}
	out := make(map[string]int)
	for _, b := range r.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		n, came := r.best[b]
		if !ok || !came || returnsError(ret) {
			continue
		}
		if len(ret.Results) == 0 || !r.returned(ret.Results[0], n, make(map[*ssa.Phi]bool), out) {
			return nil
		}
	}
	for label, n := range out {
		switch {
		case n == open:
			delete(out, label)
		case r.down:
			out[label] = -n
		}
	}
	return out
}

// highest returns up to what the counter may be, when the router has returned, on one side of a branch. Each comparison is asked
// alone: between two of them, others may count.
func (r *routerEnds) highest(b *ssa.BasicBlock, side int) int {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || b.Succs[0] == b.Succs[1] {
		return open
	}
	v, is := cond.Cond, side == 0
	for not, ok := v.(*ssa.UnOp); ok && not.Op == token.NOT; not, ok = v.(*ssa.UnOp) {
		v, is = not.X, !is
	}
	cmp, ok := v.(*ssa.BinOp)
	if !ok {
		return open
	}
	q, ok := r.question(cmp)
	if !ok || q.of.at != r.of.at || q.limit.of != r.of.less {
		return open
	}
	op, end, least := q.op, q.limit.n-q.of.plus, r.adds.Least
	if r.down {
		op, end, least = mirrored[op], -end, -r.adds.Most
	}
	switch {
	case is && op == token.LSS, !is && op == token.GEQ:
		end--
	case is && (op == token.LEQ || op == token.EQL), !is && (op == token.GTR || op == token.NEQ):
	default:
		return open
	}
	in := q.of.by.Block()
	if r.before[in] == nil {
		return open
	}
	had := r.before[in].plus(r.within(in, indexOf(q.of.by), r.of.at, nil))
	return end - had.least + least
}

// returned notes for each text that a value may be with what number it may be that at most. It reports false if the value may be
// another one.
func (r *routerEnds) returned(v ssa.Value, n int, seen map[*ssa.Phi]bool, out map[string]int) bool {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil || v.Value.Kind() != constant.String {
			return false
		}
		label := constant.StringVal(v.Value)
		if old, known := out[label]; !known || n > old {
			out[label] = n
		}
		return true
	case *ssa.Phi:
		if seen[v] {
			return true
		}
		seen[v] = true
		for i, x := range v.Edges {
			if m, came := r.into(v.Block(), v.Block().Preds[i]); came && !r.returned(x, min(n, m), seen, out) {
				return false
			}
		}
		return true
	}
	return false
}

// into returns with what number a way may come from one block to another at most.
func (r *routerEnds) into(b, from *ssa.BasicBlock) (n int, came bool) {
	if _, came = r.best[from]; !came {
		return 0, false
	}
	n = math.MinInt
	for side, next := range from.Succs {
		if next == b {
			n = max(n, min(r.best[from], r.highest(from, side)))
		}
	}
	return n, true
}
