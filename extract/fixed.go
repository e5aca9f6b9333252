package extract

// This file finds numbers that stay the same while a workflow runs: limits that a program keeps in a
// variable which a router has captured, or in a field of what its method is called on.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// Captured implements assembly.Package. Only the function whose variable it is writes the variable, or
// that field of it, and only before others have it: a run may go on beside the function. It has one
// for each time that it is called.
func (p *program) Captured(fn string, captured int, path []string) (name string, value *int, ok bool) {
	f := p.fixedAt(fmt.Sprint(fn, " ", captured, ".", strings.Join(path, ".")), func() (f fixed) {
		f.name, f.value, f.ok = p.isCaptured(fn, captured, path)
		return f
	})
	return f.name, f.value, f.ok
}

func (p *program) isCaptured(fn string, captured int, path []string) (name string, value *int, ok bool) {
	inner := p.fns[fn]
	if inner == nil || inner.Parent() == nil || captured >= len(inner.FreeVars) {
		return "", nil, false
	}
	var made *ssa.MakeClosure
	for _, b := range inner.Parent().Blocks {
		for _, in := range b.Instrs {
			if c, is := in.(*ssa.MakeClosure); is && c.Fn == inner {
				if made != nil {
					return "", nil, false
				}
				made = c
			}
		}
	}
	if made == nil {
		return "", nil, false
	}
	variable, is := made.Bindings[captured].(*ssa.Alloc)
	if !is || !onlyRead(variable, path, true) || !isSettled(variable, path) {
		return "", nil, false
	}
	return strings.Join(append([]string{variable.Comment}, path...), "."), p.filled(variable, path, true), true
}

// Fixed implements assembly.Package. A field of a struct is fixed if the package writes it only in
// functions that make the struct. Other packages can write it if they know it, and get hold of a
// pointer to the struct.
func (p *program) Fixed(typ string, path []string) (value *int, ok bool) {
	f := p.fixedAt(typ+"."+strings.Join(path, "."), func() (f fixed) {
		f.value, f.ok = p.isFixed(typ, path)
		return f
	})
	return f.value, f.ok
}

// fixed is what is known of a variable or a field.
type fixed struct {
	name  string
	value *int
	ok    bool
}

// fixedAt finds out what is known of something, once.
func (p *program) fixedAt(key string, find func() fixed) fixed {
	f, known := p.fixed[key]
	if !known {
		f = find()
		p.fixed[key] = f
	}
	return f
}

func (p *program) isFixed(typ string, path []string) (value *int, ok bool) {
	named := p.structOf(typ)
	if named == nil || !leadsToInteger(named, path) {
		return nil, false
	}
	s := &sharing{program: p, typ: named}
	loses := p.offers(named)
	for _, fn := range p.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if s.overwrites(in) || !s.keeps(in, path) {
					return nil, false
				}
				loses = loses || s.loses(in)
			}
		}
	}
	if loses {
		return nil, !slices.ContainsFunc(path, token.IsExported)
	}
	return s.always(path), true
}

// leadsToInteger reports whether a path of fields leads from a type to an integer.
func leadsToInteger(t types.Type, path []string) bool {
	if len(path) == 0 {
		basic, ok := t.Underlying().(*types.Basic)
		return ok && basic.Info()&types.IsInteger != 0
	}
	str, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && i < str.NumFields(); i++ {
		if str.Field(i).Name() == path[0] {
			return leadsToInteger(str.Field(i).Type(), path[1:])
		}
	}
	return false
}

// overwrites reports whether an instruction writes a whole struct of the type that its function did not
// make, or may have a function of another package do so.
func (s *sharing) overwrites(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		_, own := in.Addr.(*ssa.Alloc)
		return !own && types.Identical(in.Val.Type(), s.typ)
	case ssa.CallInstruction:
		call := in.Common()
		if b, ok := call.Value.(*ssa.Builtin); ok {
			return (b.Name() == "copy" || b.Name() == "clear") && s.holds(call.Args[0].Type())
		}
		fn := call.StaticCallee()
		return fn != nil && fn.Origin() != nil && fn.Origin().Pkg != s.ssa && !s.isFramework(funcid.Package(funcid.Of(fn))) &&
			slices.ContainsFunc(fn.TypeArgs(), s.exposure(s.typ).reaches)
	}
	return false
}

