package ssaflow

// This file says what instructions do to data, calls apart.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// read adds what every instruction of the function does.
func (f *frame) read() {
	for _, v := range f.fn.Params {
		f.born(v, nil)
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			f.constants(instr)
			f.instruction(instr)
			f.implicit(instr)
		}
	}
}

// instruction is a switch over the instructions of go/ssa, hence its length.
func (f *frame) instruction(instr ssa.Instruction) {
	pos := instr.Pos()
	at := func(op taint.Op, name string, from, to *loc) edge {
		return edge{from: from, to: to, at: instr, hop: taint.Hop{Op: op, Name: name}, pos: pos}
	}
	switch i := instr.(type) {
	case *ssa.Alloc:
		f.born(i, i)
	case *ssa.MakeSlice:
		f.born(i, i)
	case *ssa.MakeMap:
		f.born(i, i)
	case *ssa.MakeChan:
		f.born(i, i)
	case *ssa.DebugRef, *ssa.If, *ssa.Jump, *ssa.RunDefers:
	case *ssa.Phi:
		for n, v := range i.Edges {
			e := at(taint.OpConvert, "", f.value(v), f.value(i))
			e.comes = i.Block().Preds[n]
			f.move(i.Type(), e)
		}
	case *ssa.BinOp:
		for _, c := range f.comparisons(i) {
			f.cleaned(c.value, i, answered(i, c.answer), c.labels.Without(taint.Labels{markIfClean}))
		}
		if !isComparison(i.Op) {
			left := at(taint.OpConvert, i.Op.String(), f.value(i.X), f.value(i))
			left.drop = f.beforeText(i)
			f.move(i.Type(), left)
			right := at(taint.OpConvert, i.Op.String(), f.value(i.Y), f.value(i))
			right.drop = f.appended(i).Union(f.behindText(i)).Union(f.quotedName(i))
			if i.Op == token.ADD {
				right.putIn(f.openBefore(i), f, i.Y)
				right.asWord(f, f.texts(i.X), i.Y)
			}
			f.move(i.Type(), right)
		}
	case *ssa.UnOp:
		switch i.Op {
		case token.MUL:
			load := at(taint.OpLoad, addressName(i.X), f.ref(i.X), f.value(i))
			if f.isWrittenProgram(i.X) {
				load.drop = numberMarks
			} else if isProgram(i.X) { // or what is in its arguments
				load.drop = taint.Labels{taint.MarkApart}
			}
			f.load(regionOf(i.X), load, 0)
			f.fieldSource(i, i.X)
			f.keptSinks(i)
			if _, ok := i.X.(*ssa.Global); ok {
				f.born(i, i)
			}
		case token.ARROW:
			f.moveOK(i, i.CommaOk, under(i.X.Type()).(*types.Chan).Elem(), at(taint.OpReceive, "", f.kid(f.ref(i.X), stepElem), f.value(i)))
		default:
			f.move(i.Type(), at(taint.OpConvert, i.Op.String(), f.value(i.X), f.value(i)))
		}
	case *ssa.Store:
		store := at(taint.OpStore, addressName(i.Addr), f.value(i.Val), f.ref(i.Addr))
		store.drop = f.storeDrop(i)
		f.fieldSink(i)
		f.keepsNumber(i, i.Addr, i.Val)
		f.move(i.Val.Type(), store)
	case *ssa.Send:
		f.keepsNumber(i, i.Chan, i.X)
		f.move(i.X.Type(), at(taint.OpSend, "", f.value(i.X), f.kid(f.ref(i.Chan), stepElem)))
	case *ssa.Select:
		f.selects(i)
	case *ssa.FieldAddr:
		f.unify(f.ref(i), f.kid(f.ref(i.X), f.stepField(under(i.X.Type()).(*types.Pointer).Elem(), i.Field)))
		f.lendField(i)
	case *ssa.Field:
		f.move(i.Type(), at(taint.OpLoad, fieldName(i.X.Type(), i.Field), f.kid(f.value(i.X), f.stepField(i.X.Type(), i.Field)), f.value(i)))
		f.fieldSource(i, i)
	case *ssa.IndexAddr:
		f.indexed(i)
	case *ssa.Index:
		f.move(i.Type(), at(taint.OpLoad, "", f.element(i.X), f.value(i)))
	case *ssa.Lookup:
		for _, found := range f.members(i) {
			f.cleaned(i.Index, i, answered(found, "true"), numberMarks)
		}
		if m, ok := under(i.X.Type()).(*types.Map); ok {
			f.moveOK(i, i.CommaOk, m.Elem(), at(taint.OpLoad, "", f.entry(i.X, i.Index), f.value(i)))
		} else {
			f.move(i.Type(), at(taint.OpLoad, "", f.value(i.X), f.value(i)))
		}
	case *ssa.MapUpdate:
		f.keepsNumber(i, i.Map, i.Value)
		f.move(i.Key.Type(), at(taint.OpStore, "", f.value(i.Key), f.kid(f.ref(i.Map), stepKey)))
		f.move(i.Value.Type(), at(taint.OpStore, "", f.value(i.Value), f.entry(i.Map, i.Key)))
	case *ssa.Range:
		f.move(i.X.Type(), at(taint.OpLoad, "", f.value(i.X), f.value(i)))
	case *ssa.Next:
		f.next(i, at)
	case *ssa.Extract:
		f.move(i.Type(), at(taint.OpConvert, "", f.kid(f.value(i.Tuple), stepPart(i.Index)), f.value(i)))
	case *ssa.Slice:
		f.slice(i, at)
	case *ssa.SliceToArrayPointer:
		f.unify(f.ref(i.X), f.ref(i))
		f.edges = append(f.edges, at(taint.OpConvert, "", f.value(i.X), f.value(i)))
	case *ssa.ChangeType:
		f.changeType(i.X.Type(), i.Type(), at(taint.OpConvert, "", f.value(i.X), f.value(i)))
		f.retype(i)
		if len(f.holdings(i.X.Type())) == 0 {
			f.born(i, i)
		}
	case *ssa.ChangeInterface:
		f.move(i.Type(), at(taint.OpConvert, "", f.value(i.X), f.value(i)))
	case *ssa.Convert:
		f.convert(i.X, i, at(taint.OpConvert, "", f.value(i.X), f.value(i)))
	case *ssa.MultiConvert:
		f.convert(i.X, i, at(taint.OpConvert, "", f.value(i.X), f.value(i)))
	case *ssa.MakeInterface:
		box := f.box(i, i.X.Type())
		f.move(i.X.Type(), at(taint.OpConvert, "", f.value(i.X), box))
		f.handOver(i.X, box, i)
	case *ssa.TypeAssert:
		f.typeAssert(i, at(taint.OpConvert, "", f.value(i.X), f.value(i)))
	case *ssa.MakeClosure:
		f.closure(i, at)
	case *ssa.Return:
		for n, v := range i.Results {
			f.move(v.Type(), at(taint.OpReturn, f.fn.Name(), f.value(v), f.results[n]))
		}
	case *ssa.Panic:
		f.move(i.X.Type(), at(taint.OpStore, "panic", f.value(i.X), f.global(panicGlobal)))
	case *ssa.Call:
		f.call(i, &i.Call, i)
	case *ssa.Defer:
		f.call(i, &i.Call, nil)
	case *ssa.Go:
		f.loose = true
		f.call(i, &i.Call, nil)
	default:
		panic("ssaflow: internal error: instruction " + instr.String())
	}
}

