package load

// This file cuts functions that do not type-check out of a package, so that
// the rest can be analysed.

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"slices"

	"golang.org/x/tools/go/packages"
)

// sound reports whether everything in p has a type. Soft errors, such as an
// unused import, and imports that could not be loaded but are not used, leave
// it sound.
func sound(p *packages.Package) bool {
	if p.Types == nil || p.TypesInfo == nil {
		return len(p.GoFiles) == 0
	}
	for _, e := range p.Errors {
		if e.Kind == packages.ParseError {
			return false
		}
	}
	for _, e := range p.TypeErrors {
		if !e.Soft && !inImport(p, e.Pos) {
			return false
		}
	}
	if len(p.Errors) == 0 && len(p.TypeErrors) == 0 && !p.IllTyped {
		return true
	}
	return !slices.ContainsFunc(p.Syntax, func(file *ast.File) bool { return untyped(p, file) })
}

// untyped reports whether an expression under root has no type. The type
// checker says nothing about what depends on an import that it could not load:
// it leaves such expressions out, or gives them an invalid type.
func untyped(p *packages.Package, root ast.Node) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr, *ast.BinaryExpr, *ast.CompositeLit:
			tv, ok := p.TypesInfo.Types[n.(ast.Expr)]
			if !ok || tv.Type == types.Typ[types.Invalid] && !tv.IsBuiltin() {
				found = true
			}
		}
		return !found
	})
	return found
}

func inImport(p *packages.Package, pos token.Pos) bool {
	for _, file := range p.Syntax {
		for _, imp := range file.Imports {
			if imp.Pos() <= pos && pos <= imp.End() {
				return true
			}
		}
	}
	return false
}

// cutFunctions replaces the body of every function of p that does not
// type-check by a panic of the same length in lines, in the overlay, and
// returns how many it replaced.
func cutFunctions(p *packages.Package, overlay map[string][]byte) int {
	n := 0
	for _, file := range p.Syntax {
		var bodies []*ast.BlockStmt
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && !typed(p, fn.Body) {
				bodies = append(bodies, fn.Body)
			}
		}
		if len(bodies) == 0 {
			continue
		}
		tokens := p.Fset.File(file.FileStart)
		src, ok := overlay[tokens.Name()]
		if !ok {
			data, err := os.ReadFile(tokens.Name())
			if err != nil {
				continue
			}
			src = data
		}
		for _, body := range bodies {
			if blank(src, tokens.Offset(body.Lbrace), tokens.Offset(body.Rbrace)) {
				n++
			}
		}
		overlay[tokens.Name()] = src
	}
	return n
}

// typed reports whether a function body has no error and only expressions that
// have a type.
func typed(p *packages.Package, body *ast.BlockStmt) bool {
	for _, e := range p.TypeErrors {
		if !e.Soft && body.Pos() <= e.Pos && e.Pos <= body.End() {
			return false
		}
	}
	return !untyped(p, body)
}

// blank overwrites src between the braces at two offsets with spaces and a
// panic, keeping line ends. It reports whether there was room.
func blank(src []byte, lbrace, rbrace int) bool {
	const call = "panic(0)"
	if lbrace < 0 || rbrace > len(src) || rbrace-lbrace-1 < len(call) {
		return false
	}
	body := src[lbrace+1 : rbrace]
	for i, c := range body {
		if c != '\n' {
			body[i] = ' '
		}
	}
	// The call may not fit before the first line end; any line will do, and
	// failing that, the line ends give way.
	at := 0
	for i := 0; i+len(call) <= len(body); i++ {
		if string(body[i:i+len(call)]) == "        " {
			at = i
			break
		}
	}
	copy(body[at:], call)
	return true
}
