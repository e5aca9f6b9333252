package tally

// This file says what conditions ask of a field of the state, and which of them follow from others.

import (
	"go/constant"
	"go/token"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/internal/recipe"
)

// An Op is what a term asks of its field.
type Op string

// Operators, beside those of Go, which compare the field with a number.
const (
	Prefix   Op = "strings.HasPrefix"
	Suffix   Op = "strings.HasSuffix"
	Contains Op = "strings.Contains"
	Long     Op = "len <=" // the field has no more elements or bytes
	Exactly  Op = "len =="
)

// zero returns what a term is in a struct in which nothing has set its field. A field of which the length is asked is a
// text or a list, and one that is compared with a number is a number.
func (t Term) zero() int {
	switch {
	case t.Other != "":
		return oneIf(t.Op == "==")
	case t.Is:
		return oneIf(t.Text == "")
	case t.Op == "":
		return 0
	case t.isText():
		return oneIf(t.ofText(""))
	}
	return oneIf(t.ofNumber(constant.MakeInt64(0)))
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// isText reports whether a term asks what a text begins or ends with, or has in it.
func (t Term) isText() bool { return t.Op == Prefix || t.Op == Suffix || t.Op == Contains }

// ofText works out a term for a text.
func (t Term) ofText(s string) bool {
	switch t.Op {
	case Prefix:
		return strings.HasPrefix(s, t.Text)
	case Suffix:
		return strings.HasSuffix(s, t.Text)
	case Contains:
		return strings.Contains(s, t.Text)
	}
	return t.Is && s == t.Text
}

// ofNumber works out a term for a number, or a length.
func (t Term) ofNumber(n constant.Value) bool {
	op := map[Op]token.Token{
		"<": token.LSS, "<=": token.LEQ, ">": token.GTR, ">=": token.GEQ, "==": token.EQL, Long: token.LEQ, Exactly: token.EQL,
	}[t.Op]
	return constant.Compare(n, op, t.with())
}

// with returns the number that a term compares with.
func (t Term) with() constant.Value {
	if !t.Float {
		return constant.MakeFromLiteral(t.With, token.INT, 0)
	}
	f, _ := strconv.ParseFloat(t.With, 64)
	return constant.MakeFloat64(f)
}

// ofConst works out a term for a constant that is stored to its field.
func (t Term) ofConst(c *recipe.Const) (n int, ok bool) {
	v := c.Value()
	switch {
	case v != nil && v.Kind() == constant.Unknown, t.Other != "":
	case c.Kind == recipe.ConstString && (t.Is || t.isText()):
		return oneIf(t.ofText(c.Text)), true
	case c.Kind == recipe.ConstString && (t.Op == Long || t.Op == Exactly):
		return oneIf(t.ofNumber(constant.MakeInt64(int64(len(c.Text))))), true
	case c.Kind == recipe.ConstNil && (t.Op == Long || t.Op == Exactly):
		return oneIf(t.ofNumber(constant.MakeInt64(0))), true
	case (c.Kind == recipe.ConstInt || c.Kind == recipe.ConstFloat) && t.Op != "" && !t.isText() && t.Op != Long && t.Op != Exactly:
		return oneIf(t.ofNumber(v)), true
	}
	return 0, false
}

// String returns the term as Go writes it, for a state of a type.
func (t Term) String(typ string) string {
	name := nameOf(typ, t.Field)
	switch {
	case t.Is:
		return name + " == " + strconv.Quote(t.Text)
	case t.isText():
		return string(t.Op) + "(" + name + ", " + strconv.Quote(t.Text) + ")"
	case t.Other != "":
		return name + " " + string(t.Op) + " " + nameOf(typ[strings.LastIndexByte(typ, '/')+1:], t.Other)
	case t.Op == Long:
		return "len(" + name + ") <= " + t.With
	case t.Op == Exactly:
		return "len(" + name + ") == " + t.With
	case t.Op != "":
		return name + " " + string(t.Op) + " " + t.With
	case t.Less == "":
		return name
	}
	return name + " - " + t.Less
}

// IsTest reports whether the term is a truth value that is worked out from the field.
func (t Term) IsTest() bool { return t.Is || t.Op != "" }

// Number returns the comparison of a number with a constant that the term is, for a state of a type.
func (t Term) Number(typ string) (of, op, with string, ok bool) {
	if t.Op == "" || t.Other != "" || t.isText() || t.Op == Long || t.Op == Exactly {
		return "", "", "", false
	}
	return nameOf(typ, t.Field), string(t.Op), t.With, true
}

// A span are numbers from one to another. NaN is in none.
type span struct {
	from, to         constant.Value // nil for none
	openFrom, openTo bool
}

// spanOf returns the numbers of which a term is true, or, of integers and lengths and where the number is known not
// to be NaN, false.
func (t Term) spanOf(is bool) (s span, ok bool) {
	with := t.with()
	op := t.Op
	if !is {
		op = map[Op]Op{"<": ">=", "<=": ">", ">": "<=", ">=": "<", Long: ">"}[op]
	}
	switch op {
	case "<", "<=", Long:
		return span{to: with, openTo: op == "<"}, true
	case ">", ">=":
		return span{from: with, openFrom: op == ">"}, true
	case "==", Exactly:
		return span{from: with, to: with}, true
	}
	return s, false
}

// within reports whether all numbers of s are in t.
func (s span) within(t span) bool {
	lower := t.from == nil || s.from != nil && (constant.Compare(s.from, token.GTR, t.from) || constant.Compare(s.from, token.EQL, t.from) && (s.openFrom || !t.openFrom))
	upper := t.to == nil || s.to != nil && (constant.Compare(s.to, token.LSS, t.to) || constant.Compare(s.to, token.EQL, t.to) && (s.openTo || !t.openTo))
	return lower && upper
}

// apart reports whether no number is in both.
func (s span) apart(t span) bool {
	before := func(s, t span) bool { // s ends before t begins
		return s.to != nil && t.from != nil &&
			(constant.Compare(s.to, token.LSS, t.from) || constant.Compare(s.to, token.EQL, t.from) && (s.openTo || t.openFrom))
	}
	return before(s, t) || before(t, s)
}

// follows reports whether one term about a field is settled by another one that is true or not, and what it is then.
func (t Term) follows(from Term, is bool) (then, ok bool) {
	switch {
	case t.Field != from.Field || t.Other != "" || from.Other != "":
		return false, false
	case t == from:
		return is, true
	case from.Is && is && (t.Is || t.isText()):
		return t.ofText(from.Text), true
	case from.Is && is && (t.Op == Long || t.Op == Exactly):
		return t.ofNumber(constant.MakeInt64(int64(len(from.Text)))), true
	case t.isText() || from.isText() || t.Is || from.Is || t.Op == "" || from.Op == "":
		return false, false
	case t.Float && !is: // it may be NaN
		return false, false
	}
	known, ok := from.spanOf(is)
	all, is := t.spanOf(true)
	if !ok || !is {
		return false, false
	}
	then = known.within(all)
	return then, then || known.apart(all)
}
