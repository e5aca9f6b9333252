package interp

// This file runs single instructions.

import (
	"fmt"
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// instr runs one instruction that does not end its block. It reports whether
// control goes on. The function is one switch over the operations.
func (m *Machine) instr(fr *frame, in *recipe.Instr) bool {
	arg := func(i int) Value { return m.get(fr, in.Args[i]) }
	set := func(v Value) {
		if in.Dst >= 0 {
			m.trail.setReg(fr, in.Dst, v)
		}
	}
	pos := func() graph.Pos { return fr.fn.PosOf(in) }
	if in.Line > 0 {
		m.at = pos()
	}
	switch in.Op {
	case recipe.OpAlloc:
		born := m.trail.birth()
		c := &Cell{v: zeroCell(in, born), born: born}
		if s, ok := c.v.(*Struct); ok {
			m.literal(s, c, pos())
		}
		set(Ptr{c})
	case recipe.OpBinary:
		x, y := arg(0), arg(1)
		is := compares(binary(in.Sym, x, y, pos()), in.Sym, in.Type, x, y)
		m.noteCompared(is)
		set(is)
	case recipe.OpNilCheck:
		set(m.errorCheck(arg(0), in.Sym, pos()))
	case recipe.OpUnary:
		if in.Sym == "<-" {
			m.somethingHappens()
			v, ok := m.receive(arg(0), pos())
			if in.Res != "" {
				v = Tuple{v, ok}
			}
			set(v)
			break
		}
		set(unary(in, arg(0), pos()))
	case recipe.OpLoad:
		set(m.load(arg(0), in.Shape, in.Type, pos()))
	case recipe.OpStore:
		m.store(arg(0), arg(1))
	case recipe.OpField:
		set(m.load(m.fieldAddr(arg(0), in, pos()), in.Shape, "", pos()))
	case recipe.OpFieldAddr:
		set(m.fieldAddr(arg(0), in, pos()))
	case recipe.OpIndex:
		set(m.load(m.indexAddr(arg(0), arg(1), pos()), in.Shape, "", pos()))
	case recipe.OpIndexAddr:
		set(m.indexAddr(arg(0), arg(1), pos()))
	case recipe.OpLookup:
		set(m.lookup(in, arg(0), arg(1), pos()))
	case recipe.OpMapUpdate:
		m.mapUpdate(arg(0), arg(1), arg(2), nil, pos())
	case recipe.OpSlice:
		set(m.slice(fr, in, pos()))
	case recipe.OpMakeSlice:
		set(makeSlice(arg(0), m.trail.birth(), pos()))
	case recipe.OpMakeMap:
		set(&Map{born: m.trail.birth()})
	case recipe.OpMakeChan:
		set(newChannel(m.trail.birth()))
	case recipe.OpClosure:
		f := FuncValue{ID: in.Sym, Row: in.Row, Bindings: m.all(fr, in.Args)}
		m.keep(f)
		set(f)
	case recipe.OpInterface:
		typ := in.Type
		if typ == "" && in.Sym != "" {
			typ = m.typeArg(in.Sym)
		}
		set(toInterface(typ, arg(0)))
	case recipe.OpAssert:
		if typ := m.typeArg(in.Type); typ != "" && in.Sym == "open" {
			to := *in
			to.Type, in = typ, &to
		}
		set(assert(in, arg(0), pos()))
	case recipe.OpConvert:
		set(convert(in, arg(0), pos()))
	case recipe.OpExtract:
		set(extract(arg(0), int(in.Args[1]), pos()))
	case recipe.OpCall, recipe.OpCallValue, recipe.OpInvoke, recipe.OpBuiltin:
		v, ok := m.call(fr, in, in.Op, m.all(fr, in.Args))
		if !ok {
			return false
		}
		m.declined(fr, in, v)
		set(v)
	case recipe.OpGo:
		for _, v := range m.all(fr, in.Args) {
			m.keep(v)
		}
		m.somethingHappens()
		if m.awaited(fr, in) {
			m.call(fr, in, in.Call, m.all(fr, in.Args))
			break
		}
		m.rec.spawned(func() { m.maybe(func() { m.call(fr, in, in.Call, m.all(fr, in.Args)) }) })
	case recipe.OpDefer:
		fr.defers = append(fr.defers, deferred{in, m.all(fr, in.Args)})
	case recipe.OpRunDefers:
		for i := len(fr.defers) - 1; i >= 0; i-- {
			m.runDeferred(fr, fr.defers[i])
		}
	case recipe.OpRange:
		set(m.newIterator(arg(0), pos()))
	case recipe.OpNext:
		set(m.next(arg(0), pos()))
	case recipe.OpSend:
		m.somethingHappens()
		m.send(arg(0), arg(1), pos())
	case recipe.OpSelect:
		m.somethingHappens()
		for _, v := range m.all(fr, in.Args) {
			m.send(Nil{}, v, pos()) // perhaps; nobody is known to receive it
		}
		set(&Unknown{Reason: reason.Of(reason.Channel), Pos: pos()})
	default:
		panic(fmt.Sprintf("extract: internal error: operation %d", in.Op))
	}
	return true
}

// runDeferred makes a deferred call.
func (m *Machine) runDeferred(fr *frame, d deferred) {
	around := m.cleaning
	receiver := 0
	if d.in.Call != recipe.OpCall || strings.HasPrefix(d.in.Sym, "(") {
		receiver = 1 // or the function value
	}
	if m.cleaning = 0; len(d.args) == receiver {
		m.cleaning = len(m.stack)
	}
	m.call(fr, d.in, d.in.Call, d.args)
	m.cleaning = around
}

func (m *Machine) all(fr *frame, args []recipe.Operand) []Value {
	out := make([]Value, len(args))
	for i, a := range args {
		if a == recipe.NoOperand {
			continue
		}
		out[i] = m.get(fr, a)
	}
	return out
}

// zeroCell returns what a new variable holds.
func zeroCell(in *recipe.Instr, born *birth) Value {
	if in.Shape == recipe.ShapeArray {
		if n := arrayLen(in.Type); n >= 0 {
			a := &Array{Elems: make([]*Cell, n)}
			for i := range a.Elems {
				a.Elems[i] = &Cell{born: born}
			}
			return a
		}
		return &Unknown{Reason: reason.Of(reason.LargeArray)}
	}
	v := zero(in.Shape, in.Type)
	if s, ok := v.(*Struct); ok {
		s.born = born
	}
	return v
}

// arrayLen reads the length of an array type, -1 if it is absurdly long.
func arrayLen(typ string) int {
	n := 0
	if _, err := fmt.Sscanf(typ, "[%d]", &n); err != nil || n > 4096 {
		return -1
	}
	return n
}

func toInterface(typ string, v Value) Value {
	switch x := v.(type) {
	case Iface:
		return x
	case *OneOf:
		out := &OneOf{}
		for _, a := range x.Alts {
			out.Alts = append(out.Alts, Alt{toInterface(typ, a.V), a.Guard})
		}
		return out
	case *Unknown:
		return x // its dynamic type is of no use without a value
	}
	return Iface{typ, v}
}

func binary(op string, a, b Value, pos graph.Pos) Value {
	if op == "==" || op == "!=" {
		if eq, known := equalIfaces(a, b); known {
			return boolConst(eq == (op == "=="))
		}
	}
	a, b = Unwrap(a), Unwrap(b)
	x, xok := a.(Const)
	y, yok := b.(Const)
	if xok && yok {
		return constBinary(op, x.V, y.V, pos)
	}
	if o, ok := a.(*OneOf); ok {
		return withSides(op, o, b, overAlts(o, func(v Value) Value { return binary(op, v, b, pos) }))
	}
	if o, ok := b.(*OneOf); ok {
		return withSides(op, o, a, overAlts(o, func(v Value) Value { return binary(op, a, v, pos) }))
	}
	if n, ok := b.(*Unknown); ok && op == "<" {
		length, _ := originOf[Length](n)
		if i, ok := AsInt(a); ok && i < length.least {
			return boolConst(true)
		}
		if r := roundOf(a, length.list); r != nil {
			u := derived(pos, n)
			u.Origin = RoundCheck{r}
			return u
		}
	}
	if op == "==" || op == "!=" {
		if eq, known := equal(a, b); known {
			return boolConst(eq == (op == "=="))
		}
		c := &Comparison{}
		if nilness(a) == isNil || nilness(b) == isNil {
			c.given = givenTrue
			if op == "==" {
				c.given = givenFalse
			}
		}
		if ux, ok := a.(*Unknown); ok && (yok || nilness(b) == isNil) {
			c.eq = &equality{u: ux, c: b, neg: op == "!="}
		} else if uy, ok := b.(*Unknown); ok && (xok || nilness(a) == isNil) {
			c.eq = &equality{u: uy, c: a, neg: op == "!="}
		}
		return &Unknown{Reason: reason.Of(reason.ComparesUnknown), Pos: pos, Row: derived(pos, a, b).Row, Origin: c}
	}
	return derived(pos, a, b)
}

// withSides returns result, which is that of a comparison of o with v, and notes, where v
// is nil or a constant, what o is on the two sides.
func withSides(op string, o *OneOf, v, result Value) Value {
	if _, constant := v.(Const); op != "==" && op != "!=" || !constant && nilness(v) != isNil {
		return result
	}
	var rest []Alt
	for _, a := range o.Alts {
		if !same(Unwrap(a.V), v) {
			rest = append(rest, a)
		}
	}
	eq := &equality{u: o, c: v, neg: op == "!="}
	switch {
	case len(rest) == 1:
		eq.not = rest[0].V
	case len(rest) > 0:
		eq.not = &OneOf{Alts: rest}
	}
	switch x := result.(type) {
	case *Unknown:
		x.Origin = &Comparison{eq: eq, given: x.given()}
	case *OneOf:
		x.compared = &Comparison{eq: eq}
	}
	return result
}

// derived returns an unknown value that is computed from others.
func derived(pos graph.Pos, from ...Value) *Unknown {
	for _, v := range from {
		if u, ok := Unwrap(v).(*Unknown); ok {
			return &Unknown{Reason: u.Reason, Pos: u.Pos, Param: u.Param, Row: u.Row}
		}
	}
	return &Unknown{Reason: reason.Of(reason.OfUnknown), Pos: pos}
}

// overAlts returns what f makes of o, alternative by alternative.
func overAlts(o *OneOf, f func(Value) Value) Value {
	var out union
	for i, a := range o.Alts {
		if v := guarded(f(a.V), a.Guard); i == 0 {
			out = unionOf(v)
		} else {
			out.add(v)
		}
	}
	return out.value()
}

func constBinary(op string, a, b constant.Value, pos graph.Pos) Value {
	unknown := &Unknown{Reason: reason.Of(reason.Arithmetic), Pos: pos}
	if a.Kind() == constant.Unknown || b.Kind() == constant.Unknown {
		return unknown
	}
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		if a.Kind() != b.Kind() && (a.Kind() == constant.String || b.Kind() == constant.String) {
			return boolConst(op == "!=")
		}
		return boolConst(constant.Compare(a, tokens[op], b))
	case "+", "-", "*":
		if a.Kind() == constant.String && op != "+" {
			return unknown
		}
		return whole(constant.BinaryOp(a, tokens[op], b), unknown)
	case "/", "%":
		if constant.Sign(b) == 0 {
			return unknown
		}
		t := tokens[op]
		if op == "/" && a.Kind() == constant.Int && b.Kind() == constant.Int {
			t = token.QUO_ASSIGN // integer division
		}
		return Const{constant.BinaryOp(a, t, b)}
	case "<<", ">>":
		if n, ok := constant.Int64Val(b); ok && a.Kind() == constant.Int && 0 <= n && n < 64 {
			return whole(constant.Shift(a, tokens[op], uint(n)), unknown)
		}
	case "&", "|", "^", "&^":
		if a.Kind() == constant.Int && b.Kind() == constant.Int {
			return Const{constant.BinaryOp(a, tokens[op], b)}
		}
	}
	return unknown
}