// load moves what is at r to e.to: what was stored there last, if that is known, else
// all that is ever stored there.
func (f *frame) load(r region, e edge, depth int) {
	e.drop = e.drop.Union(f.memory.cleaned(r, e.at))
	if last, ok := f.memory.stored(r, e.at); ok {
		read := []taint.Hop{f.hop(e.hop.Op, e.hop.Name, e.pos)}
		for _, s := range last {
			e.from = f.value(s.Val)
			e.whole = e.from
			e.hop, e.pos = taint.Hop{Op: taint.OpStore, Name: addressName(s.Addr)}, s.Pos()
			e.via = read
			t := s.Val.Type()
			for _, n := range s.fields {
				c := f.parts(t)[n]
				e.from, t = f.kid(e.from, c.step), c.typ
			}
			f.moveParts(r.typ, e, depth)
		}
		return
	}
	if _, ok := r.typ.Underlying().(*types.Struct); !ok || depth >= maxFields || width(r.typ) > maxWidth || !f.memory.storesPart(r) {
		f.moveParts(r.typ, e, depth)
		return
	}
	f.edges = append(f.edges, e)
	for n, c := range f.parts(r.typ) {
		sub := e
		sub.from, sub.to = f.kid(e.from, c.step), f.kid(e.to, c.step)
		f.load(region{r.base, append(slices.Clip(r.fields), n), c.typ}, sub, depth+1)
	}
}

// panicGlobal stands for what panics carry to recover.
const panicGlobal = "panic"

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// moveOK is move to a value, or to the first of a value and whether there is one.
func (f *frame) moveOK(v ssa.Value, commaOK bool, t types.Type, e edge) {
	if commaOK {
		e.to = f.kid(f.value(v), stepPart(0))
	}
	f.move(t, e)
}

// entry returns where the map m keeps what it has under key.
func (f *frame) entry(m, key ssa.Value) *loc {
	if name, known := constantText(key); known {
		return f.kid(f.ref(m), stepEntry(name))
	}
	return f.kid(f.ref(m), stepElem)
}

// element returns the location of an element of the array, string or slice v.
func (f *frame) element(v ssa.Value) *loc {
	switch v.Type().Underlying().(type) {
	case *types.Array:
		return f.kid(f.value(v), stepElem)
	case *types.Basic:
		return f.value(v)
	case *types.Interface: // a type parameter whose types have elements
		f.collapse(f.value(v), deeply)
	}
	return f.kid(f.ref(v), stepElem)
}

