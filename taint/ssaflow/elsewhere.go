package ssaflow

// This file finds checks of an argument in other functions than the one that uses it: in those
// that hand it over, or that return it. What they show is not followed from there.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// maxCallers is how many calls lead from a check to the function that uses what was checked.
const maxCallers = 3

// checkedElsewhere returns a check of the field that e reads as a model has written it, in a
// function that hands the struct over to this one, or that returns it.
func (f *frame) checkedElsewhere(e *edge) (h taint.Hop, ok bool) {
	if e.hop.Op != taint.OpSource {
		return h, false
	}
	var base ssa.Value
	var field ssa.Value
	switch at := e.at.(type) {
	case *ssa.UnOp:
		if at.Op != token.MUL {
			return h, false
		}
		base, field = regionOf(at.X).base, at.X
	case *ssa.Field:
		base, field = at.X, at
	default:
		return h, false
	}
	t, index := structOf(field)
	if t == nil || f.fieldTag(t, index).Confine == 0 {
		return h, false
	}
	key, _ := f.fieldLabels(t, index)
	for _, fn := range f.providers(base) {
		if i := f.fieldTests(fn)[key]; i != nil {
			return f.hop(taint.OpCheck, puzzleName(i), f.posOf(i.(ssa.Value), i)), true
		}
	}
	return h, false
}

// providers returns the functions of the package that a struct comes from, in a fixed order.
func (f *frame) providers(base ssa.Value) []*ssa.Function {
	return f.providersOf(base, make(map[ssa.Value]bool))
}

// providersOf is providers without the values in seen: variables may be stored in each other.
func (f *frame) providersOf(base ssa.Value, seen map[ssa.Value]bool) (out []*ssa.Function) {
	if seen[base] {
		return nil
	}
	seen[base] = true
	switch v := base.(type) {
	case *ssa.Parameter:
		work := []*ssa.Function{f.fn}
		for range maxCallers {
			var next []*ssa.Function
			for _, fn := range work {
				for _, caller := range f.callersOf(fn) {
					if caller != f.fn && !slices.Contains(out, caller) {
						next = append(next, caller)
						out = append(out, caller)
					}
				}
			}
			work = next
		}
		for _, caller := range slices.Clone(out) { // which may have it from a function that looks at it
			for _, fn := range f.returning(caller, v.Type()) {
				if !slices.Contains(out, fn) {
					out = append(out, fn)
				}
			}
		}
	case *ssa.FreeVar:
		for fn := f.fn.Parent(); fn != nil; fn = fn.Parent() {
			out = append(out, fn)
		}
	case *ssa.Extract:
		return f.providersOf(v.Tuple, seen)
	case *ssa.UnOp:
		return f.providersOf(regionOf(v.X).base, seen)
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && fn.Pkg == f.in.Pkg && fn.Blocks != nil {
			out = append(out, fn)
		}
	case *ssa.Alloc:
		for _, ref := range *v.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == ssa.Value(v) {
				out = append(out, f.providersOf(s.Val, seen)...)
			}
		}
	}
	return out
}

// returning returns the functions of the package that one calls and that return a value of a type.
func (p *program) returning(caller *ssa.Function, t types.Type) (out []*ssa.Function) {
	for _, b := range caller.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			fn := c.Call.StaticCallee()
			if fn == nil || fn.Pkg != p.in.Pkg || fn.Blocks == nil {
				continue
			}
			for result := range fn.Signature.Results().Variables() {
				if types.Identical(result.Type(), t) {
					out = append(out, fn)
				}
			}
		}
	}
	return out
}

// callersOf returns the functions of the package that call one, or make it.
func (p *program) callersOf(fn *ssa.Function) []*ssa.Function {
	if p.callers == nil {
		p.callers = make(map[*ssa.Function][]*ssa.Function)
		for _, caller := range declared(p.in.Pkg) {
			for _, b := range caller.Blocks {
				for _, instr := range b.Instrs {
					if c, ok := instr.(ssa.CallInstruction); ok {
						if callee := c.Common().StaticCallee(); callee != nil && callee.Pkg == p.in.Pkg && !slices.Contains(p.callers[callee], caller) {
							p.callers[callee] = append(p.callers[callee], caller)
						}
					}
				}
			}
		}
	}
	return p.callers[fn]
}

// fieldTests returns, by name, the fields that are said to be confined and that a function looks
// at by more than a comparison with a constant, each with what looks at it.
func (p *program) fieldTests(fn *ssa.Function) map[string]ssa.Instruction {
	out, known := p.tests[fn]
	if known {
		return out
	}
	out = make(map[string]ssa.Instruction)
	p.tests[fn] = out
	for _, b := range fn.Blocks {
		branch, ok := last(b).(*ssa.If)
		if !ok {
			continue
		}
		q := p.question(branch.Cond)
		i := q.telling()
		if i == nil {
			continue
		}
		for v := range q.seen {
			if load, isLoad := v.(*ssa.UnOp); isLoad && load.Op == token.MUL {
				v = load.X
			}
			if t, index := structOf(v); t != nil && p.fieldTag(t, index).Confine != 0 {
				if key, _ := p.fieldLabels(t, index); out[key] == nil {
					out[key] = i
				}
			}
		}
	}
	return out
}

// telling returns what in a question is more than a comparison of a text with a constant, nil for
// nothing: the first in the text.
func (q *question) telling() (first ssa.Instruction) {
	for v := range q.seen {
		c, ok := v.(*ssa.Call)
		if !ok || first != nil && first.Pos() <= c.Pos() {
			continue
		}
		fn := c.Call.StaticCallee()
		if _, isBuiltin := c.Call.Value.(*ssa.Builtin); isBuiltin || fn != nil && slices.Contains(sameText, fn.String()) {
			continue
		}
		first = c
	}
	return first
}
