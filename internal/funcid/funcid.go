// Package funcid gives functions an identity that outlives the type checker: the same in
// the package that declares a function and in every one that calls it.
package funcid

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Of returns the identity of fn. Instances of a generic function share that of their
// origin.
func Of(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if p := fn.Parent(); p != nil {
		return Of(p) + strings.TrimPrefix(fn.Name(), p.Name())
	}
	if obj := Declared(fn); obj != nil && !isInit(fn) {
		return OfObject(obj)
	}
	return fn.RelString(nil) + wrapperMark(fn) // init functions are numbered
}

// OfObject returns the identity of the function that obj declares.
func OfObject(obj *types.Func) string { return obj.Origin().FullName() }

// Declared returns the function that fn is the code of, nil for a closure and for what
// the compiler makes of a function: a wrapper, or a method value.
func Declared(fn *ssa.Function) *types.Func {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj, ok := fn.Object().(*types.Func); ok && !isWrapper(fn) {
		return obj.Origin()
	}
	return nil
}

// isInit reports whether fn is one of the init functions of a package, all of
// which have one name.
func isInit(fn *ssa.Function) bool { return strings.HasPrefix(fn.Name(), "init#") }

func isWrapper(fn *ssa.Function) bool {
	return strings.HasPrefix(fn.Synthetic, "wrapper") || strings.HasPrefix(fn.Synthetic, "bound") ||
		strings.HasPrefix(fn.Synthetic, "thunk")
}

func wrapperMark(fn *ssa.Function) string {
	if strings.HasPrefix(fn.Synthetic, "wrapper") {
		return "$wrapper"
	}
	return ""
}

// Package returns the package path in an identity.
func Package(id string) string {
	id = strings.TrimLeft(id, "(*")
	if i := strings.Index(id, "["); i >= 0 {
		id = id[:i] // type arguments have paths too
	}
	slash := strings.LastIndex(id, "/")
	if i := strings.Index(id[slash+1:], "."); i >= 0 {
		return id[:slash+1+i]
	}
	return id
}
