package ssaflow

// This file follows what control tells of data, if Input.Implicit asks for it: what is
// written only if a branch goes one way, and what comparisons, lengths and the places
// of elements tell. Whether a function comes back at all, and when, is not followed.

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/taint"
)

// list returns what there is of l.
func list(l *loc) []*loc {
	if l == nil {
		return nil
	}
	return []*loc{l}
}

// implicit adds what an instruction tells of values other than those that it moves.
func (f *frame) implicit(instr ssa.Instruction) {
	if f.control == nil {
		return
	}
	told := func(t types.Type, to *loc, from ...ssa.Value) {
		for _, v := range from {
			f.told(t, edge{from: f.value(v), to: to, at: instr, hop: taint.Hop{Op: taint.OpConvert}, pos: instr.Pos()})
		}
	}
	switch i := instr.(type) {
	case *ssa.Phi:
		for _, b := range i.Block().Preds {
			f.decided(i, b, i.Type(), f.value(i))
			if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
				told(i.Type(), f.value(i), branch.Cond)
			}
		}
	case *ssa.Store:
		f.decided(i, i.Block(), i.Val.Type(), f.ref(i.Addr))
		told(i.Val.Type(), f.ref(i.Addr), chosen(i.Addr)...)
		if t, index := structOf(i.Addr); t != nil {
			f.sinkControl(i, library.FieldKey(t, index))
		}
	case *ssa.MapUpdate:
		t := under(i.Map.Type()).(*types.Map)
		f.decided(i, i.Block(), t.Key(), f.kid(f.ref(i.Map), stepKey))
		f.decided(i, i.Block(), t.Elem(), f.entry(i.Map, i.Key))
		told(t.Elem(), f.entry(i.Map, i.Key), i.Key, i.Map)
		told(t.Key(), f.kid(f.ref(i.Map), stepKey), i.Map)
	case *ssa.Send:
		f.decided(i, i.Block(), i.X.Type(), f.kid(f.ref(i.Chan), stepElem))
	case *ssa.Return:
		for n, v := range i.Results {
			f.decided(i, i.Block(), v.Type(), f.results[n])
		}
	case *ssa.BinOp:
		if isComparison(i.Op) {
			told(i.Type(), f.value(i), i.X, i.Y)
			for _, v := range []ssa.Value{i.X, i.Y} { // of a struct, its fields
				f.derive(edge{from: f.value(v), to: f.value(i), at: i, hop: taint.Hop{Op: taint.OpConvert, Name: i.Op.String()}, pos: i.Pos()})
			}
		}
	case *ssa.UnOp:
		switch i.Op {
		case token.MUL:
			told(i.Type(), f.value(i), chosen(i.X)...)
		case token.ARROW:
			f.taken(i, i.X)
			told(i.Type(), f.value(i), i.X)
		}
	case *ssa.Select:
		for _, s := range i.States {
			elem := f.taken(i, s.Chan)
			for n := range 2 { // which case it was, and whether there was a value
				f.edges = append(f.edges, edge{from: elem, to: f.kid(f.value(i), stepPart(n)), at: i, hop: taint.Hop{Op: taint.OpReceive}, pos: s.Pos})
			}
		}
	case *ssa.Index:
		told(i.Type(), f.value(i), i.Index)
	case *ssa.Lookup:
		told(i.Type(), f.value(i), i.Index, i.X)
		if _, ok := under(i.X.Type()).(*types.Map); ok {
			f.told(i.Type(), edge{from: f.kid(f.ref(i.X), stepKey), to: f.value(i), at: i, hop: taint.Hop{Op: taint.OpLoad}, pos: i.Pos()})
		}
	case *ssa.TypeAssert:
		told(i.Type(), f.value(i), i.X)
	case *ssa.Next:
		f.derive(edge{from: f.value(i.Iter), to: f.kid(f.value(i), stepPart(0)), at: i, hop: taint.Hop{Op: taint.OpLoad}, pos: i.Pos()})
	}
}

// taken says that whether an instruction runs decides what it leaves in a channel, the
// elements of which it returns.
func (f *frame) taken(instr ssa.Instruction, channel ssa.Value) *loc {
	elem := f.kid(f.ref(channel), stepElem)
	f.decided(instr, instr.Block(), under(channel.Type()).(*types.Chan).Elem(), elem)
	return elem
}

