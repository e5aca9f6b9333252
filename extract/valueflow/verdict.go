package valueflow

// This file finds calls whose verdict nothing keeps: only branches go by it, or nothing at all.

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// verdicts returns the results of a call that are truth values or errors; none if anything but
// branches goes by one of them, and what prints it or hands it back to the caller.
//
//	if !confirm(path) {
//		log.Print("not agreed")
//	}
func verdicts(call *ssa.Call) (out []Verdict) {
	results := call.Call.Signature().Results()
	for i := range results.Len() {
		t := results.At(i).Type()
		switch {
		case isError(t):
			out = append(out, Verdict{int32(i), true})
		case isTruth(t):
			out = append(out, Verdict{int32(i), false})
		}
	}
	if len(out) == 0 || !branchesOnly(call, make(map[ssa.Value]bool)) {
		return nil
	}
	return out
}

func isTruth(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// branchesOnly reports whether only branches go by a truth value or an error, or by those that a call
// returns.
func branchesOnly(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return true
	}
	seen[v] = true
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return !isBranching(use, v, seen) })
}

func isBranching(use ssa.Instruction, v ssa.Value, seen map[ssa.Value]bool) bool {
	switch use := use.(type) {
	case *ssa.If, *ssa.Return, *ssa.DebugRef:
		return true
	case *ssa.Extract:
		return !isError(use.Type()) && !isTruth(use.Type()) || branchesOnly(use, seen)
	case *ssa.BinOp:
		return branchesOnly(use, seen)
	case *ssa.UnOp:
		return use.Op == token.NOT && branchesOnly(use, seen)
	case *ssa.Phi:
		return branchesOnly(use, seen)
	case *ssa.MakeInterface:
		return branchesOnly(use, seen)
	case *ssa.ChangeInterface:
		return branchesOnly(use, seen)
	case *ssa.Store:
		return use.Val == v && isPrinted(use.Addr)
	case *ssa.Call: // its text
		return use.Call.IsInvoke() && use.Call.Value == v && use.Call.Method.Name() == "Error"
	}
	return false
}

// isPrinted reports whether a variable is an element of the last, variadic argument of a call that
// prints or logs it, or makes an error of it.
func isPrinted(addr ssa.Value) bool {
	elem, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	list, ok := elem.X.(*ssa.Alloc)
	if !ok || list.Comment != "varargs" {
		return false
	}
	return !slices.ContainsFunc(*list.Referrers(), func(use ssa.Instruction) bool {
		slice, ok := use.(*ssa.Slice)
		return ok && slices.ContainsFunc(*slice.Referrers(), func(use ssa.Instruction) bool { return !prints(use) })
	})
}

// prints reports whether an instruction calls a function that prints, by its name.
func prints(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	name := ""
	switch c := call.Common(); {
	case c.IsInvoke():
		name = c.Method.Name()
	case c.StaticCallee() != nil:
		name = c.StaticCallee().Name()
	}
	return slices.ContainsFunc([]string{"Print", "Fprint", "Sprint", "Log", "Debug", "Info", "Warn", "Error"}, func(begin string) bool {
		return strings.HasPrefix(name, begin)
	})
}

// keepsAnswers reports whether a function sets an entry of a map, or a number, a text or a truth value that is
// not its own: who comes later may go by that.
func keepsAnswers(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(blk *ssa.BasicBlock) bool {
		return slices.ContainsFunc(blk.Instrs, func(instr ssa.Instruction) bool {
			switch in := instr.(type) {
			case *ssa.MapUpdate:
				return true
			case *ssa.Store:
				_, basic := in.Val.Type().Underlying().(*types.Basic)
				return basic && !isOwn(in.Addr)
			}
			return false
		})
	})
}

// isOwn reports whether an address is of a variable of the function.
func isOwn(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.FieldAddr:
		return isOwn(a.X)
	case *ssa.IndexAddr:
		return isOwn(a.X)
	}
	return false
}
