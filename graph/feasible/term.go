package feasible

// This file makes terms. Each is made once, so that two that are equal are identical;
// what is constant is worked out as it is made.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Op is what a term does with its operands.
type Op uint8

const (
	opConst Op = iota
	opVar

	Not // of Bool
	And // of any number of Bools
	Or
	If // its second operand if the first holds, else the third

	Equal // of two operands of one type; so on
	Less
	LessEqual

	// Arithmetic is that of Go: it wraps around. Where Go panics, because it divides by
	// zero, the result is zero: who makes terms of code has to say that it goes no
	// further there.
	Add
	Sub
	Mul
	Div
	Rem
	BitAnd
	BitOr
	BitXor
	// The count of a shift has an integer type of its own. One that is negative, of
	// which Go panics, shifts everything out.
	Shl
	Shr

	Convert // an integer to another type of integers

	Len       // the length of a String, an Int64
	HasPrefix // whether the first operand begins with the second, which is constant
)

var opNames = []string{"const", "var", "!", "&&", "||", "if", "==", "<", "<=", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "convert", "len", "hasPrefix"}

func (op Op) String() string { return opNames[op] }

// arithmetic reports whether op makes one integer of two.
func (op Op) arithmetic() bool { return Add <= op && op <= Shr }

// A Term is an expression over variables. Terms of different Terms do not mix.
type Term struct {
	op   Op
	typ  Type
	args []*Term
	bits uint64 // of a constant that is no String
	text string // of a constant String; the name of a variable
	id   int    // from 0, in the order in which terms were made
}

// Type returns the type of t.
func (t *Term) Type() Type { return t.typ }

// IsConst reports whether t is a constant.
func (t *Term) IsConst() bool { return t.op == opConst }

// value returns the value of a constant.
func (t *Term) value() Value { return Value{t.typ, t.bits, t.text} }

// String returns t as Go would write it, more or less.
func (t *Term) String() string {
	switch {
	case t.op == opConst:
		return t.value().String()
	case t.op == opVar:
		return t.text
	case t.op == Not:
		return "!" + t.args[0].String()
	case t.op == Convert:
		return t.typ.String() + "(" + t.args[0].String() + ")"
	}
	parts := make([]string, len(t.args))
	for i, a := range t.args {
		parts[i] = a.String()
	}
	if t.op == If || t.op >= Len {
		return t.op.String() + "(" + strings.Join(parts, ", ") + ")"
	}
	return "(" + strings.Join(parts, " "+t.op.String()+" ") + ")"
}

// Terms makes terms.
type Terms struct {
	all map[string]*Term // by key
	key []byte           // scratch
}

// NewTerms returns a maker of terms.
func NewTerms() *Terms { return &Terms{all: make(map[string]*Term)} }

// intern returns the term with these parts.
func (ts *Terms) intern(t Term) *Term {
	k := append(ts.key[:0], byte(t.op), byte(t.typ))
	for _, a := range t.args {
		k = strconv.AppendInt(append(k, ','), int64(a.id), 36)
	}
	k = strconv.AppendUint(append(k, '#'), t.bits, 36)
	k = append(append(k, '#'), t.text...)
	ts.key = k
	if old, ok := ts.all[string(k)]; ok {
		return old
	}
	t.id = len(ts.all)
	ts.all[string(k)] = &t
	return &t
}

// Var returns the variable with a name and a type.
func (ts *Terms) Var(name string, typ Type) *Term {
	return ts.intern(Term{op: opVar, typ: typ, text: name})
}

// Const returns the term for a value.
func (ts *Terms) Const(v Value) *Term {
	return ts.intern(Term{op: opConst, typ: v.typ, bits: v.bits, text: v.text})
}

// Bool returns the term for a truth value.
func (ts *Terms) Bool(b bool) *Term { return ts.Const(BoolOf(b)) }

// Int returns the term for an integer of a type, which wraps around.
func (ts *Terms) Int(typ Type, x int64) *Term { return ts.Const(IntOf(typ, x)) }

// Text returns the term for a text.
func (ts *Terms) Text(s string) *Term { return ts.Const(TextOf(s)) }

// Not returns what holds where x does not.
func (ts *Terms) Not(x *Term) *Term { return ts.Op(Not, x) }

// And returns what holds where all of list do.
func (ts *Terms) And(list ...*Term) *Term { return ts.Op(And, list...) }

// Or returns what holds where one of list does.
func (ts *Terms) Or(list ...*Term) *Term { return ts.Op(Or, list...) }

// Convert returns x in another type of integers.
func (ts *Terms) Convert(x *Term, typ Type) *Term {
	if !x.typ.IsInteger() || !typ.IsInteger() {
		panic(fmt.Sprintf("feasible: internal error: %v as %v", x.typ, typ))
	}
	if x.typ == typ {
		return x
	}
	return ts.make(Convert, typ, []*Term{x})
}

