package valueflow

// This file records in which order a function may do things, and what decides on it.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// A Flow is the order in which a function may do things, and what decides on it.
type Flow struct {
	Next     [][]int32 // by block: those that may run after it, that of a condition that holds first
	Branches []Branch  // sorted by block
	Returns  []Return
	Recover  int32 // the block that returns after a panic; 0 if the function ends with it
	Given    []Given
	Sends    []Send
	Timed    []Timed
	Terms    []Term
}

// A Branch says what decides which of two blocks runs next.
type Branch struct{ Block, On int32 }

// A Return gives a term to each result, NoTerm to those that decide nothing.
type Return struct {
	Block  int32
	Values []int32
	Fails  bool // it returns an error
}

// A Given is an argument of a call that may decide what the callee does.
type Given struct{ Call, Arg, Value int32 }

// A Send sends something that says more than that it came.
type Send struct {
	Channel Place
	Elem    string // the type of what it sends
	Part    bool   // it is no answer, but may be a part of a stream: see isAnswer
	Value   int32
	Block   int32
}

// NoTerm is the term of what was not looked at.
const NoTerm int32 = -1

// TermOp says what a term is.
type TermOp uint8

const (
	TermOther    TermOp = iota // made of Args in a way that is not said
	TermConst                  // Text, as constText writes it
	TermNil                    // Text is OfError for no error
	TermSome                   // not nil
	TermNot                    // the contrary of a condition
	TermEqual                  // the first of Args is the second one
	TermBegins                 // the first of Args begins with the second one
	TermAmong                  // the second of Args is an element of the list At, which is the first one
	TermOneOf                  // one of Args; as it comes from the blocks of From to block Of, if that decides
	TermResult                 // result Index of call Of
	TermParam                  // parameter Index
	TermField                  // field Text of Args[0]
	TermStruct                 // a struct that is set to Args, of which a TermPart is one field; fields that none sets are zero
	TermPart                   // field Text of a struct is Args[0]
	TermReceived               // from the channel At, in block Index: of the type Text
	TermAnswer                 // what call Of read into a variable that begins in block Index; if that is no call of the Func, what was read at At in block Index
	TermUnseen                 // what call Of sets, or closure Text that it gets; if that is no call of the Func, what a library sets or returns that may ask
	TermState                  // a variable or a field of the name Text, which others may set
)

// A Term is what a condition or a result is made of.
type Term struct {
	Op    TermOp
	Args  []int32
	From  []int32
	Of    int32
	Index int32
	Text  string
	At    Place // of texts and channels
	Pos   Line  // of TermAmong, TermField, TermReceived, TermUnseen, TermState, look-ups and the variable of TermAnswer
}

// A Line is a line and a column of the file of a function.
type Line struct{ Line, Col int32 }

// A decider makes the terms of a function.
type decider struct {
	*body
	flow   *Flow
	known  map[ssa.Value]int32
	locals map[local]int32
}

// flow records the order of a function, unless it is nobody's business: it calls nothing that
// may ask, decides nothing, and counts nothing.
func (b *body) flow() {
	d := &decider{b, &Flow{}, make(map[ssa.Value]int32), make(map[local]int32)}
	for _, blk := range b.fn.Blocks {
		next := []int32(nil)
		if !ends(blk) {
			for _, s := range blk.Succs {
				next = append(next, int32(s.Index))
			}
		}
		d.flow.Next = append(d.flow.Next, next)
		for _, instr := range blk.Instrs {
			d.instr(instr, int32(blk.Index))
		}
	}
	if b.fn.Recover != nil && recovers(b.fn) {
		d.flow.Recover = int32(b.fn.Recover.Index)
	}
	decides := func(v *types.Var) bool { return isDecision(v.Type()) || b.isChoice(v.Type()) || b.isRecord(v.Type()) }
	if len(b.f.Calls)+len(b.f.Grows) > 0 || len(d.flow.Sends) > 0 || slices.ContainsFunc(d.flow.Terms, func(t Term) bool { return t.isSaid() }) ||
		slices.ContainsFunc(slices.Collect(b.fn.Signature.Results().Variables()), decides) {
		b.f.Flow, b.f.Keeps = d.flow, keepsAnswers(b.fn)
	}
}