// whole returns c, or unknown if c is an integer that no type holds.
func whole(c constant.Value, unknown *Unknown) Value {
	if _, exact := constant.Int64Val(constant.ToInt(c)); c.Kind() == constant.Int && !exact {
		return unknown
	}
	return Const{c}
}

var tokens = map[string]token.Token{
	"==": token.EQL, "!=": token.NEQ, "<": token.LSS, "<=": token.LEQ, ">": token.GTR, ">=": token.GEQ,
	"+": token.ADD, "-": token.SUB, "*": token.MUL, "/": token.QUO, "%": token.REM,
	"&": token.AND, "|": token.OR, "^": token.XOR, "&^": token.AND_NOT, "<<": token.SHL, ">>": token.SHR,
}

// equalIfaces compares a value of interface type with nil or with one of another
// dynamic type.
func equalIfaces(a, b Value) (eq, known bool) {
	i, iok := a.(Iface)
	j, jok := b.(Iface)
	switch {
	case iok && jok:
		return false, i.Type != j.Type && i.Type != "" && j.Type != ""
	case iok:
		return false, nilness(b) == isNil
	case jok:
		return false, nilness(a) == isNil
	}
	return false, false
}

// equal compares values of which at most one is a constant.
func equal(a, b Value) (eq, known bool) {
	switch a.(type) {
	case *Struct, *Array:
		if eq, known = equalValues(a, b); known {
			return eq, true
		}
	}
	an, bn := nilness(a), nilness(b)
	if an == isNil && bn == isNil {
		return true, true
	}
	if an == isNil && bn == notNil || an == notNil && bn == isNil {
		return false, true
	}
	if pa, ok := a.(Ptr); ok {
		if pb, ok := b.(Ptr); ok {
			return pa == pb, true
		}
	}
	if oa, ok := a.(*Object); ok {
		if ob, ok := b.(*Object); ok {
			return oa == ob, true
		}
	}
	return false, false
}

