package tally

// This file runs instructions that are no calls.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/internal/recipe"
)

// instr runs an instruction that is no call and leads nowhere else, and returns what it makes.
// The function is one switch over the instructions that mean something here.
func (f *frame) instr(b int32, i int, in *recipe.Instr, now *moment) value {
	args := f.values(now, operands(in))
	switch in.Op {
	case recipe.OpAlloc:
		return f.alloc(b, in, now)
	case recipe.OpLoad:
		return f.load(in, args[0], now)
	case recipe.OpStore:
		f.store(args[0], args[1], now)
	case recipe.OpFieldAddr:
		return f.fieldAddr(args[0], in)
	case recipe.OpBinary:
		return f.binary(in, args[0], args[1])
	case recipe.OpUnary:
		f.asked = f.asked || in.Sym == "!" && args[0].kind == isStart
		if in.Sym == "!" && args[0].kind == isTruth {
			return truthOf(args[0].n == 0)
		}
	case recipe.OpNilCheck:
		if k := args[0].kind; k == isError || k == isNil {
			return truthOf((in.Sym == "==") == (k == isNil))
		}
	case recipe.OpConvert:
		return converted(in, args[0])
	case recipe.OpInterface:
		if args[0].kind == isShared || args[0].kind == isFresh {
			f.lose(args[0], now)
		}
	case recipe.OpExtract:
		if k := int(in.Args[1]); args[0].kind == isTuple && k < len(args[0].list) {
			return args[0].list[k]
		}
	case recipe.OpClosure:
		v := value{kind: isFunc, fn: in.Sym, list: args}
		if f.tameFunc(f.fn, in.Dst) {
			return v
		}
		f.lose(v, now)
	default: // goroutines, deferred calls, calls through interfaces: nothing is known of what they do
		if in.Op == recipe.OpGo || in.Op == recipe.OpDefer {
			f.opaque(in.Sym, nil, now)
		}
		for _, v := range args {
			f.lose(v, now)
		}
	}
	return value{}
}

// converted returns what a conversion makes of a value: what says the same in its new type.
func converted(in *recipe.Instr, v value) value {
	if in.Sym != "" && in.Sym != "number" {
		return value{}
	}
	shape := map[kind]recipe.Shape{isNumber: recipe.ShapeInt, isTruth: recipe.ShapeBool, isText: recipe.ShapeString, isOther: recipe.ShapeString}
	switch want, basic := shape[v.kind]; {
	case v.kind == isFunc, v.kind == isError, v.kind == isContext, basic && in.Shape == want:
		return v
	case v.kind == isStart && (in.Shape == recipe.ShapeInt || in.Shape == recipe.ShapeBool || in.Shape == recipe.ShapeString):
		return v
	}
	return value{}
}

// alloc returns the address of a new variable, nothing if others may write it.
func (f *frame) alloc(b int32, in *recipe.Instr, now *moment) value {
	struc := in.Type == f.s.Type
	if f.loop || f.usesOf(f.fn).loops[b] || !struc && !f.tame(f.fn, in.Dst) {
		return value{}
	}
	key := f.key + "/" + strconv.Itoa(int(in.Dst))
	n, ok := f.cells[key]
	if !ok {
		n = len(f.cells)
		f.cells[key] = n
	}
	for len(now.cells) <= n {
		now.cells = append(now.cells, value{})
	}
	if struc {
		now.cells[n] = f.s.Field.zero()
		return value{kind: isFresh, n: n}
	}
	now.cells[n] = map[recipe.Shape]value{
		recipe.ShapeInt: number(0), recipe.ShapeBool: truthOf(false), recipe.ShapeString: text(""),
		recipe.ShapeNil: {kind: isNil}, recipe.ShapeError: {kind: isNil},
	}[in.Shape]
	return value{kind: isCell, n: n}
}

// tame reports whether the address of a variable, in a register of a function, goes only where the
// machine sees what is done with it.
func (m *machine) tame(fn *recipe.Func, reg recipe.Operand) bool {
	return !slices.ContainsFunc(m.usesOf(fn).of[reg], func(u use) bool {
		switch u.in.Op {
		case recipe.OpLoad:
			return false
		case recipe.OpStore:
			return u.arg != 0
		case recipe.OpClosure:
			inner := m.function(u.in.Sym)
			return inner == nil || !m.tameFunc(fn, u.in.Dst) || !m.tame(inner, recipe.Operand(len(inner.Params)+u.arg))
		}
		return true
	})
}

