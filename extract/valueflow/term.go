package valueflow

// This file says what conditions and results are made of.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// isSaid reports whether a term is what a call or a channel says.
func (t *Term) isSaid() bool {
	return t.Op == TermResult || t.Op == TermReceived || t.Op == TermAnswer || t.Op == TermUnseen
}

// True is the constant of conditions that hold.
const True = "true"

// OfError is the text of a TermNil that is no error.
const OfError = "error"

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// constText returns how a constant is written: texts are quoted.
func constText(c *ssa.Const) string {
	if c.Value == nil { // of a struct, or a type parameter
		return "zero"
	}
	return c.Value.ExactString()
}

// IsText reports whether a term is a constant text.
func (t *Term) IsText(text string) bool {
	return t.Op == TermConst && t.Text == constant.MakeString(text).ExactString()
}

// term returns the number of the term of a value.
func (d *decider) term(v ssa.Value) int32 {
	if n, ok := d.known[v]; ok {
		return n
	}
	if phi, ok := v.(*ssa.Phi); ok {
		return d.phi(phi)
	}
	n := d.add(Term{})
	d.known[v] = n
	t, same := d.made(v)
	if same != nil {
		t = Term{Op: TermOneOf, Args: []int32{d.term(same)}} // it may be a part of itself
	}
	d.flow.Terms[n] = t
	if same != nil {
		n = t.Args[0]
		d.known[v] = n
	}
	return n
}

func (d *decider) add(t Term) int32 {
	d.flow.Terms = append(d.flow.Terms, t)
	return int32(len(d.flow.Terms) - 1)
}

func (d *decider) phi(phi *ssa.Phi) int32 {
	n := d.add(Term{Op: TermOneOf})
	d.known[phi] = n
	t := Term{Op: TermOneOf, Of: int32(phi.Block().Index)}
	for i, edge := range phi.Edges {
		t.Args = append(t.Args, d.term(edge))
		t.From = append(t.From, int32(phi.Block().Preds[i].Index))
	}
	d.flow.Terms[n] = t
	return n
}

// made returns the term of a value, or another value that it is the same as.
func (d *decider) made(v ssa.Value) (t Term, same ssa.Value) {
	switch v := v.(type) {
	case *ssa.Const:
		if v.IsNil() && isError(v.Type()) {
			return Term{Op: TermNil, Text: OfError}, nil
		}
		if v.IsNil() {
			return Term{Op: TermNil}, nil
		}
		return Term{Op: TermConst, Text: constText(v)}, nil
	case *ssa.Parameter:
		return Term{Op: TermParam, Index: int32(slices.Index(d.fn.Params, v)), At: d.at(v)}, nil
	case *ssa.FreeVar:
		return d.state(FreeName(d.f.ID, slices.Index(d.fn.FreeVars, v)), v), nil
	case *ssa.MakeInterface:
		if _, ok := v.X.(*ssa.Const); !ok && !isAnswer(v.X.Type()) {
			return Term{Op: TermSome}, nil
		}
		return Term{}, v.X
	case *ssa.ChangeType:
		return Term{}, v.X
	case *ssa.ChangeInterface:
		return Term{}, v.X
	case *ssa.Convert:
		return Term{}, v.X
	case *ssa.TypeAssert:
		return Term{}, v.X
	case *ssa.BinOp:
		return d.compared(v), nil
	case *ssa.UnOp:
		return d.unary(v)
	case *ssa.Call:
		return d.result(v, 0)
	case *ssa.Extract:
		return d.extract(v)
	case *ssa.Field:
		return Term{Op: TermField, Args: []int32{d.term(v.X)}, Text: fieldName(v.X.Type(), v.Field), At: d.at(v), Pos: d.line(v)}, nil
	case *ssa.Alloc:
		return d.built(v), nil
	case *ssa.Lookup:
		return Term{Args: []int32{d.term(v.X), d.term(v.Index)}, At: d.at(v), Pos: d.line(v)}, nil
	case *ssa.Index:
		return Term{Args: []int32{d.term(v.X)}}, nil
	case *ssa.Slice:
		return Term{}, v.X
	case *ssa.MakeClosure, *ssa.Function:
		return Term{Op: TermSome}, nil
	}
	return Term{At: d.at(v)}, nil
}

