package trial

// This file runs calls.

import (
	"golang.org/x/tools/go/ssa"
)

// called returns what a call returns.
func (f *frame) called(c *ssa.CallCommon) value {
	args := make([]value, len(c.Args))
	for i, a := range c.Args {
		args[i] = f.get(a)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return builtin(b.Name(), args)
	}
	if c.IsInvoke() {
		return f.invoked(c, args)
	}
	fn := c.StaticCallee()
	var bound []value
	if fn == nil {
		cl, ok := f.get(c.Value).(*closure)
		if !ok || cl == nil {
			panic(stuck{})
		}
		fn, bound = cl.fn, cl.bound
	} else if cl, ok := f.get(c.Value).(*closure); ok {
		bound = cl.bound
	}
	return f.apply(fn, args, bound)
}

// apply returns what a function returns.
func (f *run) apply(fn *ssa.Function, args, bound []value) value {
	if out, ok := f.native(fn, args); ok {
		return out
	}
	if f.lenient && fn.Pkg != f.pkg { // it initialises another package, or makes what is not known
		return unknown{}
	}
	switch out := f.enter(fn, args, bound); len(out) {
	case 1:
		return out[0]
	default:
		return out
	}
}

// invoked returns what a method of an interface value returns.
func (f *frame) invoked(c *ssa.CallCommon, args []value) value {
	b, ok := f.get(c.Value).(boxed)
	if !ok || b.typ == nil {
		panic(stuck{})
	}
	if e, isFailure := b.v.(failure); isFailure && c.Method.Name() == "Error" {
		return e.text
	}
	if _, isFailure := b.v.(failure); isFailure { // which has no other methods here
		panic(stuck{})
	}
	fn := f.pkg.Prog.LookupMethod(b.typ, c.Method.Pkg(), c.Method.Name())
	return f.apply(fn, append([]value{b.v}, args...), nil)
}

// builtin returns what a function of the language returns.
func builtin(name string, args []value) value {
	switch name {
	case "len", "cap":
		switch x := args[0].(type) {
		case string:
			return int64(len(x))
		case list:
			if name == "len" {
				return int64(len(x))
			}
		case *mapping:
			if x == nil {
				return int64(0)
			}
			if x.values != nil {
				return int64(len(x.keys))
			}
		}
		return unknown{}
	case "append":
		x, ok := args[0].(list)
		var more []value
		switch y := args[1].(type) {
		case list:
			for _, c := range y {
				more = append(more, c.v)
			}
		case string:
			for i := range len(y) {
				more = append(more, int64(y[i]))
			}
		default:
			ok = false
		}
		if ok && len(x)+len(more) <= maxLength {
			return x.with(more)
		}
		return unknown{}
	}
	panic(stuck{})
}

// with returns a list with more elements: the variables behind it are set if its array has any, as one does of which it is a part; else
// there is a new array, without room for more.
func (l list) with(more []value) list {
	if len(l)+len(more) <= cap(l) {
		out := l[:len(l)+len(more)]
		for i, v := range more {
			if out[len(l)+i] == nil { // of make
				out[len(l)+i] = new(cell)
			}
			out[len(l)+i].v = v
		}
		return out
	}
	out := make(list, 0, len(l)+len(more))
	for _, c := range l {
		out = append(out, &cell{c.v})
	}
	for _, v := range more {
		out = append(out, &cell{v})
	}
	return out
}
