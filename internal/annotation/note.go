package annotation

// This file is the part of directives that importers need.

import (
	"go/ast"

	"github.com/agentvet/agentvet/graph"
)

// A Note is a directive on a function, on a type, or on a piece of code, such as the call
// that makes a tool.
type Note struct {
	Directive Directive
	Func      string // the identity of the function, or "" for a piece of code
	Type      string // the name of the type that the code declares, in its package; "" for other code
	File      string // of From and To
	From, To  int    // lines of the piece of code
	Pos       graph.Pos
}

// Covers reports whether pos is in the piece of code.
func (n *Note) Covers(pos graph.Pos) bool {
	return n.Func == "" && pos.File == n.File && n.From <= pos.Line && pos.Line <= n.To
}

// Notes returns the directives of s that speak of code. The function id gives the
// identity of a declared function.
func (s *Set) Notes(id func(*ast.FuncDecl) string) []Note {
	if s == nil {
		return nil
	}
	var out []Note
	for i := range s.Comments {
		c := &s.Comments[i]
		if c.Code == (Code{}) {
			continue
		}
		n := Note{Directive: *c.Directive, File: c.Pos.File, Pos: c.Pos}
		if c.Code.Func != nil {
			n.Func = id(c.Code.Func)
		} else {
			n.From, n.To, n.Type = c.Code.From, c.Code.To, c.Code.Type
		}
		out = append(out, n)
	}
	return out
}