// tameFunc reports whether a function, in a register of another one, only runs where the machine
// sees it.
func (m *machine) tameFunc(fn *recipe.Func, reg recipe.Operand) bool {
	return !slices.ContainsFunc(m.usesOf(fn).of[reg], func(u use) bool {
		switch u.in.Op {
		case recipe.OpCall:
			return u.in.Row != m.s.Process || u.arg != 1
		case recipe.OpCallValue:
			return u.arg != 0
		case recipe.OpConvert:
			return u.in.Sym != "" || !m.tameFunc(fn, u.in.Dst)
		}
		return true
	})
}

func (f *frame) load(in *recipe.Instr, addr value, now *moment) value {
	switch addr.kind {
	case isField:
		return now.field
	case isCell:
		return now.cells[addr.n]
	case isKept:
		if in.Shape == recipe.ShapeInt {
			return number(addr.n)
		}
	}
	return value{}
}

func (f *frame) store(addr, v value, now *moment) {
	switch addr.kind {
	case isField:
		now.field = v
	case isSome:
		now.field = now.field.or(v)
	case isCell:
		now.cells[addr.n] = v
	case isFresh: // the whole of it
		now.cells[addr.n] = value{}
	case isShared:
		f.wild = true
	}
}

// fieldAddr returns the address of a field, if it is the one that is followed, or one number in all structs
// of its type.
func (f *frame) fieldAddr(of value, in *recipe.Instr) value {
	if in.Type != f.s.Type || in.Sym != f.s.Field.Name {
		if n, ok := f.s.Package.Fixed(in.Type, []string{in.Sym}); ok && n != nil {
			return value{kind: isKept, n: *n}
		}
		return value{}
	}
	switch of.kind {
	case isShared:
		return value{kind: isField}
	case isFresh:
		return value{kind: isCell, n: of.n}
	}
	return value{kind: isSome}
}

// binary works out a sum or a comparison.
func (f *frame) binary(in *recipe.Instr, x, y value) value {
	if in.Sym == "+" {
		if x.kind == isNumber {
			x, y = y, x
		}
		return f.sum(in, x, y, y.n)
	}
	if in.Sym == "-" {
		return f.sum(in, x, y, -y.n)
	}
	op := in.Sym
	if x.kind == isNumber || x.kind == isNil || x.kind == isText && y.kind != isText {
		x, y = y, x
		op = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]
		if op == "" {
			op = in.Sym
		}
	}
	equality := op == "==" || op == "!="
	switch {
	case !equality && op != "<" && op != "<=" && op != ">" && op != ">=":
	case x.kind == isStart && y.kind == isNumber && x.n == x.m && slices.Contains(integers, in.Type):
		return f.compare(op, x.n, y.n)
	case x.kind == isNumber && y.kind == isNumber:
		return truthOf(holds(op, x.n, y.n))
	case !equality:
	case x.kind == isStart && y.kind == isText && len(y.texts) == 1:
		f.texts = append(f.texts, y.texts[0])
	case x.kind == isOther && y.kind == isText && slices.Equal(x.texts, y.texts):
		return truthOf(op == "!=")
	case x.kind == isText && y.kind == isText && (len(x.texts) == 1 && len(y.texts) == 1 || !slices.ContainsFunc(x.texts, func(t string) bool { return slices.Contains(y.texts, t) })):
		return truthOf((op == "==") == (x.texts[0] == y.texts[0]))
	case x.kind == isTruth && y.kind == isTruth:
		return truthOf((op == "==") == (x.n == y.n))
	case x.kind == isStart && y.kind == isTruth, x.kind == isTruth && y.kind == isStart:
		f.asked = true
	case (x.kind == isShared || x.kind == isFresh || x.kind == isFunc) && y.kind == isNil:
		return truthOf(op == "!=")
	}
	return value{}
}

// sum returns what the field is when a number has been added to it. What is not signed wraps around at zero.
func (f *frame) sum(in *recipe.Instr, x, y value, n int) value {
	if x.kind != isStart || y.kind != isNumber || n < -maxAdd || n > maxAdd || in.Shape != recipe.ShapeInt || !slices.Contains(integers, f.s.Field.Type) {
		return value{}
	}
	if n < 0 && strings.HasPrefix(f.s.Field.Type, "u") {
		return value{}
	}
	return start(x.n+n, x.m+n)
}

// compare compares the field at the start, plus more, with a number. Where the run is for one
// value, it stands for others between the same limits: one that was not noted before decides
// nothing.
func (f *frame) compare(op string, more, n int) value {
	if f.given == nil {
		f.limits = append(f.limits, n-more)
		return value{}
	}
	if f.given.kind != isNumber || !slices.Contains(f.limits, n-more) {
		return value{}
	}
	return truthOf(holds(op, f.given.n+more, n))
}
