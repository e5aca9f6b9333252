package valueflow

// This file says what may be the answer to a question.

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// isDecision reports whether values of a type say yes or no: truth values, and structs of
// basic fields with one among them.
func isDecision(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsBoolean != 0
	case *types.Pointer:
		_, isStruct := u.Elem().Underlying().(*types.Struct)
		return isStruct && isDecision(u.Elem())
	case *types.Struct:
		says := false
		for f := range u.Fields() {
			basic, ok := f.Type().Underlying().(*types.Basic)
			if !ok {
				return false
			}
			says = says || basic.Info()&types.IsBoolean != 0
		}
		return says
	}
	return false
}

// isAnswer reports whether values of a type may answer a question: a decision, a text, a
// number or anything at all. Signals and errors do not, nor do the parts of a stream, which
// are structs of more.
func isAnswer(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return u.NumMethods() == 0
	}
	return isDecision(t)
}

// waits notes that an answer is received from a channel.
func (b *body) waits(instr ssa.Instruction, channel types.Type) {
	if c, ok := channel.Underlying().(*types.Chan); ok && isAnswer(c.Elem()) {
		b.f.Waits = append(b.f.Waits, b.pos(instr.Pos()))
	}
}
