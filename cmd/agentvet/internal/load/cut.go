package load

// This file cuts functions that do not type-check out of a package, so that
// the rest can be analysed.

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"

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
	for _, tv := range p.TypesInfo.Types {
		if invalid(tv) {
			return false
		}
	}
	return true
}

// invalid reports whether an expression has no type. A builtin never has one.
func invalid(tv types.TypeAndValue) bool {
	return tv.Type == types.Typ[types.Invalid] && !tv.IsBuiltin()
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
	ok := true
	ast.Inspect(body, func(n ast.Node) bool {
		if e, isExpr := n.(ast.Expr); isExpr {
			if tv, found := p.TypesInfo.Types[e]; found && invalid(tv) {
				ok = false
			}
		}
		return ok
	})
	return ok
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