func fieldName(t types.Type, i int) string {
	st, name := StructOf(t)
	return FieldName(name, st.Field(i).Name())
}

func (d *decider) state(name string, v ssa.Value) Term {
	return Term{Op: TermState, Text: name, At: d.at(v), Pos: d.line(v)}
}

// line returns where an instruction is.
func (d *decider) line(v ssa.Value) Line { return d.lineAt(v.Pos()) }

func (d *decider) lineAt(p token.Pos) Line {
	pos := d.pos(p)
	return Line{int32(pos.Line), int32(pos.Col)}
}

func (d *decider) compared(v *ssa.BinOp) Term {
	t := Term{Op: TermEqual, Args: []int32{d.term(v.X), d.term(v.Y)}}
	switch v.Op {
	case token.EQL:
		return t
	case token.NEQ:
		return Term{Op: TermNot, Args: []int32{d.add(t)}}
	}
	t.Op = TermOther
	return t
}

func (d *decider) unary(v *ssa.UnOp) (Term, ssa.Value) {
	switch v.Op {
	case token.NOT:
		return Term{Op: TermNot, Args: []int32{d.term(v.X)}}, nil
	case token.ARROW:
		return d.received(v.X, v, d.line(v)), nil
	case token.MUL:
		return d.loaded(v)
	}
	return Term{Args: []int32{d.term(v.X)}}, nil
}

// received returns the term of what an instruction receives from a channel. Signals and errors
// say nothing.
func (d *decider) received(channel ssa.Value, in ssa.Instruction, line Line) Term {
	elem := elemOf(channel)
	if !isAnswer(elem) && !isPart(elem) {
		return Term{}
	}
	return Term{Op: TermReceived, Text: types.TypeString(elem, nil), Index: int32(in.Block().Index), At: d.at(channel), Pos: line}
}

// loaded returns the term of what is read from memory.
func (d *decider) loaded(v *ssa.UnOp) (Term, ssa.Value) {
	switch addr := v.X.(type) {
	case *ssa.Global:
		if isError(v.Type()) {
			return Term{Op: TermSome}, nil // an error that has a name
		}
		return d.state(VarName(addr.String()), v), nil
	case *ssa.FreeVar:
		return Term{}, addr
	case *ssa.Alloc:
		if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct {
			if d.isSetAgain(addr, wholeStruct) {
				return Term{Op: TermOneOf, Args: []int32{d.setBefore(addr, wholeStruct, v)}}, nil
			}
			return Term{}, addr
		}
		if last := lastStored(addr, v); last != nil {
			return Term{}, last
		}
		return d.variable(addr), nil
	case *ssa.FieldAddr:
		return d.fieldOf(addr, v), nil
	case *ssa.IndexAddr:
		return Term{Args: []int32{d.term(addr.X)}, At: d.at(v)}, nil
	}
	return Term{}, v.X // what a pointer leads to
}

// fieldOf returns the term of a field in memory.
func (d *decider) fieldOf(addr *ssa.FieldAddr, load *ssa.UnOp) Term {
	name := fieldName(addr.X.Type(), addr.Field)
	base := d.term(addr.X)
	if v, ok := addr.X.(*ssa.Alloc); ok && d.isSetAgain(v, addr.Field) {
		return Term{Op: TermOneOf, Args: []int32{d.setBefore(v, addr.Field, load)}}
	}
	switch d.flow.Terms[base].Op {
	case TermResult, TermReceived, TermStruct, TermOneOf, TermField, TermAnswer:
		return Term{Op: TermField, Args: []int32{base}, Text: name, At: d.at(load), Pos: d.line(addr)}
	}
	return Term{Op: TermState, Text: name, Args: []int32{base}, At: d.at(load), Pos: d.line(addr)}
}

