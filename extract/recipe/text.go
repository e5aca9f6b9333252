package recipe

// This file finds the source text of conditions.

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"slices"
	"strings"
)

// Texts holds the conditions of some files.
type Texts struct {
	fset  *token.FileSet
	conds []condText // by position, outer before inner
}

type condText struct {
	expr ast.Expr // the condition, or the case of a switch
	tag  ast.Expr // what the switch compares it with, if it is a case
}

// NewTexts collects the conditions of files: those of if and for statements, the
// operands of && and || in them, and the cases of switches.
func NewTexts(fset *token.FileSet, files []*ast.File) *Texts {
	t := &Texts{fset: fset}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt:
				t.add(n.Cond)
			case *ast.ForStmt:
				if n.Cond != nil {
					t.add(n.Cond)
				}
			case *ast.SwitchStmt:
				t.addCases(n)
			case *ast.BinaryExpr: // a condition computed into a variable
				if n.Op == token.LAND || n.Op == token.LOR {
					t.add(n)
				}
			}
			return true
		})
	}
	slices.SortStableFunc(t.conds, func(a, b condText) int { return int(a.expr.Pos() - b.expr.Pos()) })
	return t
}

// add adds the parts of e that are branched on.
func (t *Texts) add(e ast.Expr) {
	switch x := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			t.add(x.X)
			t.add(x.Y)
			return
		}
	}
	t.conds = append(t.conds, condText{expr: e})
}

func (t *Texts) addCases(s *ast.SwitchStmt) {
	for _, c := range s.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			if s.Tag != nil {
				t.conds = append(t.conds, condText{e, s.Tag})
			} else {
				t.add(e)
			}
		}
	}
}

// At returns the text of the innermost condition at pos, on one line, or "".
func (t *Texts) At(pos token.Pos) string {
	i, _ := slices.BinarySearchFunc(t.conds, pos, func(c condText, p token.Pos) int {
		if c.expr.Pos() <= p {
			return -1
		}
		return 1
	})
	for i--; i >= 0; i-- {
		c := t.conds[i]
		if pos < c.expr.End() {
			return t.text(c)
		}
		if c.expr.Pos()+4096 < pos {
			break
		}
	}
	return ""
}

func (t *Texts) text(c condText) string {
	s := t.print(c.expr)
	if c.tag != nil {
		s = t.print(c.tag) + " == " + s
	}
	return s
}

// maxText is the length that a condition is cut to: a label, not a listing.
const maxText = 80

func (t *Texts) print(e ast.Expr) string {
	var b bytes.Buffer
	if printer.Fprint(&b, t.fset, e) != nil {
		return ""
	}
	s := strings.Join(strings.Fields(b.String()), " ")
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "") + "…"
	}
	return s
}
