package tally

// This file goes along the ways through a step and the router behind it, so that what the step decides and what
// the router asks for are known together.

import (
	"go/constant"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/internal/recipe"
)

// Limits. A step that has more ways with its router is not read so.
const (
	maxWays   = 256
	maxOnWays = 20_000 // instructions on all of them
	maxWith   = 1 << 52
)

// Ways are all ways through a step and the router behind it on which neither certainly fails.
type Ways []*way

// A way is one of them.
type way struct {
	guesses []guess
	written []writing // what the step has stored, in order
	wild    *state    // the step, which may leave anything in fields whose address goes elsewhere
	returns sym       // what the router returns
}

// A writing is a store of the step to a field.
type writing struct {
	field string
	v     sym
}

// A read is a field as it was when the step began, or after so many of its stores. What the step may write in ways that
// are not seen is not read before it has ended.
type read struct {
	field string
	at    int
}

// A guess is that a term is true or false of a field at that time, and of the one that it is compared with at another one.
type guess struct {
	of   reads
	term Term
	is   bool
}

// Reads are a field and the one that it is compared with, if there is one.
type reads struct{ field, other read }

// A sym is what is known of a value on a way: a constant, a field, its length, or what is asked of it. The zero sym is
// any value.
type sym struct {
	c     *recipe.Const
	of    read
	other read         // asks: the field that it is compared with, if there is one
	shape recipe.Shape // of the field
	len   bool
	asks  bool // it is whether term is so
	neg   bool // or is not so
	term  Term
}

// Ways returns the ways through a step and its router. ok is false if they are not understood: there are too many, or
// loops.
func (s Step) Ways(r Router) (list Ways, ok bool) {
	if len(r.s.stored) > 0 {
		return nil, false
	}
	budget := maxOnWays
	end := &walker{s: r.s, budget: &budget}
	end.done = func(w *way, returns []sym) bool {
		if len(returns) != 1 || len(list) == maxWays {
			return false
		}
		w.returns = returns[0]
		list = append(list, w)
		return true
	}
	begin := &walker{s: s.s, budget: &budget, step: true}
	begin.done = func(w *way, _ []sym) bool { return end.start(w) }
	if begin.start(&way{wild: s.s}) {
		return list, true
	}
	// What the step does is not known then, but for what it does not write.
	list, budget = nil, maxOnWays
	w := &way{wild: s.s}
	for _, field := range slices.Sorted(maps.Keys(s.s.stored)) {
		w.written = append(w.written, writing{field: field})
	}
	ok = end.start(w)
	return list, ok
}

// Terms returns what is asked on the ways, sorted.
func (list Ways) Terms() (terms []Term) {
	for _, w := range list {
		for _, g := range w.guesses {
			terms = append(terms, g.term)
		}
	}
	slices.SortFunc(terms, func(x, y Term) int { return strings.Compare(x.String(""), y.String("")) })
	return slices.Compact(terms)
}

// When returns what a term is, 0 or 1, whenever the router returns a text; one is false if it may be either, or if the
// router never does.
func (list Ways) When(t Term, text string) (v int, one bool) {
	for _, w := range list {
		w, may := w.giving(text)
		if !may {
			continue
		}
		is, known := w.know(t)
		if !known || one && oneIf(is) != v {
			return 0, false
		}
		v, one = oneIf(is), true
	}
	return v, one
}

// giving returns the way, with what is known if the router returns a text; may is false if it does not.
func (w *way) giving(text string) (_ *way, may bool) {
	switch x := w.returns; {
	case x.c != nil && x.c.Kind == recipe.ConstString:
		return w, x.c.Text == text
	case x.c == nil && x.isField():
		w = w.clone()
		return w, w.assume(reads{field: x.of}, Term{Field: x.of.field, Text: text, Is: true}, true)
	}
	return w, true
}

// know returns what a term is when the step has ended.
func (w *way) know(t Term) (is, known bool) {
	x := w.post(t.Field)
	if t.Other != "" {
		return w.knowPair(t, x, w.post(t.Other))
	}
	switch {
	case x.c != nil && t.IsTest():
		n, known := t.ofConst(x.c)
		return n != 0, known
	case x.c != nil:
		return x.c.Text == "true", x.c.Kind == recipe.ConstBool
	case x.asks:
		if is, known = w.decide(x.reads(), x.term); t.IsTest() {
			return false, false
		}
		return is != x.neg, known
	case x.len || x.of.field == "":
		return false, false
	}
	t.Field = x.of.field
	return w.decide(reads{field: x.of}, t)
}

func (w *way) clone() *way {
	c := *w
	c.guesses, c.written = slices.Clone(w.guesses), slices.Clone(w.written)
	return &c
}

// decide returns what a term is of a field, if what was found on the way settles it.
func (w *way) decide(of reads, t Term) (is, known bool) {
	for _, g := range w.guesses {
		switch {
		case g.of == of && t.Other == "":
			is, known = t.follows(g.term, g.is)
		case t.Other != "":
			is, known = pairFollows(of, t.Op, g)
		}
		if known {
			return is, true
		}
	}
	return false, false
}

