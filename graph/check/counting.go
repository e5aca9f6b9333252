package check

// This file reads the conditions of a router: do they count rounds? Their text is
// all there is, so the answer is "perhaps" unless it is clearly no.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// mayCount reports whether a branch may end a loop after some number of rounds:
// always, unless all that its router does is known, and it only looks at text, at
// errors, or at whether a model asked for a tool.
func mayCount(b *graph.Branch) bool {
	if b.Func == "" || !b.Complete || len(b.Values) == 0 {
		return true
	}
	rest := 0 // values that are returned if no condition holds
	for _, v := range b.Values {
		if len(v.Guard) == 0 {
			rest++
			continue
		}
		cond, err := parser.ParseExpr(v.Guard.String())
		if err != nil || conditionMayCount(cond) {
			return true
		}
	}
	return rest > 1
}

// conditionMayCount reads one condition.
func conditionMayCount(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return conditionMayCount(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.NOT || conditionMayCount(e.X)
	case *ast.CallExpr:
		return !isTextTest(e)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return conditionMayCount(e.X) || conditionMayCount(e.Y)
		}
		return !asksForTools(e) && (!comparesText(e) || callsAnything(e.X, e.Y))
	}
	return true // a variable: the code that sets it may count
}

// isTextTest reports whether a call looks for something in a text.
func isTextTest(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := f.X.(*ast.Ident)
	return ok && pkg.Name == "strings" && f.Sel.Name != "Count" && !callsAnything(call.Args...)
}

// callsAnything reports whether expressions call functions other than those of
// package strings: they may count.
func callsAnything(list ...ast.Expr) bool {
	found := false
	for _, e := range list {
		ast.Inspect(e, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && !isTextTest(call) {
				found = true
			}
			return !found
		})
	}
	return found
}

// comparesText reports whether a comparison is one with a text or with nil.
func comparesText(e *ast.BinaryExpr) bool {
	return (e.Op == token.EQL || e.Op == token.NEQ) && slices.ContainsFunc([]ast.Expr{e.X, e.Y}, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.BasicLit:
			return x.Kind == token.STRING
		case *ast.Ident:
			return x.Name == "nil"
		}
		return false
	})
}

// asksForTools reports whether a comparison says if a message of a model calls
// tools: len(m.ToolCalls) > 0. Of any other list, the length may be that of what
// is left to do.
func asksForTools(e *ast.BinaryExpr) bool {
	size, ok := e.X.(*ast.CallExpr)
	zero, isLit := e.Y.(*ast.BasicLit)
	if !ok || !isLit || zero.Value != "0" || len(size.Args) != 1 {
		return false
	}
	length, ok := size.Fun.(*ast.Ident)
	list, isField := size.Args[0].(*ast.SelectorExpr)
	return ok && isField && length.Name == "len" && strings.HasSuffix(list.Sel.Name, "ToolCalls") && !callsAnything(list.X)
}
