package valueflow

// This file finds what the rounds of a loop count.

import (
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/recipe"
)

// A counter is a number that each round of a loop changes, and always in one direction: a variable, or how long a list is.
type counter struct {
	from        ssa.Value // what it is at first; nil if first is the least (with a step down: the greatest) that it may be
	first, step int       // step is the least that a round changes it by
	even        bool      // each round changes it by just as much, from first on
	more        int       // what is compared is the counter and at least as much, as far as the round has come
	exact       bool      // it is just as much
	typ         types.Type
}

// counterOf returns the counter that a number of a loop is, or is made of in the round.
func counterOf(head *ssa.BasicBlock, v ssa.Value) (c counter, ok bool) {
	v = widened(v)
	if list := lengthOf(v); list != nil {
		v = list
	}
	phi := headOf(head, v, nil)
	if phi == nil {
		return counter{}, false
	}
	c.typ, c.even = phi.Type(), true
	if !c.changes(head, phi) || !c.begins(head, phi) {
		return counter{}, false
	}
	d, ok := changeOf(phi, v, nil)
	if c.more = d.least; c.step < 0 {
		c.more = d.most
	}
	c.exact = d.least == d.most && !d.open
	return c, ok
}

// changes finds by how much rounds change a counter.
func (c *counter) changes(head *ssa.BasicBlock, phi *ssa.Phi) bool {
	var all change
	for i, p := range head.Preds {
		if !head.Dominates(p) {
			continue
		}
		d, ok := changeOf(phi, phi.Edges[i], nil)
		if !ok {
			return false
		}
		all = all.or(d)
	}
	switch c.even = all.some && all.least == all.most && !all.open; {
	case all.least > 0:
		c.step = all.least
	case all.most < 0 && !all.open:
		c.step = all.most
	}
	return c.step != 0
}

// begins finds what a counter is at first.
func (c *counter) begins(head *ssa.BasicBlock, phi *ssa.Phi) bool {
	begun := false
	for i, p := range head.Preds {
		if head.Dominates(p) {
			continue
		}
		v := phi.Edges[i]
		n, ok := intAt(v)
		if isList(c.typ) {
			n, ok = lengthAtFirst(v), true
		}
		switch {
		case !ok && begun && c.from != v, ok && c.from != nil:
			return false
		case !ok:
			c.from = v
		case !begun:
			c.first = n
		case c.step > 0:
			c.even, c.first = c.even && n == c.first, min(n, c.first)
		default:
			c.even, c.first = c.even && n == c.first, max(n, c.first)
		}
		begun = true
	}
	return begun
}

// headOf returns the variable of a loop of which a value is made, nil if there is none, or several.
func headOf(head *ssa.BasicBlock, v ssa.Value, seen []ssa.Value) (found *ssa.Phi) {
	if slices.Contains(seen, v) {
		return nil
	}
	seen = append(seen, v)
	phi, isPhi := v.(*ssa.Phi)
	if isPhi && phi.Block() == head {
		return phi
	}
	for _, part := range madeOf(v) {
		if at := headOf(head, part, seen); at != nil {
			if found != nil && found != at {
				return nil
			}
			found = at
		}
	}
	return found
}

// madeOf returns the numbers or lists that a value is, or is made of by adding.
func madeOf(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Phi:
		return v.Edges
	case *ssa.BinOp:
		if v.Op == token.ADD || v.Op == token.SUB {
			return []ssa.Value{v.X, v.Y}
		}
	case *ssa.Call:
		if isAppend(v) {
			return v.Call.Args[:1]
		}
	}
	return nil
}

// A change is what a variable may have been changed by: some number from least to most, or more if it is open.
type change struct {
	least, most int
	open, some  bool
}

func (d change) or(e change) change {
	if !d.some {
		return e
	}
	return change{min(d.least, e.least), max(d.most, e.most), d.open || e.open, true}
}

// changeOf returns what a value is more than a variable of a loop; it is not ok if it may be something else.
func changeOf(phi *ssa.Phi, v ssa.Value, seen []ssa.Value) (d change, ok bool) {
	if v == phi {
		return change{some: true}, true
	}
	if slices.Contains(seen, v) {
		return d, false
	}
	seen = append(seen, v)
	switch v := v.(type) {
	case *ssa.Phi:
		more := false
		for _, e := range v.Edges {
			of, ok := changeOf(phi, e, seen)
			if !ok { // a loop inside, whose rounds may only add to it
				if of, ok = changeOf(v, e, slices.Clip(seen[:len(seen)-1])); !ok || of.least < 0 {
					return d, false
				}
				more = true
				continue
			}
			d = d.or(of)
		}
		d.open = d.open || more
		return d, d.some
	case *ssa.BinOp:
		x, by, ok := shift(v)
		if !ok {
			n, isConst := intAt(v.X)
			if !isConst || v.Op != token.ADD {
				return d, false
			}
			x, by = v.Y, n
		}
		d, ok = changeOf(phi, x, seen)
		d.least, d.most = d.least+by, d.most+by
		return d, ok
	case *ssa.Call:
		if !isAppend(v) {
			return d, false
		}
		d, ok = changeOf(phi, v.Call.Args[0], seen)
		n, known := elements(v.Call.Args[1])
		d.least, d.most, d.open = d.least+n, d.most+n, d.open || !known
		return d, ok
	}
	return d, false
}

