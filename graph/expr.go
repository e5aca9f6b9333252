package graph

// This file defines the expressions of conditions: what a condition of the program
// asks, as far as the interpreter of its code understands it.

import (
	"slices"
	"strconv"
)

// An Expr is a condition, or an operand of one. It says exactly what the Go expression
// says, in the arithmetic of the machine; what is not understood is opaque and never left
// out. Conditions joined by && and || are conditions of their own in a guard.
type Expr struct {
	Op ExprOp
	// Type is the basic type of Go that the value has, as in "int32", or "" if it has
	// none or it is not known. What a comparison compares has one type.
	Type string
	// Value says which value a leaf is: two leaves of one workflow and its bodies that
	// share it, and the type, are one value. 0 shares with none. It is one in the sense
	// of Cond.Eval.
	Value ValueID
	Name  string // ExprState: "pkg.Type.Field" or "[key]"; ExprParam: the parameter
	Func  string // ExprParam: the function whose parameter it is
	Text  string // ExprConst: its value as Go writes it
	Args  []*Expr
}

// A ValueID tells one value of the program from others.
type ValueID int32

// ExprOp says what an Expr is.
type ExprOp uint8

const (
	ExprOpaque ExprOp = iota // a value of which nothing is known but which one it is
	ExprConst
	ExprState // what a field or key holds that outlives the call, when it was read
	ExprParam // a parameter of a function that is called from elsewhere
	ExprLen   // the length of Args[0], when it was asked for
	ExprEqual // Args[0] == Args[1]; so on
	ExprNotEqual
	ExprLess
	ExprLessEqual
	ExprGreater
	ExprGreaterEqual
	ExprNot // !Args[0]
)

// arity returns how many operands an operation has.
func (op ExprOp) arity() int {
	switch {
	case op == ExprLen || op == ExprNot:
		return 1
	case ExprEqual <= op && op <= ExprGreaterEqual:
		return 2
	}
	return 0
}

// IsLeaf reports whether e stands for a value: it has a Value.
func (e *Expr) IsLeaf() bool { return e.Op != ExprConst && (e.Op == ExprLen || e.Op.arity() == 0) }

// Understood reports whether e says more than that there is a condition.
func (e *Expr) Understood() bool {
	return e != nil && e.Op != ExprOpaque && !(e.Op == ExprNot && !e.Args[0].Understood())
}

// Equal reports whether two expressions are the same.
func (e *Expr) Equal(f *Expr) bool {
	if e == nil || f == nil {
		return e == f
	}
	return e.Op == f.Op && e.Type == f.Type && e.Value == f.Value && e.Name == f.Name && e.Func == f.Func &&
		e.Text == f.Text && slices.EqualFunc(e.Args, f.Args, (*Expr).Equal)
}

// maxExpr is how deep expressions may be.
const maxExpr = 16

// wellFormed reports whether e has what its operation asks for and nothing else.
func (e *Expr) wellFormed(depth int) bool {
	switch {
	case e == nil || depth > maxExpr || e.Op > ExprNot || len(e.Args) != e.Op.arity():
		return false
	case e.Value < 0 || e.Value != 0 && !e.IsLeaf():
		return false
	case (e.Name != "") != (e.Op == ExprState || e.Op == ExprParam):
		return false
	case (e.Func != "") != (e.Op == ExprParam) || (e.Text != "") != (e.Op == ExprConst):
		return false
	}
	return !slices.ContainsFunc(e.Args, func(x *Expr) bool { return !x.wellFormed(depth + 1) })
}

// String returns e in a form like that of Go: leaves by what they are and, after #, by
// which value they are.
func (e *Expr) String() string {
	value := ""
	if e.Value != 0 {
		value = "#" + strconv.Itoa(int(e.Value))
	}
	switch e.Op {
	case ExprConst:
		return e.Text
	case ExprState:
		return e.Name + value
	case ExprParam:
		return e.Func + "(" + e.Name + ")" + value
	case ExprLen:
		return "len(" + e.Args[0].String() + ")" + value
	case ExprNot:
		return "!" + e.Args[0].operand()
	}
	if e.Op.arity() == 2 {
		return e.Args[0].operand() + " " + e.Op.String() + " " + e.Args[1].operand()
	}
	return "?" + value
}

// operand returns e as it stands beside an operator.
func (e *Expr) operand() string {
	if e.Op.arity() < 2 {
		return e.String()
	}
	return "(" + e.String() + ")"
}
