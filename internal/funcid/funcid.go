package funcid

// This file makes identities.

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// The marks of what the compiler makes of a method. The first two are those of go/ssa.
const (
	boundMark   = "$bound"
	thunkMark   = "$thunk"
	wrapperMark = "$wrapper"
)

// Of returns the identity of fn. Instances of a generic function share that of their
// origin.
func Of(fn *ssa.Function) string {
	fn = origin(fn)
	if p := fn.Parent(); p != nil {
		return Of(p) + strings.TrimPrefix(fn.Name(), p.Name())
	}
	if obj := Declared(fn); obj != nil && !isInit(fn) {
		return OfObject(obj)
	}
	id := fn.RelString(nil) // init functions are numbered
	if strings.HasPrefix(fn.Synthetic, "wrapper") {
		id += wrapperMark
	}
	return id
}

// OfObject returns the identity of the function that obj declares.
func OfObject(obj *types.Func) string { return obj.Origin().FullName() }

// Declared returns the function that fn is the code of, nil for a closure and for what
// the compiler makes of a function: a wrapper, or a method value.
func Declared(fn *ssa.Function) *types.Func {
	fn = origin(fn)
	if obj, ok := fn.Object().(*types.Func); ok && !isMade(fn) {
		return obj.Origin()
	}
	return nil
}

// Bound returns the method of which fn is a method value, nil if it is none.
func Bound(fn *ssa.Function) *types.Func {
	if obj, ok := fn.Object().(*types.Func); ok && strings.HasPrefix(fn.Synthetic, "bound") {
		return obj.Origin()
	}
	return nil
}

// BoundInterface returns the method of an interface of which fn is a method value, nil if it is none.
func BoundInterface(fn *ssa.Function) *types.Func {
	if m := Bound(fn); m != nil && types.IsInterface(m.Signature().Recv().Type()) {
		return m
	}
	return nil
}

func origin(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// isInit reports whether fn is one of the init functions of a package, all of
// which have one name.
func isInit(fn *ssa.Function) bool { return strings.HasPrefix(fn.Name(), "init#") }

// isMade reports whether the compiler makes fn of a method.
func isMade(fn *ssa.Function) bool {
	return strings.HasPrefix(fn.Synthetic, "wrapper") || strings.HasPrefix(fn.Synthetic, "bound") ||
		strings.HasPrefix(fn.Synthetic, "thunk")
}
