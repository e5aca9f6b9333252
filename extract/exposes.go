package extract

// This file finds out who may get hold of a value.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Exposes implements assembly.Package. A value is exposed if what the package exports has its
// type, in results, parameters, exported fields and variables; if it becomes an interface, a
// method of it becomes a function, or it is passed to a function of another package. Whatever
// has a method or a field that is exported may be behind an interface, so the types of the
// package count as exported.
func (p *program) Exposes(typ string) bool {
	x := &exposure{typ: typ, pkg: p.ssa.Pkg, seen: make(map[types.Type]bool)}
	scope := p.ssa.Pkg.Scope()
	for _, name := range scope.Names() {
		o := scope.Lookup(name)
		if _, isType := o.(*types.TypeName); (isType || o.Exported()) && x.reaches(o.Type()) {
			return true
		}
	}
	for _, fn := range p.fns {
		for _, b := range fn.Blocks {
			if slices.ContainsFunc(b.Instrs, x.leaks) {
				return true
			}
		}
	}
	return false
}

// An exposure looks for values of a type.
type exposure struct {
	typ  string
	pkg  *types.Package
	seen map[types.Type]bool
}

// is reports whether t is the type or a pointer to it.
func (x *exposure) is(t types.Type) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path()+"."+named.Obj().Name() == x.typ
}

// reaches reports whether who has a value of type t, which may be a function, can get to one of
// the type by what is exported.
func (x *exposure) reaches(t types.Type) bool {
	t = types.Unalias(t)
	if x.seen[t] {
		return false
	}
	x.seen[t] = true
	if x.is(t) {
		return true
	}
	switch t := t.(type) {
	case *types.Named:
		for m := range t.Methods() {
			if m.Exported() && x.reaches(m.Type()) {
				return true
			}
		}
		for arg := range t.TypeArgs().Types() {
			if x.reaches(arg) {
				return true
			}
		}
		return t.Obj().Pkg() == x.pkg && x.reaches(t.Underlying())
	case *types.Struct:
		for f := range t.Fields() {
			if (f.Exported() || f.Embedded()) && x.reaches(f.Type()) {
				return true
			}
		}
	case *types.Signature:
		return x.reaches(t.Params()) || x.reaches(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if x.reaches(v.Type()) {
				return true
			}
		}
	case *types.Map:
		return x.reaches(t.Key()) || x.reaches(t.Elem())
	case *types.Interface:
		for m := range t.Methods() {
			if x.reaches(m.Type()) {
				return true
			}
		}
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		return x.reaches(t.Elem())
	}
	return false
}

// leaks reports whether an instruction lets a value of the type go where it is not followed.
func (x *exposure) leaks(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.MakeInterface:
		return x.is(in.X.Type())
	case *ssa.MakeClosure: // a method as a function, or a function that has a variable of the type
		fn, _ := in.Fn.(*ssa.Function)
		return fn != nil && strings.HasPrefix(fn.Synthetic, "bound") && slices.ContainsFunc(in.Bindings, func(v ssa.Value) bool { return x.is(v.Type()) })
	case ssa.CallInstruction:
		call := in.Common()
		callee := call.StaticCallee()
		args := call.Args
		if callee != nil && callee.Signature.Recv() != nil && len(args) > 0 {
			if x.is(args[0].Type()) && callee.Name() != "Invoke" && callee.Name() != "InvokeWithConfig" {
				return true
			}
			args = args[1:]
		}
		local := callee != nil && callee.Pkg != nil && callee.Pkg.Pkg == x.pkg
		return !local && slices.ContainsFunc(args, func(v ssa.Value) bool { return x.is(v.Type()) })
	}
	return false
}
