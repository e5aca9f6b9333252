package capability

// This file follows texts through the fields of structs that functions get:
//
//	func call(ctx context.Context, p params) { http.NewRequestWithContext(ctx, p.Method, …) }
//	call(ctx, params{Method: http.MethodDelete, Path: path})

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// fieldOf returns the parameter, and its field, of which v is read, and what the function stores in that
// field itself. The parameter is a struct or points to one, which other code is taken not to change.
func fieldOf(v ssa.Value) (p *ssa.Parameter, field string, stored []ssa.Value, ok bool) {
	switch v := v.(type) {
	case *ssa.Field:
		p, ok = v.X.(*ssa.Parameter)
		_, fields := structOf(v.X.Type())
		if !ok || fields == nil {
			return nil, "", nil, false
		}
		return p, fields.Field(v.Field).Name(), nil, true
	case *ssa.UnOp:
		at, isField := v.X.(*ssa.FieldAddr)
		if !isField || v.Op != token.MUL {
			return nil, "", nil, false
		}
		_, fields := structOf(at.X.Type())
		if p, ok = structParam(at.X); !ok || fields == nil {
			return nil, "", nil, false
		}
		stored, ok = storedIn(at.X, at.Field)
		return p, fields.Field(at.Field).Name(), stored, ok
	}
	return nil, "", nil, false
}

// structParam returns the parameter that points to a struct, or of whose struct base is the only copy.
func structParam(base ssa.Value) (*ssa.Parameter, bool) {
	if load, ok := base.(*ssa.UnOp); ok && load.Op == token.MUL {
		base = load.X // a pointer that a variable keeps
	}
	switch base := base.(type) {
	case *ssa.Parameter:
		return base, true
	case *ssa.Alloc:
		var p *ssa.Parameter
		for _, ref := range *base.Referrers() {
			if s, ok := ref.(*ssa.Store); ok {
				from, isParam := s.Val.(*ssa.Parameter)
				if s.Addr != base || !isParam || p != nil {
					return nil, false
				}
				p = from
			}
		}
		return p, p != nil
	}
	return nil, false
}

// storedIn returns what a function stores in a field of a struct, false if more may be.
func storedIn(base ssa.Value, field int) (stored []ssa.Value, ok bool) {
	for _, ref := range *base.Referrers() {
		at, isField := ref.(*ssa.FieldAddr)
		if !isField || at.Field != field {
			continue
		}
		for _, use := range *at.Referrers() {
			switch use := use.(type) {
			case *ssa.Store:
				if use.Addr != at {
					return nil, false
				}
				stored = append(stored, use.Val)
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				return nil, false
			}
		}
	}
	return stored, true
}

// maxFields is how many fields of one struct are told of a call.
const maxFields = 16

// fields returns what is known of the texts in a struct that a call gets, as a literal that nothing else gets,
// and whether it is one that the caller got itself.
func (b *body) fields(index int, v ssa.Value) (out []Arg) {
	_, fields := structOf(v.Type())
	if fields == nil || fields.NumFields() == 0 {
		return nil
	}
	if p, ok := wholeParam(v); ok && paramIndex(p, v) >= 0 {
		n := paramIndex(p, v)
		return []Arg{{Index: index, Param: &n}}
	}
	made, ok := literalOf(v)
	if !ok {
		return b.listedFields(index, v, fields)
	}
	for n := range min(fields.NumFields(), maxFields) {
		stored, ok := storedIn(made, n)
		if !ok || len(stored) == 0 || !isText(fields.Field(n).Type()) {
			continue
		}
		for _, s := range stored {
			texts, params := b.origins.texts(s)
			for _, text := range texts {
				out = append(out, Arg{Index: index, Field: fields.Field(n).Name(), Text: &text})
			}
			for _, p := range params {
				if p.field == "" {
					out = append(out, Arg{Index: index, Field: fields.Field(n).Name(), Param: &p.param})
				} else {
					out = append(out, Arg{Index: index, Field: fields.Field(n).Name(), Of: &Open{Param: p.param, Field: p.field}})
				}
			}
		}
	}
	return out
}

// listedFields is fields for an entry of a table.
//
//	call(ctx, endpoints["close"])
func (b *body) listedFields(index int, v ssa.Value, fields *types.Struct) (out []Arg) {
	if _, isPointer := v.Type().Underlying().(*types.Pointer); isPointer {
		return nil
	}
	for n := range min(fields.NumFields(), maxFields) {
		if !isText(fields.Field(n).Type()) {
			continue
		}
		found, rest := b.origins.listed(v, step{field: 1 + n})
		if len(found) > maxTexts {
			found, rest = nil, true
		}
		var texts []Text
		for _, value := range found {
			texts = append(texts, b.origins.text(value))
		}
		if rest && len(texts) > 0 {
			texts = append(texts, Text{Text: "?"})
		}
		for _, text := range distinct(texts) {
			out = append(out, Arg{Index: index, Field: fields.Field(n).Name(), Text: &text})
		}
	}
	return out
}

// wholeParam returns the parameter that v is, as it was given.
func wholeParam(v ssa.Value) (*ssa.Parameter, bool) {
	if p, ok := v.(*ssa.Parameter); ok {
		return p, true
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, false
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if stored, ok := storedIn(a, ref.Field); !ok || len(stored) > 0 {
				return nil, false
			}
		case *ssa.Store, *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil, false
		}
	}
	return structParam(a)
}

// literalOf returns the variable of a literal that one call gets, itself or by its address, and that nothing
// else does.
func literalOf(v ssa.Value) (*ssa.Alloc, bool) {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	made, ok := v.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	calls := 0
	for _, ref := range *made.Referrers() {
		switch ref.(type) {
		case *ssa.FieldAddr, *ssa.UnOp, *ssa.DebugRef:
		case ssa.CallInstruction:
			calls++
		default:
			return nil, false
		}
	}
	return made, calls <= 1
}
