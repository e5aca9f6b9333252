package valueflow

// This file says what may be the answer to a question.

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
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

// isChoice reports whether values of a type are one of some that have names: it is a type of whole numbers
// or texts that the module declares.
func (b *body) isChoice(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !b.Own(named.Obj().Pkg().Path()) {
		return false
	}
	basic, ok := named.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsInteger|types.IsString) != 0
}

// hasChoice reports whether values of a type are structs with a field that is one of some that have names, or refer to such structs.
func (b *body) hasChoice(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(slices.Collect(st.Fields()), func(f *types.Var) bool { return b.isChoice(f.Type()) })
}

// isAnswer reports whether values of a type may answer a question: a decision, a text, a
// number or anything at all. Signals and errors do not, nor do the parts of a stream: see isPart.
func isAnswer(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return u.NumMethods() == 0
	}
	return isDecision(t)
}

// isPart reports whether values of a type may be parts of a stream: structs of more than an
// answer needs.
func isPart(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() > 0 && !isAnswer(t)
}

// elemOf returns the type of what a channel brings.
func elemOf(channel ssa.Value) types.Type {
	if c, ok := channel.Type().Underlying().(*types.Chan); ok {
		return c.Elem()
	}
	return types.NewStruct(nil, nil)
}

// isSignal reports whether values of a type say nothing but that they came.
func isSignal(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// waits notes what is received from a channel, and where that is an answer.
func (b *body) waits(instr ssa.Instruction, channel ssa.Value) {
	elem := elemOf(channel)
	if !isSignal(elem) {
		b.f.Receives = append(b.f.Receives, Receive{int32(instr.Block().Index), b.at(channel), types.TypeString(elem, nil)})
	}
	if isAnswer(elem) {
		b.f.Waits = append(b.f.Waits, b.pos(instr.Pos()))
	}
}

// hasRequest reports whether a value of a type is a request over HTTP that the program has got,
// or a library's type that has one in a field.
func (s *scanner) hasRequest(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || s.Own(named.Obj().Pkg().Path()) {
		return false
	}
	if named.Obj().Pkg().Path() == "net/http" {
		return named.Obj().Name() == "Request"
	}
	st, ok := named.Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(slices.Collect(st.Fields()), func(f *types.Var) bool {
		return types.TypeString(f.Type(), nil) == "*net/http.Request"
	})
}

// requested notes what a decoder fills with what a request has.
func (b *body) requested(fn *types.Func, out *Call, c *ssa.CallCommon) {
	if !b.f.Requests || c.IsInvoke() || !slices.ContainsFunc(c.Args, func(v ssa.Value) bool { return b.ofRequest(v) }) {
		return
	}
	for i, arg := range c.Args {
		if isFilled(fn, arg) && out.Args[i] != NoPlace {
			b.f.Requested = append(b.f.Requested, out.Args[i])
		}
	}
}

// ofRequest reports whether a value is a request, or what the standard library reads of it.
func (b *body) ofRequest(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return b.hasRequest(v.Type())
	case *ssa.UnOp:
		return b.ofRequest(v.X)
	case *ssa.FieldAddr:
		return b.ofRequest(v.X)
	case *ssa.MakeInterface:
		return b.ofRequest(v.X)
	case *ssa.ChangeInterface:
		return b.ofRequest(v.X)
	case *ssa.Extract:
		return b.ofRequest(v.Tuple)
	case *ssa.Call:
		switch funcid.Package(calleeOf(v.Common())) {
		case "bufio", "encoding/json", "io", "net/http":
			return slices.ContainsFunc(v.Call.Args, b.ofRequest)
		}
	}
	return false
}