// assume notes that a term is true or false. It reports false if that cannot be.
func (w *way) assume(of reads, t Term, is bool) bool {
	if was, known := w.decide(of, t); known {
		return was == is
	}
	w.guesses = append(w.guesses, guess{of, t, is})
	return true
}

// isWild reports whether the step may write a field in ways that are not seen.
func (w *way) isWild(field string) bool {
	for other, places := range w.wild.stored {
		if overlap(field, other) && slices.ContainsFunc(places, func(p place) bool { return p.block < 0 }) {
			return true
		}
	}
	return false
}

// now returns what a field is while the step runs.
func (w *way) now(field string) sym {
	if w.isWild(field) {
		return sym{}
	}
	for i, x := range slices.Backward(w.written) {
		part, inside := strings.CutPrefix(field, x.field)
		switch {
		case !overlap(field, x.field):
			continue
		case inside && part == "" && x.v != (sym{}):
			return x.v
		case inside && x.v.isField():
			return sym{of: read{x.v.of.field + part, x.v.of.at}}
		}
		return sym{of: read{field, i + 1}}
	}
	return sym{of: read{field: field}}
}

// post returns what a field is when the step has ended.
func (w *way) post(field string) sym {
	if w.isWild(field) {
		return sym{of: read{field: field}}
	}
	return w.now(field)
}

// isField reports whether a value is a field.
func (v sym) isField() bool { return v.of.field != "" && !v.asks && !v.len }

// A walker goes along the ways through a function.
type walker struct {
	s      *state
	step   bool // it is the step; else the router
	budget *int
	done   func(w *way, returns []sym) bool
}

// start goes along all ways. It reports false if they are not understood.
func (x *walker) start(w *way) bool {
	return x.block(0, -1, w, make(map[recipe.Operand]sym), make([]bool, len(x.s.fn.Blocks)))
}

func (x *walker) block(b, from int32, w *way, regs map[recipe.Operand]sym, seen []bool) bool {
	if seen[b] {
		return false // a loop
	}
	seen = slices.Clone(seen)
	seen[b] = true
	blk := &x.s.fn.Blocks[b]
	chosen := make(map[recipe.Operand]sym)
	for i := range blk.Instrs {
		if in := &blk.Instrs[i]; in.Op == recipe.OpPhi {
			at := slices.Index(blk.Preds, from)
			if at < 0 || slices.Contains(blk.Preds[at+1:], from) {
				chosen[in.Dst] = sym{} // both ways of a condition lead here
				continue
			}
			chosen[in.Dst] = x.value(regs, in.Args[at])
		}
	}
	maps.Copy(regs, chosen)
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if *x.budget--; *x.budget < 0 {
			return false
		}
		switch in.Op {
		case recipe.OpPhi:
		case recipe.OpIf:
			return x.fork(b, in, w, regs, seen)
		case recipe.OpJump:
			return x.block(blk.Succs[0], b, w, regs, seen)
		case recipe.OpPanic:
			return true
		case recipe.OpReturn:
			if x.step && x.s.fails(int(b)) {
				return true
			}
			returns := make([]sym, len(in.Args))
			for k, o := range in.Args {
				returns[k] = x.value(regs, o)
			}
			return x.done(w, returns)
		case recipe.OpStore:
			if field, is := x.s.fields[in.Args[0]]; is {
				w.written = append(w.written, writing{field, x.value(regs, in.Args[1])})
			}
		default:
			if in.Dst >= 0 {
				regs[in.Dst] = x.instr(in, w, regs)
			}
		}
	}
	return false
}

// fork goes along the ways that a condition may take.
func (x *walker) fork(b int32, in *recipe.Instr, w *way, regs map[recipe.Operand]sym, seen []bool) bool {
	cond := asked(x.value(regs, in.Args[0]))
	for side, to := range x.s.fn.Blocks[b].Succs {
		is := side == 0
		if cond.c != nil && cond.c.Kind == recipe.ConstBool && (cond.c.Text == "true") != is {
			continue
		}
		then := w.clone()
		if cond.asks && !then.assume(cond.reads(), cond.term, is != cond.neg) {
			continue
		}
		if !x.block(to, b, then, maps.Clone(regs), seen) {
			return false
		}
	}
	return true
}

// value returns what is known of an operand.
func (x *walker) value(regs map[recipe.Operand]sym, o recipe.Operand) sym {
	switch {
	case o == recipe.NoOperand:
		return sym{}
	case o < 0:
		return sym{c: &x.s.fn.Consts[^o]}
	}
	return regs[o]
}

// field returns what a field of the state is when it is read.
func (x *walker) field(w *way, field string, shape recipe.Shape) sym {
	v := w.post(field)
	if x.step {
		v = w.now(field)
	}
	if v.isField() {
		v.shape = shape
	}
	return v
}

