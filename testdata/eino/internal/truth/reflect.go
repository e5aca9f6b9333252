package truth

// This file reads what the framework keeps to itself: unexported fields, and
// the user's function inside a branch.

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"unsafe"

	"github.com/cloudwego/eino/compose"
)

// field returns the field called name of the struct that v points to,
// exported or not.
func field(v reflect.Value, name string) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	f := v.FieldByName(name)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// condition returns the symbol of the function that decides b, and whether it
// may choose several targets.
//
// A branch does not tell. But it is a closure that leads, capture by capture,
// to the program's function: through a wrapper called NewGraphBranch if that
// function chooses one target, and without it if it chooses many. The walk
// ends at the first function outside package compose; if a library owns the
// branch, that one has no symbol. All this looks at the internals of a pinned
// version, and TestMulti fails when they change.
func condition(b compose.GraphBranch) (symbol string, multi bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	multi = true
	invoke := field(reflect.ValueOf(&b), "invoke")
	closure := *(*uintptr)(invoke.Addr().UnsafePointer())
	for range 12 {
		name := closureName(closure)
		if !isCompose(name) {
			return userSymbol(name), multi
		}
		if isSingle(name) {
			multi = false
		}
		closure = captured(closure)
	}
	return "", multi
}

// captured returns the first function that the closure at p captures, by
// itself or in the first field of what it points to.
func captured(p uintptr) uintptr {
	const (
		words  = 3 // no closure on the way captures more
		derefs = 3 // *ChainBranch, *GraphBranch, function
	)
	for i := 1; i <= words; i++ {
		word, ok := load(p + uintptr(i)*unsafe.Sizeof(p))
		for d := 0; ok && d < derefs; d++ {
			if closureName(word) != "" {
				return word
			}
			word, ok = load(word)
		}
	}
	return 0
}

// isCompose reports whether name is a function of package compose, which may
// have been inlined into one of the program.
func isCompose(name string) bool {
	return strings.HasPrefix(name, einoPath+"compose.") || strings.Contains(name, "Branch[")
}

// userSymbol shortens the symbol of a router. Closures are numbered by the
// compiler, and differently when their makers are inlined, so their names say
// nothing that lasts.
func userSymbol(name string) string {
	if !strings.HasPrefix(name, compiled.prefix) {
		return ""
	}
	if strings.Contains(name, ".func") {
		return "closure"
	}
	return strings.TrimSuffix(strings.TrimPrefix(name, compiled.prefix), "-fm")
}

// isSingle reports whether name is the wrapper that makes a set of the one
// target that a function returns.
func isSingle(name string) bool {
	for _, maker := range []string{"NewGraphBranch[", "NewStreamGraphBranch[", "NewChainBranch[", "NewStreamChainBranch["} {
		if strings.Contains(name, maker) {
			return true
		}
	}
	return false
}

// closureName returns the symbol of the function value at p, or "".
func closureName(p uintptr) string {
	pc, ok := load(p)
	if !ok {
		return ""
	}
	if f := runtime.FuncForPC(pc); f != nil && f.Entry() == pc {
		return f.Name()
	}
	return ""
}

// load reads a word, and reports whether there is one.
func load(p uintptr) (word uintptr, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if p < 1<<16 || p%unsafe.Alignof(p) != 0 {
		return 0, false
	}
	return **(**uintptr)(unsafe.Pointer(&p)), true
}