// holds reports whether a slice has structs of the type as its elements.
func (s *sharing) holds(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(list.Elem(), s.typ)
}

// keeps reports whether an instruction leaves the field alone, unless its function is making the struct. One that
// is a part of something else changes with it.
func (s *sharing) keeps(in ssa.Instruction, path []string) bool {
	switch in := in.(type) {
	case *ssa.FieldAddr:
		if s.isPointer(in.Type()) {
			return false
		}
	case *ssa.IndexAddr:
		return !s.isPointer(in.Type())
	}
	at, ok := in.(*ssa.FieldAddr)
	if !ok || !s.isPointer(at.X.Type()) || s.typ.Underlying().(*types.Struct).Field(at.Field).Name() != path[0] {
		return true
	}
	made, own := at.X.(*ssa.Alloc)
	return onlyRead(at, path[1:], own) && (!own || isSettled(made, path))
}

// onlyRead reports whether what is done with the address of a variable only reads it, or the field of
// it that a path leads to; its own function may write it.
func onlyRead(addr ssa.Value, path []string, own bool) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
			return false
		case *ssa.Store:
			return use.Val == addr || !own
		case *ssa.FieldAddr:
			return len(path) > 0 && fieldOf(use) == path[0] && !onlyRead(use, path[1:], own)
		case *ssa.MakeClosure:
			for i, b := range use.Bindings {
				if b == addr && !onlyRead(use.Fn.(*ssa.Function).FreeVars[i], path, false) {
					return true
				}
			}
			return false
		}
		return true
	})
}

// isSettled reports whether the function whose variable it is does not write it, or what a path in it leads
// to, after it has handed on the address.
func isSettled(variable *ssa.Alloc, path []string) bool {
	stores := fillings(variable, path)
	return !slices.ContainsFunc(*variable.Referrers(), func(use ssa.Instruction) bool {
		return handsOn(use, variable) && slices.ContainsFunc(stores, func(f filling) bool { return comesAfter(f.Store, use, variable) })
	})
}

// handsOn reports whether an instruction does more with the address of a variable than to read or to fill it.
func handsOn(use ssa.Instruction, variable *ssa.Alloc) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.FieldAddr, *ssa.UnOp:
		return false
	case *ssa.Store:
		return use.Val == variable
	}
	return true
}

// comesAfter reports whether an instruction may run after another one, for the same variable of their function.
func comesAfter(in, other ssa.Instruction, variable *ssa.Alloc) bool {
	if in.Block() == other.Block() && indexOf(in) > indexOf(other) {
		return true
	}
	seen := make(map[*ssa.BasicBlock]bool)
	for work := slices.Clone(other.Block().Succs); len(work) > 0; work = work[1:] {
		b := work[0]
		if seen[b] || b == variable.Block() { // where it is made anew
			continue
		}
		if b == in.Block() {
			return true
		}
		seen[b] = true
		work = append(work, b.Succs...)
	}
	return false
}

// fieldOf returns the name of the field that an instruction gets the address of.
func fieldOf(at *ssa.FieldAddr) string {
	return at.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(at.Field).Name()
}

// always returns the number that a field is in all structs of the type, nil if it is not one. All of them
// are variables that functions make.
func (s *sharing) always(path []string) *int {
	var all *int
	for _, fn := range s.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				v, ok := in.(ssa.Value)
				if slices.ContainsFunc(in.Operands(nil), func(o *ssa.Value) bool {
					g, global := (*o).(*ssa.Global)
					return global && s.isPointer(g.Type())
				}) {
					return nil
				}
				if to, boxes := in.(*ssa.MakeInterface); boxes && s.exposure(s.typ).reaches(to.X.Type()) {
					return nil // others may make one: a decoder
				}
				if !ok || !s.isPointer(v.Type()) || s.comesFrom(v) {
					continue
				}
				made, ok := in.(*ssa.Alloc)
				if !ok {
					return nil
				}
				n := s.filled(made, path, true)
				if n == nil || all != nil && *all != *n {
					return nil
				}
				all = n
			}
		}
	}
	return all
}

