package recipe

// This file finds the source text of expressions.

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"strings"
)

// Texts gives the source text of expressions in some files, by the positions
// that go/ssa gives their values: that of an operator, of a parenthesis or
// bracket, of a selected name.
type Texts struct {
	fset  *token.FileSet
	files []*ast.File
	exprs map[token.Pos]exprText   // nil before the first use
	names map[token.Pos][]ast.Expr // what the results of the expression are assigned to
}

type exprText struct {
	expr  ast.Expr
	tag   ast.Expr // what the switch compares it with, if it is a case
	loops bool     // it is what a loop ranges over
}

// NewTexts returns the texts of files, which are read at the first use: most
// packages need none.
func NewTexts(fset *token.FileSet, files []*ast.File) *Texts {
	return &Texts{fset: fset, files: files}
}

// At returns the text of the expression at pos, on one line, or "".
func (t *Texts) At(pos token.Pos) string {
	t.read()
	e, ok := t.exprs[pos]
	if !ok {
		return ""
	}
	s := t.print(e.expr)
	switch {
	case e.tag != nil:
		s = t.print(e.tag) + " == " + s
	case e.loops:
		s = "range " + s
	}
	return s
}

// Result returns the name that the i-th result of the expression at pos is
// assigned to, or "".
func (t *Texts) Result(pos token.Pos, i int) string {
	t.read()
	if names := t.names[pos]; i < len(names) {
		if s := t.print(names[i]); s != "_" {
			return s
		}
	}
	return ""
}

func (t *Texts) read() {
	if t.exprs != nil {
		return
	}
	t.exprs, t.names = make(map[token.Pos]exprText), make(map[token.Pos][]ast.Expr)
	for _, f := range t.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case ast.Expr:
				if pos := valuePos(n); pos.IsValid() {
					t.exprs[pos] = exprText{expr: n}
				}
			case *ast.AssignStmt:
				if len(n.Rhs) == 1 && len(n.Lhs) > 1 {
					t.names[valuePos(ast.Unparen(n.Rhs[0]))] = n.Lhs
				}
			case *ast.SwitchStmt:
				if n.Tag != nil {
					defer t.addCases(n) // a case has the position of its expression
				}
			case *ast.RangeStmt:
				t.exprs[n.For] = exprText{expr: n.X, loops: true}
			}
			return true
		})
	}
}

// addCases gives the position of each case the comparison that it is.
func (t *Texts) addCases(s *ast.SwitchStmt) {
	for _, c := range s.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			t.exprs[e.Pos()] = exprText{expr: e, tag: s.Tag}
		}
	}
}

// valuePos returns the position that go/ssa gives the value of an expression.
func valuePos(e ast.Expr) token.Pos {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return e.OpPos
	case *ast.CallExpr:
		return e.Lparen
	case *ast.IndexExpr:
		return e.Lbrack
	case *ast.TypeAssertExpr:
		return e.Lparen
	case *ast.SelectorExpr:
		return e.Sel.Pos()
	case *ast.StarExpr:
		return e.Star
	case *ast.UnaryExpr:
		return e.OpPos
	}
	return token.NoPos
}

// maxText is the length that a condition is cut to: a label, not a listing.
const maxText = 80

func (t *Texts) print(e ast.Expr) string {
	var b bytes.Buffer
	if printer.Fprint(&b, t.fset, ast.Unparen(e)) != nil {
		return ""
	}
	s := strings.Join(strings.Fields(b.String()), " ")
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "") + "…"
	}
	return s
}
