package ssaflow

// This file says whether all that is in a field goes through a sanitizer.

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// AlwaysThrough reports whether a field of v, a struct or a pointer to one, is only read to
// be handed to a function that sanitizes, and v itself goes nowhere else, but for what fills
// it, which may be nil. A function is given by its identity.
func AlwaysThrough(v ssa.Value, field int, fills ssa.Instruction, sanitizes func(id string) bool) bool {
	t := through{field: field, fills: fills, sanitizes: sanitizes}
	return t.only(v) && t.found
}

type through struct {
	field     int
	fills     ssa.Instruction
	sanitizes func(id string) bool
	found     bool
}

func (t *through) only(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		ok := true
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store: // go/ssa keeps a parameter of struct type in a variable
			_, isParam := v.(*ssa.Parameter)
			variable, isVariable := ref.Addr.(*ssa.Alloc)
			ok = ref.Addr == v || isParam && isVariable && t.only(variable)
		case *ssa.FieldAddr:
			ok = ref.Field != t.field || t.loaded(ref)
		case *ssa.Field:
			ok = ref.Field != t.field || t.handed(ref)
		case *ssa.MakeInterface:
			ok = t.isFilled(ref)
		default:
			ok = ref == t.fills
		}
		if !ok {
			return false
		}
	}
	return true
}

// isFilled reports whether an interface value is only made for what fills the struct.
func (t *through) isFilled(v *ssa.MakeInterface) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		_, isDebug := ref.(*ssa.DebugRef)
		return !isDebug && ref != t.fills
	})
}

// loaded reports whether what is at an address is only loaded for a sanitizer.
func (t *through) loaded(addr *ssa.FieldAddr) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if !t.handed(ref) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// handed reports whether all uses of v are calls of a sanitizer.
func (t *through) handed(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			callee := ref.Call.StaticCallee()
			if callee == nil || !t.sanitizes(funcid.Of(callee)) {
				return false
			}
			t.found = true
		default:
			return false
		}
	}
	return true
}

// Sanitizes reports whether the function with an identity is the sanitizer of a name, for
// all that goes through it.
func (r *Result) Sanitizes(table *taint.Table, id, name string) bool {
	mark := taint.MarkOf(name)
	rows := table.Rows(funcid.Key(id))
	named := slices.ContainsFunc(rows, func(r *library.Data) bool {
		return r.Verb == library.VerbSanitizer && slices.Contains(r.Labels, mark)
	})
	if named {
		return !slices.ContainsFunc(rows, func(r *library.Data) bool { return r.Verb == library.VerbFlow })
	}
	return r.Sanitizers(id).Has(mark)
}
