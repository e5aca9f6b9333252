package ssaflow

// This file gives functions, types and fields names that outlive the type checker.

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
)

// object returns the declared function that fn is the body of, or nil: wrappers
// that the compiler makes and closures have none.
func object(fn *ssa.Function) *types.Func {
	obj, _ := fn.Object().(*types.Func)
	if obj == nil || fn.Synthetic != "" && fn.Origin() == nil && !strings.HasPrefix(fn.Synthetic, "from type information") {
		return nil
	}
	return obj.Origin()
}

// ID returns the identity of fn: that of a declared function is the key that a row
// has.
func ID(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj := object(fn); obj != nil {
		return library.KeyOf(obj)
	}
	return fn.RelString(nil)
}

// ObjectID returns the identity of a declared function.
func ObjectID(fn *types.Func) string { return library.KeyOf(fn.Origin()) }

// funcID returns the identity of fn, which all instances of a generic function share.
// It makes fn known, and has it analysed if it has a body.
func (p *program) funcID(fn *ssa.Function) string {
	if id, ok := p.ids[fn]; ok {
		return id
	}
	id := ID(fn)
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

// shortName returns the last part of an identity.
func shortName(id string) string { return id[strings.LastIndexAny(id, "./")+1:] }

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
