package tally

// This file says what two fields of the state are to each other, as machine integers of one type.

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/agentvet/agentvet/internal/recipe"
)

// isInteger reports whether a type, as a recipe writes it, is one of Go's integers.
func isInteger(typ string) bool {
	basic, ok := types.Universe.Lookup(typ).(*types.TypeName)
	if !ok {
		return false
	}
	t, ok := basic.Type().(*types.Basic)
	return ok && t.Info()&types.IsInteger != 0
}

// reads returns what a value asks about.
func (v sym) reads() reads { return reads{v.of, v.other} }

// comparePair returns what a comparison of two fields asks: whether one is less than the other, or whether they are equal.
func comparePair(op, typ string, x, y sym) sym {
	if !isInteger(typ) || !x.isField() || !y.isField() || x.shape != recipe.ShapeInt || y.shape != recipe.ShapeInt || x.of == y.of {
		return sym{}
	}
	neg := op == "<=" || op == ">=" || op == "!="
	if op == "<=" || op == ">" { // x <= y is !(y < x)
		x, y = y, x
	}
	return ofPair(op == "==" || op == "!=", neg, x.of, y.of)
}

// ofPair returns whether x is less than y, or whether they are equal; or the opposite. Of two that are equal, the one whose name comes
// first is first.
func ofPair(equal, neg bool, x, y read) sym {
	t := Term{Op: "<"}
	if equal {
		t.Op = "=="
		if y.field < x.field || y.field == x.field && y.at < x.at {
			x, y = y, x
		}
	}
	t.Field, t.Other = x.field, y.field
	return sym{of: x, other: y, asks: true, neg: neg, term: t}
}

// knowPair returns what a term about two fields is, of what they are.
func (w *way) knowPair(t Term, x, y sym) (is, known bool) {
	equal := t.Op == "=="
	switch {
	case x.c != nil && y.c != nil:
		return constPair(t.Op, x.c, y.c)
	case !x.isField() || !y.isField():
		return false, false
	case x.of == y.of:
		return equal, true
	}
	v := ofPair(equal, false, x.of, y.of)
	return w.decide(v.reads(), v.term)
}

// constPair compares two constants.
func constPair(op Op, x, y *recipe.Const) (is, known bool) {
	if x.Kind != recipe.ConstInt || y.Kind != recipe.ConstInt {
		return false, false
	}
	a, b := x.Value(), y.Value()
	if a == nil || b == nil || a.Kind() != constant.Int || b.Kind() != constant.Int {
		return false, false
	}
	return constant.Compare(a, map[Op]token.Token{"<": token.LSS, "==": token.EQL}[op], b), true
}

// pairFollows reports whether what two fields are to each other is settled by what was found of them, and what it is then.
func pairFollows(of reads, op Op, g guess) (is, known bool) {
	same, swapped := g.of == of, g.of == reads{of.other, of.field}
	switch {
	case g.term.Other == "" || !same && !swapped:
		return false, false
	case same && g.term.Op == op:
		return g.is, true
	case !g.is:
		return false, false
	}
	// One is less, or they are equal, and the question is another one; equal ones are equal in either order.
	return g.term.Op == "==" && op == "==", true
}

// pairOf returns what a term about two fields is where constants have been stored to them; nil for a field to which nothing was.
func (t Term) pairOf(x, y *recipe.Const) (n int, ok bool) {
	zero := &recipe.Const{Kind: recipe.ConstInt, Text: "0"}
	if x == nil {
		x = zero
	}
	if y == nil {
		y = zero
	}
	is, ok := constPair(t.Op, x, y)
	return oneIf(is), ok
}