func (f *frame) selects(i *ssa.Select) {
	recv := 2 // after the index and whether a value was received
	for _, s := range i.States {
		elem := under(s.Chan.Type()).(*types.Chan).Elem()
		cell := f.kid(f.ref(s.Chan), stepElem)
		if s.Dir == types.SendOnly {
			f.move(elem, edge{from: f.value(s.Send), to: cell, at: i, hop: taint.Hop{Op: taint.OpSend}, pos: s.Pos})
			continue
		}
		f.move(elem, edge{from: cell, to: f.kid(f.value(i), stepPart(recv)), at: i, hop: taint.Hop{Op: taint.OpReceive}, pos: s.Pos})
		recv++
	}
}

type edgeMaker func(op taint.Op, name string, from, to *loc) edge

func (f *frame) next(i *ssa.Next, at edgeMaker) {
	result := i.Type().(*types.Tuple)
	if i.IsString {
		f.move(result.At(2).Type(), at(taint.OpLoad, "", f.value(i.Iter), f.kid(f.value(i), stepPart(2))))
		return
	}
	m := f.kid(f.value(i.Iter), stepRef)
	parts := under(i.Iter.(*ssa.Range).X.Type()).(*types.Map)
	f.move(parts.Key(), at(taint.OpLoad, "", f.kid(m, stepKey), f.kid(f.value(i), stepPart(1))))
	f.move(parts.Elem(), at(taint.OpLoad, "", f.kid(m, stepElem), f.kid(f.value(i), stepPart(2))))
}

func (f *frame) slice(i *ssa.Slice, at edgeMaker) {
	f.edges = append(f.edges, at(taint.OpConvert, "", f.value(i.X), f.value(i)))
	switch {
	case isRestOf(i):
		rest := f.kid(f.ref(i.X), stepRest)
		f.unify(f.kid(f.ref(i), stepFirst), rest)
		f.unify(f.kid(f.ref(i), stepRest), rest)
	case isRef(i.X.Type()):
		f.unify(f.ref(i.X), f.ref(i))
	}
}

// convert: between numbers and strings data moves; between a string and a slice it
// is copied; pointers by way of unsafe refer to the same memory.
func (f *frame) convert(x, v ssa.Value, e edge) {
	if f.isParam(x.Type()) || f.isParam(v.Type()) {
		f.collapse(e.from, deeply)
		f.collapse(e.to, deeply)
	}
	f.derive(e)
	if isRef(x.Type()) && isRef(v.Type()) {
		f.collapse(f.ref(x), entirely) // as another type, it has other fields
		f.unify(f.ref(x), f.ref(v))
	}
}

// changeType: a value becomes one of a type of the same structure, the fields of which
// are other steps; or a pointer becomes one to such a type.
func (f *frame) changeType(from, to types.Type, e edge) {
	if x, ok := from.Underlying().(*types.Pointer); ok {
		f.move(to, e)
		f.sameFields(x.Elem(), to.Underlying().(*types.Pointer).Elem(), f.kid(e.from, stepRef))
		return
	}
	f.sameFields(from, to, e.from)
	f.move(to, e)
}

// sameFields says that what is at l is of two types of the same structure.
func (f *frame) sameFields(a, b types.Type, l *loc) {
	if !isStruct(a) || !isStruct(b) {
		return
	}
	x, y := f.parts(a), f.parts(b)
	for n := range x {
		f.unify(f.kid(l, x[n].step), f.kid(l, y[n].step))
	}
}

func (f *frame) isParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// box returns where the interface value v keeps its value of type t.
func (f *frame) box(v ssa.Value, t types.Type) *loc {
	l := f.ref(v)
	if hasParam(t) {
		f.collapse(l, deeply) // it is another type in each instance
		return l.find()
	}
	return f.kid(l, stepType(f.typeKey(t)))
}

// typeAssert: of the value in the interface, what has the type.
func (f *frame) typeAssert(i *ssa.TypeAssert, e edge) {
	to := f.value(i)
	if i.CommaOk {
		to = f.kid(to, stepPart(0))
	}
	e.to = to
	if !types.IsInterface(i.AssertedType) || f.isParam(i.AssertedType) {
		e.from = f.box(i.X, i.AssertedType)
	}
	f.move(i.AssertedType, e)
	f.asserted(i)
}

func (f *frame) closure(i *ssa.MakeClosure, at edgeMaker) {
	fn := i.Fn.(*ssa.Function)
	id := f.funcID(fn)
	object := f.ref(i)
	f.addFunc(object, id)
	for n, v := range i.Bindings {
		f.move(v.Type(), at(taint.OpCapture, fn.FreeVars[n].Name(), f.value(v), f.kid(object, stepFree(id, n))))
	}
	f.capture(i, at)
}

// addressName returns what a witness calls the memory at address v.
func addressName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return fieldName(under(v.X.Type()).(*types.Pointer).Elem(), v.Field)
	case *ssa.Global:
		return v.Name()
	case *ssa.Alloc:
		return v.Comment
	case *ssa.FreeVar:
		return v.Name()
	}
	return ""
}

func fieldName(t types.Type, field int) string {
	if s, ok := t.Underlying().(*types.Struct); ok {
		return s.Field(field).Name()
	}
	return ""
}