// instr returns what is known of what an instruction makes.
func (x *walker) instr(in *recipe.Instr, w *way, regs map[recipe.Operand]sym) sym {
	switch in.Op {
	case recipe.OpLoad:
		if field, is := x.s.fields[in.Args[0]]; is {
			return x.field(w, field, in.Shape)
		}
	case recipe.OpField:
		if in.Args[0] == x.s.param && x.s.home < 0 {
			return x.field(w, in.Sym, in.Shape)
		}
		if v := x.value(regs, in.Args[0]); v.isField() {
			return sym{of: read{v.of.field + "." + in.Sym, v.of.at}, shape: in.Shape}
		}
	case recipe.OpUnary:
		if v := asked(x.value(regs, in.Args[0])); in.Sym == "!" && v.asks {
			v.neg = !v.neg
			return v
		}
	case recipe.OpConvert:
		same := in.Sym == "" || in.Sym == "number" && in.Shape == recipe.ShapeInt
		if v := x.value(regs, in.Args[0]); same && v.isField() && v.shape == in.Shape && isBasic(v.shape) {
			return v
		}
	case recipe.OpBuiltin:
		if v := x.value(regs, in.Args[0]); in.Sym == "len" && v.isField() && (v.shape == recipe.ShapeString || in.Type == "slice") {
			v.len = true
			return v
		}
	case recipe.OpCall:
		if len(in.Args) == 2 {
			return asksText(Op(in.Sym), x.value(regs, in.Args[0]), x.value(regs, in.Args[1]))
		}
	case recipe.OpBinary:
		return compare(in, x.value(regs, in.Args[0]), x.value(regs, in.Args[1]))
	}
	return sym{}
}

func isBasic(s recipe.Shape) bool {
	return s == recipe.ShapeString || s == recipe.ShapeInt || s == recipe.ShapeBool || s == recipe.ShapeFloat
}

// asked returns a truth value as what is asked.
func asked(v sym) sym {
	if v.isField() && v.shape == recipe.ShapeBool {
		v.asks, v.term = true, Term{Field: v.of.field}
	}
	return v
}

// asksText returns what a function of texts asks of a field.
func asksText(op Op, text, part sym) sym {
	t := Term{Field: text.of.field, Op: op}
	if !t.isText() || t.Field == "" || text.asks || text.len || text.shape != recipe.ShapeString || part.c == nil || part.c.Kind != recipe.ConstString {
		return sym{}
	}
	t.Text = part.c.Text
	return sym{of: text.of, asks: true, term: t}
}

// mirrored are the operators that say the same with the operands in the other order.
var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

// compare returns what a comparison asks.
func compare(in *recipe.Instr, x, y sym) sym {
	op := in.Sym
	if mirrored[op] == "" {
		return sym{}
	}
	if x.c != nil {
		x, y, op = y, x, mirrored[op]
	}
	if x.c == nil && y.c == nil {
		return comparePair(op, in.Type, x, y)
	}
	switch {
	case y.c == nil || x.c != nil || x.of.field == "":
		return sym{}
	case y.c.Kind == recipe.ConstBool && (op == "==" || op == "!="):
		v := asked(x)
		v.neg = v.neg != ((y.c.Text == "true") != (op == "=="))
		if !v.asks {
			return sym{}
		}
		return v
	case x.asks:
		return sym{}
	}
	term, neg, ok := comparison(x.of.field, op, in.Type, x.len, y.c)
	if !ok {
		return sym{}
	}
	return sym{of: x.of, asks: true, neg: neg, term: term}
}

// comparison returns the term that a comparison of a field, or of its length, with a constant asks for, or the opposite
// of which.
func comparison(field, op, typ string, length bool, c *recipe.Const) (t Term, neg, ok bool) {
	t.Field = field
	switch {
	case c.Kind == recipe.ConstString && !length:
		t.Text, t.Is = c.Text, true
		return t, op == "!=", op == "==" || op == "!="
	case c.Kind == recipe.ConstFloat && strings.HasPrefix(typ, "float") && !length:
		f, err := strconv.ParseFloat(c.Text, 64)
		t.Float, t.With = true, strconv.FormatFloat(f, 'g', -1, 64)
		if t.Op = Op(op); op == "!=" {
			t.Op = "=="
		}
		return t, op == "!=", err == nil && c.Value().Kind() != constant.Unknown
	case c.Kind == recipe.ConstInt && isInteger(typ):
		n, err := strconv.ParseInt(c.Text, 10, 64)
		if err != nil || n < -maxWith || maxWith < n {
			return t, false, false
		}
		switch op {
		case "==", "!=":
			t.Op, neg = "==", op == "!="
		case "<=", ">":
			t.Op, neg = "<=", op == ">"
		default:
			t.Op, neg = "<=", op == ">="
			n--
		}
		if length {
			t.Op = map[Op]Op{"==": Exactly, "<=": Long}[t.Op]
		}
		t.With = strconv.FormatInt(n, 10)
		return t, neg, true
	}
	return t, false, false
}