type nilState uint8

const (
	maybeNil nilState = iota
	isNil
	notNil
)

func nilness(v Value) nilState {
	switch v.(type) {
	case Nil:
		return isNil
	case Ptr, *Object, FuncValue, *Map, Part, *Struct:
		return notNil
	case Slice:
		return notNil
	}
	return maybeNil
}

// mayBeNil reports whether a value may be nil in some case.
func mayBeNil(v Value) bool {
	if o, ok := Unwrap(v).(*OneOf); ok {
		return slices.ContainsFunc(o.Alts, func(alt Alt) bool { return mayBeNil(alt.V) })
	}
	return nilness(Unwrap(v)) != notNil
}

// errorCheck compares an error with nil. Of the code that builds, agentvet reads
// the run in which building succeeds: there an error that is not known counts as
// nil. Of a function that is observed, and where only an error ends a loop, both ways are
// read.
func (m *Machine) errorCheck(v Value, op string, pos graph.Pos) Value {
	switch v.(type) {
	case *Unknown, *OneOf:
		if !isError(v) && (len(m.watch) > 0 || m.untilError()) {
			not := Value(someError())
			if u := m.mayInterrupt(v); u != nil {
				not = u // it stays what stops the run
			}
			return &Unknown{
				Reason: reason.Of(reason.MayFail), Pos: pos,
				Origin: &Comparison{
					expr: &comparison{op: op, x: v, y: Nil{}},
					eq:   &equality{u: v, c: Nil{}, not: not, neg: op == "!="},

					isError: true,
				},
			}
		}
	}
	return boolConst(isError(v) == (op == "!="))
}

