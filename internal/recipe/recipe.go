package recipe

// This file defines the code of a recipe.

import (
	"go/constant"
	"strconv"

	"github.com/agentvet/agentvet/graph"
)

// A Func is one function as a recipe.
type Func struct {
	ID      string
	File    string // of every position in it, but for those that say another
	Line    int32
	Col     int32
	Params  []Param  // the receiver first
	TParams []string // names of its type parameters, those of the receiver included
	Free    int      // captured variables; they follow the parameters in the registers
	Regs    int
	Results string // one shape letter a result
	// Returns are the types of the results that hold structs.
	Returns []string
	Builds  bool // it may make objects of a framework
	Consts  []Const
	Blocks  []Block
}

// A Param is a parameter of a Func.
type Param struct {
	Name string
	Type string
}

// Pos returns the position of the function.
func (f *Func) Pos() graph.Pos { return f.At(f.Line, f.Col) }

// At returns a position in the function's file.
func (f *Func) At(line, col int32) graph.Pos {
	if line == 0 {
		return graph.Pos{}
	}
	return graph.Pos{File: f.File, Line: int(line), Col: int(col)}
}

// PosOf returns the position of an instruction of f.
func (f *Func) PosOf(in *Instr) graph.Pos {
	pos := f.At(in.Line, in.Col)
	if in.File != "" {
		pos.File = in.File
	}
	return pos
}

// A Block is a basic block. The last instruction is If, Jump, Return or Panic.
type Block struct {
	Instrs []Instr
	Succs  []int32
	Preds  []int32
	// Join is the block where the two ways of an If meet again on every path
	// that goes on to the end of the function, or -1.
	Join int32
}

// An Operand names a value: a register if it is 0 or more, else the complement
// of an index into Func.Consts.
type Operand = int32

// An Instr is one instruction.
type Instr struct {
	Op    Op
	Shape Shape     // of the result: what its zero value looks like
	Call  Op        // OpGo, OpDefer: the call they make, as OpCall, OpCallValue, …; OpField, OpFieldAddr: OpCallValue of one that has functions
	Dst   int32     // result register, or -1
	Line  int32     // position
	Col   int32     //
	File  string    // its file, where it is not that of the function: a package initialiser has parts in all
	Args  []Operand //
	Sym   string    // callee, method, field, operator or source text, by Op
	Type  string    // a type, by Op
	Row   string    // the table row that the callee matches, or ""
	Targs []string  // type arguments of the callee
	Res   string    // Call: one shape letter a result
}

// Outside is the Type of an instruction that waits for what others send.
const Outside = "outside"

// Op is the operation of an instruction.
type Op uint8

// In the comments, a, b, … are Args[0], Args[1], …
const (
	OpInvalid   Op = iota
	OpAlloc        // address of a new variable of type Type
	OpBinary       // a Sym b; of a comparison, Type is the basic type of both, "" if they have none
	OpNilCheck     // a Sym nil where a is an error; Sym is == or !=
	OpUnary        // Sym a; of a receive from a channel that the function has not made, Type is Outside
	OpLoad         // *a
	OpStore        // *a = b
	OpField        // a.Sym; Type is the struct type
	OpFieldAddr    // &a.Sym; Type is the struct type
	OpIndex        // a[b]
	OpIndexAddr    // &a[b]
	OpLookup       // a[b] of a map; Res has two letters for the comma-ok form
	OpMapUpdate    // a[b] = c
	OpSlice        // a[b:c]; operands may be absent: NoOperand
	OpMakeSlice    // make([]T, a)
	OpMakeMap      //
	OpMakeChan     //
	OpClosure      // function Sym with bindings Args
	OpInterface    // a as interface; Type is its dynamic type; if that is a type parameter, Type is "" and Sym its name
	OpAssert       // a.(Type); Sym "interface" or "open"; Res has two letters for the comma-ok form
	OpConvert      // conversion of a to Type; Sym is "string", "number", "wrap" (to a type that may not hold it) or ""
	OpExtract      // a's result number b (a plain number, not an operand)
	OpPhi          // one operand a predecessor
	OpCall         // function Sym(Args); Row
	OpCallValue    // a(Args[1:])
	OpInvoke       // a.Sym(Args[1:]) through an interface; Row; Type is the interface
	OpBuiltin      // builtin Sym(Args); of len of a slice, Type is "slice"
	OpGo           // the call that Instr.Call says, in a goroutine
	OpDefer        // the call that Instr.Call says, deferred
	OpRunDefers    //
	OpRange        // iterator over a
	OpNext         // next of iterator a: (ok, key, value)
	OpSend         // a <- b
	OpSelect       // Args are what it may send; if it waits for channels alone that the function has not made, Type is Outside
	OpIf           // a; Sym is the source text of the condition
	OpJump         //
	OpReturn       // Args
	OpPanic        // a
)

// NoOperand stands for an operand that is absent.
const NoOperand Operand = -1 << 31

// Shape says what the zero value of a type looks like.
type Shape byte

// Shapes, also used as letters in Func.Results and Instr.Res.
const (
	ShapeOther  Shape = 'o'
	ShapeError  Shape = 'e' // the type error
	ShapeNil    Shape = 'p' // pointer, interface, func, map, slice, chan
	ShapeString Shape = 's'
	ShapeInt    Shape = 'i'
	ShapeFloat  Shape = 'f'
	ShapeBool   Shape = 'b'
	ShapeStruct Shape = 'S'
	ShapeArray  Shape = 'A'
)

// A Const is a constant operand.
type Const struct {
	Kind  ConstKind
	Text  string // exact value, function ID or global ID
	Shape Shape
	Row   string // ConstFunc: the row that the function matches
	Type  string
}

// ConstKind says what a Const is.
type ConstKind uint8

const (
	ConstNil ConstKind = iota
	ConstBool
	ConstString
	ConstInt
	ConstFloat
	ConstZero   // zero value of a struct or array
	ConstFunc   // a function
	ConstGlobal // the address of a package-level variable
)

// Value returns the constant value, or nil for the kinds that have none.
func (c *Const) Value() constant.Value {
	switch c.Kind {
	case ConstBool:
		return constant.MakeBool(c.Text == "true")
	case ConstString:
		return constant.MakeString(c.Text)
	case ConstInt:
		if i, err := strconv.ParseInt(c.Text, 10, 64); err == nil {
			return constant.MakeInt64(i)
		}
		return constant.MakeUnknown()
	case ConstFloat:
		if f, err := strconv.ParseFloat(c.Text, 64); err == nil {
			return constant.MakeFloat64(f)
		}
		return constant.MakeUnknown()
	}
	return nil
}
