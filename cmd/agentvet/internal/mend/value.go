package mend

// This file keeps a function of which no more is missing than a value.

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// value puts a value that nobody sees in place of one that is not there, such as a variable of
// a file that nobody has generated. It reports false where the code around it does not say of
// which type it is; of types it takes those that need no import.
func (c *cutter) value(d *ast.FuncDecl, e types.Error) bool {
	if d.Body == nil || e.Pos < d.Body.Pos() || !strings.HasPrefix(e.Msg, "undefined: ") {
		return false
	}
	if c.done[d] {
		return true // the function is cut
	}
	path, _ := astutil.PathEnclosingInterval(c.file.syntax, e.Pos, e.Pos)
	for len(path) > 1 {
		sel, ok := path[1].(*ast.SelectorExpr)
		if !ok || sel.X != path[0] && sel.Sel != path[0] {
			break
		}
		path = path[1:]
	}
	x, ok := path[0].(ast.Expr)
	if !ok || len(path) < 3 {
		return false
	}
	t := c.wanted(x, path[1], path[2])
	if t == nil || !isPlain(t) {
		return false
	}
	c.p.unread = true
	c.p.lose(Part{Kind: Variable, Name: c.source(x), Pos: c.pos(x.Pos())})
	c.replace(x.Pos(), x.End(), fmt.Sprintf("%s[%s]()", unreadValue, t))
	return true
}

// wanted returns the type that an expression must have where it stands, nil if that is not
// plain to see.
func (c *cutter) wanted(x ast.Expr, parent, grandparent ast.Node) types.Type {
	switch n := parent.(type) {
	case *ast.KeyValueExpr:
		if lit, ok := grandparent.(*ast.CompositeLit); ok && n.Value == x {
			return c.element(lit, n.Key)
		}
	case *ast.CallExpr:
		sig, ok := c.typeOf(n.Fun).(*types.Signature)
		if i := slices.Index(n.Args, x); ok && i >= 0 && (!sig.Variadic() || i < sig.Params().Len()-1) && i < sig.Params().Len() {
			return sig.Params().At(i).Type()
		}
	case *ast.BinaryExpr:
		other := n.X
		if other == x {
			other = n.Y
		}
		if t := c.typeOf(other); t != nil && n.Op != token.SHL && n.Op != token.SHR {
			return types.Default(t)
		}
	case *ast.AssignStmt:
		if i := slices.Index(n.Rhs, x); i >= 0 && n.Tok == token.ASSIGN && len(n.Lhs) == len(n.Rhs) {
			return c.typeOf(n.Lhs[i])
		}
	}
	return nil
}

// element returns the type of an element of a composite literal, by its key.
func (c *cutter) element(lit *ast.CompositeLit, key ast.Expr) types.Type {
	t := c.typeOf(lit)
	if t == nil {
		return nil
	}
	switch t := t.Underlying().(type) {
	case *types.Struct:
		name, _ := key.(*ast.Ident)
		for f := range t.Fields() {
			if name != nil && f.Name() == name.Name {
				return f.Type()
			}
		}
	case interface{ Elem() types.Type }:
		return t.Elem()
	}
	return nil
}

func (c *cutter) typeOf(x ast.Expr) types.Type { return c.p.info.TypeOf(x) }

// isPlain reports whether a type can be written anywhere.
func isPlain(t types.Type) bool {
	if list, ok := t.(*types.Slice); ok {
		t = list.Elem()
	}
	b, ok := t.(*types.Basic)
	return ok && b.Kind() != types.Invalid && b.Info()&types.IsUntyped == 0 && b.Kind() != types.UnsafePointer
}
