package condition

// This file makes terms of values.

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/feasible"
)

// value returns what is known of a value.
func (c *call) value(v ssa.Value) number {
	if n, known := c.values[v]; known {
		return n
	}
	if c.busy[v] || len(c.vars) > maxVars {
		return c.variable(v, nil, v.Type())
	}
	c.busy[v] = true
	n := c.make(v)
	if c.options.IsLimit != nil && n.t != nil && c.options.IsLimit(v) {
		n.is, n.owes = c.Bool(true), c.keepsLimit(n)
	}
	delete(c.busy, v)
	c.values[v] = n
	return n
}

// variable returns a variable for a part of a value, which has a type: nothing for types that have no
// terms.
func (c *call) variable(v ssa.Value, fields []int, t types.Type) number {
	return c.variableOf(origin{value: v, fields: fields}, t)
}

// isOther says of a variable that it has nothing to do with the argument.
const isOther = "is another number"

func (c *call) variableOf(of origin, t types.Type) number {
	typ, float := termType(t)
	if typ == feasible.Invalid {
		return number{}
	}
	of.float = float
	before := len(c.vars)
	n := c.unknown(of, typ)
	if c.isArgument(of) {
		n.is, n.limit = c.Bool(true), c.besideOf(of)
		n.owes = c.keepsLimit(number{t: n.t, float: of.float, limit: n.limit})
	}
	if n.is == nil || n.limit == nil && c.options.Beside != nil { // it may have been made of the argument, or its limit is not there
		other := of
		other.truth = isOther
		n.owes = c.unknown(other, feasible.Bool).t
	}
	if !of.float {
		return n
	}
	n.float = true
	if len(c.vars) > before {
		c.given = append(c.given, c.inOrder(n.t)...)
	}
	if n.is == nil { // what a model writes is JSON, in which there is nothing that is no number
		of.truth = "is no number"
		n.nan = c.unknown(of, feasible.Bool).t
	}
	return n
}

// inOrder returns that a float has a place that there is.
func (c *call) inOrder(t *feasible.Term) []*feasible.Term {
	low, high := c.Int(feasible.Int64, -largestPlace), c.Int(feasible.Int64, largestPlace)
	return []*feasible.Term{c.Op(feasible.LessEqual, t, high), c.Op(feasible.LessEqual, low, t)}
}

// termType returns the type of the terms of values of a type, Invalid if they have none, and whether they are floats.
func termType(t types.Type) (typ feasible.Type, float bool) {
	basic, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok:
		return feasible.Invalid, false
	case basic.Info()&types.IsFloat != 0:
		return feasible.Int64, true
	}
	if typ = feasible.TypeNamed(types.Typ[basic.Kind()].Name()); typ == feasible.String {
		typ = feasible.Invalid
	}
	return typ, false
}

// isArgument reports whether a variable is the argument: what a field holds whose tag says so, or
// refers to, or lists.
func (c *call) isArgument(of origin) bool {
	if of.stored {
		return false
	}
	if n := len(of.fields); n > 0 {
		t := of.value.Type()
		for _, i := range of.fields[:n-1] {
			s, ok := structOf(t)
			if !ok {
				return false
			}
			t = s.Field(i).Type()
		}
		return c.options.Field(t, of.fields[n-1])
	}
	return c.isField(of.value)
}

func (c *call) isField(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return c.parent == nil && c.options.Parameter(v)
	case *ssa.Field:
		return c.options.Field(v.X.Type(), v.Field)
	case *ssa.FieldAddr:
		return c.options.Field(v.X.Type(), v.Field)
	case *ssa.UnOp:
		return v.Op == token.MUL && c.isField(v.X)
	case *ssa.IndexAddr:
		return c.isField(v.X)
	case *ssa.Index:
		return c.isField(v.X)
	}
	return false
}

// structOf returns the struct that a type is, or points to.
func structOf(t types.Type) (*types.Struct, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	return s, ok
}

// as returns n as a value that is the argument if of is, in another form.
func (c *call) as(n, of number) number {
	n.limit = of.limit
	n.is, n.owes = of.is, c.either(c.both(of.is, c.keepsLimit(n)), of.owes)
	return n
}

// either returns that one of two terms holds; nil never does.
func (ts terms) either(x, y *feasible.Term) *feasible.Term {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return ts.Or(x, y)
}

// both returns that two terms hold.
func (ts terms) both(x, y *feasible.Term) *feasible.Term {
	if x == nil || y == nil {
		return nil
	}
	return ts.And(x, y)
}