// chosen returns the values that decide which memory an address leads to.
func chosen(addr ssa.Value) (out []ssa.Value) {
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			addr = v.X
		case *ssa.IndexAddr:
			out = append(out, v.Index)
			addr = v.X
		default:
			return append(out, addr)
		}
	}
}

// told says that e.from decides about all that a value of type t at e.to consists of.
func (f *frame) told(t types.Type, e edge) {
	f.edges = append(f.edges, e)
	for _, c := range f.parts(t) {
		sub := e
		sub.to = f.kid(e.to, c.step)
		f.told(c.typ, sub)
	}
}

// decided says that whether b runs decides about a value of type t at a location, which
// an instruction writes.
func (f *frame) decided(instr ssa.Instruction, b *ssa.BasicBlock, t types.Type, to *loc) {
	e := edge{from: f.control, to: to, at: instr, hop: taint.Hop{Op: taint.OpStore}, pos: instr.Pos()}
	f.told(t, e)
	for _, v := range f.depends[b.Index] {
		e.from = f.value(v)
		f.told(t, e)
	}
}

// decide collects what decides whether the call k happens, and what it calls.
func (f *frame) decide(k *call, c *ssa.CallCommon) {
	if f.control == nil {
		return
	}
	k.control = f.newLoc()
	f.decided(k.at, k.at.Block(), types.Typ[types.Bool], k.control)
	if _, static := c.Value.(*ssa.Function); !static {
		f.edges = append(f.edges, edge{from: f.value(c.Value), to: k.control, at: k.at, loose: k.loose, hop: taint.Hop{Op: taint.OpCall}, pos: k.pos})
	}
}

// controls says that what decides whether k happens gets to a location.
func (f *frame) controls(k *call, op taint.Op, name string, to *loc) {
	if k.control != nil {
		f.edges = append(f.edges, f.edgeAt(k, op, name, k.control, to))
	}
}

// sinkControl says that what decides whether a store to a field happens reaches a sink.
func (f *frame) sinkControl(i *ssa.Store, key string) {
	for _, s := range f.sinks {
		if s.Name == key && s.Pos == f.pos(i.Pos()) {
			f.decided(i, i.Block(), types.Typ[types.Bool], f.nodes[s.Loc])
		}
	}
}

// tells says that the results of a library function depend on its arguments, whatever
// its rows say of data, unless they sanitize.
func (f *frame) tells(k *call, rows []*library.Data, name string) {
	if k.control == nil {
		return
	}
	for _, r := range rows {
		if r.Verb == library.VerbSanitizer {
			return
		}
	}
	for _, a := range k.args {
		e := f.edgeAt(k, taint.OpReturn, name, a, k.result)
		e.fromDeep = true
		for _, to := range parts(k.result) {
			e.to = to
			f.edges = append(f.edges, e)
		}
	}
	for _, to := range parts(k.result) {
		f.controls(k, taint.OpReturn, name, to)
	}
}

// toldByBuiltin is implicit for a call of a builtin function.
func (f *frame) toldByBuiltin(k *call, name string, c *ssa.CallCommon) {
	if k.control == nil {
		return
	}
	switch name {
	case "len", "cap":
		e := f.edgeAt(k, taint.OpConvert, name, k.args[0], k.result)
		_, e.fromDeep = under(c.Args[0].Type()).(*types.Map)
		f.edges = append(f.edges, e)
	case "append", "copy":
		to := k.args[0]
		if name == "append" {
			to = k.result
			f.controls(k, taint.OpStore, name, k.result)
		}
		if s, ok := under(c.Args[0].Type()).(*types.Slice); ok {
			f.told(s.Elem(), f.edgeAt(k, taint.OpStore, name, k.control, f.kid(f.kid(to, stepRef), stepElem)))
		}
		for _, a := range k.args {
			f.edges = append(f.edges, f.edgeAt(k, taint.OpStore, name, a, k.result))
		}
	case "delete", "clear":
		object := f.kid(k.args[0], stepRef)
		for _, from := range append(list(k.control), k.args...) {
			e := f.edgeAt(k, taint.OpStore, name, from, object)
			e.toDeep = true
			f.edges = append(f.edges, e)
		}
	}
}
