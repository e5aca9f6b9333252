package recipe

// This file lowers an ssa.Function to a Func.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// A Lowerer turns functions of one package into recipes.
type Lowerer struct {
	Fset *token.FileSet
	// Row returns the key of the table row that describes fn, or "".
	Row    func(fn *types.Func) string
	Source Source // may be nil
	// Seen is called with each type that a value takes as its dynamic type, and
	// with each function that a recipe refers to.
	SeenType func(t types.Type)
	// SeenStruct is called with each struct type, or pointer to one, that is the
	// type of a parameter or result of a lowered function, of a parameter of one
	// that is a value, or a type argument.
	SeenStruct func(t types.Type)
	SeenFunc   func(fn *ssa.Function)

	uses map[*ssa.Global][]ssa.Instruction // see globalUses
}

// GlobalID returns the identity of a package-level variable.
func GlobalID(g *ssa.Global) string { return g.String() }

// Lower returns the recipe of fn, which must have a body.
func (l *Lowerer) Lower(fn *ssa.Function) *Func {
	return l.lower(fn, funcid.Of(fn), nil)
}

// lower lowers fn as id, only the instructions in keep if that is not nil.
func (l *Lowerer) lower(fn *ssa.Function, id string, keep map[ssa.Instruction]bool) *Func {
	lw := &lowering{Lowerer: l, fn: fn, keep: keep, regs: make(map[ssa.Value]Operand), consts: make(map[Const]Operand)}
	f := &Func{ID: id, Free: len(fn.FreeVars), Results: resultShapes(fn.Signature)}
	lw.f = f
	if pos := l.Fset.Position(functionPos(fn)); pos.IsValid() {
		f.File, f.Line, f.Col = pos.Filename, int32(pos.Line), int32(pos.Column)
	}
	for _, p := range fn.Params {
		f.Params = append(f.Params, Param{p.Name(), typeString(p.Type())})
		lw.seeStruct(p.Type())
		lw.reg(p)
	}
	for v := range fn.Signature.Results().Variables() {
		if lw.seeStruct(v.Type()) {
			f.Returns = append(f.Returns, typeString(v.Type()))
		}
	}
	for _, v := range fn.FreeVars {
		lw.reg(v)
	}
	for tp := range fn.TypeParams().TypeParams() {
		f.TParams = append(f.TParams, tp.Obj().Name())
	}
	for _, b := range fn.Blocks {
		f.Blocks = append(f.Blocks, lw.block(b))
	}
	f.Regs = len(lw.regs)
	setJoins(f)
	return f
}

// seeStruct reports whether t holds structs: it is one, or a pointer to one, or a
// list or a map of them.
func (l *Lowerer) seeStruct(t types.Type) bool {
	inner := t
	for range 8 { // a type may be a list of itself
		switch u := inner.Underlying().(type) {
		case *types.Pointer:
			inner = u.Elem()
		case *types.Slice:
			inner = u.Elem()
		case *types.Map:
			inner = u.Elem()
		case *types.Struct:
			if isOpen(t) {
				return false
			}
			if l.SeenStruct != nil {
				l.SeenStruct(t)
			}
			return true
		default:
			return false
		}
	}
	return false
}

// functionPos returns a position in the file of fn, also where fn is synthetic.
func functionPos(fn *ssa.Function) token.Pos {
	if fn.Pos().IsValid() {
		return fn.Pos()
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if in.Pos().IsValid() {
				return in.Pos()
			}
		}
	}
	return token.NoPos
}

// lowering is the state of one Lower.
type lowering struct {
	*Lowerer
	fn     *ssa.Function
	f      *Func
	keep   map[ssa.Instruction]bool
	regs   map[ssa.Value]Operand
	consts map[Const]Operand
}

func (l *lowering) block(b *ssa.BasicBlock) Block {
	var out Block
	for _, s := range b.Succs {
		out.Succs = append(out.Succs, int32(s.Index))
	}
	for _, p := range b.Preds {
		out.Preds = append(out.Preds, int32(p.Index))
	}
	for _, in := range b.Instrs {
		if l.keep != nil && !l.keep[in] {
			continue
		}
		if li, ok := l.instr(in); ok {
			out.Instrs = append(out.Instrs, li)
		}
	}
	return out
}

// reg returns the register of v, a new one at its first use.
func (l *lowering) reg(v ssa.Value) Operand {
	r, ok := l.regs[v]
	if !ok {
		r = Operand(len(l.regs))
		l.regs[v] = r
	}
	return r
}

