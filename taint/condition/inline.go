package condition

// This file reads functions in the place of their calls.

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/feasible"
)

// called returns a result of a call that is read in its place; ok is false for others.
func (c *call) called(v *ssa.Call, index int) (n number, ok bool) {
	if callee, isBuiltin := v.Call.Value.(*ssa.Builtin); isBuiltin {
		return c.builtin(v, callee.Name())
	}
	if fn := v.Call.StaticCallee(); fn != nil && isPure(fn) {
		// Of a number it makes another one: what is known of that is what it was made of.
		n = c.variable(v, []int{index}, resultType(v, index))
		n.is, n.owes = nil, c.Bool(true)
		for _, arg := range v.Call.Args {
			n.owes = c.both(n.owes, c.value(arg).owes)
		}
		return n, n.t != nil
	}
	in := c.inlined(v)
	if in == nil {
		return n, false
	}
	return in.returned(func(r *ssa.Return) number { return in.value(r.Results[index]) })
}

func resultType(v *ssa.Call, index int) types.Type {
	return v.Call.Signature().Results().At(index).Type()
}

// isPure reports whether a function makes its results of its arguments and of nothing else.
func isPure(fn *ssa.Function) bool {
	return fn.Pkg != nil && fn.Pkg.Pkg.Path() == "math" && fn.Signature.Recv() == nil
}

// inlined returns the function that a call runs, as it is called there, nil if it is not read.
func (c *call) inlined(v *ssa.Call) *call {
	in, known := c.calls[v]
	if known {
		return in
	}
	c.calls[v] = nil
	fn := v.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || fn.Recover != nil || c.depth >= maxDepth || c.isWithin(fn) || len(c.vars) > maxVars || !c.options.Inline(fn) {
		return nil
	}
	in = c.newCall(fn, c, v)
	if in.lost {
		return nil
	}
	c.calls[v] = in
	return in
}

// isWithin reports whether a function is being read already.
func (c *call) isWithin(fn *ssa.Function) bool {
	for ; c != nil; c = c.parent {
		if c.fn == fn {
			return true
		}
	}
	return false
}

// returned returns what of says of the return by which a function comes back.
func (c *call) returned(of func(*ssa.Return) number) (out number, ok bool) {
	for _, b := range c.fn.Blocks {
		r, isReturn := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !isReturn {
			continue
		}
		n := of(r)
		if n.t == nil {
			return n, false
		}
		if out.t == nil {
			out = n
			continue
		}
		out = c.choice(c.run(b), n, out)
	}
	return out, out.t != nil
}

// answers returns whether a value, which is what a function returns that is read in its place, is nil.
func (c *call) answers(v ssa.Value) (isNil *feasible.Term, ok bool) {
	index := 0
	if e, isExtract := v.(*ssa.Extract); isExtract {
		index, v = e.Index, e.Tuple
	}
	of, isCall := v.(*ssa.Call)
	if !isCall {
		return nil, false
	}
	in := c.inlined(of)
	if in == nil {
		return nil, false
	}
	n, ok := in.returned(func(r *ssa.Return) number { return number{t: in.isNil(r.Results[index], nil)} })
	return n.t, ok
}

// isNil returns whether a value is nil; seen are the phis that lead to it.
func (c *call) isNil(v ssa.Value, seen []*ssa.Phi) *feasible.Term {
	switch v := v.(type) {
	case *ssa.Const:
		if v.IsNil() {
			return c.Bool(true)
		}
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return c.Bool(false)
	case *ssa.ChangeInterface:
		return c.isNil(v.X, seen)
	case *ssa.Phi:
		if c.heads[v.Block()] || c.lost || len(seen) > maxDepth {
			break
		}
		return c.chosen(v.Block(), types.Typ[types.Bool], func(i int) number {
			return number{t: c.isNil(v.Edges[i], append(seen, v))}
		}, v).t
	}
	if c.options.NotNil(v) {
		return c.Bool(false)
	}
	if t, ok := c.answers(v); ok {
		return t
	}
	return c.question(v, "== nil")
}

// builtin returns the result of a call of a builtin function.
func (c *call) builtin(v *ssa.Call, name string) (n number, ok bool) {
	switch name {
	case "min", "max":
		return c.extreme(v, name == "min")
	case "len", "cap":
		before := len(c.vars)
		n = c.variable(v, nil, v.Type())
		if n.t != nil && len(c.vars) > before {
			c.given = append(c.given, c.Op(feasible.LessEqual, c.Int(feasible.Int64, 0), n.t))
		}
		n.owes = nil
		return n, n.t != nil
	}
	return n, false
}

// extreme returns the smallest or the largest argument of a call: each of them is the argument, or is set
// by the program.
func (c *call) extreme(v *ssa.Call, least bool) (out number, ok bool) {
	for i, arg := range v.Call.Args {
		n := c.value(arg)
		if n.t == nil || n.nan != nil || !n.float && !n.t.Type().IsInteger() {
			return out, false
		}
		if c.isKept(arg) {
			n.is = c.Bool(true)
		}
		if i == 0 {
			out = n
			continue
		}
		limit := c.limitOf(&out, &n)
		first := c.Op(feasible.LessEqual, out.t, n.t)
		if !least {
			first = c.Not(first)
		}
		out = number{t: c.Op(feasible.If, first, out.t, n.t), float: n.float, limit: limit, is: c.both(out.is, n.is), owes: c.both(out.owes, n.owes)}
	}
	return c.as(out, out), true
}

// isKept reports whether a value is read from a field or a variable of the program that has no tag.
func (c *call) isKept(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || c.isField(v) {
		return false
	}
	base, _ := within(load.X)
	switch base := base.(type) {
	case *ssa.Global, *ssa.FreeVar:
		return true
	case *ssa.Parameter:
		return base.Parent().Signature.Recv() != nil && base.Parent().Params[0] == base
	}
	return false
}
