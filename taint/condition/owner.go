package condition

// This file tells apart whose limit a number is compared with, where the limit is a field.
//
//	if amount > other.Balance {
//
// Nothing says whose balance is meant. Where a function has one struct that has the field, it is that one. Where it has several, a
// number keeps the limit only if it keeps that of each of them.

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/feasible"
)

// findOwners notes the structs, of those that the function is given, has captured or has got from somewhere, that have the field that is
// the limit, if there are several.
func (r *Reader) findOwners() {
	var found []types.Type
	for i := range r.references {
		ref := &r.references[i]
		t := ref.ownerType()
		if t == nil || slices.ContainsFunc(found, func(of types.Type) bool { return types.Identical(of, t) }) {
			continue
		}
		found = append(found, t)
		if owners := r.ownersIn(r.root.fn, t); len(owners) > 1 {
			r.owners = append(r.owners, owners...)
			if r.whose == nil {
				r.whose = r.root.fresh(origin{value: ref.value, truth: isOther}, feasible.Bool)
			}
		}
	}
}

// ownerType returns the type of the structs that have the field that a reference reads, nil if it reads none.
func (ref *reference) ownerType() types.Type {
	switch v := ref.value.(type) {
	case *ssa.UnOp:
		if at, ok := v.X.(*ssa.FieldAddr); ok {
			return at.X.Type().Underlying().(*types.Pointer).Elem()
		}
	case *ssa.Field:
		return v.X.Type()
	}
	return nil
}

// ownersIn returns the structs of a type that a function is given, has captured or has got from somewhere.
func (r *Reader) ownersIn(fn *ssa.Function, t types.Type) (out []ssa.Value) {
	add := func(v ssa.Value) {
		of := v.Type()
		for range 2 { // what is captured is a pointer to the variable
			if p, ok := of.Underlying().(*types.Pointer); ok && !types.Identical(of, t) {
				of = p.Elem()
			}
		}
		if types.Identical(of, t) && !slices.ContainsFunc(out, func(known ssa.Value) bool { return isSameOwner(known, v) }) {
			out = append(out, v)
		}
	}
	for _, p := range fn.Params {
		add(p)
	}
	for _, v := range fn.FreeVars {
		add(v)
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Call:
				add(i)
			case *ssa.Extract:
				add(i)
			case *ssa.Lookup:
				add(i)
			}
		}
	}
	return out
}

// isSameOwner reports whether two values are one, or one entry of one map.
func isSameOwner(x, y ssa.Value) bool {
	a, ok := x.(*ssa.Lookup)
	b, both := y.(*ssa.Lookup)
	return x == y || ok && both && a.X == b.X && a.Index == b.Index
}

// isOf reports whether a reference reads a field of a struct of the function that is read.
func (r *Reader) isOf(ref *reference, owner ssa.Value) bool {
	c, v := ref.in, ssa.Value(nil)
	switch at := ref.value.(type) {
	case *ssa.Field:
		v = at.X
	case *ssa.UnOp:
		base, _ := within(at.X)
		v = base
	}
	for v != nil {
		base, fields := home(v, nil)
		if load, ok := base.(*ssa.UnOp); ok {
			base = c.first(load)
		}
		if c.parent == nil {
			return len(fields) == 0 && isSameOwner(base, owner)
		}
		p, ok := base.(*ssa.Parameter)
		if !ok || len(fields) > 0 {
			return false
		}
		c, v = c.parent, c.argument(p)
	}
	return false
}
