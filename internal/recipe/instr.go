package recipe

// This file lowers single instructions.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// instr lowers one instruction; ok is false for those that mean nothing to the
// interpreter. The function is one switch over go/ssa's instructions.
func (l *lowering) instr(in ssa.Instruction) (out Instr, ok bool) {
	out.Dst = -1
	if v, isValue := in.(ssa.Value); isValue {
		out.Dst = l.reg(v)
		out.Shape = shapeOf(v.Type())
	}
	l.at(&out, in.Pos())
	switch in := in.(type) {
	case *ssa.Alloc:
		elem := in.Type().Underlying().(*types.Pointer).Elem()
		out.Op, out.Type, out.Shape = OpAlloc, typeString(elem), shapeOf(elem)
	case *ssa.BinOp:
		l.binary(&out, in)
	case *ssa.UnOp:
		l.unary(&out, in)
	case *ssa.Store:
		out.Op, out.Args = OpStore, l.operands(in.Addr, in.Val)
	case *ssa.Field:
		out.Op, out.Args, out.Sym = OpField, l.operands(in.X), fieldName(in.X.Type(), in.Field)
		out.Type, out.Call = typeString(in.X.Type()), runsField(in.Type())
	case *ssa.FieldAddr:
		elem := in.X.Type().Underlying().(*types.Pointer).Elem()
		out.Op, out.Args, out.Sym = OpFieldAddr, l.operands(in.X), fieldName(elem, in.Field)
		out.Type, out.Call = typeString(elem), runsField(elem.Underlying().(*types.Struct).Field(in.Field).Type())
	case *ssa.Index:
		out.Op, out.Args = OpIndex, l.operands(in.X, in.Index)
	case *ssa.IndexAddr:
		out.Op, out.Args = OpIndexAddr, l.operands(in.X, in.Index)
	case *ssa.Lookup:
		out.Op, out.Args = OpLookup, l.operands(in.X, in.Index)
		out.Res = commaOK(in.Type(), in.CommaOk)
	case *ssa.MapUpdate:
		out.Op, out.Args = OpMapUpdate, l.operands(in.Map, in.Key, in.Value)
	case *ssa.Slice:
		out.Op, out.Args = OpSlice, l.operands(in.X, in.Low, in.High)
	case *ssa.MakeSlice:
		out.Op, out.Args = OpMakeSlice, l.operands(in.Len)
	case *ssa.MakeMap:
		out.Op = OpMakeMap
	case *ssa.MakeChan:
		out.Op = OpMakeChan
	case *ssa.MakeClosure:
		l.closure(&out, in)
	case *ssa.MakeInterface:
		if l.SeenType != nil {
			l.SeenType(in.X.Type())
		}
		out.Op, out.Args = OpInterface, l.operands(in.X)
		if !isOpen(in.X.Type()) {
			out.Type = typeString(in.X.Type())
		} else if tp, ok := types.Unalias(in.X.Type()).(*types.TypeParam); ok {
			out.Sym = tp.Obj().Name()
		}
	case *ssa.ChangeInterface:
		out.Op, out.Args = OpConvert, l.operands(in.X)
	case *ssa.ChangeType:
		out.Op, out.Args, out.Type = OpConvert, l.operands(in.X), typeString(in.Type())
	case *ssa.Convert:
		out.Op, out.Args, out.Type, out.Sym = OpConvert, l.operands(in.X), typeString(in.Type()), conversion(in)
	case *ssa.MultiConvert:
		out.Op, out.Args, out.Type = OpConvert, l.operands(in.X), typeString(in.Type())
	case *ssa.SliceToArrayPointer:
		out.Op, out.Args, out.Sym = OpConvert, l.operands(in.X), "array"
	case *ssa.TypeAssert:
		out.Op, out.Args, out.Type = OpAssert, l.operands(in.X), typeString(in.AssertedType)
		out.Res = commaOK(in.Type(), in.CommaOk)
		switch {
		case isOpen(in.AssertedType):
			out.Sym = "open"
		case types.IsInterface(in.AssertedType):
			out.Sym = "interface"
		}
	case *ssa.Extract:
		out.Op, out.Args = OpExtract, []Operand{l.operand(in.Tuple), Operand(in.Index)}
	case *ssa.Phi:
		out.Op, out.Args = OpPhi, l.operands(in.Edges...)
	case *ssa.Range:
		out.Op, out.Args = OpRange, l.operands(in.X)
	case *ssa.Next:
		out.Op, out.Args = OpNext, l.operands(in.Iter)
	case *ssa.Call:
		if fn := in.Common().StaticCallee(); fn != nil && fn.Synthetic == "package initializer" {
			return out, false // the interpreter initialises packages in its own way
		}
		l.call(&out, in.Common())
	case *ssa.Go:
		l.call(&out, in.Common())
		out.Op, out.Call, out.Dst = OpGo, out.Op, -1
	case *ssa.Defer:
		l.call(&out, in.Common())
		out.Op, out.Call, out.Dst = OpDefer, out.Op, -1
	case *ssa.RunDefers:
		out.Op = OpRunDefers
	case *ssa.Send:
		out.Op, out.Args = OpSend, l.operands(in.Chan, in.X)
	case *ssa.Select:
		out.Op = OpSelect
		for _, state := range in.States {
			if state.Send != nil {
				out.Args = append(out.Args, l.operand(state.Send))
			}
		}
		if in.Blocking && !slices.ContainsFunc(in.States, func(s *ssa.SelectState) bool { return s.Send != nil || !isOutside(s.Chan) }) {
			out.Type = Outside
		}
	case *ssa.If:
		out.Op, out.Args = OpIf, l.operands(in.Cond)
		out.Sym = l.condition(&out, in)
	case *ssa.Jump:
		out.Op = OpJump
	case *ssa.Return:
		out.Op, out.Args = OpReturn, l.operands(in.Results...)
	case *ssa.Panic:
		out.Op, out.Args = OpPanic, l.operands(in.X)
	default: // DebugRef
		return out, false
	}
	return out, true
}

