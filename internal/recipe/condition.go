package recipe

// This file says what a branch depends on, in words of the source. go/ssa gives
// a branch no position, and its condition one only where it is computed by an
// operator: a variable is found by its name, a further result of an expression by
// that of the variable that it is assigned to.

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Source gives the text of the program.
type Source interface {
	At(pos token.Pos) string
	Result(pos token.Pos, i int) string
}

// condition returns the source text of a condition and gives its branch a
// position: its own, or where it has none, that of what follows.
func (l *lowering) condition(out *Instr, in *ssa.If) string {
	pos := in.Cond.Pos()
	switch c := in.Cond.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Const:
		pos = token.NoPos // where it is declared
	case *ssa.Extract:
		pos = c.Tuple.Pos()
	}
	for _, next := range in.Block().Succs {
		for i := 0; !pos.IsValid() && i < len(next.Instrs); i++ {
			if _, isPhi := next.Instrs[i].(*ssa.Phi); !isPhi {
				pos = next.Instrs[i].Pos()
			}
		}
	}
	l.at(out, pos)
	if l.Source == nil {
		return ""
	}
	return l.words(in.Cond)
}

// words returns the source text of a value, "" if it has none that is short.
func (l *lowering) words(v ssa.Value) string {
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return v.Name()
	case *ssa.Alloc:
		return variable(x.Comment)
	case *ssa.Extract:
		return l.result(x)
	}
	if s := l.Source.At(v.Pos()); s != "" {
		return s
	}
	switch x := v.(type) {
	case *ssa.Phi:
		return variable(x.Comment)
	case *ssa.UnOp:
		switch s := l.words(x.X); {
		case s == "" || x.Op == token.ARROW:
		case x.Op == token.NOT:
			return "!" + s
		default:
			return s // a variable
		}
	case *ssa.ChangeType:
		return l.words(x.X)
	case *ssa.TypeAssert:
		if s := l.words(x.X); s != "" {
			return s + ".(" + types.TypeString(x.AssertedType, types.RelativeTo(l.fn.Package().Pkg)) + ")"
		}
	case *ssa.BinOp: // the condition of a loop over a slice
		if n, ok := x.Y.(*ssa.Call); ok && !x.Pos().IsValid() && len(n.Call.Args) == 1 {
			if s := l.words(n.Call.Args[0]); s != "" {
				return "range " + s
			}
		}
	}
	return ""
}

// result returns the text of a further result of an expression.
func (l *lowering) result(x *ssa.Extract) string {
	if next, ok := x.Tuple.(*ssa.Next); ok {
		return l.Source.At(next.Iter.Pos())
	}
	name := l.Source.Result(x.Tuple.Pos(), x.Index)
	of := l.Source.At(x.Tuple.Pos())
	if assert, ok := x.Tuple.(*ssa.TypeAssert); ok && of == "" {
		return l.words(assert) // a case of a type switch
	}
	switch {
	case of == "":
		return name
	case name == "":
		return of
	}
	return name + " of " + of
}

// variable returns the name of a variable that go/ssa notes as a comment, "" if
// the comment is something else.
func variable(comment string) string {
	switch comment {
	case "new", "complit", "varargs", "makeslice", "slicelit", "typeassert":
		return ""
	}
	if token.IsIdentifier(comment) {
		return comment
	}
	return ""
}
