package diagnose

// This file sets limits of rounds.

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// limitName is the field of what an agent is made from that limits its rounds, as frameworks call it.
const limitName = "MaxIterations"

// limitOptions are the functions of packages that make an option of that. The first that there is counts.
var limitOptions = []string{"WithMaxIterations", "WithMaxLLMCalls", "WithMaxTurns"}

// limited returns an edit for each place in a call where a limit of rounds could be set and is not: a literal among its arguments
// with a field for it, and an option of the package that the function is of. What other calls in the arguments make is not a part of it.
func limited(pass *analysis.Pass, n ast.Node, rounds int) (edits []analysis.TextEdit) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return nil
	}
	if edit, ok := limitOption(pass, call, rounds); ok {
		edits = append(edits, edit)
	}
	for _, arg := range call.Args {
		if addr, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok {
			arg = addr.X
		}
		if lit, ok := ast.Unparen(arg).(*ast.CompositeLit); ok {
			if edit, ok := limitField(pass, lit, rounds); ok {
				edits = append(edits, edit)
			}
		}
	}
	return edits
}

// limitField returns the edit that sets the limit in a literal whose fields have names.
func limitField(pass *analysis.Pass, lit *ast.CompositeLit, rounds int) (edit analysis.TextEdit, ok bool) {
	t, ok := pass.TypesInfo.TypeOf(lit).Underlying().(*types.Struct)
	if !ok || !hasLimit(t) {
		return edit, false
	}
	for _, e := range lit.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return edit, false
		}
		if key, ok := pair.Key.(*ast.Ident); ok && key.Name == limitName {
			value := pass.TypesInfo.Types[pair.Value].Value
			if _, isLit := pair.Value.(*ast.BasicLit); !isLit || value == nil || constant.Sign(value) != 0 {
				return edit, false
			}
			return analysis.TextEdit{Pos: pair.Value.Pos(), End: pair.Value.End(), NewText: fmt.Append(nil, rounds)}, true
		}
	}
	text := fmt.Sprintf("%s: %d", limitName, rounds)
	if len(lit.Elts) == 0 {
		return analysis.TextEdit{Pos: lit.Lbrace + 1, End: lit.Lbrace + 1, NewText: []byte(text)}, true
	}
	last := lit.Elts[len(lit.Elts)-1]
	between := ", "
	if at := pass.Fset.PositionFor(last.Pos(), false); at.Line > pass.Fset.PositionFor(lit.Lbrace, false).Line {
		between = ",\n" + strings.Repeat("\t", at.Column-1) // as gofmt has it
	}
	return analysis.TextEdit{Pos: last.End(), End: last.End(), NewText: []byte(between + text)}, true
}

// hasLimit reports whether a struct has a field of its own for a limit.
func hasLimit(t *types.Struct) bool {
	for f := range t.Fields() {
		if b, ok := f.Type().Underlying().(*types.Basic); ok && f.Name() == limitName && b.Info()&types.IsInteger != 0 {
			return true
		}
	}
	return false
}

// limitOption returns the edit that adds the option to a call of a function of a package.
func limitOption(pass *analysis.Pass, call *ast.CallExpr, rounds int) (edit analysis.TextEdit, ok bool) {
	name, pkg := packageOf(pass, call.Fun)
	sig, isFunc := pass.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if pkg == nil || !isFunc || !sig.Variadic() || call.Ellipsis.IsValid() || len(call.Args) == 0 {
		return edit, false
	}
	option := limitOptionOf(pkg)
	if option == nil {
		return edit, false
	}
	makes := option.Signature()
	wanted := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice).Elem()
	if makes.Params().Len() != 1 || !types.Identical(makes.Params().At(0).Type(), types.Typ[types.Int]) ||
		makes.Results().Len() != 1 || !types.AssignableTo(makes.Results().At(0).Type(), wanted) {
		return edit, false
	}
	if len(call.Args) < sig.Params().Len()-1 || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return isCallOf(pass, arg, option) }) {
		return edit, false
	}
	last := call.Args[len(call.Args)-1].End()
	return analysis.TextEdit{Pos: last, End: last, NewText: fmt.Appendf(nil, ", %s.%s(%d)", name, option.Name(), rounds)}, true
}

func limitOptionOf(pkg *types.Package) *types.Func {
	for _, name := range limitOptions {
		if fn, ok := pkg.Scope().Lookup(name).(*types.Func); ok {
			return fn
		}
	}
	return nil
}

// packageOf returns the package that a function is named with, and what it is called in the file; nil if
// the function is not named so.
func packageOf(pass *analysis.Pass, fn ast.Expr) (name string, pkg *types.Package) {
	if sel, ok := fn.(*ast.SelectorExpr); ok {
		if x, ok := sel.X.(*ast.Ident); ok {
			if of, ok := pass.TypesInfo.Uses[x].(*types.PkgName); ok {
				return x.Name, of.Imported()
			}
		}
	}
	return "", nil
}

func isCallOf(pass *analysis.Pass, e ast.Expr, fn *types.Func) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && pass.TypesInfo.Uses[sel.Sel] == fn
}