// variable returns the term of a variable in memory: one of the values that it is set to. A
// call that gets its address may set it.
func (d *decider) variable(v *ssa.Alloc) Term {
	t := Term{Op: TermOneOf}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != v {
				return Term{}
			}
			t.Args = append(t.Args, d.term(ref.Val))
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Call:
			t.Args = append(t.Args, d.add(d.setBy(ref, Term{At: d.at(v)})))
		case *ssa.MakeInterface:
			call := filledBy(ref)
			if call == nil {
				return Term{}
			}
			if n, ok := d.calls[call.Value()]; ok && d.f.Calls[n].Kind == CallHuman {
				t.Args = append(t.Args, d.add(Term{Op: TermAnswer, Of: int32(n), Index: int32(v.Block().Index), At: NoPlace, Pos: d.line(v)}))
				continue
			}
			t.Args = append(t.Args, d.add(d.setBy(call, Term{At: d.at(v)})))
		case *ssa.MakeClosure:
			if setsFree(ref, v) {
				t.Args = append(t.Args, d.add(d.setIn(ref, v)))
			}
		default:
			return Term{At: d.at(v)}
		}
	}
	return t
}

// lastStored returns what a variable of the function alone was set to in the block that reads it, nil if it was set elsewhere: results of
// functions that defer calls are such variables.
func lastStored(v *ssa.Alloc, load *ssa.UnOp) (last ssa.Value) {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != v {
				return nil
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil
		}
	}
	for _, instr := range load.Block().Instrs {
		if instr == ssa.Instruction(load) {
			return last
		}
		if set, ok := instr.(*ssa.Store); ok && set.Addr == v {
			last = set.Val
		}
	}
	return nil
}

// captured is the name of what a closure sets in the function around it.
const captured = "a variable that a closure sets"

// setsFree reports whether a closure, or one in it, may set a variable that it captures.
func setsFree(c *ssa.MakeClosure, v ssa.Value) bool {
	free := c.Fn.(*ssa.Function).FreeVars[slices.Index(c.Bindings, v)]
	return slices.ContainsFunc(*free.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			return false
		case *ssa.MakeClosure:
			return setsFree(ref, free)
		}
		return true
	})
}

// filledBy returns the call that gets an address, by itself or among others.
func filledBy(v *ssa.MakeInterface) ssa.CallInstruction {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case ssa.CallInstruction:
			return ref
		case *ssa.Store:
			elem, ok := ref.Addr.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, use := range *elem.X.Referrers() {
				list, ok := use.(*ssa.Slice)
				if !ok {
					continue
				}
				for _, to := range *list.Referrers() {
					if call, ok := to.(ssa.CallInstruction); ok {
						return call
					}
				}
			}
		}
	}
	return nil
}

// built returns the term of a struct that the function makes, if nobody else sets it.
func (d *decider) built(v *ssa.Alloc) Term {
	if _, isStruct := v.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); !isStruct {
		return Term{At: d.at(v)}
	}
	t := Term{Op: TermStruct}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == v {
				t.Args = append(t.Args, d.term(ref.Val))
			}
		case *ssa.FieldAddr:
			parts, ok := d.parts(v, ref)
			if !ok {
				return Term{At: d.at(v)}
			}
			t.Args = append(t.Args, parts...)
		case *ssa.UnOp, *ssa.Return, *ssa.DebugRef, *ssa.Send:
		default: // somebody gets it, who may set it
			return Term{At: d.at(v)}
		}
	}
	return t
}

// parts returns the terms of what a field of a struct is set to.
func (d *decider) parts(v *ssa.Alloc, addr *ssa.FieldAddr) (out []int32, ok bool) {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr != addr {
				return nil, false
			}
			part := Term{Op: TermPart, Text: fieldName(v.Type(), addr.Field)}
			if value := d.ifDecides(use.Val); value != NoTerm {
				part.Args = []int32{value}
			}
			out = append(out, d.add(part))
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr, *ssa.IndexAddr: // a part of something bigger decides nothing
		default:
			return nil, false
		}
	}
	return out, true
}

