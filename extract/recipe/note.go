package recipe

// This file finds what the directives of a package are about.

import (
	"go/ast"
	"go/token"

	"github.com/agentvet/agentvet/extract/annotation"
	"github.com/agentvet/agentvet/graph"
)

// A Note is a directive on a function or on a piece of code, such as the call
// that makes a tool.
type Note struct {
	Func     string // the function, or "" for a piece of code
	File     string // of From and To
	From, To int    // lines of the piece of code
	Text     string // the comment
	Pos      graph.Pos
}

// Covers reports whether pos is in the piece of code.
func (n *Note) Covers(pos graph.Pos) bool {
	return n.Func == "" && pos.File == n.File && n.From <= pos.Line && pos.Line <= n.To
}

// Notes returns the directives of a file that speak of the code below them or
// beside them; malformed ones are the business of package
// analyzers/directive. The function id gives the identity of a declared function.
func Notes(fset *token.FileSet, file *ast.File, id func(*ast.FuncDecl) string) []Note {
	var out []Note
	for _, group := range file.Comments {
		for _, c := range group.List {
			d, err := annotation.ParseDirective(c.Text)
			if d == nil || err != nil || d.OfPackage() {
				continue
			}
			p := fset.Position(c.Pos())
			n := Note{Text: c.Text, File: p.Filename, Pos: graph.Pos{File: p.Filename, Line: p.Line, Col: p.Column}}
			target := codeAt(fset, file, c, group)
			switch target := target.(type) {
			case nil:
				continue
			case *ast.FuncDecl:
				n.Func = id(target)
			default:
				n.From, n.To = fset.Position(target.Pos()).Line, fset.Position(target.End()).Line
			}
			out = append(out, n)
		}
	}
	return out
}

// codeAt returns the outermost declaration, statement or expression that begins
// on the line of a comment, before it, or else on the line after its group; nil
// if there is none.
func codeAt(fset *token.FileSet, file *ast.File, c *ast.Comment, group *ast.CommentGroup) ast.Node {
	line, below := fset.Position(c.Pos()).Line, fset.Position(group.End()).Line+1
	var beside, next ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.File:
			return true
		}
		start := fset.Position(n.Pos()).Line
		if _, isDecl := n.(*ast.GenDecl); isDecl && start == line {
			return true // its specs say more
		}
		if start == line && n.Pos() < c.Pos() && beside == nil {
			beside = n
		}
		if start == below && next == nil {
			next = n
		}
		return fset.Position(n.End()).Line >= line
	})
	if beside != nil {
		return beside
	}
	return next
}
