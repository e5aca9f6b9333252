package condition

// This file knows limits that are other arguments: fields of the struct in which the argument is.
//
// Who writes both is limited by neither, but for what the code asks of the two. The limit is what was written into the one field when
// the other was. Where a function sets that by itself, as to a default, it is not known which of the numbers is the limit.

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/feasible"
)

// keepsBeside returns the term for that n keeps its limit, which is another argument; nil if that is not known.
func (r *Reader) keepsBeside(n number) *feasible.Term {
	if n.t == nil || n.limit == nil || n.limit.t == nil || n.t.Type() == feasible.Bool || n.limit.t.Type() == feasible.Bool {
		return nil
	}
	x, y, ok := r.alikeTypes(n, *n.limit)
	if !ok {
		return nil
	}
	kept := r.compare(r.limit.Op, x, y)
	for _, nan := range []*feasible.Term{n.nan, n.limit.nan} {
		if nan != nil {
			kept = r.And(kept, r.Not(nan))
		}
	}
	return kept
}

// besideOf returns the variable of the argument that is the limit of another one, nil if it is not known.
func (c *call) besideOf(of origin) *number {
	last := len(of.fields) - 1
	if c.options.Beside == nil || last < 0 {
		return nil
	}
	t := of.value.Type()
	for _, i := range of.fields[:last] {
		s, ok := structOf(t)
		if !ok {
			return nil
		}
		t = s.Field(i).Type()
	}
	other, ok := c.options.Beside(t, of.fields[last])
	if !ok {
		return nil
	}
	s, _ := structOf(t)
	typ, float := termType(s.Field(other).Type())
	if typ == feasible.Invalid || c.sets(s, other) {
		return nil
	}
	of.fields, of.float = append(slices.Clone(of.fields[:last]), other), float
	n := c.unknown(of, typ)
	if n.float = float; float { // what a model writes is JSON, in which there is nothing that is no number
		of.truth = "is no number"
		c.given = append(append(c.given, c.inOrder(n.t)...), c.Not(c.unknown(of, feasible.Bool).t))
	}
	return &n
}

// sets reports whether the function sets a field of a struct.
func (c *call) sets(s *types.Struct, field int) bool {
	return slices.ContainsFunc(c.fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			store, ok := i.(*ssa.Store)
			if !ok {
				return false
			}
			at, ok := store.Addr.(*ssa.FieldAddr)
			if !ok || at.Field != field {
				return false
			}
			of, ok := structOf(at.X.Type())
			return ok && types.Identical(of, s)
		})
	})
}

// limitOf returns the limit of what is made of two numbers, and notes of one of them that it is the limit of the other.
func (c *call) limitOf(x, y *number) *number {
	switch {
	case x.limit == nil && y.limit == nil:
		return nil
	case x.limit == nil:
		x, y = y, x
	}
	switch {
	case y.limit != nil && y.limit.t == x.limit.t, y.t.IsConst():
		return x.limit
	case y.limit == nil && y.t == x.limit.t:
		y.is, y.limit = c.Bool(true), x.limit
		y.owes = c.keepsBeside(*y)
		return x.limit
	}
	return nil
}
