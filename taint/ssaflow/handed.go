package ssaflow

// This file finds the structs with bound tags that the package hands to a tool: the numbers in them owe the limits at the call. What
// a model writes, and the package hands on as it got it, is another matter, which flows tell.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/condition"
)

// handedOver returns what is known of the numbers that the package hands to tools, and which numbers of a model keep their limits where
// they have an effect.
func (p *program) handedOver() (out []taint.Handed) {
	if p.in.Pkg == nil || p.in.Acts == nil || len(p.limits()) == 0 {
		return nil
	}
	for _, fn := range declared(p.in.Pkg) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				args := c.Common().Args
				if c.Common().Signature().Recv() != nil && !c.Common().IsInvoke() {
					args = args[1:] // what a method does with itself is its own matter
				}
				for _, arg := range args {
					if to, ok := p.getsArguments(c, arg.Type()); ok && p.isTaggedWithin(arg.Type()) && !p.isOfModel(arg) {
						out = append(out, p.handed(fn, c, arg, to)...)
					}
				}
			}
		}
	}
	for _, h := range p.keptActs {
		out = append(out, h)
	}
	return slices.CompactFunc(taint.SortHanded(out), func(a, b taint.Handed) bool {
		return a.OfModel && b.OfModel && a.Pos == b.Pos && a.Field == b.Field && a.Label == b.Label
	})
}

// getsArguments reports whether a call, one of whose arguments has a type, is that of a tool, and what it is called: a function
// of the package that a framework runs; one of another package, whose type that is; or one that is not known before the program runs.
func (p *program) getsArguments(c ssa.CallInstruction, t types.Type) (name string, ok bool) {
	if c.Common().IsInvoke() {
		return c.Common().Method.Name(), decidesMore(c)
	}
	fn := c.Common().StaticCallee()
	if fn == nil {
		_, isBuiltin := c.Common().Value.(*ssa.Builtin)
		return "a function value", !isBuiltin && decidesMore(c)
	}
	id := funcid.Of(fn)
	name = funcid.Name(id)
	if fn.Pkg == p.in.Pkg {
		return name, p.in.Handlers[id]
	}
	if ptr, isPointer := t.Underlying().(*types.Pointer); isPointer {
		t = ptr.Elem()
	}
	named, isNamed := types.Unalias(t).(*types.Named)
	declared := funcid.Declared(fn)
	return name, isNamed && declared != nil && named.Obj().Pkg() == declared.Pkg() && decidesMore(c)
}

// decidesMore reports whether a call is of a function that answers with more than a truth value: one that says of a struct whether it
// is right may be given any.
func decidesMore(c ssa.CallInstruction) bool {
	results := c.Common().Signature().Results()
	return results.Len() != 1 || !isTruth(results.At(0).Type())
}

// isBuilt reports whether a struct, or what a pointer points to, is built by the function itself: at least one field of it.
func isBuilt(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	alloc, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	return slices.ContainsFunc(*alloc.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			return slices.ContainsFunc(*ref.Referrers(), func(i ssa.Instruction) bool {
				s, ok := i.(*ssa.Store)
				return ok && s.Addr == ssa.Value(ref)
			})
		case *ssa.Store: // of another one
			return ref.Addr == ssa.Value(alloc) && ref.Val != v && isBuilt(ref.Val)
		}
		return false
	})
}

// isOfModel reports whether a struct, or what a pointer points to, is what a model has written, as a tool got it, or as the function
// had it decoded.
func (p *program) isOfModel(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = regionOf(load.X).base
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return p.in.Handlers[funcid.Of(v.Parent())]
	case *ssa.FreeVar:
		for fn := v.Parent().Parent(); fn != nil; fn = fn.Parent() {
			if p.in.Handlers[funcid.Of(fn)] {
				return true
			}
		}
	case *ssa.Alloc:
		return !isBuilt(v) && slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
			switch ref := ref.(type) {
			case *ssa.Store:
				return ref.Addr == ssa.Value(v) && p.isOfModel(ref.Val)
			case *ssa.MakeInterface: // which is how what decodes gets it
				return true
			}
			return false
		})
	}
	return false
}