// comesFrom reports whether a pointer to a struct of the type was one before, in a variable of a function.
func (s *sharing) comesFrom(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		return true
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			return true
		}
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		return callee != nil && callee.Pkg == s.ssa && callee.Origin() == nil
	}
	return false
}

// A filling is a store that gives a variable a value, or a field of it that leads further to another
// one.
type filling struct {
	*ssa.Store
	rest []string
}

// fillings returns the stores of its own function to a variable, or to what a path in it leads through.
func fillings(addr ssa.Value, path []string) (list []filling) {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr == addr {
				list = append(list, filling{use, path})
			}
		case *ssa.FieldAddr:
			if len(path) > 0 && fieldOf(use) == path[0] {
				list = append(list, fillings(use, path[1:])...)
			}
		}
	}
	return list
}

// filled returns what a variable holds, or the number in it that a path leads to, from the first time
// that its address is used for anything but to fill it in; nil if that is not known, or may change. Of a
// parameter, it asks callers.
func (p *program) filled(variable *ssa.Alloc, path []string, callers bool) *int {
	list := fillings(variable, path)
	if len(list) == 0 {
		return new(int)
	}
	if len(list) > 1 || list[0].Block() != variable.Block() || firstUse(variable) < indexOf(list[0].Store) {
		return nil
	}
	return p.numberOf(list[0].Val, list[0].rest, callers)
}

// numberOf returns the number that a value is, or has where a path leads; nil if that is not known.
func (p *program) numberOf(v ssa.Value, path []string, callers bool) *int {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil { // a struct without a value
			return new(int)
		}
		if n, exact := constant.Int64Val(constant.ToInt(v.Value)); exact && int64(int(n)) == n {
			whole := int(n)
			return &whole
		}
	case *ssa.UnOp:
		if from, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL && v.Block() == from.Block() && onlyRead(from, path, true) {
			return p.filled(from, path, callers)
		}
	case *ssa.Parameter:
		if callers {
			return p.passed(v, path)
		}
	}
	return nil
}

// passed returns what all calls of a function pass for a parameter, nil if that is not one number, or if there
// may be other calls.
func (p *program) passed(param *ssa.Parameter, path []string) *int {
	fn := param.Parent()
	if fn.Object() == nil || fn.Signature.Recv() != nil || fn.Origin() != nil || fn.Object().Exported() && !p.IsCommand() {
		return nil
	}
	at := slices.Index(fn.Params, param)
	var all *int
	for _, by := range p.fns {
		for _, b := range by.Blocks {
			for _, in := range b.Instrs {
				if !slices.ContainsFunc(in.Operands(nil), func(o *ssa.Value) bool { return *o == fn }) {
					continue
				}
				call, ok := in.(ssa.CallInstruction)
				if !ok || call.Common().Value != fn || slices.Contains(call.Common().Args, ssa.Value(fn)) {
					return nil
				}
				n := p.numberOf(call.Common().Args[at], path, false)
				if n == nil || all != nil && *all != *n {
					return nil
				}
				all = n
			}
		}
	}
	return all
}

// firstUse returns where in its block the address of a variable is first used for anything but to fill it in.
func firstUse(variable *ssa.Alloc) int {
	first := len(variable.Block().Instrs)
	for _, use := range *variable.Referrers() {
		if _, reads := use.(*ssa.UnOp); (reads || handsOn(use, variable)) && use.Block() == variable.Block() {
			first = min(first, indexOf(use))
		}
	}
	return first
}

func indexOf(in ssa.Instruction) int { return slices.Index(in.Block().Instrs, in) }