func (l *lowering) binary(out *Instr, in *ssa.BinOp) {
	out.Op, out.Sym, out.Args = OpBinary, in.Op.String(), l.operands(in.X, in.Y)
	switch in.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		out.Type = basicType(in.X.Type())
		return
	case token.EQL, token.NEQ:
		out.Type = basicType(in.X.Type())
	default:
		return
	}
	if isNil(in.Y) && types.Identical(in.X.Type(), errorType) {
		out.Op = OpNilCheck
	}
}

// basicType returns the name of the basic type that a type is made of, "" if there is none.
func basicType(t types.Type) string {
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsUntyped == 0 {
		return b.Name()
	}
	return ""
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

func (l *lowering) unary(out *Instr, in *ssa.UnOp) {
	out.Args = l.operands(in.X)
	switch in.Op {
	case token.MUL:
		out.Op, out.Type = OpLoad, typeString(in.Type())
	case token.ARROW:
		out.Op, out.Sym, out.Res = OpUnary, "<-", commaOK(in.Type(), in.CommaOk)
		if isOutside(in.X) {
			out.Type = Outside
		}
	default:
		out.Op, out.Sym = OpUnary, in.Op.String()
	}
}

// isOutside reports whether a channel is one that the function has not made.
func isOutside(ch ssa.Value) bool {
	switch v := ch.(type) {
	case *ssa.MakeChan:
		return false
	case *ssa.ChangeType:
		return isOutside(v.X)
	case *ssa.UnOp: // a variable that a closure has captured
		_, isLocal := v.X.(*ssa.Alloc)
		return !isLocal
	}
	return true
}

func (l *lowering) closure(out *Instr, in *ssa.MakeClosure) {
	fn := in.Fn.(*ssa.Function)
	if l.SeenFunc != nil {
		l.SeenFunc(fn)
	}
	out.Op, out.Sym, out.Row, out.Args = OpClosure, funcid.Of(fn), l.rowOf(fn), l.operands(in.Bindings...)
}

func (l *lowering) call(out *Instr, c *ssa.CallCommon) {
	out.Res = resultShapes(c.Signature())
	if c.IsInvoke() {
		out.Op, out.Sym = OpInvoke, c.Method.Name()
		out.Row = l.Row(c.Method.Origin())
		out.Type = typeString(c.Value.Type())
		out.Args = append(l.operands(c.Value), l.operands(c.Args...)...)
		return
	}
	switch fn := c.Value.(type) {
	case *ssa.Builtin:
		out.Op, out.Sym, out.Args = OpBuiltin, fn.Name(), l.operands(c.Args...)
		if fn.Name() == "len" {
			if _, isSlice := c.Args[0].Type().Underlying().(*types.Slice); isSlice {
				out.Type = "slice"
			}
		}
	case *ssa.Function:
		out.Op, out.Sym, out.Row, out.Args = OpCall, funcid.Of(fn), l.rowOf(fn), l.operands(c.Args...)
		for _, t := range fn.TypeArgs() {
			if l.SeenType != nil && !isOpen(t) {
				l.SeenType(t)
			}
			out.Targs = append(out.Targs, typeString(t))
			l.seeStruct(t)
		}
		if l.SeenFunc != nil {
			l.SeenFunc(fn)
		}
	default:
		out.Op = OpCallValue
		out.Args = append(l.operands(c.Value), l.operands(c.Args...)...)
	}
	l.at(out, c.Pos())
}

func fieldName(t types.Type, i int) string {
	return t.Underlying().(*types.Struct).Field(i).Name()
}

// runsField is the Call of a field of type t: it may have functions in a list or a map, too.
func runsField(t types.Type) Op {
	for range 8 { // a type may be a list of itself
		switch u := t.Underlying().(type) {
		case *types.Signature:
			return OpCallValue
		case interface{ Elem() types.Type }:
			t = u.Elem()
		default:
			return OpInvalid
		}
	}
	return OpInvalid
}

func commaOK(t types.Type, ok bool) string {
	if !ok {
		return ""
	}
	tuple := t.(*types.Tuple)
	return string([]byte{byte(shapeOf(tuple.At(0).Type())), byte(ShapeBool)})
}

// conversion says what a value conversion does to a constant.
func conversion(in *ssa.Convert) string {
	from, to := shapeOf(in.X.Type()), shapeOf(in.Type())
	switch {
	case from == ShapeString && to == ShapeString:
		return ""
	case from == ShapeInt && to == ShapeFloat, from == ShapeFloat && to == ShapeInt, from == ShapeInt && to == ShapeInt,
		from == ShapeFloat && to == ShapeFloat:
		if holds(in.Type(), in.X.Type()) {
			return "number"
		}
		return "wrap"
	}
	return "opaque"
}

// holds reports whether a type of numbers holds each number of another, whatever the size
// of int is.
func holds(to, from types.Type) bool {
	a, aok := to.Underlying().(*types.Basic)
	b, bok := from.Underlying().(*types.Basic)
	if !aok || !bok {
		return false
	}
	const whole = types.IsInteger | types.IsUnsigned
	return a.Kind() == b.Kind() || a.Kind() == types.Float64 && b.Kind() == types.Float32 ||
		a.Info()&types.IsInteger != 0 && a.Info()&whole == b.Info()&whole && bits[b.Kind()] != 0 && bits[b.Kind()] <= bits[a.Kind()]
}

// bits are the sizes of the types of integers that have one everywhere.
var bits = map[types.BasicKind]int{
	types.Int8: 8, types.Int16: 16, types.Int32: 32, types.Int64: 64,
	types.Uint8: 8, types.Uint16: 16, types.Uint32: 32, types.Uint64: 64,
}

// isOpen reports whether a type depends on type parameters of the function
// around it: then it is another type for each caller.
func isOpen(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Pointer:
		return isOpen(t.Elem())
	case *types.Slice:
		return isOpen(t.Elem())
	case *types.Array:
		return isOpen(t.Elem())
	case *types.Map:
		return isOpen(t.Key()) || isOpen(t.Elem())
	case *types.Chan:
		return isOpen(t.Elem())
	case *types.Signature:
		return isOpenTuple(t.Params()) || isOpenTuple(t.Results())
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if isOpen(arg) {
				return true
			}
		}
	}
	return false
}

func isOpenTuple(t *types.Tuple) bool {
	for v := range t.Variables() {
		if isOpen(v.Type()) {
			return true
		}
	}
	return false
}
