package interp

// This file says of a condition what workflows say of it: which evaluation it is, and
// what it asks. Both are facts that proofs may rely on, so where it is not sure that two
// values are one, they are two.

import (
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// asked is what workflows say of a condition.
type asked struct {
	eval graph.EvalID // 0 if it may stand for several evaluations
	expr *graph.Expr
}

// ids numbers values.
type ids map[idKey]int

// idKey is a value at a moment. What cannot change in the meantime is the same at every
// moment.
type idKey struct {
	v      any // see weakly
	moment int
	typ    string
}

// number returns the number of a value of a type, and gives it one if it has none: 0
// while what happens may happen several times, as in a round of a loop.
func (m *Machine) number(n ids, v Value, typ string) int {
	if !hasIdentity(v) {
		return 0
	}
	key := idKey{weakly(v), 0, typ}
	switch lasting, known := m.lasts(v); {
	case !known:
		return 0
	case !lasting:
		key.moment = m.moment
	}
	id, ok := n[key]
	if !ok {
		if m.many == 0 {
			id = len(n) + 1
		}
		n[key] = id
	}
	return id
}

// lasts reports whether a value that is not known cannot change while the program runs. What
// is read from elsewhere can; then known says whether it is at least known that the value is
// one wherever it was read while one function runs.
func (m *Machine) lasts(v Value) (lasting, known bool) {
	u, _ := v.(*Unknown)
	read, ok := u.stateRead()
	switch {
	case !ok:
		_, fromMemory := m.memory.reads[readKey{weakly(v), m.moment}]
		return !fromMemory, m.steady(v)
	case read.of == nil || m.written[read.Key]:
		return false, false
	}
	lasting = read.within() && !m.memory.kept[weakly(read.of)]
	for at := u; at != nil; at = read.of {
		if read, _ = at.stateRead(); m.memory.shared[weakly(at)] || !lasting && !(m.steady(at) && m.alike(at)) {
			return false, false
		}
	}
	return lasting, true
}

// stateRead returns what u was read from.
func (u *Unknown) stateRead() (read StateRead, ok bool) {
	if u != nil {
		read, ok = u.Origin.(StateRead)
	}
	return read, ok
}

// within reports whether r is a field of a struct that is passed by value.
func (r StateRead) within() bool {
	p, ok := r.of.Origin.(Parameter)
	return ok && p.Type != "" && strings.HasPrefix(r.Key, p.Type+".")
}

// ask returns what workflows say of a condition.
func (m *Machine) ask(v Value) *asked {
	a := &asked{expr: m.expr(v, "bool", 0)}
	a.eval = graph.EvalID(m.number(m.evals, v, ""))
	if a.eval == 0 && m.many == 0 { // another evaluation than all others
		m.evals[idKey{v: a}] = len(m.evals) + 1
		a.eval = graph.EvalID(len(m.evals))
	}
	return a
}

// maxExpr is how deep expressions are.
const maxExpr = 8

// expr returns the expression of a value of a basic type, "" for other types.
func (m *Machine) expr(v Value, typ string, depth int) *graph.Expr {
	e := &graph.Expr{Type: typ}
	switch x := v.(type) {
	case Const:
		if text, ok := constText(x.V, typ); ok {
			e.Op, e.Text = graph.ExprConst, text
		}
		return e
	case Nil:
		e.Op, e.Text = graph.ExprConst, "nil"
		return e
	case *Unknown:
		if c, ok := x.Origin.(*Comparison); ok && m.steady(x) {
			if out := m.compared(c, depth); out != nil {
				return out
			}
		}
		m.source(e, x, depth)
	case *OneOf:
		if out := m.compared(x.compared, depth); out != nil && m.steady(x) {
			return out
		}
	}
	e.Value = graph.ValueID(m.number(m.values, v, typ))
	return e
}

// source says what an unknown value is that is not computed from others.
func (m *Machine) source(e *graph.Expr, u *Unknown, depth int) {
	switch o := u.Origin.(type) {
	case StateRead:
		if o.of != nil {
			e.Op, e.Name = graph.ExprState, o.Key
		}
	case Parameter:
		if o.Name != "" && o.Name != "_" {
			e.Op, e.Name, e.Func = graph.ExprParam, o.Name, o.Func
		}
	case Length:
		if o.least == 0 && depth < maxExpr {
			e.Op, e.Args = graph.ExprLen, []*graph.Expr{m.expr(o.of, "", depth+1)}
		}
	}
}

// exprOps are the operators that expressions have.
var exprOps = map[string]graph.ExprOp{
	"==": graph.ExprEqual, "!=": graph.ExprNotEqual, "<": graph.ExprLess, "<=": graph.ExprLessEqual,
	">": graph.ExprGreater, ">=": graph.ExprGreaterEqual,
}

// compared returns the expression of a comparison, nil if it is not known what it
// compares.
func (m *Machine) compared(c *Comparison, depth int) *graph.Expr {
	if c == nil || c.expr == nil || depth >= maxExpr {
		return nil
	}
	if c.expr.op == "!" {
		return &graph.Expr{Op: graph.ExprNot, Type: "bool", Args: []*graph.Expr{m.expr(c.expr.x, "bool", depth+1)}}
	}
	x, y := m.expr(c.expr.x, c.expr.typ, depth+1), m.expr(c.expr.y, c.expr.typ, depth+1)
	return &graph.Expr{Op: exprOps[c.expr.op], Type: "bool", Args: []*graph.Expr{x, y}}
}

// compares notes on the result of a comparison what it compares. The operator is one of a
// basic type, or of another if typ is "".
func compares(result Value, op, typ string, x, y Value) Value {
	if _, ok := exprOps[op]; !ok {
		return result
	}
	expr := &comparison{op, typ, operand(x, typ), operand(y, typ)}
	switch r := result.(type) {
	case *Unknown:
		if _, isRound := r.Origin.(RoundCheck); !isRound {
			r.Origin = &Comparison{expr: expr, eq: r.equals(), given: r.given()}
		}
	case *OneOf:
		c := &Comparison{expr: expr}
		if r.compared != nil {
			c.eq = r.compared.eq
		}
		r.compared = c
	}
	return result
}

// operand returns what an operand of a comparison is, nil if an expression cannot say it:
// values of interfaces are equal if their types are, too.
func operand(v Value, typ string) Value {
	if typ == "" && nilness(Unwrap(v)) != isNil && !hasIdentity(v) {
		return nil
	}
	return v
}

// constText returns a constant as Go writes it; ok is false if it is none of the type.
func constText(v constant.Value, typ string) (text string, ok bool) {
	t, _ := types.Universe.Lookup(typ).(*types.TypeName)
	if t == nil {
		return "", false
	}
	b, _ := t.Type().(*types.Basic)
	switch {
	case b == nil:
		return "", false
	case b.Info()&types.IsFloat != 0:
		f, _ := constant.Float64Val(constant.ToFloat(v))
		bits := 64
		if b.Kind() == types.Float32 {
			bits = 32
		}
		return strconv.FormatFloat(f, 'g', -1, bits), constant.ToFloat(v).Kind() == constant.Float
	case b.Info()&types.IsInteger != 0:
		v = constant.ToInt(v)
		return v.ExactString(), v.Kind() == constant.Int && fits(v, b.Kind())
	case b.Info()&types.IsString != 0 && v.Kind() == constant.String, b.Info()&types.IsBoolean != 0 && v.Kind() == constant.Bool:
		return v.ExactString(), true
	}
	return "", false
}

// sizes are the sizes of the integer types, in bits; int and its kin have 64.
var sizes = map[types.BasicKind]uint{types.Int8: 8, types.Int16: 16, types.Int32: 32, types.Uint8: 8, types.Uint16: 16, types.Uint32: 32}

// fits reports whether a whole number is one of an integer type.
func fits(v constant.Value, kind types.BasicKind) bool {
	bits, ok := sizes[kind]
	if !ok {
		bits = 64
	}
	if types.Typ[kind].Info()&types.IsUnsigned != 0 {
		return constant.Sign(v) >= 0 && constant.BitLen(v) <= int(bits)
	}
	if constant.Sign(v) < 0 { // the least has one bit more than the greatest
		v = constant.BinaryOp(constant.UnaryOp(tokens["-"], v, 0), tokens["-"], constant.MakeInt64(1))
	}
	return constant.BitLen(v) < int(bits)
}