// elements returns how many elements a list has that is written down; else that there may be none is all that is known.
func elements(v ssa.Value) (n int, known bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return 0, v.IsNil()
	case *ssa.Slice:
		made, ok := v.X.(*ssa.Alloc)
		if !ok || v.Low != nil || v.High != nil || v.Max != nil {
			return 0, false
		}
		array, ok := made.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
		if !ok {
			return 0, false
		}
		return int(array.Len()), true
	}
	return 0, false
}

// lengthAtFirst returns how many elements a list has at least.
func lengthAtFirst(v ssa.Value) int {
	if made, ok := v.(*ssa.MakeSlice); ok {
		n, _ := intAt(made.Len)
		return n
	}
	n, _ := elements(v)
	return n
}

func isList(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

func isAppend(call *ssa.Call) bool {
	fn, ok := call.Call.Value.(*ssa.Builtin)
	return ok && fn.Name() == "append" && len(call.Call.Args) == 2
}

// lengthOf returns the list whose length a value is, nil if it is none.
func lengthOf(v ssa.Value) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	if fn, ok := call.Call.Value.(*ssa.Builtin); !ok || fn.Name() != "len" || !isList(call.Call.Args[0].Type()) {
		return nil
	}
	return call.Call.Args[0]
}

// widened returns a number without conversions that leave it the same.
func widened(v ssa.Value) ssa.Value {
	for {
		c, ok := v.(*ssa.Convert)
		if !ok || !keepsNumber(c) {
			return v
		}
		v = c.X
	}
}

// keepsNumber reports whether a conversion is one of whole numbers that none of them changes.
func keepsNumber(c *ssa.Convert) bool {
	if !isNumber(c.X.Type()) || !isNumber(c.Type()) {
		return false
	}
	least, most := rangeOf(c.X.Type())
	from, to := rangeOf(c.Type())
	return from <= least && most <= to && (isUnsigned(c.Type()) || !isUnsigned(c.X.Type()) || most < to)
}

func isUnsigned(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsUnsigned != 0
}

// rangeOf returns the least and the greatest number of a type, as far as int has them.
func rangeOf(t types.Type) (least, most int) {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return math.MinInt, math.MaxInt
	}
	switch basic.Kind() {
	case types.Int8:
		return math.MinInt8, math.MaxInt8
	case types.Int16:
		return math.MinInt16, math.MaxInt16
	case types.Int32:
		return math.MinInt32, math.MaxInt32
	case types.Uint8:
		return 0, math.MaxUint8
	case types.Uint16:
		return 0, math.MaxUint16
	case types.Uint32:
		return 0, math.MaxUint32
	case types.Uint, types.Uint64, types.Uintptr:
		return 0, math.MaxInt
	}
	return math.MinInt, math.MaxInt
}

// limitCounter is the limit of a loop that compares a counter with y.
func (b *body) limitCounter(out Limit, loop *recipe.Loop, c counter, op token.Token, y ssa.Value) (Limit, bool) {
	head := b.fn.Blocks[loop.Head]
	if isOfRounds(head, y) {
		// Two that come nearer to each other meet; else the limit may go away from what is counted.
		to, ok := counterOf(head, y)
		return out, ok && isBySize(op) && (to.step > 0) != (c.step > 0)
	}
	even := c.even && c.exact
	if !even && (!isBySize(op) || mayWrap(c)) {
		return out, false
	}
	out.Kind, out.First, out.Step, out.Even, out.From = LimitCounter, c.first, c.step, even, NoPlace
	out.Least, out.Most = rangeOf(c.typ)
	if isList(c.typ) {
		out.Least, out.Most = 0, math.MaxInt
	}
	if c.from != nil {
		out.From = b.number(c.from)
	}
	_, by, shifted := shift(y)
	if !shifted {
		by = 0
	}
	out.Compared = Compared{X: NoPlace, Y: b.number(unshifted(y)), Op: op.String(), XBase: NoPlace, YBase: b.base(unshifted(y)), More: c.more - by}
	out.Y = b.fixed(loop, y, out.Y)
	return out, true
}

// mayWrap reports whether a counter that rounds change by more or less may wrap around before it ends a loop.
func mayWrap(c counter) bool {
	if isList(c.typ) {
		return false
	}
	least, most := rangeOf(c.typ)
	return most != math.MaxInt || c.step < 0 && least == 0
}