// make is a switch over values, hence its length.
func (c *call) make(v ssa.Value) number {
	switch v := v.(type) {
	case *ssa.Const:
		return c.constantOf(v)
	case *ssa.Parameter:
		return c.part(v, nil, v.Type())
	case *ssa.Phi:
		if c.heads[v.Block()] || c.lost {
			break
		}
		return c.chosen(v.Block(), v.Type(), func(i int) number { return c.value(v.Edges[i]) }, v)
	case *ssa.BinOp:
		return c.binary(v)
	case *ssa.UnOp:
		return c.unary(v)
	case *ssa.Convert:
		return c.converted(v)
	case *ssa.ChangeType:
		return c.value(v.X)
	case *ssa.Field:
		return c.part(v.X, []int{v.Field}, v.Type())
	case *ssa.Call:
		if n, ok := c.called(v, 0); ok {
			return n
		}
	case *ssa.Extract:
		if of, ok := v.Tuple.(*ssa.Call); ok {
			if n, ok := c.called(of, v.Index); ok {
				return n
			}
		}
	}
	return c.variable(v, nil, v.Type())
}

// constantOf returns a constant: it owes nothing.
func (c *call) constantOf(v *ssa.Const) number {
	basic, ok := v.Type().Underlying().(*types.Basic)
	if !ok || v.Value == nil {
		return number{}
	}
	n := number{is: c.Bool(true), owes: c.Bool(true)}
	switch info := basic.Info(); {
	case info&types.IsBoolean != 0:
		n.t = c.Bool(constant.BoolVal(v.Value))
	case info&types.IsFloat != 0:
		x := v.Float64()
		if basic.Kind() == types.Float32 {
			x = float64(float32(x))
		}
		n.t, n.float = c.Int(feasible.Int64, place(x)), true
	case info&types.IsInteger != 0:
		typ := feasible.TypeNamed(types.Typ[basic.Kind()].Name())
		if typ == feasible.Invalid {
			return number{}
		}
		if info&types.IsUnsigned != 0 {
			n.t = c.Int(typ, int64(v.Uint64()))
		} else {
			n.t = c.Int(typ, v.Int64())
		}
	default:
		return number{}
	}
	return n
}

// zero returns the zero value of a type.
func (c *call) zero(t types.Type) number {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return number{}
	}
	switch info := basic.Info(); {
	case info&types.IsBoolean != 0:
		return c.constantOf(ssa.NewConst(constant.MakeBool(false), t))
	case info&(types.IsInteger|types.IsFloat) != 0:
		return c.constantOf(ssa.NewConst(constant.MakeInt64(0), t))
	}
	return number{}
}

// chosen returns the value that the way to a block chooses; v is its value if that is not known.
func (c *call) chosen(b *ssa.BasicBlock, t types.Type, of func(i int) number, v ssa.Value) number {
	var out number
	for i := range b.Preds {
		if c.isBack(b.Preds[i], b) {
			continue
		}
		n := of(i)
		if n.t == nil {
			return c.variable(v, nil, t)
		}
		if out.t == nil {
			out = n
			continue
		}
		out = c.choice(c.way(i, b), n, out)
	}
	if out.t == nil {
		return c.variable(v, nil, t)
	}
	return out
}

// choice returns x if a condition holds, else y.
func (c *call) choice(cond *feasible.Term, x, y number) number {
	limit := c.limitOf(&x, &y)
	out := number{t: c.Op(feasible.If, cond, x.t, y.t), float: x.float, limit: limit}
	no := c.Bool(false)
	orNo := func(t *feasible.Term) *feasible.Term {
		if t == nil {
			return no
		}
		return t
	}
	if x.nan != nil || y.nan != nil {
		out.nan = c.Op(feasible.If, cond, orNo(x.nan), orNo(y.nan))
	}
	out.is = c.Op(feasible.If, cond, orNo(x.is), orNo(y.is))
	if out.owes = c.Op(feasible.If, cond, orNo(x.owes), orNo(y.owes)); out.owes == no {
		out.owes = nil
	}
	return out
}

// operations are the operations of Go that terms have.
var operations = map[token.Token]feasible.Op{
	token.ADD: feasible.Add, token.SUB: feasible.Sub, token.MUL: feasible.Mul, token.QUO: feasible.Div, token.REM: feasible.Rem,
	token.AND: feasible.BitAnd, token.OR: feasible.BitOr, token.XOR: feasible.BitXor, token.SHL: feasible.Shl, token.SHR: feasible.Shr,
}

// binary: what is computed is another number, which owes what all that it is computed of owes.
func (c *call) binary(v *ssa.BinOp) number {
	x, y := c.value(v.X), c.value(v.Y)
	if word, compares := comparisons[v.Op]; compares {
		return c.comparison(v, word, x, y)
	}
	out := number{owes: c.both(x.owes, y.owes)}
	op, known := operations[v.Op]
	isInteger := func(n number) bool { return n.t != nil && !n.float && n.t.Type().IsInteger() }
	switch {
	case !known || !isInteger(x) || !isInteger(y):
		known = v.Op == token.AND_NOT && isInteger(x) && isInteger(y)
		if known {
			out.t = c.Op(feasible.BitAnd, x.t, c.Op(feasible.BitXor, y.t, c.Int(y.t.Type(), -1)))
		}
	case (op == feasible.Div || op == feasible.Rem) && !y.t.IsConst():
		known = false
	case op != feasible.Shl && op != feasible.Shr && x.t.Type() != y.t.Type():
		known = false
	default:
		out.t = c.Op(op, x.t, y.t)
	}
	if !known {
		other := c.variable(v, nil, v.Type())
		out.t, out.float, out.nan = other.t, other.float, other.nan
	}
	return out
}