// Op returns what an operation makes of its operands, which have the types that it asks
// for. It panics with others: that is a mistake of whoever makes terms.
func (ts *Terms) Op(op Op, args ...*Term) *Term {
	typ := resultType(op, args)
	if typ == Invalid {
		panic(fmt.Sprintf("feasible: internal error: %v of %v", op, args))
	}
	switch op {
	case And, Or:
		return ts.joined(op, args)
	case Not:
		if args[0].op == Not {
			return args[0].args[0]
		}
	case If:
		if args[1] == args[2] {
			return args[1]
		}
		if args[0].IsConst() {
			return args[2-args[0].bits]
		}
	case Equal, LessEqual:
		if args[0] == args[1] {
			return ts.Bool(true)
		}
	case Less:
		if args[0] == args[1] {
			return ts.Bool(false)
		}
	}
	if (op == Equal || op == Add || op == Mul) && args[0].id > args[1].id {
		args = []*Term{args[1], args[0]}
	}
	return ts.make(op, typ, slices.Clone(args))
}

// make returns a term, worked out if its operands are constant.
func (ts *Terms) make(op Op, typ Type, args []*Term) *Term {
	for _, a := range args {
		if !a.IsConst() {
			return ts.intern(Term{op: op, typ: typ, args: args})
		}
	}
	values := make([]Value, len(args))
	for i, a := range args {
		values[i] = a.value()
	}
	return ts.Const(apply(op, typ, values))
}

// joined returns list joined by And or Or, without what says nothing.
func (ts *Terms) joined(op Op, list []*Term) *Term {
	neutral := ts.Bool(op == And)
	opposite := ts.Bool(op == Or)
	var kept []*Term
	seen := make(map[*Term]bool)
	var add func(x *Term) (decided bool)
	add = func(x *Term) bool {
		switch {
		case x.op == op:
			return slices.ContainsFunc(x.args, add)
		case x == opposite || seen[ts.Not(x)]:
			return true
		case x != neutral && !seen[x]:
			seen[x] = true
			kept = append(kept, x)
		}
		return false
	}
	if slices.ContainsFunc(list, add) {
		return opposite
	}
	switch len(kept) {
	case 0:
		return neutral
	case 1:
		return kept[0]
	}
	slices.SortFunc(kept, func(a, b *Term) int { return a.id - b.id })
	return ts.intern(Term{op: op, typ: Bool, args: kept})
}

// resultType returns the type of what an operation makes, Invalid if the operands do not
// fit.
func resultType(op Op, args []*Term) Type {
	types := make([]Type, len(args))
	for i, a := range args {
		types[i] = a.typ
	}
	two := len(types) == 2 && types[0] == types[1]
	switch {
	case op == And || op == Or, op == Not && len(types) == 1:
		if !slices.ContainsFunc(types, func(t Type) bool { return t != Bool }) {
			return Bool
		}
	case op == If && len(types) == 3 && types[0] == Bool && types[1] == types[2] && types[1] != String:
		return types[1]
	case op == Equal && two, (op == Less || op == LessEqual) && two && types[0].IsInteger():
		return Bool
	case (op == Shl || op == Shr) && len(types) == 2 && types[0].IsInteger() && types[1].IsInteger():
		return types[0]
	case op.arithmetic() && op < Shl && two && types[0].IsInteger():
		return types[0]
	case op == Len && len(types) == 1 && types[0] == String && isText(args[0]):
		return Int64
	case op == HasPrefix && two && types[0] == String && isText(args[0]) && args[1].IsConst():
		return Bool
	}
	return Invalid
}

// isText reports whether x is a variable or a constant: no other String is made.
func isText(x *Term) bool { return x.op == opVar || x.op == opConst }

// Replace returns t with other terms, of the same types, in place of some variables.
func (ts *Terms) Replace(t *Term, with map[*Term]*Term) *Term {
	done := make(map[*Term]*Term)
	var replaced func(t *Term) *Term
	replaced = func(t *Term) *Term {
		if other, ok := with[t]; ok {
			return other
		}
		if len(t.args) == 0 {
			return t
		}
		if other, ok := done[t]; ok {
			return other
		}
		args := make([]*Term, len(t.args))
		for i, a := range t.args {
			args[i] = replaced(a)
		}
		if t.op == Convert {
			done[t] = ts.Convert(args[0], t.typ)
		} else {
			done[t] = ts.Op(t.op, args...)
		}
		return done[t]
	}
	return replaced(t)
}

// Vars returns the variables of some terms, in the order in which they were made.
func Vars(terms ...*Term) []*Term {
	var out []*Term
	each(terms, func(t *Term) {
		if t.op == opVar {
			out = append(out, t)
		}
	})
	slices.SortFunc(out, func(a, b *Term) int { return a.id - b.id })
	return out
}

// each calls f for some terms and all that they are made of, each of them once, a term before its operands.
func each(terms []*Term, f func(*Term)) {
	seen := make(map[*Term]bool)
	var visit func(t *Term)
	visit = func(t *Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		f(t)
		for _, a := range t.args {
			visit(a)
		}
	}
	for _, t := range terms {
		visit(t)
	}
}
