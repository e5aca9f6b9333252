package recipe

// This file finds the loops of a function and what bounds them.

import (
	"go/constant"
	"math"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A Loop is a natural loop.
type Loop struct {
	Head   int32
	Blocks []int32     // sorted, with Head
	Bound  graph.Bound // how often it can go round
	// UntilError: nothing ends it but an error of what it calls, as where a stream is
	// read to its end.
	UntilError bool
	// Waits: each round waits for what others send, through channels that the function has not made.
	Waits bool
}

// Has reports whether a block belongs to the loop.
func (l *Loop) Has(b int32) bool {
	_, ok := slices.BinarySearch(l.Blocks, b)
	return ok
}

// Loops returns the natural loops of f, outer ones before those inside them. Back
// edges to one head make one loop.
func Loops(f *Func) []*Loop {
	dom := dominators(f)
	byHead := make(map[int32]*Loop)
	var heads []int32
	for b := range f.Blocks {
		for _, h := range f.Blocks[b].Succs {
			if !dom.has(h, int32(b)) {
				continue
			}
			l := byHead[h]
			if l == nil {
				l = &Loop{Head: h, Blocks: []int32{h}}
				byHead[h] = l
				heads = append(heads, h)
			}
			l.add(f, int32(b))
		}
	}
	var out []*Loop
	for _, h := range heads {
		l := byHead[h]
		slices.Sort(l.Blocks)
		l.Bound = f.boundOf(l, dom)
		l.UntilError = f.endsByError(l)
		l.Waits = slices.ContainsFunc(l.Blocks, func(b int32) bool { return f.waits(b) && f.everyRound(l, b, dom) })
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b *Loop) int {
		if n := len(b.Blocks) - len(a.Blocks); n != 0 {
			return n
		}
		return int(a.Head - b.Head)
	})
	return out
}

// add adds the blocks from which block b is reached without passing the head.
func (l *Loop) add(f *Func, b int32) {
	for work := []int32{b}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if slices.Contains(l.Blocks, b) {
			continue
		}
		l.Blocks = append(l.Blocks, b)
		work = append(work, f.Blocks[b].Preds...)
	}
}

// boundOf reads the conditions that every round has to pass: one that compares a
// counter with a constant says how many rounds there are at most, another
// comparison by size may say that there is some limit. A loop with neither goes on for as
// long as what it finds lets it.
func (f *Func) boundOf(l *Loop, dom domination) graph.Bound {
	best := graph.Bound{State: graph.BoundUnlimited}
	for _, b := range l.Blocks {
		blk := &f.Blocks[b]
		last := blk.Instrs[max(0, len(blk.Instrs)-1):]
		if len(last) == 0 || last[0].Op != OpIf || !f.everyRound(l, b, dom) {
			continue
		}
		stays := l.Has(blk.Succs[0])
		if stays == l.Has(blk.Succs[1]) {
			continue // no way out
		}
		n, state := f.limit(l, last[0].Args[0], stays)
		if f.callsBefore(l, b) {
			n++ // the last round goes as far as the condition
		}
		switch {
		case state == graph.BoundKnown && (best.State != graph.BoundKnown || n < best.N):
			best = graph.Known(n)
		case state == graph.BoundPresent && best.State == graph.BoundUnlimited:
			best.State = state
		}
	}
	return best
}

// waits reports whether a block waits for what others send.
func (f *Func) waits(b int32) bool {
	return slices.ContainsFunc(f.Blocks[b].Instrs, func(in Instr) bool {
		return (in.Op == OpSelect || in.Op == OpUnary) && in.Type == Outside
	})
}

// endsByError reports whether each way out of the loop is taken for what an error is, and
// there is one.
func (f *Func) endsByError(l *Loop) bool {
	found := false
	for _, b := range l.Blocks {
		blk := &f.Blocks[b]
		for _, s := range blk.Succs {
			if l.Has(s) {
				continue
			}
			last := blk.Instrs[max(0, len(blk.Instrs)-1):]
			if len(last) == 0 || last[0].Op != OpIf || !f.asksError(last[0].Args[0]) {
				return false
			}
			found = true
		}
	}
	return found
}

// asksError reports whether a condition is about an error.
func (f *Func) asksError(cond Operand) bool {
	in := f.definition(cond)
	switch {
	case in == nil:
		return false
	case in.Op == OpUnary && in.Sym == "!":
		return f.asksError(in.Args[0])
	case in.Op == OpCall:
		return in.Sym == "errors.Is" || in.Sym == "errors.As"
	case in.Op == OpBinary && (in.Sym == "==" || in.Sym == "!="):
		return f.isError(in.Args[0]) || f.isError(in.Args[1])
	}
	return in.Op == OpNilCheck
}

