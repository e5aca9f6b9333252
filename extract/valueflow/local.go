package valueflow

// This file says what a local struct is where it is read, if it is set more than once.
//
//	d := decide(call)
//	if d.What == Ask {
//		d = ask(call)
//	}
//	if d.What == Deny {

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A local is a struct that a function keeps for itself, or a field of it, at the end of a block.
type local struct {
	v     *ssa.Alloc
	field int // wholeStruct for all of them
	block *ssa.BasicBlock
}

const wholeStruct = -1

// isSetAgain reports whether a struct that the function makes, and nobody else sets, or a field of it, is set in several places, so that it
// depends on where it is read what it is.
func (d *decider) isSetAgain(v *ssa.Alloc, field int) bool {
	if _, isStruct := v.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); !isStruct {
		return false
	}
	whole, parts := 0, 0
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == v {
				whole++
			}
		case *ssa.FieldAddr:
			for _, use := range *ref.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == ref && (field == wholeStruct || field == ref.Field) {
					parts++
				}
			}
		}
	}
	if field == wholeStruct && parts > 0 {
		return false // it is several of these together
	}
	return whole > 0 && whole+parts > 1 && d.flow.Terms[d.term(v)].Op == TermStruct
}

// setBefore returns the term of what a local struct, or a field of it, is where load reads it.
func (d *decider) setBefore(v *ssa.Alloc, field int, load *ssa.UnOp) int32 {
	for i, instr := range load.Block().Instrs {
		if instr == load {
			return d.lastSet(local{v, field, load.Block()}, load, i)
		}
	}
	return NoTerm
}

// lastSet returns the term of what a local is before instruction n of its block, for one who reads it at load.
func (d *decider) lastSet(l local, load *ssa.UnOp, n int) int32 {
	part := func(of int32) int32 {
		if l.field == wholeStruct {
			return of
		}
		return d.add(Term{Op: TermField, Args: []int32{of}, Text: fieldName(l.v.Type(), l.field), At: d.at(load), Pos: d.line(load)})
	}
	for i := n - 1; i >= 0; i-- {
		switch instr := l.block.Instrs[i].(type) {
		case *ssa.Alloc:
			if instr == l.v {
				return part(d.add(Term{Op: TermStruct})) // zero
			}
		case *ssa.Store:
			if instr.Addr == l.v {
				return part(d.term(instr.Val))
			}
			if a, ok := instr.Addr.(*ssa.FieldAddr); ok && a.X == l.v && a.Field == l.field {
				if value := d.ifDecides(instr.Val); value != NoTerm {
					return value
				}
				return d.add(Term{})
			}
		}
	}
	return d.setOnWays(l, load)
}

// setOnWays returns the term of what a local is at the beginning of its block.
func (d *decider) setOnWays(l local, load *ssa.UnOp) int32 {
	if n, ok := d.locals[l]; ok {
		return n
	}
	n := d.add(Term{Op: TermOneOf})
	d.locals[l] = n
	t := Term{Op: TermOneOf, Of: int32(l.block.Index)}
	for _, before := range l.block.Preds {
		at := l
		at.block = before
		t.Args = append(t.Args, d.lastSet(at, load, len(before.Instrs)))
		t.From = append(t.From, int32(before.Index))
	}
	d.flow.Terms[n] = t
	return n
}
