package graph

// This file defines guards: the conditions of the program under which an edge
// exists or is taken, and a router returns a value. They are data, because proofs
// read them; their text is what reports print.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A Guard is a conjunction of conditions, outermost first. The empty Guard always
// holds.
type Guard []Cond

// A Cond is one condition of a guard: a condition of the program and the side of
// it, or a choice of several guards.
type Cond struct {
	// Eval says which evaluation of a condition this is. Conditions of one workflow
	// and its bodies that share it have the same truth value, so that one that is
	// negated and one that is not exclude each other. Of 0 nothing is known: every
	// condition with it may be another one.
	//
	// The guard of an edge without a branch is evaluated where the workflow is built;
	// that of a router's value, and of an edge that a branch selects, may also be
	// evaluated anew at each decision. Then its evaluation is that of one decision.
	Eval EvalID
	Neg  bool   // the side where the condition is false
	Text string // its source text, as if it were not negated
	Pos  Pos    // where the program decides on it
	Expr *Expr  // what it asks, as if it were not negated; nil if that is not understood at all

	Any []Guard // one of these holds; the other fields are empty
}

// An EvalID tells one evaluation of a condition from others.
type EvalID int32

// PlainGuard returns the guard of which nothing but the text is known, as in a graph
// file that was written by hand. That of no text is empty.
func PlainGuard(text string) Guard {
	if text == "" {
		return nil
	}
	return Guard{{Text: text}}
}

// plain reports whether nothing but its text is known of g.
func (g Guard) plain() bool {
	return len(g) == 0 || len(g) == 1 && g[0].Eval == 0 && !g[0].Neg && g[0].Pos == (Pos{}) && g[0].Expr == nil && g[0].Any == nil
}

// wantCond says what a condition of a guard is.
const wantCond = "a condition has a text and perhaps an expression, or is a choice of several guards and nothing else"

// wellFormed reports whether c has a text, or is a choice of several guards and nothing
// else. It does not look into the guards.
func (c Cond) wellFormed() bool {
	if c.Any == nil {
		return c.Text != "" && (c.Expr == nil || c.Expr.wellFormed(0))
	}
	return len(c.Any) > 1 && c.Eval == 0 && !c.Neg && c.Text == "" && c.Pos == (Pos{}) && c.Expr == nil
}

// wellFormed reports whether all conditions of g are.
func (g Guard) wellFormed() bool {
	return !slices.ContainsFunc(g, func(c Cond) bool {
		return !c.wellFormed() || slices.ContainsFunc(c.Any, func(of Guard) bool { return !of.wellFormed() })
	})
}

// Equal reports whether two guards are the same conditions in one order.
func (g Guard) Equal(h Guard) bool { return slices.EqualFunc(g, h, Cond.equal) }

func (c Cond) equal(d Cond) bool {
	return c.Eval == d.Eval && c.Neg == d.Neg && c.Text == d.Text && c.Pos == d.Pos && c.Expr.Equal(d.Expr) &&
		slices.EqualFunc(c.Any, d.Any, Guard.Equal)
}

// unsaidText stands for a condition that has no words.
const unsaidText = "…"

// String returns the guard as source text, "" if it is empty. Conditions that
// read the same are said once, and what a switch did not choose is not said of
// the case that it did.
func (g Guard) String() string {
	parts := g.parts()
	if len(parts) > 1 {
		for i, p := range parts {
			if strings.Contains(p, " || ") && !strings.HasPrefix(p, "!(") {
				parts[i] = "(" + p + ")"
			}
		}
	}
	return strings.Join(parts, " && ")
}

// parts returns the texts of the conditions of g.
func (g Guard) parts() []string {
	var parts []string
	for _, c := range g {
		s := c.Text
		switch {
		case c.Any != nil:
			s = anyText(c.Any)
		case c.Neg && g.chosen(c.Text):
			continue
		case c.Neg:
			s = negate(c.Text)
		}
		if !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
	}
	return parts
}

// chosen reports whether g says of the operand that a comparison is about what it
// is equal to.
func (g Guard) chosen(text string) bool {
	x, _, ok := strings.Cut(text, " == ")
	return ok && slices.ContainsFunc(g, func(c Cond) bool {
		return !c.Neg && c.Text != text && strings.HasPrefix(c.Text, x+" == ")
	})
}

// anyText joins the texts of alternatives. Those that seem to cover all cases do not:
// they are about different evaluations of what reads the same.
func anyText(of []Guard) string {
	var parts []string
	for _, g := range of {
		if s := g.String(); !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
	}
	for _, p := range parts {
		if slices.Contains(parts, negate(p)) {
			return unsaidText
		}
	}
	return strings.Join(parts, " || ")
}

// negate returns the source text of the opposite of a condition.
func negate(text string) string {
	for _, op := range [][2]string{{" == ", " != "}, {" != ", " == "}} {
		if strings.Count(text, op[0]) == 1 && !strings.ContainsAny(text, "&|") {
			return strings.Replace(text, op[0], op[1], 1)
		}
	}
	if name, _, ok := strings.Cut(text, " of "); ok && token.IsIdentifier(name) {
		return "!" + text
	}
	expr, err := parser.ParseExpr(text)
	_, isBinary := expr.(*ast.BinaryExpr)
	if isBinary || err != nil && strings.Contains(text, " ") {
		return "!(" + text + ")"
	}
	if not, ok := expr.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		return text[1:]
	}
	return "!" + text
}