// isError reports whether an operand is an error that a call returned.
func (f *Func) isError(o Operand) bool {
	in := f.definition(o)
	if in == nil {
		return false
	}
	i := 0
	if in.Op == OpExtract {
		i = int(in.Args[1])
		if in = f.definition(in.Args[0]); in == nil {
			return false
		}
	}
	return i < len(in.Res) && Shape(in.Res[i]) == ShapeError
}

// callsBefore reports whether a round may call something before it comes to the
// end of block b.
func (f *Func) callsBefore(l *Loop, b int32) bool {
	seen := make(map[int32]bool)
	for work := []int32{b}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || !l.Has(b) {
			continue
		}
		seen[b] = true
		for i := range f.Blocks[b].Instrs {
			switch f.Blocks[b].Instrs[i].Op {
			case OpCall, OpCallValue, OpInvoke, OpGo, OpDefer:
				return true
			}
		}
		if b != l.Head {
			work = append(work, f.Blocks[b].Preds...)
		}
	}
	return false
}

// everyRound reports whether each way round the loop passes block b.
func (f *Func) everyRound(l *Loop, b int32, dom domination) bool {
	for _, p := range f.Blocks[l.Head].Preds {
		if l.Has(p) && !dom.has(b, p) {
			return false
		}
	}
	return true
}

// limit says what a condition of the loop bounds; stays says on which side the
// loop goes on.
func (f *Func) limit(l *Loop, cond Operand, stays bool) (int, graph.BoundState) {
	in := f.definition(cond)
	if in == nil {
		return 0, graph.BoundUnlimited
	}
	if in.Op == OpUnary && in.Sym == "!" {
		return f.limit(l, in.Args[0], !stays)
	}
	if in.Op == OpExtract && f.isNext(in) {
		return 0, graph.BoundPresent // a range over a map or a string
	}
	if in.Op != OpBinary || !slices.Contains([]string{"<", "<=", ">", ">=", "==", "!="}, in.Sym) {
		return 0, graph.BoundUnlimited
	}
	for i, counter := range in.Args {
		first, step, after, ok := f.counter(l, counter)
		if !ok {
			continue
		}
		op := in.Sym
		if i == 1 {
			op = mirror[op]
		}
		if !stays {
			op = opposite[op]
		}
		if to, known := f.integer(in.Args[1-i]); known {
			least, most := widthOf(in.Type)
			if n, ok := (Count{first, step, after, op, least, most}).Rounds(to); ok {
				return n, graph.BoundKnown
			}
		}
		return 0, graph.BoundPresent
	}
	if in.Sym == "==" || in.Sym == "!=" || f.varies(in.Args[0]) || f.varies(in.Args[1]) || f.asksEmpty(in) {
		return 0, graph.BoundUnlimited
	}
	return 0, graph.BoundPresent // of what is kept elsewhere, such as a budget
}

// asksEmpty reports whether a comparison is whether something has any elements at all, such
// as the calls that a model wants made: it says nothing of how often there are some.
func (f *Func) asksEmpty(in *Instr) bool {
	for i, o := range in.Args {
		length := f.definition(o)
		n, known := f.integer(in.Args[1-i])
		if length == nil || length.Op != OpBuiltin || length.Sym != "len" || !known {
			continue
		}
		op := in.Sym
		if i == 1 {
			op = mirror[op]
		}
		return !f.varies(length.Args[0]) && (n == 0 || n == 1 && (op == "<" || op == ">=")) // a queue may run dry
	}
	return false
}

// varies reports whether an operand is a variable that a loop may change. One that
// is no counter may stay as it is for any number of rounds.
func (f *Func) varies(o Operand) bool {
	in := f.definition(o)
	if in != nil && in.Op == OpBinary {
		return f.varies(in.Args[0]) || f.varies(in.Args[1])
	}
	return in != nil && in.Op == OpPhi
}

var (
	mirror   = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
	opposite = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
)

// Opposite returns the operator of a comparison that holds where op does not.
func Opposite(op string) string { return opposite[op] }

// Mirrored returns the operator for the sides of a comparison exchanged.
func Mirrored(op string) string { return mirror[op] }

// A Count is a counter that starts at First, changes by Step, and is compared by Op.
// With After, it is compared after the change, so the first round sees First+Step.
type Count struct {
	First, Step int
	After       bool
	Op          string
	// Least and Most are what its type holds; both are 0 for those of int. Past them it wraps around.
	Least, Most int
}

// Rounds returns how often the counter passes "counter Op to".
func (c Count) Rounds(to int) (int, bool) {
	n, ok := c.rounds(to)
	if ok && (c.Least != 0 || c.Most != 0) {
		first := c.First
		if c.After {
			first += c.Step
		}
		last := first + n*c.Step // which does not pass
		ok = c.Least <= first && first <= c.Most && c.Least <= last && last <= c.Most
	}
	return n, ok
}