// result returns the term of a result of a call.
func (d *decider) result(v *ssa.Call, i int) (Term, ssa.Value) {
	if calleeOf(v.Common()) == "(context.Context).Value" {
		return d.state(contextName(v.Call.Args[0]), v), nil
	}
	if n, ok := d.calls[v]; ok {
		at := NoPlace
		if p := d.body.result(v, i); p != NoPlace {
			at = p
		}
		return Term{Op: TermResult, Of: int32(n), Index: int32(i), At: at}, nil
	}
	t := Term{At: d.body.result(v, i)}
	c := v.Common()
	if _, ok := c.Value.(*ssa.Builtin); !ok && c.StaticCallee() != nil {
		if obj := funcid.Declared(c.StaticCallee()); obj != nil {
			if out, same := d.ofLibrary(obj, c, t.At, int32(v.Block().Index), d.line(v)); out.Op != TermOther || same != nil {
				return out, same
			}
		}
	}
	if d.asksUnseen(c) {
		return Term{Op: TermUnseen, Of: NoTerm, At: t.At, Pos: d.line(v)}, nil
	}
	for _, arg := range c.Args {
		t.Args = append(t.Args, d.term(arg))
	}
	return t, nil
}

// contextName returns the name of what a context has for a key: that of the type of the key, or the key if it is a text.
func contextName(key ssa.Value) string {
	if made, ok := key.(*ssa.MakeInterface); ok {
		key = made.X
	}
	if c, ok := key.(*ssa.Const); ok && c.Value != nil {
		return VarName("context." + constText(c))
	}
	t := key.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return VarName(types.TypeString(t, nil))
}

// ofLibrary returns the term of what a library function returns, if it is known what that
// is made of.
func (d *decider) ofLibrary(obj *types.Func, c *ssa.CallCommon, at Place, block int32, line Line) (Term, ssa.Value) {
	id := funcid.OfObject(obj)
	switch {
	case id == "errors.New" || id == "fmt.Errorf":
		return Term{Op: TermSome}, nil
	case keeps[id] && len(c.Args) > 0 && obj.Signature().Recv() == nil:
		return Term{}, c.Args[0]
	case id == "strings.EqualFold" && len(c.Args) == 2:
		return Term{Op: TermEqual, Args: []int32{d.term(c.Args[0]), d.term(c.Args[1])}}, nil
	case id == "slices.Contains" && len(c.Args) == 2:
		return Term{Op: TermAmong, Args: []int32{d.term(c.Args[0]), d.term(c.Args[1])}, At: d.at(c.Args[0]), Pos: line}, nil
	case id == "strings.HasPrefix" && len(c.Args) == 2 && !isConst(c.Args[0]):
		return Term{Op: TermBegins, Args: []int32{d.term(c.Args[0]), d.term(c.Args[1])}}, nil
	}
	if row := d.Table.Call(library.KeyOf(obj)); row != nil && row.Verb == library.VerbEffect && row.Kind == "answer" {
		return Term{Op: TermAnswer, Of: NoTerm, Index: block, At: at}, nil
	}
	return Term{}, nil
}

func (d *decider) extract(v *ssa.Extract) (Term, ssa.Value) {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return d.result(t, v.Index)
	case *ssa.Select:
		i := v.Index - 2
		for _, s := range t.States {
			if s.Dir != types.RecvOnly {
				continue
			}
			if i == 0 {
				return d.received(s.Chan, t, d.lineAt(s.Pos)), nil
			}
			i--
		}
	case *ssa.UnOp, *ssa.Lookup, *ssa.TypeAssert:
		if v.Index == 0 {
			return Term{}, t
		}
	}
	return Term{At: d.at(v)}, nil
}