func unary(in *recipe.Instr, v Value, pos graph.Pos) Value {
	switch x := Unwrap(v).(type) {
	case Const:
		switch {
		case in.Sym == "!" && x.V.Kind() == constant.Bool:
			return boolConst(!constant.BoolVal(x.V))
		case in.Sym == "-" && x.V.Kind() != constant.Unknown:
			return Const{constant.UnaryOp(token.SUB, x.V, 0)}
		}
	case *OneOf:
		not := overAlts(x, func(v Value) Value { return unary(in, v, pos) })
		if o, ok := not.(*OneOf); ok && in.Sym == "!" {
			o.compared = &Comparison{expr: &comparison{op: "!", x: x}}
			if x.compared != nil {
				o.compared.eq = x.compared.eq.opposite()
			}
		}
		return not
	case *Unknown:
		if in.Sym == "!" {
			eq := x.equals().opposite()
			if eq == nil {
				eq = &equality{u: x, c: boolConst(false), not: boolConst(true)}
			}
			return &Unknown{
				Reason: x.Reason, Pos: x.Pos, Param: x.Param, Row: x.Row,
				Origin: &Comparison{expr: &comparison{op: "!", x: x}, eq: eq, given: -x.given()},
			}
		}
	}
	return derived(pos, v)
}