// comparison returns the truth value of a comparison.
func (c *call) comparison(v *ssa.BinOp, word string, x, y number) number {
	switch {
	case x.t == nil || y.t == nil || x.float != y.float || x.t.Type() != y.t.Type():
		return c.alike(v, word)
	case x.t.Type() == feasible.Bool:
		return number{t: c.compare(word, x.t, y.t)}
	}
	t := c.compare(word, x.t, y.t)
	for _, nan := range []*feasible.Term{x.nan, y.nan} {
		switch {
		case nan == nil:
		case word == "!=":
			t = c.Or(nan, t)
		default:
			t = c.And(c.Not(nan), t)
		}
	}
	return number{t: t}
}

// alike returns whether two values of which nothing more is known are equal: the same two are each
// time, as in err == nil and kind == "refund".
func (c *call) alike(v *ssa.BinOp, word string) number {
	if word != "==" && word != "!=" {
		return c.variable(v, nil, v.Type())
	}
	x, y := v.X, v.Y
	if _, first := x.(*ssa.Const); first {
		x, y = y, x
	}
	to, isConst := y.(*ssa.Const)
	if !isConst {
		return c.variable(v, nil, v.Type())
	}
	var t *feasible.Term
	if to.Value == nil {
		t = c.isNil(x, nil)
	} else {
		t = c.question(x, "== "+to.Value.ExactString())
	}
	if word == "!=" {
		t = c.Not(t)
	}
	return number{t: t}
}

// question returns the variable for whether something is so of a value: the same for two that read one
// place.
func (c *call) question(v ssa.Value, truth string) *feasible.Term {
	of := origin{value: v}
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op == token.MUL {
			base, fields := within(x.X)
			return c.questionAt(spot{base, fields, x, x.Type()}, truth)
		}
	case *ssa.Parameter:
		if c.parent != nil {
			return c.parent.question(c.argument(x), truth)
		}
	case *ssa.Field:
		of = origin{value: x.X, fields: []int{x.Field}}
	}
	of.truth = truth
	return c.unknown(of, feasible.Bool).t
}

func (c *call) questionAt(p spot, truth string) *feasible.Term {
	of, given := c.placed(p)
	if given != nil {
		return c.parent.questionAt(*given, truth)
	}
	of.truth = truth
	return c.unknown(of, feasible.Bool).t
}

func (c *call) unary(v *ssa.UnOp) number {
	x := number{}
	if v.Op != token.MUL && v.Op != token.ARROW {
		x = c.value(v.X)
	}
	switch {
	case v.Op == token.MUL:
		return c.load(v)
	case v.Op == token.NOT && x.t != nil:
		return number{t: c.Not(x.t)}
	case v.Op == token.SUB && x.t != nil && x.t.Type().IsInteger():
		// Floats have a place each, and the opposite of a float has the opposite one.
		n := number{t: c.Op(feasible.Sub, c.Int(x.t.Type(), 0), x.t), float: x.float, nan: x.nan}
		return c.as(n, x)
	case v.Op == token.XOR && x.t != nil && !x.float:
		return number{t: c.Op(feasible.BitXor, x.t, c.Int(x.t.Type(), -1)), owes: x.owes}
	}
	return c.variable(v, nil, v.Type())
}

// converted: a number in another type is the same number still, whatever that makes of it.
func (c *call) converted(v *ssa.Convert) number {
	x := c.value(v.X)
	if x.t == nil || x.t.Type() == feasible.Bool {
		return c.variable(v, nil, v.Type())
	}
	n := c.variable(v, nil, v.Type())
	switch {
	case n.t == nil:
	case !x.float && !n.float:
		n.t = c.Convert(x.t, n.t.Type())
	case x.float && n.float && (width(v.Type()) == 64 || width(v.X.Type()) == 32):
		n.t, n.nan = x.t, x.nan
	case !x.float && n.float && width(v.Type()) == 64:
		if t, ok := c.exactly(x); ok {
			n.t, n.nan = t, nil
		}
	}
	return c.as(n, x)
}

// exactly returns the place of an integer as a float, if that is constant.
func (c *call) exactly(x number) (*feasible.Term, bool) {
	if !x.t.IsConst() {
		return nil, false
	}
	v := feasible.Model{}.Eval(x.t).Int64()
	if v > 1<<53 || v < -1<<53 {
		return nil, false
	}
	return c.Int(feasible.Int64, place(float64(v))), true
}

func width(t types.Type) int {
	if basic, ok := t.Underlying().(*types.Basic); ok && basic.Kind() == types.Float32 {
		return 32
	}
	return 64
}
