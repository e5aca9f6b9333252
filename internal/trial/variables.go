package trial

// This file finds out what the variables of a package hold.

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// initialise runs the initialiser of the package, as far as it is known what that does.
func (r *Runner) initialise() {
	if r.globals != nil {
		return
	}
	r.globals = make(map[*ssa.Global]*cell)
	for _, m := range r.pkg.Members {
		if g, ok := m.(*ssa.Global); ok {
			r.globals[g] = &cell{zero(g.Type().Underlying().(*types.Pointer).Elem())}
		}
	}
	if init := r.pkg.Func("init"); init != nil && init.Blocks != nil {
		func() {
			defer func() {
				if e := recover(); e != nil {
					if _, is := e.(stuck); !is {
						panic(e)
					}
					for _, c := range r.globals { // what it would have set is not known
						c.v = unknown{}
					}
				}
			}()
			(&run{Runner: r, steps: -20 * maxSteps, lenient: true}).enter(init, nil, nil)
		}()
	}
	for g := range r.changed() {
		r.globals[g] = &cell{unknown{}}
	}
	r.shared = make(map[any]bool)
	for _, c := range r.globals {
		r.share(c)
	}
}

// share notes the variables and maps that a value refers to.
func (r *Runner) share(v value) {
	switch x := v.(type) {
	case *cell:
		if x != nil && !r.shared[x] {
			r.shared[x] = true
			r.share(x.v)
		}
	case *mapping:
		if x != nil && !r.shared[x] {
			r.shared[x] = true
			for _, v := range x.values {
				r.share(v)
			}
		}
	case record:
		for _, c := range x {
			r.share(c)
		}
	case list:
		for _, c := range x {
			r.share(c)
		}
	case boxed:
		r.share(x.v)
	case *closure:
		if x != nil {
			for _, v := range x.bound {
				r.share(v)
			}
		}
	}
}

// changed returns the variables of the package that functions may change after it is initialised.
func (r *Runner) changed() map[*ssa.Global]bool {
	out := make(map[*ssa.Global]bool)
	for _, fn := range r.funcs {
		if fn.Synthetic == "package initializer" {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if g, ok := (*op).(*ssa.Global); ok && mayChange(g, instr) {
						out[g] = true
					}
				}
			}
		}
	}
	return out
}

// mayChange reports whether an instruction that uses a variable may change it, or what it refers to.
func mayChange(g *ssa.Global, instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.DebugRef:
		return false
	case *ssa.UnOp:
		return anyUse(i, 0, writes)
	case *ssa.FieldAddr:
		return anyUse(i, 0, isNoLoad)
	case *ssa.IndexAddr:
		return i.X != ssa.Value(g) || anyUse(i, 0, isNoLoad)
	}
	return true
}

// A usage says whether an instruction that uses a value is of some kind; depth is through how many calls the value was handed.
type usage func(use ssa.Instruction, v ssa.Value, depth int) bool

func anyUse(v ssa.Value, depth int, is usage) bool {
	for _, use := range *v.Referrers() {
		if is(use, v, depth) {
			return true
		}
	}
	return false
}

// isNoLoad reports whether what uses an address does more than to load what is there, or a part of it, and to read that.
func isNoLoad(use ssa.Instruction, _ ssa.Value, depth int) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return false
	case *ssa.UnOp:
		return use.Op != token.MUL || anyUse(use, depth, writes)
	case *ssa.FieldAddr:
		return anyUse(use, depth, isNoLoad)
	case *ssa.IndexAddr:
		return anyUse(use, depth, isNoLoad)
	}
	return true
}

// maxHanded is through how many calls what a variable holds is followed; what is handed further may be changed.
const maxHanded = 3

// writes reports whether what uses a map, a list or a pointer writes there, or a function of the package that it is handed to.
func writes(use ssa.Instruction, v ssa.Value, depth int) bool {
	switch use := use.(type) {
	case *ssa.MapUpdate:
		return use.Map == v
	case *ssa.Store:
		return use.Addr == v
	case *ssa.IndexAddr:
		return use.X == v && anyUse(use, depth, isNoLoad)
	case *ssa.FieldAddr:
		return anyUse(use, depth, isNoLoad)
	case *ssa.Call:
		if b, ok := use.Call.Value.(*ssa.Builtin); ok {
			return b.Name() == "delete" || b.Name() == "clear" || b.Name() == "copy"
		}
		fn := use.Call.StaticCallee()
		if fn == nil || fn.Blocks == nil || fn.Pkg != use.Parent().Pkg {
			return false // what other packages are given, they are taken to read
		}
		for i, arg := range use.Call.Args {
			if arg == v && i < len(fn.Params) && (depth >= maxHanded || anyUse(fn.Params[i], depth+1, writes)) {
				return true
			}
		}
	}
	return false
}