// isTaggedWithin reports whether a struct, or one that a pointer points to, or a struct within that has a number with a limit.
func (p *program) isTaggedWithin(t types.Type) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		_, isStruct := s.Field(i).Type().Underlying().(*types.Struct)
		if len(p.fieldTag(t, i).Bounds) > 0 || isStruct && p.isTaggedWithin(s.Field(i).Type()) {
			return true
		}
	}
	return false
}

// handed returns what is known of the numbers of one struct, and of the structs within it.
func (p *program) handed(fn *ssa.Function, c ssa.CallInstruction, arg ssa.Value, to string) []taint.Handed {
	t := arg.Type()
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	h := &handingOver{program: p, fn: fn, call: c, arg: arg, to: to}
	h.fields(t, nil)
	return h.out
}

// A handingOver is a struct that a function hands to a tool.
type handingOver struct {
	*program
	fn   *ssa.Function
	call ssa.CallInstruction
	arg  ssa.Value
	to   string
	out  []taint.Handed
}

// fields adds what is known of the numbers in a struct to which a path leads.
func (h *handingOver) fields(t types.Type, path []int) {
	for i := range under(t).(*types.Struct).NumFields() {
		typ, at := under(t).(*types.Struct).Field(i).Type(), append(slices.Clip(path), i)
		if _, isStruct := typ.Underlying().(*types.Struct); isStruct {
			h.fields(typ, at)
		}
		if isNumeric(typ) {
			for _, label := range h.boundLabels(t, i) {
				key, _ := h.fieldLabels(t, i)
				h.number(key, label, at)
			}
		}
	}
}

// number adds what is known of one number and one limit.
func (h *handingOver) number(key, label string, path []int) {
	out := taint.Handed{Field: key, Label: label, To: h.to, Pos: h.pos(h.call.Pos()), Verdict: verdict.Unknown, Doubt: taint.HandedLimit}
	_, runsAtOnce := h.call.(*ssa.Call)
	_, isPointer := h.arg.Type().Underlying().(*types.Pointer)
	if !runsAtOnce && isPointer { // what it points to may be another number by then
		out.Doubt = taint.HandedNumber
	} else if r := h.handingReader(h.fn, label); r != nil {
		h.note(&out, r.Handed(h.arg, path, h.call, h.isAnything))
	}
	h.out = append(h.out, out)
}

// note notes what condition says.
func (p *program) note(h *taint.Handed, o condition.Obligation) {
	h.Values, h.Proof, h.Unreached, h.Doubt = o.Values, o.Proof, o.Unreached, taint.HandedKnown
	switch o.Doubt {
	case condition.NoDoubt:
		if h.Verdict = verdict.Violated; o.Kept {
			h.Verdict = verdict.Holds
		}
	case condition.DoubtNumber:
		h.Doubt = taint.HandedNumber
	case condition.DoubtChanged:
		h.Doubt = taint.HandedChanged
		if o.Since.IsValid() {
			h.Since = p.pos(o.Since)
		}
	case condition.DoubtInputs:
		h.Doubt = taint.HandedInputs
	case condition.DoubtWhose:
		h.Doubt = taint.HandedWhose
	case condition.DoubtHard:
		h.Doubt = taint.HandedHard
	}
}

// isAnything reports whether callers that nobody sees give a parameter, or fields of it, a value, or a model does. What a step of a
// workflow gets, other steps may have looked at; and a field that has a limit itself keeps that, as far as the function goes.
func (p *program) isAnything(param *ssa.Parameter, fields []int) bool {
	fn := param.Parent()
	if p.in.Handlers[funcid.Of(fn)] {
		return p.isTaggedWithin(param.Type())
	}
	obj := fn.Object()
	return obj != nil && obj.Exported() && p.in.Pkg.Pkg.Name() != "main" && !p.isPromised(param.Type(), fields)
}

// isPromised reports whether fields of a type end with one that is said to keep a limit.
func (p *program) isPromised(t types.Type, fields []int) bool {
	for n, i := range fields {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		if n == len(fields)-1 {
			return len(p.fieldTag(t, i).Bounds) > 0
		}
		t = s.Field(i).Type()
	}
	return false
}

// handingReader returns what reads a function for a limit of numbers that it hands over, nil if nothing is known of the limit.
func (p *program) handingReader(fn *ssa.Function, label string) *condition.Reader {
	o := p.conditionOptions()
	o.Field = func(types.Type, int) bool { return false }
	o.Parameter = func(*ssa.Parameter) bool { return false }
	return p.newReader(fn, label, o)
}