func (c Count) rounds(to int) (int, bool) {
	first, step, op := c.First, c.Step, c.Op
	if c.After {
		first += step
	}
	switch op {
	case "<=":
		if to == math.MaxInt {
			return 0, false
		}
		op, to = "<", to+1
	case ">=":
		if to == math.MinInt {
			return 0, false
		}
		op, to = ">", to-1
	case "!=":
		if step == 0 || (to-first)%step != 0 || (to-first)/step < 0 {
			return 0, false
		}
		return (to - first) / step, true
	}
	switch {
	case op == "<" && step > 0:
		return max(0, (to-first+step-1)/step), true
	case op == ">" && step < 0:
		return max(0, (first-to-step-1)/-step), true
	}
	return 0, false
}

// widthOf returns the least and the greatest number of a basic type, as far as int has them; both are 0 for those of int.
func widthOf(basic string) (least, most int) {
	switch basic {
	case "int8":
		return math.MinInt8, math.MaxInt8
	case "int16":
		return math.MinInt16, math.MaxInt16
	case "int32", "rune":
		return math.MinInt32, math.MaxInt32
	case "uint8", "byte":
		return 0, math.MaxUint8
	case "uint16":
		return 0, math.MaxUint16
	case "uint32":
		return 0, math.MaxUint32
	case "uint", "uint64", "uintptr":
		return 0, math.MaxInt
	}
	return 0, 0
}

// counter reports whether an operand is a variable that each round changes by a
// constant: its first value, the change, and whether the operand is the variable
// after the change.
func (f *Func) counter(l *Loop, o Operand) (first, step int, after, ok bool) {
	in := f.definition(o)
	if in != nil && in.Op == OpBinary && in.Sym == "+" {
		after = true
		in = f.definition(in.Args[0])
	}
	if in == nil || in.Op != OpPhi {
		return 0, 0, false, false
	}
	start, given := 0, false
	for i, p := range f.Blocks[l.Head].Preds {
		if i >= len(in.Args) {
			return 0, 0, false, false
		}
		if !l.Has(p) {
			n, known := f.integer(in.Args[i])
			if !known || given && n != start {
				return 0, 0, false, false
			}
			start, given = n, true
			continue
		}
		change, known := f.change(in.Dst, in.Args[i])
		if !known || change == 0 || step != 0 && change != step {
			return 0, 0, false, false
		}
		step = change
	}
	return start, step, after, given && step != 0
}

// change returns c where an operand is "register + c" or "register - c".
func (f *Func) change(reg int32, o Operand) (int, bool) {
	in := f.definition(o)
	if in == nil || in.Op != OpBinary || in.Args[0] != reg {
		return 0, false
	}
	n, ok := f.integer(in.Args[1])
	switch {
	case ok && in.Sym == "+":
		return n, true
	case ok && in.Sym == "-":
		return -n, true
	}
	return 0, false
}

// isNext reports whether an instruction takes the ok of a range over a map or a
// string.
func (f *Func) isNext(extract *Instr) bool {
	in := f.definition(extract.Args[0])
	return in != nil && in.Op == OpNext && len(extract.Args) > 1 && extract.Args[1] == 0
}

// definition returns the instruction that sets the register of an operand, nil
// for a parameter or a constant.
func (f *Func) definition(o Operand) *Instr {
	if o < 0 {
		return nil
	}
	for i := range f.Blocks {
		for j := range f.Blocks[i].Instrs {
			if in := &f.Blocks[i].Instrs[j]; in.Dst == o {
				return in
			}
		}
	}
	return nil
}

func (f *Func) integer(o Operand) (int, bool) {
	if o >= 0 || o == NoOperand {
		return 0, false
	}
	c := &f.Consts[^o]
	if c.Kind != ConstInt {
		return 0, false
	}
	n, exact := constant.Int64Val(c.Value())
	return int(n), exact
}

// domination holds, for each block, its immediate dominator.
type domination []int32

// dominators runs the algorithm of Cooper, Harvey and Kennedy (see setJoins).
func dominators(f *Func) domination {
	order, number := reversePostorder(f)
	idom := make(domination, len(f.Blocks))
	for i := range idom {
		idom[i] = -1
	}
	if len(order) == 0 {
		return idom
	}
	idom[order[0]] = order[0]
	meet := func(a, b int32) int32 {
		for a != b {
			for number[a] > number[b] {
				a = idom[a]
			}
			for number[b] > number[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for _, b := range order[1:] {
			d := int32(-1)
			for _, p := range f.Blocks[b].Preds {
				switch {
				case idom[p] < 0:
				case d < 0:
					d = p
				default:
					d = meet(p, d)
				}
			}
			if idom[b] != d {
				idom[b], changed = d, true
			}
		}
	}
	return idom
}

// has reports whether each way from the beginning to block b passes block a.
func (d domination) has(a, b int32) bool {
	for d[b] >= 0 {
		if a == b {
			return true
		}
		if d[b] == b {
			return false
		}
		b = d[b]
	}
	return false
}