func (l *lowering) operand(v ssa.Value) Operand {
	switch v := v.(type) {
	case nil:
		return NoOperand
	case *ssa.Const:
		return l.constant(v)
	case *ssa.Function:
		return l.function(v)
	case *ssa.Global:
		return l.intern(Const{Kind: ConstGlobal, Text: GlobalID(v)})
	case *ssa.Builtin:
		return l.intern(Const{Kind: ConstNil, Text: v.Name()})
	}
	return l.reg(v)
}

func (l *lowering) function(fn *ssa.Function) Operand {
	if l.SeenFunc != nil {
		l.SeenFunc(fn)
	}
	for p := range fn.Signature.Params().Variables() {
		l.seeStruct(p.Type())
	}
	return l.intern(Const{Kind: ConstFunc, Text: funcid.Of(fn), Row: l.rowOf(fn)})
}

// rowOf returns the row of a function, looking through instances.
func (l *lowering) rowOf(fn *ssa.Function) string {
	if obj := funcid.Declared(fn); obj != nil {
		return l.Row(obj)
	}
	return ""
}

func (l *lowering) constant(c *ssa.Const) Operand {
	shape := shapeOf(c.Type())
	if c.Value == nil {
		switch shape {
		case ShapeStruct, ShapeArray:
			return l.intern(Const{Kind: ConstZero, Shape: shape, Type: typeString(c.Type())})
		case ShapeOther: // a type parameter's zero value
			return l.intern(Const{Kind: ConstZero, Shape: shape})
		}
		return l.intern(Const{Kind: ConstNil, Shape: shape})
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return l.intern(Const{Kind: ConstBool, Text: c.Value.ExactString()})
	case constant.String:
		return l.intern(Const{Kind: ConstString, Text: constant.StringVal(c.Value)})
	case constant.Int:
		if shape == ShapeFloat {
			return l.intern(Const{Kind: ConstFloat, Text: c.Value.ExactString()})
		}
		return l.intern(Const{Kind: ConstInt, Text: c.Value.ExactString()})
	case constant.Float:
		f, _ := constant.Float64Val(c.Value)
		return l.intern(Const{Kind: ConstFloat, Text: fmt.Sprint(f)})
	}
	return l.intern(Const{Kind: ConstZero, Shape: ShapeOther})
}

func (l *lowering) intern(c Const) Operand {
	o, ok := l.consts[c]
	if !ok {
		o = ^Operand(len(l.f.Consts))
		l.f.Consts = append(l.f.Consts, c)
		l.consts[c] = o
	}
	return o
}

func (l *lowering) operands(vs ...ssa.Value) []Operand {
	out := make([]Operand, len(vs))
	for i, v := range vs {
		out[i] = l.operand(v)
	}
	return out
}

func (l *lowering) at(in *Instr, pos token.Pos) {
	if !pos.IsValid() {
		return
	}
	p := l.Fset.Position(pos)
	in.Line, in.Col, in.File = int32(p.Line), int32(p.Column), ""
	if p.Filename != l.f.File {
		in.File = p.Filename
	}
}

var errorType = types.Universe.Lookup("error").Type()

// ShapeOf returns the shape of the values of a type.
func ShapeOf(t types.Type) Shape { return shapeOf(t) }

func shapeOf(t types.Type) Shape {
	switch u := types.Unalias(t); u.(type) {
	case *types.Named:
		if u == errorType {
			return ShapeError
		}
	case *types.TypeParam:
		return ShapeOther
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsString != 0:
			return ShapeString
		case info&types.IsInteger != 0:
			return ShapeInt
		case info&types.IsFloat != 0:
			return ShapeFloat
		case info&types.IsBoolean != 0:
			return ShapeBool
		case u.Kind() == types.UntypedNil || u.Kind() == types.UnsafePointer:
			return ShapeNil
		}
		return ShapeOther
	case *types.Struct:
		return ShapeStruct
	case *types.Array:
		return ShapeArray
	case *types.Pointer, *types.Interface, *types.Signature, *types.Map, *types.Slice, *types.Chan:
		return ShapeNil
	}
	return ShapeOther
}

func resultShapes(sig *types.Signature) string {
	var b strings.Builder
	for v := range sig.Results().Variables() {
		b.WriteByte(byte(shapeOf(v.Type())))
	}
	return b.String()
}