// ends reports whether the program ends in a block, or the goroutine.
func ends(blk *ssa.BasicBlock) bool {
	return slices.ContainsFunc(blk.Instrs, func(instr ssa.Instruction) bool {
		call, ok := instr.(*ssa.Call)
		if !ok || call.Call.StaticCallee() == nil {
			return false
		}
		obj := funcid.Declared(call.Call.StaticCallee())
		if obj == nil || obj.Pkg() == nil {
			return false
		}
		switch path := obj.Pkg().Path(); path {
		case "os", "runtime":
			return obj.Name() == "Exit" || obj.Name() == "Goexit"
		case "log":
			return strings.HasPrefix(obj.Name(), "Fatal") || strings.HasPrefix(obj.Name(), "Panic")
		}
		return false
	})
}

// recovers reports whether a function may go on after a panic: something that it defers calls
// recover. Of a function that is not seen, its name says so.
func recovers(fn *ssa.Function) bool {
	for _, blk := range fn.Blocks {
		for _, instr := range blk.Instrs {
			in, ok := instr.(*ssa.Defer)
			if !ok || in.Call.StaticCallee() == nil {
				continue
			}
			to := in.Call.StaticCallee()
			if len(to.Blocks) == 0 && strings.Contains(strings.ToLower(to.Name()), "recover") || callsRecover(to) {
				return true
			}
		}
	}
	return false
}

func callsRecover(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(blk *ssa.BasicBlock) bool {
		return slices.ContainsFunc(blk.Instrs, func(instr ssa.Instruction) bool {
			call, ok := instr.(*ssa.Call)
			if !ok {
				return false
			}
			b, ok := call.Call.Value.(*ssa.Builtin)
			return ok && b.Name() == "recover"
		})
	})
}

func (d *decider) instr(instr ssa.Instruction, blk int32) {
	switch in := instr.(type) {
	case *ssa.If:
		d.flow.Branches = append(d.flow.Branches, Branch{blk, d.term(in.Cond)})
	case *ssa.Return:
		r := Return{Block: blk}
		for _, v := range in.Results {
			r.Values = append(r.Values, d.ifDecides(v))
		}
		if n := len(in.Results); n > 0 && isError(in.Results[n-1].Type()) {
			r.Fails = !mayBe(in.Results[n-1], OutcomeFine)
		}
		d.flow.Returns = append(d.flow.Returns, r)
	case *ssa.Send:
		d.send(in.Chan, in.X, blk)
	case *ssa.Select:
		d.timed(in, blk)
		for _, s := range in.States {
			if s.Send != nil {
				d.send(s.Chan, s.Send, blk)
			}
		}
	case ssa.CallInstruction:
		n, ok := d.calls[in.Value()]
		if !ok {
			return
		}
		for i, arg := range in.Common().Args {
			if isDecision(arg.Type()) {
				d.flow.Given = append(d.flow.Given, Given{int32(n), int32(i), d.term(arg)})
			}
		}
	}
}

func (d *decider) send(channel, v ssa.Value, blk int32) {
	if elem := elemOf(channel); !isSignal(elem) {
		d.flow.Sends = append(d.flow.Sends, Send{d.at(channel), types.TypeString(elem, nil), !isAnswer(elem), d.term(v), blk})
	}
}

// ifDecides returns the term of a value that may say whether something happens: an answer, a
// struct of such, or an error.
func (d *decider) ifDecides(v ssa.Value) int32 {
	if isAnswer(v.Type()) || d.isRecord(v.Type()) || isError(v.Type()) {
		return d.term(v)
	}
	return NoTerm
}

// isRecord reports whether a type is a struct of basic fields, or of others with one among them that decides, or refers to such a struct.
func (b *body) isRecord(t types.Type) bool {
	if b.hasChoice(t) {
		return true
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	isBasic := true
	for f := range st.Fields() {
		basic, ok := f.Type().Underlying().(*types.Basic)
		if ok && basic.Kind() == types.Bool {
			return true
		}
		isBasic = isBasic && ok
	}
	return isBasic
}
