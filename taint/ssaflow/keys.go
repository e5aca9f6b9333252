package ssaflow

// This file keeps track of functions and types by names that outlive the type checker.

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// funcID returns the identity of fn, which all instances of a generic function share.
// It makes fn known, and has it analysed if it has a body.
func (p *program) funcID(fn *ssa.Function) string {
	if id, ok := p.ids[fn]; ok {
		return id
	}
	id := funcid.Of(fn)
	p.ids[fn] = id
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if p.funcs[id] == nil && fn.Blocks != nil {
		p.funcs[id] = &function{id: id, body: fn, index: len(p.funcs), summary: bottom(fn), users: make(map[*function]bool)}
		p.enqueue(p.funcs[id])
	}
	return id
}

// rowsOf returns what the table says of the function with an identity.
func (p *program) rowsOf(id string) []*library.Data { return p.in.Table.Rows(funcid.Key(id)) }

// typeKey returns the name of t with full package paths.
func (p *program) typeKey(t types.Type) string {
	t = types.Unalias(t)
	key := types.TypeString(t, nil)
	p.typesByKey[key] = t
	return key
}

// structOf returns the type of the struct of which v reads a field, or is the address
// of a field, nil if it is neither, and the index of the field.
func structOf(v ssa.Value) (t types.Type, index int) {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return under(v.X.Type()).(*types.Pointer).Elem(), v.Field
	case *ssa.Field:
		return v.X.Type(), v.Field
	}
	return nil, 0
}

// ownerOf returns what the field is of that v is, or whose address it is; nil if v is none.
func ownerOf(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return v.X
	case *ssa.Field:
		return v.X
	}
	return nil
}

// hasParam reports whether t mentions a type parameter.
func hasParam(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if hasParam(a) {
				return true
			}
		}
	case *types.Pointer:
		return hasParam(t.Elem())
	case *types.Slice:
		return hasParam(t.Elem())
	case *types.Array:
		return hasParam(t.Elem())
	case *types.Chan:
		return hasParam(t.Elem())
	case *types.Map:
		return hasParam(t.Key()) || hasParam(t.Elem())
	case *types.Signature:
		return hasParam(t.Params()) || hasParam(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if hasParam(v.Type()) {
				return true
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if hasParam(f.Type()) {
				return true
			}
		}
	}
	return false
}

// under returns the underlying type of t; of a type parameter, the one that all its
// types share, if they do.
func under(t types.Type) types.Type {
	param, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	iface := param.Constraint().Underlying().(*types.Interface)
	for e := range iface.EmbeddedTypes() {
		if union, ok := e.(*types.Union); ok {
			e = union.Term(0).Type()
		}
		return e.Underlying()
	}
	return iface
}