func convert(in *recipe.Instr, v Value, pos graph.Pos) Value {
	switch in.Sym {
	case "opaque":
		if o, ok := v.(*OneOf); ok {
			return overAlts(o, func(v Value) Value { return convert(in, v, pos) })
		}
		u := derived(pos, v)
		if text, ok := AsString(v); ok {
			u.Origin = Bytes{text}
		}
		return u
	case "wrap":
		switch x := v.(type) {
		case *Unknown:
			return blurred(x)
		case *OneOf:
			return &OneOf{Alts: x.Alts}
		}
	case "array":
		if s, ok := v.(Slice); ok {
			return Ptr{&Cell{v: &Array{s.Elems}}}
		}
		return derived(pos, v)
	}
	return v
}

func extract(v Value, i int, pos graph.Pos) Value {
	switch x := v.(type) {
	case Tuple:
		if i < len(x) && x[i] != nil {
			return x[i]
		}
	case *OneOf:
		return overAlts(x, func(v Value) Value { return extract(v, i, pos) })
	}
	return derived(pos, v)
}

// assert runs a type assertion.
func assert(in *recipe.Instr, v Value, pos graph.Pos) Value {
	pair := func(v Value, ok Value) Value {
		if in.Res == "" {
			return v
		}
		return Tuple{v, ok}
	}
	unknown := func(u *Unknown) Value {
		x := &Unknown{Reason: u.Reason, Pos: u.Pos, Param: u.Param, Row: u.Row, Origin: stateLike(u), fields: u.fields}
		if _, ok := u.Origin.(StateRead); ok && in.Res == "" {
			x.Origin = u.Origin // what it holds: else the program fails
		}
		if c, ok := u.Origin.(CallResult); ok && c.given == 0 {
			x.Origin = c // the answer itself, or nothing
		}
		return pair(x, &Unknown{Reason: u.Reason, Pos: u.Pos, Param: u.Param, Row: u.Row})
	}
	switch x := v.(type) {
	case Iface:
		if in.Sym == "interface" {
			return pair(x, boolConst(true))
		}
		if x.Type == in.Type && x.Type != "" {
			return pair(x.V, boolConst(true))
		}
		if in.Sym == "open" || x.Type == "" {
			return pair(x.V, derived(pos))
		}
		return pair(zero(in.Shape, in.Type), boolConst(false))
	case Nil:
		return pair(zero(in.Shape, in.Type), boolConst(false))
	case *Object:
		return pair(x, boolConst(true))
	case *Unknown:
		return unknown(x)
	case *OneOf:
		return overAltsTuple(x, in.Res != "", func(v Value) Value { return assert(in, v, pos) })
	}
	return unknown(derived(pos, v))
}

// overAltsTuple is overAlts for operations with two results.
func overAltsTuple(o *OneOf, pair bool, f func(Value) Value) Value {
	if !pair {
		return overAlts(o, f)
	}
	var a, b Value
	for _, alt := range o.Alts {
		t, ok := f(alt.V).(Tuple)
		if !ok || len(t) != 2 {
			continue
		}
		a, b = joinGuarded(a, t[0], alt.Guard), joinGuarded(b, t[1], alt.Guard)
	}
	return Tuple{orZero(a), orZero(b)}
}
